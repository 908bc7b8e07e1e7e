//! Rules that act as a piece enters a hex: `rule 11.3.1#b "A gun alone" whenever u in combatants enters h, .. { .. }`.
//!
//! In: the rules of the game. Out: an effect that notes who has come to stand elsewhere, called wherever a piece is laid
//! in play; of each rule a trigger that looks at those alone. Promises: what a set-up lays, and what replaces another in
//! its place, has entered nothing; a game without such a rule notes nothing.

use super::action::{during, name_of, typed, who_orders};
use super::moments::body;
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Local, Stmt, StmtKind};
use crate::source::FileId;
use crate::translate::builder::{Builder, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::writer::{Lines, Writer};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Compare, ItemKind, Occasion};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    self, BinaryOp, Block, Body, CellId, FuncId, FuncKind, LocalId, Role, StmtKind as Code, Trigger, Type, UnaryOp,
};

/// Who has come to stand in another hex since rules looked last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrivals {
    who: CellId,
    /// Where each stood before.
    from: CellId,
    /// `arrives(it, h)`: it is noted, and stands there.
    pub(crate) arrive: FuncId,
}

const IT: LocalId = LocalId(0);
const HEX: LocalId = LocalId(1);

/// The hex that was left, in such a rule.
const CAME_FROM: &str = "came_from";

pub(crate) fn declare(builder: &mut Builder<'_>) {
    let awaited =
        |item: &ast::Item| matches!(&item.kind, ItemKind::Whenever(ast::Whenever { when: Occasion::Enters(_), .. }));
    if !builder.items().any(|(_, item)| awaited(item)) || builder.board.is_none() || builder.world.counters.is_empty() {
        return;
    }
    let nowhere = Place::new(FileId(0), Span::new(0, 0));
    let piece = Noun::Piece(builder.world.all_pieces());
    let who = builder.cell("_arrived", Vec::new(), Type::Set(builder.counters), Role::Game);
    let (member, from) = (builder.member(piece), builder.ir_type(Ty::Maybe(Noun::Hex)));
    let from = builder.cell("_came_from", vec![member], from, Role::Game);
    let params = [("it", Ty::One(piece)), ("hex", Ty::One(Noun::Hex))];
    let params = params.map(|(name, ty)| (name.to_owned(), builder.ir_type(ty)));
    let arrive = builder.declare("arrives", FuncKind::Effect, params.to_vec(), None, nowhere);
    let arrivals = Arrivals { who, from, arrive };
    let mut writer = Writer::open(builder, arrive, nowhere);
    let body = writer.arriving(arrivals);
    writer.done(Body::Code(body));
    builder.arrivals = Some(arrivals);
}

impl Writer<'_, '_> {
    /// Who stands elsewhere already has not come; of who came twice the first hex counts as the one that it left.
    fn arriving(&mut self, arrivals: Arrivals) -> Block {
        let (one, hex) = (self.get(IT), self.get(HEX));
        let stands = self.stands(one);
        let elsewhere = self.binary(BinaryOp::Ne, stands, hex);
        let (one, who) = (self.get(IT), self.read(arrivals.who, Vec::new()));
        let known = self.binary(BinaryOp::In, one, who);
        let new = self.unary(UnaryOp::Not, known);
        let cond = self.binary(BinaryOp::And, elsewhere, new);
        let mut then = Lines::default();
        let (one, again) = (self.get(IT), self.get(IT));
        let stands = self.stands(one);
        self.set_cell(arrivals.from, vec![again], stands, &mut then);
        let (one, who) = (self.get(IT), self.read(arrivals.who, Vec::new()));
        let one = self.unary(UnaryOp::Single, one);
        let all = self.binary(BinaryOp::Union, who, one);
        self.set_cell(arrivals.who, Vec::new(), all, &mut then);
        let mut lines = Lines(vec![self.stmt(Code::If { cond, then: then.block(), other: Block::default() })]);
        let (one, hex) = (self.get(IT), self.get(HEX));
        self.set_down(one, hex, &mut lines);
        lines.block()
    }

    /// The rule, unless the piece has gone on since: then it is looked at again where it stands now.
    pub(crate) fn entered(&mut self, itself: FuncId) -> ir::Body {
        let Some(arrivals) = self.m.arrivals else { bug!("a rule about those who enter, and nobody notes who does") };
        let (one, who) = (self.get(IT), self.read(arrivals.who, Vec::new()));
        let gone_on = self.binary(BinaryOp::In, one, who);
        let cond = self.unary(UnaryOp::Not, gone_on);
        let [one, first, again] = [IT, IT, IT].map(|local| self.get(local));
        let stands = self.stands(first);
        let (hex, from) = (self.surely(stands), self.read(arrivals.from, vec![again]));
        let mut then = Lines::default();
        self.do_call(itself, vec![one, hex, from], &mut then);
        Body::Code(Block(vec![self.stmt(Code::If { cond, then: then.block(), other: Block::default() })]))
    }
}

