//! Statements. In: the lines of a body. Out: a block; a broken statement keeps its cases and its title, and what
//! stands in its braces is read all the same.

use super::cx::Cx;
use super::expr::{any, broken, for_each, next, only};
use super::names::{declared, label, names};
use super::pairs::{Kids, Part, Rule};
use super::picks::{bounds, count, picks};
use super::row::{first_of, hole, named_at_least};
use super::simple::how_often;
use super::supposing::perform;
use super::ways::{arms, choices};
use crate::ast::{Block, Choose, Count, Expr, Moves, Name, Passing, Places, Spend, Stmt, StmtKind};
use crate::fault::{Context, FaultKind, MOST_NESTED};
use crate::line::{Node, Nodes, Piece};
use crate::span::Span;

/// What stands between braces.
pub(crate) fn block(cx: &mut Cx<'_, '_>, nodes: &Nodes) -> Block {
    let stmts = nodes.nodes.iter().map(|node| stmt(cx, node)).collect();
    Block { span: nodes.span, stmts }
}

/// What cannot be read.
pub(super) fn empty(node: &Node) -> Stmt {
    Stmt { span: node.span, cases: Vec::new(), title: None, kind: StmtKind::Broken, ruling: None, provisional: None }
}

pub(crate) fn stmt(cx: &mut Cx<'_, '_>, node: &Node) -> Stmt {
    let mut stmt = empty(node);
    let Some((first, rest)) = node.parts.split_first() else { return stmt };
    let part = match opening_fault(cx, first) {
        Some((span, kind)) => {
            cx.fault(span, kind);
            None
        }
        None => cx.read(Rule::statement, &first.tokens, Context::Statement),
    };
    let Some(part) = part else {
        named_at_least(cx, first, &mut stmt.cases, &mut stmt.title);
        // Its own lines are still held to what they should be.
        let blocks = node.parts.iter().filter_map(|piece| piece.block.as_ref());
        blocks.for_each(|nodes| drop(block(cx, within_braces(nodes))));
        return stmt;
    };
    let mut kids = part.kids();
    label(cx, &mut kids, &mut stmt.cases, &mut stmt.title);
    let doing = kids.one(Rule::doing).and_then(|part| part.kids().next());
    tails(&mut kids, &mut stmt);
    if let Some(doing) = doing {
        let mut blocks = Blocks { first, rest, told: false };
        stmt.kind = kind(cx, doing, &mut blocks, &mut stmt);
        blocks.over(cx, &mut stmt);
    }
    stmt
}

/// Braces in braces with no words before them are one mistake.
fn within_braces(mut nodes: &Nodes) -> &Nodes {
    while let [Node { parts, .. }] = nodes.nodes.as_slice()
        && let [Piece { tokens, block: Some(inner), .. }] = parts.as_slice()
        && tokens.is_empty()
    {
        nodes = inner;
    }
    nodes
}

/// `else` with nothing before it, braces with nothing before them.
fn opening_fault(cx: &Cx<'_, '_>, first: &Piece) -> Option<(Span, FaultKind)> {
    if first.tokens.is_empty() {
        let brace = first.block.as_ref().map_or(first.head, |nodes| first_of(nodes.span));
        return Some((brace, FaultKind::UnwantedBlock));
    }
    let token = cx.source.token(first.tokens.start)?;
    (token.span.of(cx.source.text) == "else").then_some((token.span, FaultKind::ElseAlone))
}

/// `ruling Q-8`, `provisional ".."`
pub(crate) fn tails(kids: &mut Kids<'_>, stmt: &mut Stmt) {
    while let Some(rule) = kids.peek() {
        let Some(part) = (if matches!(rule, Rule::with_ruling | Rule::provisional) { kids.next() } else { None })
        else {
            break;
        };
        let mut inner = part.kids();
        if rule == Rule::with_ruling {
            stmt.ruling = inner.one(Rule::ruling_name).map(|part| part.name());
        } else {
            stmt.provisional = inner.one(Rule::string).map(|part| part.string());
        }
    }
}

