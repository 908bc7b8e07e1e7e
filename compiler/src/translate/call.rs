//! Values with arguments: rows, states, map features, the board's own questions; look-ups in tables.

use super::maker::{Made, Told};
use super::ty::{Noun, Ty, Unit};
use super::world::{Axis, Entry};
use super::writer::{Term, Writer};
use crate::diag::says;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, RowsKind};
use wgr_runtime::ir::{BinaryOp, BoardOp, Expr, ExprId, FoldOp, UnaryOp};

/// Questions that every board answers: name, how many hexes they take.
pub(crate) const BOARD: [(&str, usize); 5] =
    [("distance", 2), ("adjacent", 2), ("beyond", 2), ("column", 1), ("row", 1)];

impl Writer<'_, '_> {
    pub(crate) fn called(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Made<Term> {
        let at = self.place(name.span);
        if let Some((_, count)) = BOARD.iter().find(|(known, _)| *known == name.text)
            && self.m.board.is_some()
        {
            return self.board_question(&name.text, *count, args, span);
        }
        match self.m.world.entry(&name.text) {
            Some(Entry::Rows(index)) => self.rows_called(index, args, span),
            Some(Entry::State(index)) => {
                let Some(def) = self.m.world.states.get(index) else { return Err(Told) };
                let (cell, ty, params) = (def.cell, def.ty, def.params.clone());
                let wants: Vec<Ty> = params.iter().map(|param| param.ty).collect();
                let args = self.args(&name.text, &wants, args, span)?;
                Ok(Term { id: self.read(cell, args), ty })
            }
            Some(Entry::Feature(index)) => self.feature(index, args, span),
            Some(Entry::Table(_)) => Err(self.tell(says::table_called(&name.text, at))),
            Some(Entry::Broken) => Err(Told),
            Some(_) => Err(self.tell(says::not_a_value(&name.text, at))),
            None => {
                let known = self.callable_names();
                Err(self.tell(says::unknown_name("value or fact", &name.text, &known, at)))
            }
        }
    }

    fn callable_names(&self) -> Vec<String> {
        let items = self.m.world.names.iter().filter(|(_, (entry, _))| {
            matches!(entry, Entry::Rows(_) | Entry::State(_) | Entry::Feature(_) | Entry::Table(_))
        });
        let items = items.map(|(name, _)| name.clone());
        items.chain(BOARD.iter().map(|(name, _)| (*name).to_owned())).collect()
    }

    /// Arguments that fit their parameters, as many as there are.
    pub(crate) fn args(&mut self, name: &str, wants: &[Ty], args: &[ast::Expr], span: Span) -> Made<Vec<ExprId>> {
        if args.len() != wants.len() {
            let at = self.place(span);
            return Err(self.tell(says::wrong_count(name, wants.len(), args.len(), at)));
        }
        let mut made = Vec::new();
        let mut told = None;
        for (arg, want) in args.iter().zip(wants) {
            match self.expr_as(arg, *want) {
                Ok(id) => made.push(id),
                Err(Told) => told = Some(Told),
            }
        }
        self.stand(span);
        told.map_or(Ok(made), Err)
    }

    fn rows_called(&mut self, index: usize, args: &[ast::Expr], span: Span) -> Made<Term> {
        let Some(def) = self.m.world.rows.get(index) else { return Err(Told) };
        let (func, result, kind, name) = (def.func, def.result, def.ast.kind, def.name.clone());
        let wants: Vec<Ty> = def.params.iter().map(|param| param.ty).collect();
        self.must_be_within(index, span)?;
        match kind {
            RowsKind::Course => self.step_cost(index, &name, wants, args, span),
            RowsKind::Zone => {
                // All hexes of the zone.
                let ir = self.m.ir_type(Ty::One(Noun::Hex));
                let var = self.local(" hex", ir, false);
                let mut args = self.args(&name, &wants, args, span)?;
                args.push(self.get(var));
                let guard = Some(self.call(func, args));
                let over = self.add(Expr::All(wgr_runtime::ir::HEX));
                let source = super::writer::Source { var, over, guard, noun: Noun::Hex };
                Ok(Term { id: self.fold(FoldOp::Filter, source, None, None), ty: Ty::Set(Noun::Hex) })
            }
            RowsKind::Value
            | RowsKind::Fact
            | RowsKind::Permit
            | RowsKind::Knowledge
            | RowsKind::Path
            | RowsKind::Victory => {
                let args = self.args(&name, &wants, args, span)?;
                Ok(Term { id: self.call(func, args), ty: result })
            }
        }
    }

    /// `march(u, here, there)`: what this step would cost as the first of a move.
    fn step_cost(
        &mut self,
        index: usize,
        name: &str,
        mut wants: Vec<Ty>,
        args: &[ast::Expr],
        span: Span,
    ) -> Made<Term> {
        let hex = Ty::One(Noun::Hex);
        if args.len() != wants.len() + 2 {
            let at = self.place(span);
            return Err(self.tell(says::course_called(name, at)));
        }
        let Some((here, there)) = args.split_last_chunk::<2>().map(|(_, [here, there])| (here, there)) else {
            return Err(Told);
        };
        let (own, _) = args.split_at(wants.len());
        let Some(def) = self.m.world.rows.get(index) else { return Err(Told) };
        let (result, func) = (def.result, def.func);
        let mut made = self.args(name, &wants, own, span)?;
        wants.clear();
        for step in [here, here, there] {
            made.push(self.expr_as(step, hex)?);
        }
        Ok(Term { id: self.call(func, made), ty: result })
    }

    /// What reads the names of an action is asked only within it.
    fn must_be_within(&mut self, index: usize, span: Span) -> Made<()> {
        let Some(def) = self.m.world.rows.get(index) else { return Err(Told) };
        match def.within {
            Some(action) if self.within != Some(action) => {
                let action = self.m.world.actions.get(action).map_or("", |def| def.name.as_str()).to_owned();
                let (name, at) = (def.name.clone(), self.place(span));
                Err(self.tell(says::asked_outside(&name, &action, at)))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// `there in zoc(s)`: the zone is asked for this one hex.
    pub(crate) fn in_zone(&mut self, member: &ast::Expr, set: &ast::Expr) -> Made<Option<ExprId>> {
        let ExprKind::Call(name, args) = &set.kind else { return Ok(None) };
        let Some(Entry::Rows(index)) = self.m.world.entry(&name.text) else { return Ok(None) };
        let Some(def) = self.m.world.rows.get(index).filter(|def| def.ast.kind == RowsKind::Zone) else {
            return Ok(None);
        };
        let (func, name) = (def.func, def.name.clone());
        let wants: Vec<Ty> = def.params.iter().map(|param| param.ty).collect();
        self.must_be_within(index, set.span)?;
        let mut args = self.args(&name, &wants, args, set.span)?;
        args.push(self.expr_as(member, Ty::One(Noun::Hex))?);
        self.stand(set.span);
        Ok(Some(self.call(func, args)))
    }

    /// `length of supply(u)`
    pub(crate) fn length(&mut self, of: &ast::Expr, span: Span) -> Made<Term> {
        if let ExprKind::Call(name, args) = &of.kind
            && let Some(Entry::Rows(index)) = self.m.world.entry(&name.text)
            && let Some(def) = self.m.world.rows.get(index)
            && let Some(length) = def.length
        {
            let name = def.name.clone();
            let wants: Vec<Ty> = def.params.iter().map(|param| param.ty).collect();
            self.must_be_within(index, span)?;
            let args = self.args(&name, &wants, args, span)?;
            return Ok(Term { id: self.call(length, args), ty: Ty::COUNT });
        }
        let at = self.place(of.span);
        Err(self.tell(says::length_of_what(at)))
    }

    fn board_question(&mut self, name: &str, count: usize, args: &[ast::Expr], span: Span) -> Made<Term> {
        let wants = vec![Ty::One(Noun::Hex); count];
        let mut args = self.args(name, &wants, args, span)?.into_iter();
        let (Some(a), b) = (args.next(), args.next()) else { return Err(Told) };
        let hexes = self.m.world.measures.iter().position(|measure| measure.name == "hex").map_or(Unit::Any, Unit::Of);
        Ok(match (name, b) {
            ("distance", Some(b)) => Term { id: self.distance(a, b), ty: Ty::Number { unit: hexes, den: 1 } },
            ("adjacent", Some(b)) => {
                let (far, one) = (self.distance(a, b), self.number(1, 1));
                Term { id: self.binary(BinaryOp::Eq, far, one), ty: Ty::YesNo }
            }
            // The hex behind the second, seen from the first.
            ("beyond", Some(b)) => {
                let helper = self.m.beyond();
                Term { id: self.call(helper, vec![a, b]), ty: Ty::Maybe(Noun::Hex) }
            }
            ("column", _) => Term { id: self.ask_board(BoardOp::Column, vec![a]), ty: Ty::COUNT },
            _ => Term { id: self.ask_board(BoardOp::Row, vec![a]), ty: Ty::COUNT },
        })
    }

    /// `terrain(h)`, `road(here, there)`
    fn feature(&mut self, index: usize, args: &[ast::Expr], span: Span) -> Made<Term> {
        let Some(def) = self.m.world.features.get(index) else { return Err(Told) };
        let (table, ty, of_hexsides, name) = (def.table, def.ty, def.of_hexsides, def.name.clone());
        if !of_hexsides {
            let args = self.args(&name, &[Ty::One(Noun::Hex)], args, span)?;
            return Ok(Term { id: self.look(table, args), ty });
        }
        let args = self.args(&name, &[Ty::One(Noun::Hex), Ty::One(Noun::Hex)], args, span)?;
        let helper = self.m.hexside_feature(index);
        Ok(Term { id: self.call(helper, args), ty })
    }

    pub(crate) fn lookup(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Made<Term> {
        let at = self.place(name.span);
        let index = match self.m.world.entry(&name.text) {
            Some(Entry::Table(index)) => index,
            Some(Entry::Broken) => return Err(Told),
            Some(_) | None => {
                let tables: Vec<String> = self.m.world.tables.iter().map(|table| table.name.clone()).collect();
                return Err(self.tell(says::unknown_name("table", &name.text, &tables, at)));
            }
        };
        let Some(def) = self.m.world.tables.get(index) else { return Err(Told) };
        let (down, across, gives, table) = (def.down, def.across, def.gives, def.table);
        let axes: Vec<Axis> = [Some(down), across].into_iter().flatten().collect();
        let wants: Vec<Ty> = axes.iter().map(|axis| axis.ty).collect();
        let args = self.args(&name.text, &wants, args, span)?;
        let looked = args.iter().map(|arg| self.range_of(*arg)).collect();
        self.m.looked.entry(index).or_default().push(looked);
        let args = args.into_iter().zip(axes).map(|(arg, axis)| self.on_axis(arg, axis)).collect();
        Ok(Term { id: self.look(table, args), ty: gives })
    }

    /// Beyond an open end the last label counts.
    fn on_axis(&mut self, arg: ExprId, axis: Axis) -> ExprId {
        let mut arg = arg;
        if axis.open_high {
            let most = self.number(axis.hi, 1);
            arg = self.binary(BinaryOp::Min, arg, most);
        }
        if axis.open_low {
            let least = self.number(axis.lo, 1);
            arg = self.binary(BinaryOp::Max, arg, least);
        }
        arg
    }

    /// A member that is surely there.
    pub(crate) fn surely(&mut self, id: ExprId) -> ExprId {
        self.unary(UnaryOp::The, id)
    }
}
