//! Limits: whether something may be done once more, and that it was done. In: limits as they are declared. Out: the bodies
//! of their functions, and what whoever does something asks and counts.

use crate::diag::{Place, says};
use crate::hir::{self, Expr, Into, Kind, Limit, Limited, Local, Site, Stmt, StmtKind, Target};
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::declare::member_named;
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::world::{LimitDef, SIDE, Use};
use wgr_grammar::ast::{self, Compare, ExprKind, ItemKind};
use wgr_runtime::ir::{FuncId, RowKind, Stage, StageIx, StageOp};

/// So many times: what has a measure is no such number.
pub(super) const TIMES: Ty = Ty::Number { unit: Unit::Plain, den: 1 };

pub(super) fn bodies(builder: &mut Builder<'_>) {
    for index in 0..builder.world.limits.len() {
        // ErrorReported where it is wrong.
        let _ = self::body(builder, index);
    }
}

fn body(builder: &mut Builder<'_>, index: usize) -> Made<()> {
    let Some(limit) = builder.world.limits.get(index).cloned() else { return Err(ErrorReported) };
    let params = LimitDef::params(limit.by_side, limit.each.as_ref());
    let (funcs, at) = (limit.funcs, limit.at);
    let open =
        |builder: &mut Builder<'_>, func: FuncId, read: &mut dyn FnMut(&mut Reader<'_, '_>) -> Made<hir::Body>| {
            let mut reader = Reader::of_func(builder, limit.file, func, &params, at);
            reader.within = limit.within;
            let body = read(&mut reader)?;
            let binders = reader.binders;
            builder.has_read(func, binders, body, at);
            Ok(())
        };
    let given = || -> Vec<Expr> {
        let own = params.iter().enumerate();
        own.map(|(place, (_, ty))| Expr::new(Kind::Local(Local(place)), *ty, at)).collect()
    };
    let count = |kind| Expr::new(kind, Ty::COUNT, at);
    let used = || count(Kind::Stored(limit.cell, given()));
    let most = || count(Kind::Asked(funcs.most, given()));
    open(builder, funcs.most, &mut |reader| Ok(hir::Body::Answer(reader.read_as(&limit.often.most, TIMES)?)))?;
    open(builder, funcs.used, &mut |_| Ok(one_row(site(&limit), at, StageOp::Answer, Vec::new(), used())))?;
    open(builder, funcs.within_limits, &mut |reader| {
        let mut when = Vec::new();
        if let Some(by) = limit.by {
            let who = Expr::new(Kind::Local(Local(0)), Ty::One(Noun::Enum(SIDE)), at);
            when.push(compared(Compare::Is, who, reader.read_asker(by)?));
        }
        when.push(compared(Compare::AtLeast, used(), most()));
        // Always so; it is asked by its name, so that whoever asks why is told the count.
        let told = count(Kind::Asked(funcs.used, given()));
        when.push(compared(Compare::AtLeast, told, count(Kind::Number { value: 0, den: 1 })));
        Ok(one_row(site(&limit), at, StageOp::All, when, Expr::new(Kind::Truth(false), Ty::YesNo, at)))
    })?;
    open(builder, funcs.counts, &mut |reader| {
        let by = limit.by.map(|by| reader.read_asker(by)).transpose()?;
        Ok(hir::Body::Counts { cell: limit.cell, by })
    })
}

pub(super) fn compared(how: Compare, one: Expr, other: Expr) -> Expr {
    let at = one.at;
    Expr::new(Kind::Compare(how, Box::new([one, other])), Ty::YesNo, at)
}

/// Where a limit is printed.
fn site(limit: &LimitDef<'_>) -> Site {
    Site { cases: limit.cases.iter().map(|case| case.text.clone()).collect(), title: limit.title.clone() }
}

/// The row as which a limit is told.
pub(super) fn one_row(site: Site, at: Place, op: StageOp, when: Vec<Expr>, value: Expr) -> hir::Body {
    let row = hir::Row {
        label: "limit".to_owned(),
        site,
        stage: StageIx::new(0),
        group: None,
        kind: RowKind::Base,
        each: Vec::new(),
        when,
        value: Some(value),
        along: None,
        rounds: false,
        layer: None,
        at,
    };
    let stages = vec![Stage { name: None, op, groups: Vec::new() }];
    hir::Body::Rows(hir::Rows { stages, rows: vec![row], rulings: Vec::new() })
}

