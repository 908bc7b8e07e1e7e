//! Putting pieces into boxes, and drawing out of them what nobody chooses. Out of an unseen box comes a print; a counter that
//! nobody has drawn yet bears it from then on.

use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Round, Stmt, StmtKind, Target};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::noted::Meant;
use crate::translate::reader::Reader;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::{BoxDef, Entry, Holds};
use wgr_grammar::ast::{self, Count, ExprKind};

/// What a draw says before its blocks.
pub(super) struct Drawn<'s> {
    pub(super) count: &'s Count,
    pub(super) from: &'s ast::Name,
    pub(super) var: &'s ast::Name,
}

impl<'a> Reader<'_, 'a> {
    /// `draw 3 from container as u { .. } otherwise { .. }`, `draw up to die from mug as m { .. }`
    pub(super) fn draw(
        &mut self,
        Drawn { count, from, var }: Drawn<'_>,
        block: &ast::Block,
        other: Option<&ast::Block>,
        stmt: &ast::Stmt,
    ) -> Made<StmtKind> {
        let index = self.box_of(from)?;
        let Some(def) = self.m.world.boxes.get(index) else { return Err(ErrorReported) };
        let (holds, title, mut kinds) = (def.holds, def.title().to_owned(), def.kinds);
        let (Count::Exactly(most) | Count::UpTo(most)) = count else { return Err(ErrorReported) };
        match (count, other) {
            (Count::UpTo(_), Some(other)) => {
                let at = self.place(other.span);
                return Err(self.tell(says::as_many_as_there_are(at)));
            }
            (Count::UpTo(_), None) | (_, Some(_)) => {}
            (_, None) => {
                let at = self.place(stmt.span);
                return Err(self.tell(says::box_may_hold_fewer(&from.text, at)));
            }
        }
        let site = self.site(stmt, &format!("a draw from {title}"));
        if let Holds::Unseen { piece, .. } = holds {
            kinds = Kinds::of(piece);
            if self.m.world.prints.is_none() {
                return Err(ErrorReported);
            }
        }
        let times = match super::stmt::written(most) {
            Some(1) => None,
            _ => Some(self.rounds_of(most)?),
        };
        let at = self.fresh_name(var)?;
        let ty = Ty::One(Noun::Piece(kinds));
        let ir = self.m.ir_type(ty);
        let before = self.m.said().noted.meant.len();
        let (drawn, round) = self.within_scope(|reader| {
            let drawn = reader.bind(&var.text, ty, ir, at);
            let read = |reader: &mut Self| {
                let mut then = hir::Block::new();
                reader.read_lines(block, &mut then).map(|()| then)
            };
            let round = match &times {
                None => read(reader).map(|body| Round { body, left: None }),
                Some(_) => reader.looped(read),
            };
            (drawn, round)
        });
        let fewer = other.map(|other| self.read_block(other)).transpose();
        let round = round?;
        let used = self.m.said().noted.meant.iter().skip(before).any(|(_, meant)| *meant == Meant::Local(at));
        if !used {
            return Err(self.tell(says::drawn_for_nothing(&var.text, &title, at)));
        }
        let fewer = fewer?.unwrap_or_default();
        Ok(StmtKind::Draw(Box::new(hir::Draw { site, from: index, times, drawn, round, fewer })))
    }

    /// `u goes to lost`, where that is a box; nothing where it is none.
    pub(super) fn put_in(&mut self, said: &ast::Expr, who: &Expr, to: &ast::Expr) -> Made<Option<usize>> {
        let ExprKind::Name(name) = &to.kind else { return Ok(None) };
        let at = self.place(to.span);
        let Some(index) = self.named_box(name) else { return Ok(None) };
        self.note(name.span, Meant::Item);
        let Some(def) = self.m.world.boxes.get(index) else { return Err(ErrorReported) };
        let (holds, removed, kinds) = (def.holds, def.ast.removed, def.kinds);
        if removed {
            let who = self.m.sources.text(self.place(said.span)).to_owned();
            return Err(self.tell(says::remove_instead(&who, &name.text, at)));
        }
        let of = who.ty.kinds().unwrap_or_default();
        if !of.within(kinds) {
            let (held, found) = (self.m.world.kinds_name(kinds), self.m.world.kinds_name(of.without(kinds)));
            let who = self.m.sources.text(self.place(said.span)).to_owned();
            return Err(self.tell(says::not_of_this_box(&who, &found, (&name.text, &held), at)));
        }
        if matches!(holds, Holds::Unseen { .. }) && self.m.world.prints.is_none() {
            return Err(ErrorReported);
        }
        Ok(Some(index))
    }

    /// `lost: R1`: a set-up lays a counter into a box.
    pub(super) fn laid_in_a_box(&mut self, one: Expr, piece: usize, into: (usize, &ast::Name)) -> Made<Stmt> {
        let (index, name) = into;
        let at = self.place(name.span);
        self.note(name.span, Meant::Item);
        let Some(def) = self.m.world.boxes.get(index) else { return Err(ErrorReported) };
        let (holds, kinds) = (def.holds, def.kinds);
        let (Holds::Open { member, .. }, Some(open)) = (holds, self.m.world.open_boxes) else {
            return Err(self.tell(says::laid_in_an_unseen_box(&name.text, at)));
        };
        if !Kinds::of(piece).within(kinds) {
            let (held, found) = (self.m.world.kinds_name(kinds), self.m.world.kinds_name(Kinds::of(piece)));
            let who = self.m.sources.text(one.at).to_owned();
            return Err(self.tell(says::not_of_this_box(&who, &found, (&name.text, &held), one.at)));
        }
        let noun = Noun::Enum(open.noun);
        let (ty, at) = (Ty::Maybe(noun), one.at);
        let there = Expr::new(Kind::Member(noun, member), Ty::One(noun), at);
        Ok(Stmt { kind: StmtKind::Keep(Target { cell: open.cell, index: vec![one], ty, at }, there), at })
    }

    /// The box of that name, where nothing nearer has it.
    pub(crate) fn named_box(&self, name: &ast::Name) -> Option<usize> {
        if self.bound(&name.text).is_some() || self.kept(&name.text).is_some() {
            return None;
        }
        match self.m.world.entry(&name.text) {
            Some(Entry::Box(index)) => Some(index),
            _ => None,
        }
    }

    fn box_of(&mut self, name: &ast::Name) -> Made<usize> {
        match self.m.world.entry(&name.text) {
            Some(Entry::Box(index)) => Ok(index),
            Some(Entry::Broken) => Err(ErrorReported),
            Some(_) | None => {
                let known: Vec<String> = self.m.world.boxes.iter().map(|def| def.name.clone()).collect();
                let at = self.place(name.span);
                Err(self.tell(says::unknown_name("box", &name.text, &known, at)))
            }
        }
    }

    /// Is it asked only how many lie in an unseen box: `number of bands at hills`? The box.
    pub(crate) fn left_in(&mut self, set: &ast::Expr) -> Made<Option<Expr>> {
        let ExprKind::Phrase(phrase) = &set.kind else { return Ok(None) };
        let Some(place) = &phrase.at else { return Ok(None) };
        let ExprKind::Name(name) = &place.kind else { return Ok(None) };
        let Some((index, def)) = self.named_box(name).and_then(|at| Some((at, self.m.world.boxes.get(at)?))) else {
            return Ok(None);
        };
        if !matches!(def.holds, Holds::Unseen { .. }) {
            return Ok(None);
        }
        let kinds = def.kinds;
        let alone = phrase.of.is_none()
            && phrase.among.is_none()
            && phrase.other_than.is_none()
            && phrase.such.is_none()
            && phrase.relation.is_none();
        let all = match self.m.world.entry(&phrase.noun.text) {
            Some(Entry::Pieces(kind)) => self.m.world.kinds.get(kind).is_some_and(|kind| kinds.within(kind.kinds)),
            _ => false,
        };
        let at = self.place(set.span);
        if !alone || !all {
            return Err(self.unseen_inside(index, at));
        }
        self.note(phrase.noun.span, Meant::Item);
        self.note(name.span, Meant::Item);
        Ok(Some(Expr::new(Kind::LeftIn(index), Ty::COUNT, at)))
    }

    /// Who lies in an unseen box is asked.
    pub(crate) fn unseen_inside(&mut self, index: usize, at: Place) -> ErrorReported {
        let Some(def) = self.m.world.boxes.get(index) else { return ErrorReported };
        let noun = self.noun_of(def);
        let name = def.name.clone();
        self.tell(says::unseen_inside(&name, &noun, at))
    }

    /// A box where a set is wanted.
    pub(crate) fn box_is_no_set(&mut self, index: usize, expr: &ast::Expr) -> ErrorReported {
        let Some(def) = self.m.world.boxes.get(index) else { return ErrorReported };
        let (name, noun, at) = (def.name.clone(), self.noun_of(def), self.place(expr.span));
        self.tell(says::box_is_no_set(&name, &noun, at))
    }

    /// `bands`: how rules call those of a box.
    fn noun_of(&self, def: &BoxDef<'a>) -> String {
        let world = &self.m.world;
        let kind = world.kinds.iter().position(|kind| kind.kinds == def.kinds);
        let plural = world.names.iter().filter(|(_, (entry, _))| match entry {
            Entry::Pieces(index) => Some(*index) == kind,
            _ => false,
        });
        plural.map(|(name, _)| name.clone()).max_by_key(String::len).unwrap_or_else(|| "pieces".to_owned())
    }
}
