//! The game's head, measures, enums, scales, phases and scenarios.

use crate::diag::{Place, says};
use crate::limits::{MOST_DICE, MOST_FACES};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::declare::counters::side_named;
use crate::translate::layer;
use crate::translate::ty::Ty;
use crate::translate::types::ratio;
use crate::translate::walk;
use crate::translate::world::{
    Entry, EnumDef, MeasureDef, NotationDef, OUTCOME, OptionDef, PHASE, SCENARIO, SIDE, ScaleDef,
};
use wgr_grammar::ast::{self, HexFormat, ItemKind, NotationPart, StmtKind, TypeKind};
use wgr_runtime::board::{Board, BoardSpec, ColumnsRun, Order, Parity, RowsRun, Top};
use wgr_runtime::engine::Grade;
use wgr_runtime::ir::{CellId, Domain, Scalar};

pub(super) fn declare(builder: &mut Builder<'_>) {
    let mut head: Option<(FileId, &ast::Game, Place)> = None;
    for (file, item) in builder.items() {
        if let ItemKind::Game(game) = &item.kind {
            let at = Place::new(file, item.head);
            match &head {
                Some((_, _, first)) => {
                    let what = says::second_game(at, *first);
                    builder.tell(what);
                }
                None => head = Some((file, game, at)),
            }
        }
    }
    let Some((file, game, at)) = head else {
        let first = builder.sources.iter().next().map(|(file, _)| Place::new(file, wgr_grammar::Span::new(0, 0)));
        // Of a series alone more is told, where it stands.
        if !builder.items().any(|(_, item)| matches!(item.kind, ItemKind::Series(_))) {
            let what = says::no_game(first);
            builder.tell(what);
        }
        return sides(builder, &[], None);
    };
    builder.program.title = game.title.as_ref().map_or_else(String::new, |title| title.text.clone());
    if let Some(format) = &game.hexes {
        board(builder, file, format);
    }
    let names: Vec<(FileId, &ast::Name)> = game.sides.iter().map(|name| (file, name)).collect();
    sides(builder, &names, Some(at));
    measures(builder);
    enums(builder);
    phases(builder);
    scenarios(builder);
    language(builder, file, game.language.as_ref());
    for die in &game.dice {
        if die.count < 1 || die.faces < 2 {
            builder.tell(says::no_die(Place::new(file, die.span)));
            builder.name(file, &die.name, Entry::Broken);
            continue;
        }
        if die.count > MOST_DICE || die.faces > MOST_FACES {
            let what = says::too_many_dice(MOST_DICE, MOST_FACES, Place::new(file, die.span));
            builder.tell(what);
            builder.name(file, &die.name, Entry::Broken);
            continue;
        }
        builder.world.dice.push(die);
        builder.name(file, &die.name, Entry::Die(builder.world.dice.len() - 1));
    }
    scales(builder);
    notations(builder);
}

/// There is one version of the language.
fn language(builder: &mut Builder<'_>, file: FileId, said: Option<&ast::Expr>) {
    if let Some(said) = said
        && ratio(said) != Some((LANGUAGE, 1))
    {
        builder.tell(says::unknown_language(LANGUAGE, Place::new(file, said.span)));
    }
}

const LANGUAGE: i64 = 1;

fn board(builder: &mut Builder<'_>, file: FileId, format: &HexFormat) {
    let at = Place::new(file, format.span);
    let number = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
    let axis = |(lo, hi): (u32, u32)| number(lo)..=number(hi);
    let spec = BoardSpec {
        top: if format.flat { Top::Flat } else { Top::Pointy },
        columns: axis(format.columns),
        rows: axis(format.rows),
        order: if format.column_first { Order::ColumnRow } else { Order::RowColumn },
        dot: format.dotted,
        columns_run: if format.west { ColumnsRun::West } else { ColumnsRun::East },
        rows_run: if format.north { RowsRun::North } else { RowsRun::South },
        shifted: if format.odd_shifted { Parity::Odd } else { Parity::Even },
        without: Vec::new(),
    };
    match Board::new(&spec) {
        Ok(board) => {
            let sizes = [u32::from(board.count()), 6, u32::from(board.side_count())];
            for (name, size) in ["hex", "dir", "edge"].into_iter().zip(sizes) {
                let name = builder.fresh(name);
                builder.program.domains.push(Domain { name, members: Vec::new(), size });
            }
            builder.program.board = Some(spec);
            builder.board = Some(board);
        }
        Err(error) => {
            let what = says::no_board(&error.what, at);
            builder.tell(what);
            builder.board_refused = true;
        }
    }
}