/// The blocks of a statement, each asked for once by whoever needs it.
pub(crate) struct Blocks<'n> {
    pub(crate) first: &'n Piece,
    pub(crate) rest: &'n [Piece],
    /// What is wrong with them was told.
    pub(crate) told: bool,
}

impl<'n> Blocks<'n> {
    /// The block right behind the head.
    pub(crate) fn must(&mut self, cx: &mut Cx<'_, '_>, after: &str) -> Block {
        match self.may(cx) {
            Some(block) => block,
            None => {
                let end = Span { start: self.first.head.end, end: self.first.head.end };
                cx.fault(end, FaultKind::NoBlock { after: after.to_owned() });
                self.told = true;
                Block { span: end, stmts: Vec::new() }
            }
        }
    }

    pub(crate) fn may(&mut self, cx: &mut Cx<'_, '_>) -> Option<Block> {
        self.nodes().map(|nodes| block(cx, nodes))
    }

    pub(crate) fn nodes(&self) -> Option<&'n Nodes> {
        self.first.block.as_ref()
    }

    /// The next words behind a block, and the block behind them.
    pub(crate) fn more<'t>(&mut self, cx: &mut Cx<'t, '_>) -> Option<(Kids<'t>, Option<Part<'t>>)> {
        let (first, rest) = self.rest.split_first()?;
        (self.first, self.rest) = (first, rest);
        if first.tokens.is_empty() {
            return None;
        }
        let Some(part) = cx.read(Rule::more, &first.tokens, Context::Statement) else {
            self.told = true;
            return None;
        };
        let mut kids = part.kids();
        let otherwise = kids.one(Rule::more_else);
        Some((kids, otherwise))
    }

    /// What nobody asked for.
    fn over(mut self, cx: &mut Cx<'_, '_>, stmt: &mut Stmt) {
        while !self.rest.is_empty() && !self.told {
            let place = self.rest.first().map(|piece| piece.head);
            let more = self.more(cx);
            let brace = self.first.block.as_ref().map(|nodes| first_of(nodes.span));
            match more {
                Some((mut kids, None)) if brace.is_none() => tails(&mut kids, stmt),
                Some((_, Some(part))) => {
                    cx.fault(part.span(), FaultKind::ElseAlone);
                    self.told = true;
                }
                Some(_) | None => {
                    if !self.told {
                        let span = brace.or(place).unwrap_or_default();
                        cx.fault(span, FaultKind::UnwantedBlock);
                        self.told = true;
                    }
                }
            }
        }
    }
}

/// `{` behind a statement that takes none.
fn no_block(cx: &mut Cx<'_, '_>, blocks: &mut Blocks<'_>) {
    if let Some(span) = blocks.nodes().map(|nodes| first_of(nodes.span)) {
        cx.fault(span, FaultKind::UnwantedBlock);
        blocks.told = true;
    }
}

