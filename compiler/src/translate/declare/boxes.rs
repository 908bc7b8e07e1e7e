//! Boxes: where pieces lie that are not on the map. In an unseen one nobody knows what is printed on them until they are
//! drawn: a line of the order of battle is then a *print*, and how many counters bear it; the counters themselves are called
//! `storm_1`, `storm_2`, as they come out.

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::walk;
use crate::translate::world::{
    BoxDef, CounterDef, Entry, EnumDef, FieldDef, Holds, OpenBoxes, PrintDef, Prints, SIDE, Stored,
};
use wgr_grammar::ast::{self, ItemKind, StmtKind};
use wgr_runtime::ir::{CellId, DomainId, FuncId, FuncKind, Role, Type};

/// So many counters of one print at most.
pub(crate) const MOST_ALIKE: u32 = 200;

/// All boxes by name; the pieces that lie in unseen ones, each in one.
pub(super) fn named(builder: &mut Builder<'_>) -> Kinds {
    let mut all = Kinds::default();
    let mut first: Vec<(usize, Place)> = Vec::new();
    for (file, item) in builder.items() {
        let ItemKind::Box(ast) = &item.kind else { continue };
        let (of, at) = (Place::new(file, ast.of.span), Place::new(file, ast.name.span));
        let holds = if ast.unseen {
            let Some(piece) = super::counters::piece_named(builder, file, &ast.of) else {
                builder.name(file, &ast.name, Entry::Broken);
                continue;
            };
            if let Some((_, before)) = first.iter().find(|(known, _)| *known == piece) {
                let what = says::in_two_unseen(&ast.of.text, of, *before);
                builder.tell(what);
                builder.name(file, &ast.name, Entry::Broken);
                continue;
            }
            if ast.removed {
                let what = says::removed_unseen(&ast.name.text, at);
                builder.tell(what);
            }
            first.push((piece, of));
            all = all.or(Kinds::of(piece));
            Some((Kinds::of(piece), Holds::Unseen { piece, cell: CellId(0) }))
        } else {
            let member = builder.world.boxes.iter().filter(|def| matches!(def.holds, Holds::Open { .. })).count();
            kinds_named(builder, file, &ast.of)
                .map(|kinds| (kinds, Holds::Open { member: member as i64, into: FuncId(0) }))
        };
        let Some((kinds, holds)) = holds else {
            builder.name(file, &ast.name, Entry::Broken);
            continue;
        };
        for case in &ast.cases {
            builder.cite(file, case);
        }
        let name = ast.name.text.clone();
        builder.world.boxes.push(BoxDef { name, ast, kinds, holds, at });
        builder.name(file, &ast.name, Entry::Box(builder.world.boxes.len() - 1));
    }
    two_for_the_removed(builder);
    all
}

fn kinds_named(builder: &Builder<'_>, file: FileId, name: &ast::Name) -> Option<Kinds> {
    match builder.world.entry(&name.text) {
        Some(Entry::Kind(index)) => builder.world.kinds.get(index).map(|kind| kind.kinds),
        Some(Entry::Broken) => None,
        Some(_) | None => {
            let known = builder.world.kind_names();
            builder.tell(says::unknown_name("piece or kind", &name.text, &known, Place::new(file, name.span)));
            None
        }
    }
}

/// What is removed goes into one box.
fn two_for_the_removed(builder: &Builder<'_>) {
    let all: Vec<&BoxDef<'_>> = builder.world.boxes.iter().filter(|def| def.ast.removed).collect();
    for (at, later) in all.iter().enumerate() {
        let before = all.iter().take(at).find(|first| !first.kinds.and(later.kinds).is_empty());
        if let Some(first) = before {
            let both = builder.world.kinds_name(first.kinds.and(later.kinds));
            builder.tell(says::two_for_the_removed((&first.name, &later.name), &both, later.at, first.at));
        }
    }
}

/// A line of the order of battle as a print.
pub(super) fn print_of(
    builder: &mut Builder<'_>,
    file: FileId,
    counter: &ast::Counter,
    piece: usize,
    side: usize,
) -> PrintDef {
    let count = counter.copies.unwrap_or(1);
    if !(1..=MOST_ALIKE).contains(&count) {
        let what = says::copies(count, MOST_ALIKE, Place::new(file, counter.span));
        builder.tell(what);
    }
    let count = count.clamp(1, MOST_ALIKE);
    PrintDef { name: counter.name.text.clone(), piece, side, count, at: Place::new(file, counter.name.span) }
}

/// The counters that bear these prints: numbered, for nobody knows which of them is which.
pub(super) fn bodies(builder: &Builder<'_>, prints: &[PrintDef]) -> Vec<CounterDef> {
    let mut found = Vec::new();
    for (piece, def) in builder.world.pieces.iter().enumerate() {
        let mut number = 0;
        for print in prints.iter().filter(|print| print.piece == piece) {
            for _ in 0..print.count {
                number += 1;
                let name = format!("{}_{number}", def.name.to_lowercase());
                // All of them stand at the piece, for no line of the order is about just one.
                found.push(CounterDef { name, piece, side: print.side, line: def.name.clone(), at: def.at });
            }
        }
    }
    found
}

