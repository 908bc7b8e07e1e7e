//! `who moves each u in S to 1 hex where C otherwise { }`: one after the other, in the order that the side likes, as set-ups do.
//!
//! A hex is offered only if each of those who are still to come has one left afterwards: at once where each has more of them
//! than there are pieces, for one placement takes away one; else by supposing it.

use super::stmt::written;
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Into, Kind, Local, Offered, Over, Picked, Picks, Source, Stmt, StmtKind};
use crate::translate::builder::Made;
use crate::translate::reader::{Bound, Reader};
use crate::translate::ty::{Noun, Ty};
use wgr_grammar::ast::{self, Compare, ExprKind};
use wgr_runtime::ir::{Quantifier, Type};

/// Those who are still to come, and how the one that is placed is called.
struct Rest<'s> {
    set: Local,
    noun: Noun,
    name: &'s ast::Name,
    hexes: ast::Expr,
    at: Place,
}

impl Rest<'_> {
    fn all(&self) -> Expr {
        Expr::new(Kind::Local(self.set), Ty::Set(self.noun), self.at)
    }

    fn count(&self, kind: Kind) -> Expr {
        Expr::new(kind, Ty::COUNT, self.at)
    }

    fn yes_no(&self, kind: Kind) -> Expr {
        Expr::new(kind, Ty::YesNo, self.at)
    }
}

impl Reader<'_, '_> {
    pub(super) fn places(&mut self, places: &ast::Places, stmt: &ast::Stmt) -> Made<StmtKind> {
        let ast::Places { by, var, set, count, hexes, otherwise } = places;
        let at = self.place(stmt.span);
        if self.m.board.is_none() {
            return Err(self.m.tell_no_board(at));
        }
        if written(count) != Some(1) {
            let at = self.place(count.span);
            return Err(self.tell(says::to_one_hex(at)));
        }
        let Some(otherwise) = otherwise else { return Err(self.tell(says::no_room_left(at))) };
        let (site, spot_site) = (self.site(stmt, "Which one next?"), self.site_of(&stmt.cases, "Where to?"));
        let name_at = self.fresh_name(var)?;
        let all = self.read_set(set)?;
        let Some(noun @ Noun::Piece(_)) = all.ty.noun() else {
            let (found, at) = (self.m.world.ty_name(all.ty), self.place(set.span));
            return Err(self.tell(says::wrong_type(&found, "pieces", at)));
        };
        let from = self.still_offered(set, all, noun);
        let by_read = self.read_asker(by)?;
        let (one, several) = (self.m.ir_type(Ty::One(noun)), self.m.ir_type(Ty::Set(noun)));
        let placed = self.within_scope(|reader| {
            let set = reader.binder(" rest", several);
            let rest = Rest { set, noun, name: var, hexes: hexes_of(hexes), at };
            let local = reader.bind(&var.text, Ty::One(noun), one, name_at);
            let made = reader.looped(|reader| reader.placed(by, (local, &rest), spot_site, otherwise));
            made.map(|round| (local, set, round))
        });
        let (var, rest, round) = placed?;
        Ok(StmtKind::Order(Box::new(hir::Order { site, by: by_read, var, rest: Some(rest), from, round })))
    }