fn kind(cx: &mut Cx<'_, '_>, part: Part<'_>, blocks: &mut Blocks<'_>, stmt: &mut Stmt) -> StmtKind {
    let span = part.span();
    let rule = part.rule();
    match rule {
        Rule::deed => return deed(cx, part, blocks, stmt),
        Rule::if_so => {
            let cond = only(cx, part);
            let then = blocks.must(cx, "if");
            let other = else_of(cx, blocks, stmt, 0);
            return StmtKind::If { cond, then, other };
        }
        Rule::each_in => {
            let each = part.kids().next().and_then(|part| for_each(cx, part));
            let block = blocks.must(cx, "for each");
            return each.map_or(StmtKind::Broken, |(var, set)| StmtKind::ForEach { var, set, block });
        }
        Rule::repeat => {
            let mut kids = part.kids();
            let most = next(cx, &mut kids, span);
            let cond = kids.next().map(|part| any(cx, part));
            return StmtKind::Repeat { most, cond, block: blocks.must(cx, "repeat") };
        }
        Rule::draw => return draw(cx, part, blocks, stmt),
        Rule::replace => {
            let mut kids = part.kids();
            let (old, new) = (next(cx, &mut kids, span), next(cx, &mut kids, span));
            let otherwise = if kids.has(Rule::otherwise) {
                Some(blocks.must(cx, "otherwise"))
            } else {
                no_block(cx, blocks);
                None
            };
            return StmtKind::Replace { old, new, otherwise };
        }
        Rule::depending => {
            let on = only(cx, part);
            return StmtKind::Depending { on, arms: arms(cx, blocks) };
        }
        Rule::step => {
            label(cx, &mut part.kids(), &mut stmt.cases, &mut stmt.title);
            return StmtKind::Step(blocks.must(cx, "step"));
        }
        Rule::phase => {
            let mut kids = part.kids();
            let name = kids.one(Rule::name).map(|part| part.name());
            label(cx, &mut kids, &mut stmt.cases, &mut stmt.title);
            let block = blocks.must(cx, "phase");
            return name.map_or(StmtKind::Broken, |name| StmtKind::Phase { name, block });
        }
        Rule::turns => {
            let which = part.kids().next().map_or(Count::Any, |part| bounds(cx, part, span));
            return StmtKind::Turns { which, block: blocks.must(cx, "turns") };
        }
        Rule::run => {
            let mut kids = part.kids();
            let name = kids.one(Rule::new_name).map(|part| declared(cx, &part));
            let which = kids.next().map_or(Count::Any, |part| bounds(cx, part, span));
            label(cx, &mut kids, &mut stmt.cases, &mut stmt.title);
            let block = blocks.must(cx, "run");
            return name.map_or(StmtKind::Broken, |name| StmtKind::Run { name, which, block });
        }
        Rule::player_turns => {
            let sides = part.kids().map(|part| any(cx, part)).collect();
            return StmtKind::PlayerTurns { sides, block: blocks.must(cx, "player turns") };
        }
        Rule::in_turn => {
            let (mut sides, mut passing) = (Vec::new(), None);
            for part in part.kids() {
                match part.rule() {
                    Rule::both_pass => passing = Some(Passing::Both { in_a_row: part.kids().has(Rule::in_a_row) }),
                    Rule::one_passes => {
                        passing = part.kids().one(Rule::new_name).map(|name| Passing::One(declared(cx, &name)));
                    }
                    _ => sides.push(any(cx, part)),
                }
            }
            return StmtKind::InTurn { sides, passing, block: blocks.must(cx, "in turn") };
        }
        _ => {}
    }
    no_block(cx, blocks);
    let mut kids = part.clone().kids();
    match rule {
        Rule::perform => perform(cx, part),
        Rule::answer => StmtKind::Answer(next(cx, &mut kids, span)),
        Rule::roll => StmtKind::Roll(names(&mut kids, Rule::name)),
        Rule::remove => StmtKind::Remove(next(cx, &mut kids, span)),
        Rule::offers => {
            let count = kids.one(Rule::how_many).map_or(Count::Any, |part| count(cx, part, span));
            StmtKind::Offers { count, actions: names(&mut kids, Rule::name) }
        }
        Rule::end => kids.next().map_or(StmtKind::Broken, |part| StmtKind::End(part.name())),
        Rule::game_over => StmtKind::GameOver(kids.next().map(|part| any(cx, part))),
        Rule::by_construction => StmtKind::ByConstruction,
        Rule::hole => hole(part).map_or(StmtKind::Broken, StmtKind::Hole),
        _ => StmtKind::Broken,
    }
}