/// A domain of its own for a list of members; the first of several equal names counts.
fn members(builder: &mut Builder<'_>, enum_at: usize, name: &str, ordered: bool, members: &[(FileId, &ast::Name)]) {
    let mut names: Vec<String> = Vec::new();
    let mut places: Vec<Place> = Vec::new();
    for (file, member) in members {
        let at = Place::new(*file, member.span);
        let _ = builder.no_word_of_the_game(&member.text, at);
        match names.iter().position(|known| *known == member.text) {
            Some(first) => {
                let what = says::twice_named(&member.text, at, places.get(first).copied().unwrap_or(at));
                builder.tell(what);
            }
            None => {
                let of = builder.world.members.entry(member.text.clone()).or_default();
                of.push((enum_at, names.len() as u32));
                names.push(member.text.clone());
                places.push(at);
            }
        }
    }
    // A domain needs a member; a list without one is told by whoever reads it.
    let printed = if names.is_empty() { vec!["nothing".to_owned()] } else { names.clone() };
    let domain = builder.domain(name, printed);
    builder.world.enums.push(EnumDef { name: name.to_owned(), ordered, members: names, domain });
}

fn sides(builder: &mut Builder<'_>, names: &[(FileId, &ast::Name)], head: Option<Place>) {
    members(builder, SIDE, "Side", false, names);
    builder.program.sides = builder.world.enums.get(SIDE).map(|def| def.domain);
    if names.len() < 2
        && let Some(at) = head
    {
        let one = names.first().map(|(file, name)| (name.text.as_str(), Place::new(*file, name.span)));
        let what = says::sides_missing(one, at);
        builder.tell(what);
    }
    if let Some((file, third)) = names.get(2) {
        builder.tell(says::too_many_sides(names.len(), Place::new(*file, third.span)));
    }
    if head.is_none() {
        members(builder, PHASE, "Phase", false, &[]);
        members(builder, SCENARIO, "Scenario", false, &[]);
        outcome(builder);
    }
}

fn measures(builder: &mut Builder<'_>) {
    // Every board counts hexes.
    if builder.board.is_some() {
        builder.world.measures.push(MeasureDef { name: "hex".to_owned(), den: 1 });
    }
    for (file, item) in builder.items() {
        if let ItemKind::Measure(measure) = &item.kind {
            builder.world.measures.push(MeasureDef { name: measure.name.text.clone(), den: measure.den.max(1) });
            builder.name(file, &measure.name, Entry::Measure(builder.world.measures.len() - 1));
        }
    }
}

fn enums(builder: &mut Builder<'_>) {
    // Phases and scenarios come between, so that their numbers are the same in every game.
    // A phase that is printed several times is one.
    let mut phases: Vec<(FileId, &ast::Name)> = Vec::new();
    for (file, name) in phase_names(builder) {
        if phases.iter().all(|(_, first)| first.text != name.text) {
            phases.push((file, name));
        }
    }
    members(builder, PHASE, "Phase", true, &phases);
    let scenes: Vec<(FileId, &ast::Name)> = builder
        .items()
        .filter_map(|(file, item)| match &item.kind {
            ItemKind::Scene(scene) if scene.scenario => Some((file, &scene.name)),
            _ => None,
        })
        .collect();
    members(builder, SCENARIO, "Scenario", false, &scenes);
    outcome(builder);
    for (file, item) in builder.items() {
        if let ItemKind::Enum(def) = &item.kind {
            let cases = def.cases.iter().chain(def.members.iter().flat_map(|member| &member.cases));
            cases.for_each(|case| builder.cite(file, case));
            let names: Vec<(FileId, &ast::Name)> = def.members.iter().map(|member| (file, &member.name)).collect();
            let index = builder.world.enums.len();
            members(builder, index, &def.name.text, def.ordered, &names);
            builder.name(file, &def.name, Entry::Enum(index));
        }
    }
    grades(builder);
    options(builder);
    layer::check(builder);
}

fn options(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Option(option) = &item.kind else { continue };
        option.cases.iter().for_each(|case| builder.cite(file, case));
        builder.world.options.push(OptionDef { ast: option, file, cell: CellId(0) });
        builder.name(file, &option.name, Entry::Option(builder.world.options.len() - 1));
    }
}