    /// One of them: whether there is plenty of room, then where it goes.
    fn placed(
        &mut self,
        by: &ast::Expr,
        (var, rest): (Local, &Rest<'_>),
        site: hir::Site,
        otherwise: &ast::Block,
    ) -> Made<hir::Block> {
        let at = rest.at;
        let plenty = self.binder(" plenty", Type::BOOL);
        let enough = self.plenty(rest)?;
        let hex = Ty::Maybe(Noun::Hex);
        let before = self.scope.len();
        let offered = self.read_source(&rest.hexes, " spot", at);
        let offered = offered.and_then(|mut offered| {
            let who = Expr::new(Kind::Local(var), Ty::One(rest.noun), at);
            let to = Expr::new(Kind::Local(offered.var), Ty::One(Noun::Hex), at);
            if let Some(law) = &self.m.law {
                let [who, to] = [(Ty::One(rest.noun), var), (Ty::One(Noun::Hex), offered.var)]
                    .map(|(ty, local)| Expr::new(Kind::Local(local), ty, at));
                offered.guards.push(law.asked(who, to));
            }
            let room = self.leaves_room(rest, Stmt { kind: StmtKind::Goes { who, to, otherwise: None }, at })?;
            let surely = rest.yes_no(Kind::Local(plenty));
            offered.guards.push(rest.yes_no(Kind::Or(Box::new([surely, room]))));
            Ok(offered)
        });
        self.scope.truncate(before);
        let offered = offered?;
        if offered.noun != Noun::Hex {
            let found = self.m.world.noun_name(offered.noun);
            return Err(self.tell(says::wrong_type(&found, "a hex", offered.at)));
        }
        let set = Expr::new(Kind::Set(Box::new(offered)), Ty::Set(Noun::Hex), at);
        let by = self.read_asker(by)?;
        let ir = self.m.ir_type(hex);
        let spot = self.binder(" spot", ir);
        let picks = Picks {
            site,
            by,
            tiers: vec![Offered { set, noun: Noun::Hex, only_in_play: false }],
            noun: Noun::Hex,
            picked: Picked::One,
            into: Into::Name(spot),
            otherwise: Some(hir::Round { body: self.read_block(otherwise)?, left: None }),
            limits: None,
            limited: None,
            passed: None,
        };
        let who = Expr::new(Kind::Local(var), Ty::One(rest.noun), at);
        let to = Expr::new(Kind::Local(spot), hex, at);
        let kinds = [
            StmtKind::Name(plenty, enough),
            StmtKind::Picks(Box::new(picks)),
            StmtKind::Goes { who, to, otherwise: Some(Vec::new()) },
        ];
        Ok(kinds.into_iter().map(|kind| Stmt { kind, at }).collect())
    }

    /// Each of the others has more hexes than there are of them.
    fn plenty(&mut self, rest: &Rest<'_>) -> Made<Expr> {
        let (others, free) = self.free_of_each(rest)?;
        let one = rest.count(Kind::Number { value: 1, den: 1 });
        let all = self.others(rest);
        let needed = rest.count(Kind::Plus(Box::new([rest.count(Kind::Size(Box::new(all))), one])));
        let free = rest.count(Kind::Size(Box::new(free)));
        // By a law one placement may take away more than one hex.
        let enough = match self.m.law {
            Some(_) => rest.yes_no(Kind::Truth(false)),
            None => rest.yes_no(Kind::Compare(Compare::AtLeast, Box::new([free, needed]))),
        };
        Ok(rest.yes_no(Kind::Every(Box::new(others), Box::new(enough))))
    }

    /// After this each of the others has a hex.
    fn leaves_room(&mut self, rest: &Rest<'_>, done: Stmt) -> Made<Expr> {
        let (others, free) = self.free_of_each(rest)?;
        let some = rest.yes_no(Kind::Any(Box::new(free), None));
        let cond = rest.yes_no(Kind::Every(Box::new(others), Box::new(some)));
        let supposing = hir::Supposing { how: Quantifier::Plain, what: vec![done], cond };
        Ok(rest.yes_no(Kind::Supposing(Box::new(supposing))))
    }

    /// Those who are still to come, each by a name of its own, and the hexes where that one may go.
    fn free_of_each(&mut self, rest: &Rest<'_>) -> Made<(Source, Source)> {
        let others = self.others(rest);
        let before = self.scope.len();
        let (name, local, ty) = (rest.name.text.clone(), others.var, Ty::One(rest.noun));
        self.scope.push(Bound { name, local, ty, at: self.place(rest.name.span) });
        let free = self.read_source(&rest.hexes, " free", rest.at);
        self.scope.truncate(before);
        let mut free = free?;
        if let Some(law) = &self.m.law {
            let [who, to] = [(ty, local), (Ty::One(Noun::Hex), free.var)]
                .map(|(ty, local)| Expr::new(Kind::Local(local), ty, rest.at));
            free.guards.push(law.asked(who, to));
        }
        Ok((others, free))
    }

    fn others(&mut self, rest: &Rest<'_>) -> Source {
        let (var, noun, at) = (self.other(rest), rest.noun, rest.at);
        Source { var, over: Over::Set(rest.all()), guards: Vec::new(), noun, at }
    }

    fn other(&mut self, rest: &Rest<'_>) -> Local {
        let ir = self.m.ir_type(Ty::One(rest.noun));
        self.binder(" other", ir)
    }
}

/// `1 hex where C` speaks of hexes.
fn hexes_of(said: &ast::Expr) -> ast::Expr {
    let mut hexes = said.clone();
    match &mut hexes.kind {
        ExprKind::Name(name) if name.text == "hex" => "hexes".clone_into(&mut name.text),
        ExprKind::Phrase(phrase) if phrase.noun.text == "hex" => "hexes".clone_into(&mut phrase.noun.text),
        _ => {}
    }
    hexes
}