/// The limits that such a use has to keep to.
fn limits_on<'a>(builder: &Builder<'a>, is_one: impl Fn(&Use) -> bool) -> Vec<LimitDef<'a>> {
    builder.world.limits.iter().filter(|limit| limit.on.iter().any(&is_one)).cloned().collect()
}

/// May it be done once more?
fn allows(limit: &LimitDef<'_>, given: Vec<Expr>, at: Place) -> Expr {
    Expr::new(Kind::Asked(limit.funcs.within_limits, given), Ty::YesNo, at)
}

/// It was done.
fn counts(limit: &LimitDef<'_>, given: Vec<Expr>, at: Place) -> Stmt {
    Stmt { kind: StmtKind::Perform(limit.funcs.counts, given, None), at }
}

impl<'a> Reader<'_, 'a> {
    /// What the functions of a limit are given: who does it, and of what each is counted.
    fn limit_args(
        &mut self,
        limit: &LimitDef<'_>,
        who: impl FnOnce(&mut Self) -> Made<Expr>,
        each: Option<Expr>,
    ) -> Made<Vec<Expr>> {
        let who = if limit.by_side { Some(who(self)?) } else { None };
        Ok(who.into_iter().chain(each.filter(|_| limit.each.is_some())).collect())
    }

    /// Of each limit of an action what this makes of it. Its parameters are the first names of the body.
    fn of_action<T>(&mut self, index: usize, make: impl Fn(&LimitDef<'_>, Vec<Expr>, Place) -> T) -> Made<Vec<T>> {
        let Some(def) = self.m.world.actions.get(index) else { return Err(ErrorReported) };
        let (ast, at) = (def.ast, Place::new(def.file, def.ast.name.span));
        let params: Vec<Ty> = def.params.iter().map(|param| param.ty).collect();
        let mut all = Vec::new();
        for limit in limits_on(self.m, |of| matches!(of, Use::Action(of, _) if *of == index)) {
            let of = limit.on.iter().find_map(|of| match of {
                Use::Action(of, position) if *of == index => *position,
                _ => None,
            });
            let each = of.and_then(|position| Some((position, *params.get(position)?)));
            let each = each.map(|(position, ty)| Expr::new(Kind::Local(Local(position)), ty, at));
            let who = |reader: &mut Self| match &ast.by {
                Some(by) => reader.read_asker(&by.side),
                None => Ok(reader.phasing(at)),
            };
            let given = self.limit_args(&limit, who, each)?;
            all.push(make(&limit, given, at));
        }
        Ok(all)
    }

    /// Does each of its limits let an action be started once more?
    pub(super) fn may_start(&mut self, index: usize) -> Made<Vec<Expr>> {
        self.of_action(index, allows)
    }

    /// An action is started.
    pub(super) fn count_start(&mut self, index: usize) -> Made<hir::Block> {
        self.of_action(index, counts)
    }

    /// Of a question: may it be answered with yes once more, and that it was.
    pub(super) fn of_question(&mut self, by: &ast::Expr, often: &ast::HowOften, at: Place) -> Made<(Expr, Stmt)> {
        let found = limits_on(self.m, |of| *of == Use::Question(at));
        let [limit] = found.as_slice() else { return Err(ErrorReported) };
        let mut both = Vec::new();
        for _ in 0..2 {
            let each = match &limit.each {
                Some(_) => often.each.as_ref().and_then(|each| each.name.as_ref()).map(|name| {
                    let one = self.name(name, None)?;
                    if one.ty.kinds().is_none() || matches!(one.ty, Ty::Set(_)) {
                        let (found, at) = (self.m.world.ty_name(one.ty), self.place(name.span));
                        return Err(self.tell(says::question_for_each_of_these(&found, at)));
                    }
                    Ok(one)
                }),
                None => None,
            };
            let each = each.transpose()?;
            both.push(self.limit_args(limit, |reader| reader.read_asker(by), each)?);
        }
        let (Some(count), Some(ask)) = (both.pop(), both.pop()) else { return Err(ErrorReported) };
        Ok((allows(limit, ask, at), counts(limit, count, at)))
    }

    /// The limits on what is picked into a name that an action keeps.
    pub(super) fn limits_of_pick(&self, into: &Into) -> Vec<LimitDef<'a>> {
        match into {
            Into::Place(target, _) => limits_on(self.m, |of| *of == Use::Kept(target.cell)),
            Into::Name(_) => Vec::new(),
        }
    }

    /// What is picked into a name under a limit is put there by picks alone.
    pub(super) fn is_picked_alone(&self, to: &Target) -> Made<()> {
        let laid = limits_on(self.m, |of| *of == Use::Kept(to.cell));
        let Some(limit) = laid.first() else { return Ok(()) };
        let name = self.m.sources.text(to.at);
        Err(self.m.tell(says::limited_name_not_picked(name, to.at, limit.at)))
    }

    /// What these limits make of a pick; nothing where there are none.
    pub(super) fn limited(
        &mut self,
        laid: &[LimitDef<'_>],
        by: &ast::Expr,
        noun: Noun,
        at: Place,
    ) -> Made<Option<Limited>> {
        if laid.is_empty() {
            return Ok(None);
        }
        let ir = self.m.ir_type(Ty::One(noun));
        let it = self.binder(" picked", ir);
        let mut limited = Limited { it, allowed: Vec::new(), counts: Vec::new() };
        for limit in laid {
            let one = || Some(Expr::new(Kind::Local(it), Ty::One(noun), at));
            let asked = self.limit_args(limit, |reader| reader.read_asker(by), one())?;
            limited.allowed.push(allows(limit, asked, at));
            let counted = self.limit_args(limit, |reader| reader.read_asker(by), one())?;
            limited.counts.push(counts(limit, counted, at));
        }
        Ok(Some(limited))
    }

    /// So many that are counted together may be picked at once.
    pub(super) fn left_of(&mut self, limit: &LimitDef<'_>, by: &ast::Expr, at: Place) -> Made<Limit> {
        let count = |kind| Expr::new(kind, Ty::COUNT, at);
        let given = self.limit_args(limit, |reader| reader.read_asker(by), None)?;
        let most = count(Kind::Asked(limit.funcs.most, given));
        let given = self.limit_args(limit, |reader| reader.read_asker(by), None)?;
        let used = count(Kind::Stored(limit.cell, given));
        Ok(Limit { least: None, most: Some(count(Kind::Minus(Box::new([most, used])))), weight: None })
    }
}