/// A rule that acts for each piece that enters a hex.
pub(super) fn rule(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever, entry: &ast::Entry) -> Made<()> {
    let at = Place::new(file, rule.title.span);
    let most = match &rule.at_most {
        Some(most) => super::action::most_times(builder, file, most)?,
        // Each piece may come once behind a step.
        None => builder.world.counters.len() as i64,
    };
    let Some(arrivals) = builder.arrivals else {
        return Err(builder.tell_no_board(Place::new(file, entry.who.span.to(entry.hex.span))));
    };
    let ty = who_enters(builder, file, entry)?;
    let site = builder.site(file, &rule.cases, &rule.title.text);
    let name = name_of(builder, file, rule)?;
    let who = vec![(entry.who.text.clone(), ty)];
    let watch = {
        let typed = typed(builder, &who);
        builder.declare(&format!("{name}_watch"), FuncKind::Query, typed, Some(Type::BOOL), at)
    };
    let mut reader = Reader::of_func(builder, file, watch, &who, at);
    let lines = reader.has_entered(rule, entry, (arrivals.from, ty))?;
    let binders = reader.binders;
    builder.has_read(watch, binders, hir::Body::Code(lines), at);
    let mut told = who.clone();
    told.push((entry.hex.text.clone(), Ty::One(Noun::Hex)));
    told.push((CAME_FROM.to_owned(), Ty::Maybe(Noun::Hex)));
    let itself = {
        let typed = typed(builder, &told);
        builder.declare(&format!("{name}_itself"), FuncKind::Procedure, typed, None, at)
    };
    let mut reader = Reader::of_func(builder, file, itself, &told, at);
    let lines = body(&mut reader, rule)?;
    let binders = reader.binders;
    builder.has_read(itself, binders, hir::Body::Code(lines), at);
    let run = {
        let typed = typed(builder, &who);
        builder.declare(&format!("{name}_run"), FuncKind::Procedure, typed, None, at)
    };
    let own = Reader::of_func(builder, file, run, &who, at).binders;
    builder.has_read(run, own, hir::Body::Entered { itself }, at);
    let by = who_orders(builder, (file, rule, &name), &who)?;
    let most = u32::try_from(most).unwrap_or(1).max(1);
    let (at, on) = (builder.sources.pos(at), ir::Arrivals { who: arrivals.who, from: arrivals.from });
    builder.program.triggers.push(Trigger {
        name,
        site,
        watch,
        on: Some(on),
        only: None,
        run,
        by,
        at_once: false,
        most,
        at,
    });
    Ok(())
}

/// What enters: pieces. The names that the rule gives are two, and not that of where it came from.
fn who_enters(builder: &mut Builder<'_>, file: FileId, entry: &ast::Entry) -> Made<Ty> {
    let place = |name: &ast::Name| Place::new(file, name.span);
    if entry.who.text == entry.hex.text {
        return Err(builder.tell(says::twice_named(&entry.hex.text, place(&entry.hex), place(&entry.who))));
    }
    if let Some(name) = [&entry.who, &entry.hex].into_iter().find(|name| name.text == CAME_FROM) {
        return Err(builder.tell(says::name_of_the_hex_left(CAME_FROM, place(name))));
    }
    let mut reader = Reader::open(builder, file, place(&entry.who));
    for name in [&entry.who, &entry.hex] {
        reader.fresh_name(name)?;
        reader.hides_nothing(name)?;
    }
    let set = reader.read_set(&entry.set)?;
    match set.ty.noun() {
        Some(piece @ Noun::Piece(kinds)) if kinds != Kinds::default() => Ok(Ty::One(piece)),
        _ => {
            let found = builder.world.ty_name(set.ty);
            Err(builder.tell(says::enters_no_piece(&found, set.at)))
        }
    }
}

impl Reader<'_, '_> {
    /// It is one of them and stands elsewhere than it did; and there is somebody for whom something is to be done.
    fn has_entered(&mut self, rule: &ast::Whenever, entry: &ast::Entry, (from, ty): (CellId, Ty)) -> Made<hir::Block> {
        let set = self.read_set(&entry.set)?;
        let at = set.at;
        let yes_no = |kind| Expr::new(kind, Ty::YesNo, at);
        let piece = || Expr::new(Kind::Local(Local(0)), ty, at);
        let stands = || Expr::new(Kind::HexOf(Box::new(piece())), Ty::One(Noun::Hex), at);
        let nowhere = Expr::new(Kind::None(Noun::Hex), Ty::Nothing, at);
        let before = Expr::new(Kind::Stored(from, vec![piece()]), Ty::Maybe(Noun::Hex), at);
        let mut all = vec![
            yes_no(Kind::Compare(Compare::IsNot, Box::new([stands(), nowhere]))),
            yes_no(Kind::Compare(Compare::IsNot, Box::new([stands(), before]))),
            yes_no(Kind::In(Box::new([piece(), set]))),
        ];
        all.extend(rule.layer.as_ref().map(|layer| self.in_layer(layer, self.file)).transpose()?);
        all.extend(during(self, rule));
        let mut lines = hir::Block::new();
        if let Some((_, each)) = &rule.each {
            let hex = Ty::One(Noun::Hex);
            let surely = Expr::new(Kind::Surely(Box::new(stands())), hex, at);
            let before = Expr::new(Kind::Stored(from, vec![piece()]), Ty::Maybe(Noun::Hex), at);
            for (name, ty, value) in [(entry.hex.text.as_str(), hex, surely), (CAME_FROM, Ty::Maybe(Noun::Hex), before)]
            {
                let ir = self.m.ir_type(ty);
                let local = self.bind(name, ty, ir, at);
                lines.push(Stmt { kind: StmtKind::Name(local, value), at });
            }
            let source = self.read_source(each, " each", self.place(each.span))?;
            all.push(yes_no(Kind::Any(Box::new(source), None)));
        }
        let both = |a, b| yes_no(Kind::And(Box::new([a, b])));
        let answer = all.into_iter().reduce(both).unwrap_or_else(|| yes_no(Kind::Truth(false)));
        lines.push(Stmt { kind: StmtKind::Answer(answer), at });
        Ok(lines)
    }
}