/// `draw 1 from container as u { .. } otherwise { .. }`
fn draw(cx: &mut Cx<'_, '_>, part: Part<'_>, blocks: &mut Blocks<'_>, stmt: &mut Stmt) -> StmtKind {
    let span = part.span();
    let mut kids = part.kids();
    let count = kids.next().map(|part| bounds(cx, part, span));
    let from = kids.one(Rule::name).map(|part| part.name());
    let var = kids.one(Rule::new_name).map(|part| declared(cx, &part));
    let block = blocks.must(cx, "draw");
    let other = otherwise_of(cx, blocks, stmt);
    match (count, from, var) {
        (Some(count), Some(from), Some(var)) => StmtKind::Draw { count, from, var, block, other },
        _ => StmtKind::Broken,
    }
}

/// `otherwise { }` behind a block.
fn otherwise_of(cx: &mut Cx<'_, '_>, blocks: &mut Blocks<'_>, stmt: &mut Stmt) -> Option<Block> {
    let begins = blocks.rest.first().map(|piece| piece.head)?;
    let (mut kids, other) = blocks.more(cx)?;
    if other.is_some() {
        cx.fault(begins, FaultKind::ElseAlone);
        blocks.told = true;
        return None;
    }
    let found = kids.has(Rule::otherwise).then(|| blocks.must(cx, "otherwise"));
    tails(&mut kids, stmt);
    found
}

/// What a subject does: `u.steps loses 1 step`, `attacker picks ..`
fn deed(cx: &mut Cx<'_, '_>, part: Part<'_>, blocks: &mut Blocks<'_>, stmt: &mut Stmt) -> StmtKind {
    let span = part.span();
    let mut kids = part.kids();
    let by = next(cx, &mut kids, span);
    let Some(verb) = kids.next() else { return StmtKind::Broken };
    match verb.rule() {
        Rule::picks => return picks(cx, by, verb, blocks, stmt),
        Rule::spends => return spends(cx, by, verb, blocks),
        Rule::may => {
            let often = verb.kids().next().and_then(|part| how_often(cx, part)).map(Box::new);
            let block = blocks.must(cx, "may");
            let other = else_of(cx, blocks, stmt, 0);
            return StmtKind::May { by, often, block, other };
        }
        Rule::chooses => {
            let (arms, otherwise) = choices(cx, blocks);
            return StmtKind::Chooses(Box::new(Choose { by, arms, otherwise }));
        }
        Rule::order => {
            let mut kids = verb.kids();
            let var = kids.one(Rule::new_name).map(|part| declared(cx, &part));
            let set = next(cx, &mut kids, span);
            let block = blocks.must(cx, "order");
            return var.map_or(StmtKind::Broken, |var| StmtKind::Order { by, var, set, block });
        }
        Rule::moves => return moves(cx, by, verb, blocks),
        Rule::places => return places(cx, by, verb, blocks),
        Rule::goes => {
            let mut kids = verb.kids();
            let to = next(cx, &mut kids, span);
            let otherwise = kids.has(Rule::otherwise).then(|| blocks.must(cx, "otherwise"));
            if otherwise.is_none() {
                no_block(cx, blocks);
            }
            return StmtKind::Goes { who: by, to, otherwise };
        }
        _ => no_block(cx, blocks),
    }
    let rule = verb.rule();
    let value = only(cx, verb);
    match rule {
        Rule::becomes => StmtKind::Becomes { place: by, value },
        Rule::gains => StmtKind::Gains { place: by, amount: value },
        Rule::loses => StmtKind::Loses { place: by, amount: value },
        _ => StmtKind::Broken,
    }
}

/// `moves each u in S to 1 hex where C otherwise { .. }`
fn places(cx: &mut Cx<'_, '_>, by: Expr, part: Part<'_>, blocks: &mut Blocks<'_>) -> StmtKind {
    let span = part.span();
    let mut kids = part.kids();
    let Some(var) = kids.one(Rule::new_name).map(|part| declared(cx, &part)) else { return StmtKind::Broken };
    let [set, count, hexes] = [(); 3].map(|()| next(cx, &mut kids, span));
    let otherwise = kids.has(Rule::otherwise).then(|| blocks.must(cx, "otherwise"));
    if otherwise.is_none() {
        no_block(cx, blocks);
    }
    StmtKind::Places(Box::new(Places { by, var, set, count, hexes, otherwise }))
}

