//! Values with arguments: rows, states, map features, the board's own questions; look-ups in tables.

use super::builder::{ErrorReported, Made};
use super::noted::Meant;
use super::reader::Reader;
use super::ty::{Noun, Ty, Unit};
use super::world::{Entry, Of, WayFuncs, beside_its_hexes};
use crate::diag::says;
use crate::hir::{Compass, Expr, Kind, PathOut};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, Relation, RowsKind};

/// Questions that every board answers: name, how many arguments they take.
pub(crate) const BOARD: [(&str, usize); 12] = [
    ("distance", 2),
    ("adjacent", 2),
    ("beyond", 2),
    ("hexside", 2),
    ("column", 1),
    ("row", 1),
    ("hex_toward", 3),
    ("at_edge", 2),
    ("north_of", 2),
    ("east_of", 2),
    ("south_of", 2),
    ("west_of", 2),
];

impl Reader<'_, '_> {
    pub(crate) fn called(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Made<Expr> {
        let at = self.place(name.span);
        if let Some((_, count)) = BOARD.iter().find(|(known, _)| *known == name.text)
            && self.m.board.is_some()
        {
            return self.board_question(&name.text, *count, args, span);
        }
        self.note(name.span, Meant::Item);
        match self.m.world.entry(&name.text) {
            Some(Entry::Rows(index)) => self.rows_called(index, args, span),
            Some(Entry::State(index)) => {
                let Some(def) = self.m.world.states.get(index) else { return Err(ErrorReported) };
                let (cell, ty, params) = (def.cell, def.ty, def.params.clone());
                let args = self.read_given(&name.text, &params, args, span)?;
                Ok(Expr::new(Kind::Stored(cell, args), ty, self.place(span)))
            }
            Some(Entry::Feature(index)) => self.feature(index, args, span),
            Some(Entry::Table(_)) => Err(self.tell(says::table_called(&name.text, at))),
            Some(Entry::Broken) => Err(ErrorReported),
            Some(_) => {
                let told = self.field_called(name, args).unwrap_or_else(|| says::not_a_value(&name.text, at));
                Err(self.tell(told))
            }
            None if let Some(told) = self.field_called(name, args) => Err(self.tell(told)),
            None => {
                let known = self.callable_names();
                let near = crate::diag::nearest(&name.text, known.iter().map(String::as_str));
                if let Some(right) = self.member_called(name, args) {
                    return Err(self.tell(says::member_called(&name.text, &right, self.place(span))));
                }
                if let Some(right) = self.feature_beside(args).filter(|_| near.is_empty()) {
                    return Err(self.tell(says::feature_beside(&name.text, &right, self.place(span))));
                }
                let told = says::unknown_name("value or fact", &name.text, &known, at);
                let unknown = near.is_empty() && !says::is_of_another_language(&name.text);
                let drawn = (args.len() == 2 && unknown && self.m.board.is_some()).then(|| {
                    format!("what lies between two hexes is drawn in the map: `hexsides {}: 0101-0102`", name.text)
                });
                Err(self.tell(told.maybe_help(drawn)))
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

    fn rows_called(&mut self, index: usize, args: &[ast::Expr], span: Span) -> Made<Expr> {
        let at = self.place(span);
        let Some(def) = self.m.world.rows.get(index) else { return Err(ErrorReported) };
        let (func, result, kind, name) = (def.func, def.result, def.ast.kind, def.name.clone());
        let params = def.params.clone();
        self.must_be_within(index, span)?;
        match kind {
            RowsKind::Course => self.step_cost(index, args, span),
            RowsKind::Zone => {
                if args.len() == params.len() + 1 {
                    return Err(self.tell(says::zone_asked_of_a_hex(&name, at)));
                }
                // All hexes of the zone.
                let ir = self.m.ir_type(Ty::One(Noun::Hex));
                let hex = self.binder(" hex", ir);
                let args = self.read_given(&name, &params, args, span)?;
                Ok(Expr::new(Kind::Zone { func, args, hex }, Ty::Set(Noun::Hex), at))
            }
            RowsKind::Value
            | RowsKind::Fact
            | RowsKind::Permit
            | RowsKind::Knowledge
            | RowsKind::Obligation
            | RowsKind::Path
            | RowsKind::Victory => {
                let args = self.read_given(&name, &params, args, span)?;
                Ok(Expr::new(Kind::Asked(func, args), result, at))
            }
        }
    }

    /// `march(u, here, there)`: what this step would cost as the first of a move.
    fn step_cost(&mut self, index: usize, args: &[ast::Expr], span: Span) -> Made<Expr> {
        let Some(def) = self.m.world.rows.get(index) else { return Err(ErrorReported) };
        let (name, params) = (def.name.clone(), def.params.clone());
        let (result, func, beside) = (def.result, def.func, beside_its_hexes(def.ast).count());
        if args.len() != params.len() + 2 {
            let at = self.place(span);
            return Err(self.tell(says::course_called(&name, at)));
        }
        let Some((own, [here, there])) = args.split_last_chunk::<2>() else { return Err(ErrorReported) };
        let mut made = self.read_given(&name, &params, own, span)?;
        for step in [here, here, there] {
            made.push(self.read_as(step, Ty::One(Noun::Hex))?);
        }
        let at = self.place(span);
        made.extend((0..beside).map(|_| Expr::new(Kind::Truth(false), Ty::YesNo, at)));
        Ok(Expr::new(Kind::Asked(func, made), result, self.place(span)))
    }

    /// The action whose statements are read.
    pub(crate) fn action_here(&self) -> Option<&str> {
        let name = self.ends.as_deref()?;
        matches!(self.m.world.entry(name), Some(Entry::Action(_))).then_some(name)
    }

    /// What reads the names of an action is asked only within it.
    fn must_be_within(&mut self, index: usize, span: Span) -> Made<()> {
        let Some(def) = self.m.world.rows.get(index) else { return Err(ErrorReported) };
        match def.asked_within() {
            Some(action) if self.within != Some(action) => {
                let action = self.m.world.actions.get(action).map_or("", |def| def.name.as_str()).to_owned();
                let (name, at) = (def.name.clone(), self.place(span));
                Err(self.tell(says::asked_outside(&name, &action, self.action_here(), at)))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// `there in zoc(s)`: the zone is asked for this one hex.
    pub(crate) fn in_zone(&mut self, member: &ast::Expr, set: &ast::Expr) -> Made<Option<Expr>> {
        let ExprKind::Call(name, args) = &set.kind else { return Ok(None) };
        let Some(Entry::Rows(index)) = self.m.world.entry(&name.text) else { return Ok(None) };
        let Some(def) = self.m.world.rows.get(index).filter(|def| def.ast.kind == RowsKind::Zone) else {
            return Ok(None);
        };
        let (func, called) = (def.func, def.name.clone());
        let params = def.params.clone();
        self.note(name.span, Meant::Item);
        self.must_be_within(index, set.span)?;
        let mut args = self.read_given(&called, &params, args, set.span)?;
        args.push(self.read_as(member, Ty::One(Noun::Hex))?);
        Ok(Some(Expr::new(Kind::Asked(func, args), Ty::YesNo, self.place(set.span))))
    }

    /// `length of supply(u)`
    pub(crate) fn length(&mut self, of: &ast::Expr, span: Span) -> Made<Expr> {
        match self.path_called(of, span)? {
            Some((_, way, args)) => Ok(Expr::new(Kind::Asked(way.length, args), Ty::COUNT, self.place(span))),
            None => {
                let at = self.place(of.span);
                Err(self.tell(says::length_of_what(at)))
            }
        }
    }

    /// `hexes of way_back(u)`: those on its best ways; `first hexes of way_back(u)`: those that they enter first.
    pub(crate) fn hexes_of(&mut self, relation: Option<Relation>, of: &ast::Expr) -> Made<Expr> {
        let at = self.place(of.span);
        let out = match relation {
            None => PathOut::Hexes,
            Some(Relation::First) => PathOut::FirstHexes,
            Some(Relation::Enemy | Relation::Friendly) => return Err(self.tell(says::hexes_of_nobody(at))),
        };
        let Some((item, _, args)) = self.path_called(of, of.span)? else {
            return Err(self.tell(says::ways_of_what(at)));
        };
        if self.m.world.rows.get(item).is_some_and(|def| def.ast.from.as_ref().is_some_and(|from| from.ray)) {
            return Err(self.tell(says::ways_of_a_ray(at)));
        }
        Ok(Expr::new(Kind::Ways { item, out, args }, Ty::Set(Noun::Hex), at))
    }

    /// A path that is asked something else than whether it is open; nothing if this is no path.
    fn path_called(&mut self, of: &ast::Expr, span: Span) -> Made<Option<(usize, WayFuncs, Vec<Expr>)>> {
        let ExprKind::Call(name, args) = &of.kind else { return Ok(None) };
        let Some(Entry::Rows(index)) = self.m.world.entry(&name.text) else { return Ok(None) };
        let Some(def) = self.m.world.rows.get(index) else { return Err(ErrorReported) };
        let Some(way) = def.way else { return Ok(None) };
        let called = def.name.clone();
        let params = def.params.clone();
        self.note(name.span, Meant::Item);
        self.must_be_within(index, span)?;
        Ok(Some((index, way, self.read_given(&called, &params, args, span)?)))
    }

    fn board_question(&mut self, name: &str, count: usize, args: &[ast::Expr], span: Span) -> Made<Expr> {
        match name {
            "hex_toward" => return self.toward(args, span),
            "at_edge" => return self.at_edge(args, span),
            _ => {}
        }
        if let Some(way) = name.strip_suffix("_of").and_then(Compass::called) {
            return self.beside_line(way, args, span);
        }
        let wants = vec![Ty::One(Noun::Hex); count];
        let mut args = self.read_args(name, &wants, args, span)?.into_iter();
        let (Some(a), b) = (args.next(), args.next()) else { return Err(ErrorReported) };
        let hexes = self.m.world.measures.iter().position(|measure| measure.name == "hex").map_or(Unit::Any, Unit::Of);
        let (kind, ty) = match (name, b) {
            ("distance", Some(b)) => (Kind::Distance(Box::new([a, b])), Ty::Number { unit: hexes, den: 1 }),
            ("adjacent", Some(b)) => (Kind::Adjacent(Box::new([a, b])), Ty::YesNo),
            // The hex behind the second, seen from the first.
            ("beyond", Some(b)) => (Kind::Beyond(Box::new([a, b])), Ty::Maybe(Noun::Hex)),
            ("hexside", Some(b)) => (Kind::Between(Box::new([a, b])), Ty::Maybe(Noun::Hexside)),
            ("column", _) => (Kind::Column(Box::new(a)), Ty::COUNT),
            _ => (Kind::Row(Box::new(a)), Ty::COUNT),
        };
        Ok(Expr::new(kind, ty, self.place(span)))
    }

    /// `terrain(h)`, `road(here, there)`, `bridge(b)`
    fn feature(&mut self, index: usize, args: &[ast::Expr], span: Span) -> Made<Expr> {
        let Some(def) = self.m.world.features.get(index) else { return Err(ErrorReported) };
        let (table, ty, of, name) = (def.table, def.ty, def.of, def.name.clone());
        let (hex, side) = (Ty::One(Noun::Hex), Ty::One(Noun::Hexside));
        let kind = match (of, args) {
            (Of::Hexes, [_, _]) => return Err(self.tell(says::drawn_in_hexes(&name, self.place(span)))),
            (Of::Hexes, _) => Kind::Printed(table, self.read_args(&name, &[hex], args, span)?),
            (Of::Hexsides, [_]) => Kind::Printed(table, self.read_args(&name, &[side], args, span)?),
            (Of::Steps, [_]) => return Err(self.tell(says::from_where_to_where(&name, self.place(span)))),
            (Of::Hexsides | Of::Steps, _) => Kind::Hexside(index, self.read_args(&name, &[hex, hex], args, span)?),
        };
        Ok(Expr::new(kind, ty, self.place(span)))
    }

    pub(crate) fn lookup(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Made<Expr> {
        let at = self.place(name.span);
        let listed = |feature: usize| self.m.world.features.get(feature).and_then(|def| def.in_order);
        let index = match self.m.world.entry(&name.text) {
            Some(Entry::Table(index)) => index,
            Some(Entry::Feature(feature)) if let Some(index) = listed(feature) => index,
            Some(Entry::Broken) => return Err(ErrorReported),
            Some(_) | None => {
                let tables: Vec<String> = self.m.world.tables.iter().map(|table| table.name.clone()).collect();
                return Err(self.tell(says::unknown_name("table", &name.text, &tables, at)));
            }
        };
        self.note(name.span, Meant::Item);
        let Some(def) = self.m.world.tables.get(index) else { return Err(ErrorReported) };
        let gives = def.gives;
        let wants: Vec<Ty> = def.axes.iter().map(|axis| axis.ty).collect();
        let args = self.read_args(&name.text, &wants, args, span)?;
        let looked = args.iter().map(|arg| self.range_of(arg)).collect();
        self.m.said().looked.push((index, looked));
        Ok(Expr::new(Kind::LookedUp(index, args), gives, self.place(span)))
    }
}
