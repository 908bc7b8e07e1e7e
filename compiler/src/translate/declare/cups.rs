//! Cups: pieces of which nobody knows what is printed on them until they are drawn. A line of the order of battle is
//! then a *print*, and how many counters bear it; the counters themselves are called `storm_1`, `storm_2`, as they come
//! out.

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::{CounterDef, CupDef, Entry, EnumDef, FieldDef, PrintDef, Prints, SIDE, Stored};
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::ir::{DomainId, Role, Type};

/// So many counters of one print at most.
pub(crate) const MOST_ALIKE: u32 = 200;

/// The pieces that some cup holds; each is in one cup.
pub(super) fn drawn(builder: &mut Builder<'_>) -> Kinds {
    let mut all = Kinds::default();
    let mut first: Vec<(usize, Place)> = Vec::new();
    for (file, item) in builder.items() {
        let ItemKind::Cup(cup) = &item.kind else { continue };
        let Some(piece) = super::counters::piece_named(builder, file, &cup.of) else { continue };
        let at = Place::new(file, cup.of.span);
        if let Some((_, before)) = first.iter().find(|(known, _)| *known == piece) {
            let what = says::in_two_cups(&cup.of.text, at, *before);
            builder.tell(what);
            continue;
        }
        first.push((piece, at));
        all = all.or(Kinds::of(piece));
        let (name, at) = (cup.name.text.clone(), Place::new(file, cup.name.span));
        let cell = wgr_runtime::ir::CellId(0);
        builder.world.cups.push(CupDef { name, ast: cup, file, piece, cell, at });
        builder.name(file, &cup.name, Entry::Cup(builder.world.cups.len() - 1));
    }
    all
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

/// The prints as an enum, and which of them each counter bears.
pub(super) fn declare(builder: &mut Builder<'_>, kinds: Kinds, lines: Vec<PrintDef>) {
    let Some(first) = builder.world.cups.first().map(|cup| cup.at) else { return };
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
        pool: None,
        with: None,
        at: first,
    });
}

/// How many of each print a cup holds.
fn cells(builder: &mut Builder<'_>, prints: DomainId) {
    for at in 0..builder.world.cups.len() {
        let Some(cup) = builder.world.cups.get(at) else { continue };
        let (name, file, ast) = (cup.name.clone(), cup.file, cup.ast);
        for case in &ast.cases {
            builder.cite(file, case);
        }
        let index = vec![builder.member_of_domain(prints)];
        let cell = builder.cell(&name, index, Type::int(0, i64::from(MOST_ALIKE)), Role::Cup);
        if let Some(cup) = builder.world.cups.get_mut(at) {
            cup.cell = cell;
        }
    }
}