/// `must spend hits of who on a_step of lead of who, once { .. }`
fn spends(cx: &mut Cx<'_, '_>, by: Expr, part: Part<'_>, blocks: &mut Blocks<'_>) -> StmtKind {
    let span = part.span();
    let mut kids = part.kids();
    let must = kids.has(Rule::must);
    let pool = next(cx, &mut kids, span);
    let mut on: Vec<(Name, Expr)> = bought(cx, &mut kids, span).into_iter().collect();
    while let Some(instead) = kids.one(Rule::instead) {
        on.extend(bought(cx, &mut instead.kids(), span));
    }
    let (mut once, mut fairly) = (false, None);
    let mut seen: Vec<Rule> = Vec::new();
    for part in kids {
        let (rule, at) = (part.rule(), part.span());
        if seen.contains(&rule) {
            cx.fault(at, FaultKind::Twice { what: part.text().to_owned() });
        }
        seen.push(rule);
        match rule {
            Rule::once => once = true,
            Rule::fairly => fairly = Some(at),
            _ => {}
        }
    }
    let then = blocks.may(cx);
    StmtKind::Spend(Box::new(Spend { by, must, pool, on, once, fairly, then }))
}

/// `a_step of lead`
fn bought(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>, span: Span) -> Option<(Name, Expr)> {
    let purchase = kids.one(Rule::name)?.name();
    Some((purchase, next(cx, kids, span)))
}

/// `moves u along march(u), 0..3 hexes as gone, each hex { .. }`
fn moves(cx: &mut Cx<'_, '_>, by: Expr, part: Part<'_>, blocks: &mut Blocks<'_>) -> StmtKind {
    let span = part.span();
    let mut kids = part.kids();
    let who = next(cx, &mut kids, span);
    let along = next(cx, &mut kids, span);
    let hexes = kids.one(Rule::hexes_count).and_then(|part| Some(bounds(cx, part.kids().next()?, span)));
    let gone = kids.one(Rule::operand).map(|part| any(cx, part));
    let each_hex = if kids.has(Rule::each_hex) {
        Some(blocks.must(cx, "each hex"))
    } else {
        no_block(cx, blocks);
        None
    };
    StmtKind::Moves(Box::new(Moves { by, who, along, hexes, gone, each_hex }))
}

/// `else { }`, `else if .. { }` behind a block.
fn else_of(cx: &mut Cx<'_, '_>, blocks: &mut Blocks<'_>, stmt: &mut Stmt, depth: u32) -> Option<Block> {
    let begins = blocks.rest.first().map(|piece| piece.head)?;
    let (mut kids, part) = blocks.more(cx)?;
    let Some(part) = part else {
        if blocks.first.block.is_some() {
            cx.fault(begins, FaultKind::UnwantedBlock);
            blocks.told = true;
        }
        tails(&mut kids, stmt);
        return None;
    };
    let Some(cond) = part.kids().one(Rule::if_so) else {
        let block = blocks.must(cx, "else");
        tails(&mut kids, stmt);
        return Some(block);
    };
    if depth >= MOST_NESTED {
        cx.fault(begins, FaultKind::TooDeep);
        blocks.told = true;
        return None;
    }
    let cond_span = cond.span();
    let cond = cond.kids().next().map_or_else(|| broken(cond_span), |part| any(cx, part));
    let then = blocks.must(cx, "if");
    let other = else_of(cx, blocks, stmt, depth + 1);
    let end = other.as_ref().map_or(then.span, |block| block.span);
    let span = cond_span.to(end);
    let kind = StmtKind::If { cond, then, other };
    let inner = Stmt { span, cases: Vec::new(), title: None, kind, ruling: None, provisional: None };
    Some(Block { span, stmts: vec![inner] })
}
