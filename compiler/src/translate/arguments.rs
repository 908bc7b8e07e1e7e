//! What something is called with: so many as its head says, in its order, and by name where a reader could mistake one
//! for another.

use super::builder::{ErrorReported, Made};
use super::reader::Reader;
use super::ty::Ty;
use super::world::{Entry, ParamDef, World};
use crate::diag::{Place, says};
use crate::hir::Expr;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind};

/// From so many on each bears its name.
pub(crate) const NAMED_FROM: usize = 3;

impl<'a> World<'a> {
    /// What the head of something names between its brackets.
    pub(crate) fn params_of(&self, entry: Entry) -> &[ParamDef<'a>] {
        let params = match entry {
            Entry::Rows(at) => self.rows.get(at).map(|def| &def.params),
            Entry::Procedure(at) => self.procedures.get(at).map(|def| &def.params),
            Entry::State(at) => self.states.get(at).map(|def| &def.params),
            _ => None,
        };
        params.map_or(&[], Vec::as_slice)
    }
}

impl<'a> Reader<'_, 'a> {
    /// What stands for each parameter of something with a head.
    pub(crate) fn given_to<'e>(
        &mut self,
        name: &str,
        params: &[ParamDef<'_>],
        args: &'e [ast::Expr],
        span: Span,
    ) -> Made<Vec<&'e ast::Expr>> {
        let at = self.place(span);
        let heads: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
        if args.len() < params.len()
            && let Some(told) = self.point_for_comma(span)
        {
            return Err(self.tell(told));
        }
        if args.len() != params.len() {
            let meant = if params.is_empty() { None } else { self.miscounted(name, params, args)? };
            let types: Vec<String> = params.iter().map(|param| self.m.world.ty_name(param.ty)).collect();
            let heads: Vec<(&str, &str)> = heads.iter().copied().zip(types.iter().map(String::as_str)).collect();
            return Err(self.tell(says::wrong_count_by_head(name, &heads, (args.len(), meant), at)));
        }
        let mut nameless: Vec<(Place, &str)> = Vec::new();
        let mut values = Vec::new();
        let mut told = None;
        for (arg, param) in args.iter().zip(&heads) {
            let (at, bare) = (self.place(arg.span), matches!(arg.kind, ExprKind::Yes | ExprKind::No));
            let value = if let ExprKind::Given(_, value) = &arg.kind { value } else { arg };
            let wants = match params.len() {
                NAMED_FROM.. => true,
                2 => bare || value.span != arg.span && matches!(value.kind, ExprKind::Yes | ExprKind::No),
                _ => false,
            };
            let itself = matches!(&value.kind, ExprKind::Name(name) if name.text == *param);
            match &arg.kind {
                ExprKind::Given(known, _) if !wants => {
                    let text = self.m.sources.text(self.place(value.span)).to_owned();
                    told = Some(self.tell(says::named_for_few(name, &known.text, &text, at)));
                }
                // Those behind it are in disorder, too.
                ExprKind::Given(known, _) if known.text != *param => {
                    let at = self.place(known.span);
                    return Err(self.tell(says::named_otherwise(name, &heads, (&known.text, param), at)));
                }
                ExprKind::Given(..) if itself => told = Some(self.tell(says::named_twice(param, at))),
                ExprKind::Given(..) => {}
                _ if wants && !itself => nameless.push((at, param)),
                _ => {}
            }
            values.push(value);
        }
        if let [(first, _), ..] = nameless.as_slice() {
            let first = *first;
            told = Some(self.tell(says::nameless(name, &heads, &nameless, first)));
        }
        told.map_or(Ok(values), Err)
    }

    /// Arguments that fit the parameters of a head.
    pub(crate) fn read_given(
        &mut self,
        name: &str,
        params: &[ParamDef<'_>],
        args: &[ast::Expr],
        span: Span,
    ) -> Made<Vec<Expr>> {
        let values = self.given_to(name, params, args, span)?;
        let wants = params.iter().map(|param| (param.ty, Some(param.at)));
        self.each_as(values.into_iter().zip(wants))
    }

    /// Arguments of what the language or a print gives: they fit, as many as there are.
    pub(crate) fn read_args(&mut self, name: &str, wants: &[Ty], args: &[ast::Expr], span: Span) -> Made<Vec<Expr>> {
        if args.len() != wants.len() {
            let at = self.place(span);
            let wants: Vec<String> = wants.iter().map(|want| self.m.world.ty_name(*want)).collect();
            let point = self.point_for_comma(span).filter(|_| args.len() < wants.len());
            return Err(self.tell(point.unwrap_or_else(|| says::wrong_count_of(name, &wants, args.len(), at))));
        }
        let named =
            args.iter().find_map(|arg| if let ExprKind::Given(name, _) = &arg.kind { Some(name) } else { None });
        if let Some(named) = named {
            let at = self.place(named.span);
            return Err(self.tell(says::named_for_nothing(&named.text, at)));
        }
        self.each_as(args.iter().zip(wants.iter().map(|want| (*want, None))))
    }

    /// Each with what is wanted, and where that is declared.
    fn each_as<'e>(&mut self, wanted: impl Iterator<Item = (&'e ast::Expr, (Ty, Option<Place>))>) -> Made<Vec<Expr>> {
        let mut made = Vec::new();
        let mut told = None;
        for (arg, (want, declared)) in wanted {
            match self.read_as(arg, want) {
                Ok(read) => made.push(read),
                Err(ErrorReported) => {
                    if let Some(declared) = declared {
                        self.m.against(declared, self.place(arg.span));
                    }
                    told = Some(ErrorReported);
                }
            }
        }
        told.map_or(Ok(made), Err)
    }
}