pub(super) fn declare(builder: &mut Builder<'_>, kinds: Kinds, lines: Vec<PrintDef>) {
    prints(builder, kinds, lines);
    open(builder);
}

/// The prints as an enum, and which of them each counter bears.
fn prints(builder: &mut Builder<'_>, kinds: Kinds, lines: Vec<PrintDef>) {
    let unseen = builder.world.boxes.iter().find(|def| matches!(def.holds, Holds::Unseen { .. }));
    let Some(first) = unseen.map(|def| def.at) else { return };
    let members: Vec<String> = lines.iter().map(|print| print.name.clone()).collect();
    if members.is_empty() {
        return;
    }
    for (at, print) in lines.iter().enumerate() {
        if let Some(before) = lines.iter().take(at).find(|known| known.name == print.name) {
            let what = says::twice_named(&print.name, print.at, before.at);
            builder.tell(what);
        }
    }
    let noun = builder.world.enums.len();
    for (at, name) in members.iter().enumerate() {
        builder.world.members.entry(name.clone()).or_default().push((noun, at as u32));
    }
    let domain = builder.domain("Print", members.clone());
    builder.world.enums.push(EnumDef { name: "Print".to_owned(), ordered: false, members, domain });
    let name = ast::Name { text: "Print".to_owned(), span: first.span };
    builder.name(first.file, &name, Entry::Enum(noun));
    let counter = vec![builder.member(Noun::Piece(Kinds::default()))];
    let index = vec![builder.member_of_domain(domain)];
    let ty = Ty::Maybe(Noun::Enum(noun));
    let ir = builder.ir_type(ty);
    let cell = builder.cell("print", counter, ir, Role::Game);
    let sides = lines.iter().map(|print| print.side as i64).collect();
    let side = builder.member(Noun::Enum(SIDE));
    let side_of = builder.table("side_of_print", index, side, sides);
    builder.world.prints = Some(Prints { noun, cell, side_of, kinds, lines });
    cells(builder, domain);
    builder.world.fields.push(FieldDef {
        name: "print".to_owned(),
        pieces: kinds,
        ty,
        ir,
        stored: Stored::Cell(cell),
        drawn: None,
        starts: vec![(kinds, None, first.file)],
        until: None,
        marker: None,
        with: None,
        at: first,
    });
}

/// How many of each print an unseen box holds.
fn cells(builder: &mut Builder<'_>, prints: DomainId) {
    for at in 0..builder.world.boxes.len() {
        let Some(BoxDef { name, holds: Holds::Unseen { piece, .. }, .. }) = builder.world.boxes.get(at) else {
            continue;
        };
        let (name, piece) = (name.clone(), *piece);
        let index = vec![builder.member_of_domain(prints)];
        let cell = builder.cell(&name, index, Type::int(0, i64::from(MOST_ALIKE)), Role::Cup);
        if let Some(def) = builder.world.boxes.get_mut(at) {
            def.holds = Holds::Unseen { piece, cell };
        }
    }
}

/// Boxes that lie open as an enum, in which of them each counter lies, and what puts it there.
fn open(builder: &mut Builder<'_>) {
    let all: Vec<(usize, String, Place)> = builder
        .world
        .boxes
        .iter()
        .enumerate()
        .filter(|(_, def)| matches!(def.holds, Holds::Open { .. }))
        .map(|(at, def)| (at, def.name.clone(), def.at))
        .collect();
    let Some((_, _, first)) = all.first().cloned() else { return };
    let members: Vec<String> = all.iter().map(|(_, name, _)| name.clone()).collect();
    let noun = builder.world.enums.len();
    let domain = builder.domain("Box", members.clone());
    builder.world.enums.push(EnumDef { name: "Box".to_owned(), ordered: false, members, domain });
    let counter = vec![builder.member(Noun::Piece(Kinds::default()))];
    let lies = builder.ir_type(Ty::Maybe(Noun::Enum(noun)));
    let cell = builder.cell("box", counter.clone(), lies, Role::Game);
    let it = vec![("it".to_owned(), builder.ir_type(Ty::One(Noun::Piece(builder.world.all_pieces()))))];
    let comes = builder.declare("comes", FuncKind::Effect, it.clone(), None, first);
    let hand = draws_from(builder, &all).then(|| builder.cell("_hand", counter, Type::int(0, 1), Role::Cup));
    builder.world.open_boxes = Some(OpenBoxes { noun, cell, comes, hand });
    for (member, (at, name, place)) in all.into_iter().enumerate() {
        let into = builder.declare(&format!("into_{name}"), FuncKind::Effect, it.clone(), None, place);
        if let Some(def) = builder.world.boxes.get_mut(at) {
            def.holds = Holds::Open { member: member as i64, into };
        }
    }
}

/// Is any of them drawn from?
fn draws_from(builder: &Builder<'_>, all: &[(usize, String, Place)]) -> bool {
    let mut found = false;
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| {
            if let StmtKind::Draw { from, .. } = &stmt.kind {
                found |= all.iter().any(|(_, name, _)| *name == from.text);
            }
        });
    }
    found
}