/// Is it counted what is picked into this name of the action?
pub(super) fn is_on_kept(builder: &Builder<'_>, action: usize, name: &str) -> bool {
    let Some(def) = builder.world.actions.get(action) else { return false };
    let of = |cell| builder.world.limits.iter().any(|limit| limit.on.contains(&Use::Kept(cell)));
    def.kept.iter().any(|kept| kept.name == name && of(kept.cell))
}

/// Is every side that may start the action held to a limit?
pub(super) fn bounds(builder: &Builder<'_>, action: usize) -> bool {
    let laid = limits_on(builder, |of| matches!(of, Use::Action(of, _) if *of == action));
    let Some(def) = builder.world.actions.get(action) else { return false };
    let on_it = |item: &ast::Item| matches!(&item.kind, ItemKind::Limit(limit) if limit.on.iter().any(|used| used.of.is_none() && used.name.text == def.name));
    let said = def.ast.limits.len() + builder.items().filter(|(_, item)| on_it(item)).count();
    // One that is refused has been told.
    if laid.len() < said {
        return true;
    }
    let named = |by: &ast::Expr| match &by.kind {
        ExprKind::Name(name) => member_named(builder, Noun::Enum(SIDE), &name.text),
        _ => None,
    };
    let held: Vec<_> = laid.iter().filter_map(|limit| limit.by.and_then(named)).collect();
    let by = def.ast.by.as_ref();
    let sides = builder.world.enums.get(SIDE).map_or(0, |def| def.members.len());
    match by.and_then(|by| named(&by.side)) {
        _ if laid.iter().any(|limit| limit.by.is_none()) => true,
        Some(own) => held.contains(&own),
        None => !laid.is_empty() && (0..sides).all(|side| held.contains(&(side as i64))),
    }
}