/// `victory: Grade`: the game ends with a member of that enum; who has won stands behind each.
fn grades(builder: &mut Builder<'_>) {
    let named = builder.items().find_map(|(_, item)| match &item.kind {
        ItemKind::Rows(rows) if rows.kind == ast::RowsKind::Victory => match &rows.result.as_ref()?.kind {
            ast::TypeKind::Named(name) => Some(name),
            _ => None,
        },
        _ => None,
    });
    let graded = named.and_then(|name| match builder.world.entry(&name.text) {
        Some(Entry::Enum(index)) => Some(index),
        Some(_) => None,
        // That there is none of this name is told; the one that says who has won is meant.
        None => builder.items().find_map(|(_, item)| match &item.kind {
            ItemKind::Enum(def) if def.members.iter().any(|member| member.of.is_some()) => {
                match builder.world.entry(&def.name.text) {
                    Some(Entry::Enum(index)) => Some(index),
                    _ => None,
                }
            }
            _ => None,
        }),
    });
    for (file, item) in builder.items() {
        let ItemKind::Enum(def) = &item.kind else { continue };
        let is_graded = graded.is_some() && builder.world.entry(&def.name.text) == graded.map(Entry::Enum);
        if is_graded {
            grades_of(builder, file, def);
        } else if let Some(of) = def.members.iter().find_map(|member| member.of.as_ref()) {
            let what = says::nobody_wins_by(&def.name.text, Place::new(file, of.span));
            builder.tell(what);
        }
    }
    if let Some(index) = graded {
        builder.world.outcome = index;
    }
}

fn grades_of(builder: &mut Builder<'_>, file: FileId, def: &ast::EnumItem) {
    let mut grades: Vec<Grade> = Vec::new();
    for (at, member) in def.members.iter().enumerate() {
        let title = member.title.as_ref();
        let before = def.members.get(..at).unwrap_or_default().iter().filter_map(|first| first.title.as_ref());
        if let Some(title) = title
            && let Some(first) = before.into_iter().find(|first| first.text == title.text)
        {
            let (at, first) = (Place::new(file, title.span), Place::new(file, first.span));
            builder.tell(says::grades_alike(&title.text, at, first));
        }
        let winner = member.of.as_ref().and_then(|side| side_named(builder, file, side));
        grades.push(Grade { title: title.map(|title| title.text.clone()), winner: winner.map(|side| side as i64) });
    }
    if !def.members.is_empty() && def.members.iter().all(|member| member.of.is_none()) {
        let what = says::nobody_ever_wins(&def.name.text, Place::new(file, def.name.span));
        builder.tell(what);
    }
    builder.world.grades = grades;
}

/// How a game may end where no grades are named: a side wins, or nobody.
fn outcome(builder: &mut Builder<'_>) {
    let sides = builder.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
    let names: Vec<String> = sides.into_iter().chain(["draw".to_owned()]).collect();
    for (at, name) in names.iter().enumerate() {
        builder.world.members.entry(name.clone()).or_default().push((OUTCOME, at as u32));
    }
    builder.world.outcome = OUTCOME;
    let domain = builder.domain("Outcome", names.clone());
    builder.world.enums.push(EnumDef { name: "Outcome".to_owned(), ordered: false, members: names, domain });
}

fn phase_names<'a>(builder: &Builder<'a>) -> Vec<(FileId, &'a ast::Name)> {
    let mut found: Vec<(FileId, &'a ast::Name)> = Vec::new();
    for (file, item) in builder.items() {
        if let ItemKind::Sequence(sequence) = &item.kind {
            walk::block(&sequence.body, &mut |stmt| {
                if let StmtKind::Phase { name, .. } = &stmt.kind {
                    found.push((file, name));
                }
            });
        }
    }
    found
}

fn phases(builder: &mut Builder<'_>) {
    for (at, (file, name)) in phase_names(builder).into_iter().enumerate() {
        // A phase may stand in the sequence twice.
        if !matches!(builder.world.entry(&name.text), Some(Entry::Phase(_))) {
            builder.name(file, name, Entry::Phase(at));
        }
    }
}

fn scenarios(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        if let ItemKind::Scene(scene) = &item.kind {
            builder.world.scenes.push((file, scene));
            builder.name(file, &scene.name, Entry::Scene(builder.world.scenes.len() - 1));
        }
    }
}

fn scales(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Scale(scale) = &item.kind else { continue };
        let Ok(unit) = builder.unit(file, &scale.measure) else { continue };
        let crate::translate::ty::Unit::Of(measure) = unit else { continue };
        let mut steps: Vec<(i64, i64)> = scale.steps.iter().filter_map(ratio).collect();
        let before = |(a, b): &(i64, i64), (c, d): &(i64, i64)| a.saturating_mul(*d).cmp(&c.saturating_mul(*b));
        if steps.len() != scale.steps.len() || steps.len() < 2 || steps.iter().any(|(num, _)| *num <= 0) {
            builder.tell(says::scale_of_no_steps(Place::new(file, scale.name.span)));
            builder.name(file, &scale.name, Entry::Broken);
            continue;
        }
        let out_of_order = steps.iter().zip(steps.iter().skip(1)).position(|(one, next)| before(one, next).is_ge());
        if let Some(span) = out_of_order.and_then(|at| scale.steps.get(at + 1)).map(|step| step.span) {
            let text = |step: &ast::Expr| builder.sources.text(Place::new(file, step.span)).to_owned();
            let mut sorted: Vec<((i64, i64), String)> =
                steps.iter().copied().zip(scale.steps.iter().map(text)).collect();
            sorted.sort_by(|(one, _), (other, _)| before(one, other));
            sorted.dedup_by(|(one, _), (other, _)| before(one, other).is_eq());
            let right: Vec<String> = sorted.iter().map(|(_, text)| text.clone()).collect();
            builder.tell(says::scale_not_rising(&right, Place::new(file, span)));
            // Whoever asks for the scale is told nothing of it.
            steps = sorted.into_iter().map(|(step, _)| step).collect();
        }
        let whole =
            |step: Option<&(i64, i64)>, turned: bool| step.is_some_and(|(a, b)| if turned { *a } else { *b } == 1);
        if scale.below && !whole(steps.first(), true) || scale.above && !whole(steps.last(), false) {
            let what = says::scale_cannot_go_on(Place::new(file, scale.name.span));
            builder.tell(what);
            continue;
        }
        let ends = builder.table(&scale.name.text, vec![Scalar::int(0, 0)], Scalar::int(0, 0), vec![0]);
        let (below, above) = (scale.below, scale.above);
        builder.world.scales.push(ScaleDef { name: scale.name.text.clone(), measure, steps, below, above, ends });
        builder.name(file, &scale.name, Entry::Scale(builder.world.scales.len() - 1));
    }
}

/// The members of a notation are its entries, as the tables that give it print them.
fn notations(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Notation(notation) = &item.kind else { continue };
        let mut entries: Vec<(String, Vec<i64>)> = Vec::new();
        for (_, item) in builder.items() {
            let ItemKind::Table(table) = &item.kind else { continue };
            let gives = matches!(&table.gives.kind, TypeKind::Named(name) if name.text == notation.name.text);
            let words = table.lines.iter().flat_map(|line| &line.words).filter(|_| gives);
            for word in words {
                if let Some(values) = entry(notation, &word.text)
                    && !entries.iter().any(|(known, _)| *known == word.text)
                {
                    entries.push((word.text.clone(), values));
                }
            }
        }
        if entries.is_empty() {
            entries.push(("nothing".to_owned(), vec![0; notation.parts.len()]));
        }
        let names = entries.iter().map(|(name, _)| name.clone()).collect();
        let domain = builder.domain(&notation.name.text, names);
        let index = vec![builder.member_of_domain(domain)];
        let mut fields = Vec::new();
        for (at, part) in notation.parts.iter().enumerate() {
            let data: Vec<i64> = entries.iter().filter_map(|(_, values)| values.get(at).copied()).collect();
            let (field, ty, value) = match part {
                NotationPart::Number { field, measure, .. } => {
                    let Ok(unit) = builder.unit(file, measure) else { continue };
                    (field, Ty::Number { unit, den: 1 }, Scalar::int(0, MOST_IN_ENTRY))
                }
                NotationPart::Mark { field, .. } => (field, Ty::YesNo, Scalar::BOOL),
            };
            let table = builder.table(&format!("{}_{}", notation.name.text, field.text), index.clone(), value, data);
            fields.push((field.text.clone(), ty, table));
        }
        let name = notation.name.text.clone();
        builder.world.notations.push(NotationDef { name, domain, fields });
        builder.name(file, &notation.name, Entry::Notation(builder.world.notations.len() - 1));
    }
}

/// No printed entry says more.
const MOST_IN_ENTRY: i64 = 999;

/// `A8D2*` in its parts, if it is in this notation.
fn entry(notation: &ast::Notation, text: &str) -> Option<Vec<i64>> {
    let mut rest = text;
    let mut values = Vec::new();
    for part in &notation.parts {
        match part {
            NotationPart::Number { letters, optional, .. } => {
                let letters = letters.as_ref().map_or("", |letters| letters.text.as_str());
                let number = rest.strip_prefix(letters).and_then(|after| {
                    let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
                    let (number, after) = after.split_at(digits);
                    Some((number.parse::<i64>().ok().filter(|value| *value <= MOST_IN_ENTRY)?, after))
                });
                let (value, after) = number.or_else(|| optional.then_some((0, rest)))?;
                values.push(value);
                rest = after;
            }
            NotationPart::Mark { letters, .. } => {
                let after = rest.strip_prefix(letters.text.as_str());
                values.push(i64::from(after.is_some()));
                rest = after.unwrap_or(rest);
            }
        }
    }
    rest.is_empty().then_some(values)
}
