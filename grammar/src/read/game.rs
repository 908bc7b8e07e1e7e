//! `game "Title" { .. }`

use super::cx::Cx;
use super::expr::any;
use super::names::{declared, declared_names, title};
use super::pairs::{Kids, Part, Rule};
use super::types::dice_of;
use crate::ast::{Die, Game, HexFormat, ItemKind};
use crate::fault::{Context, FaultKind};
use crate::shell::Shell;
use crate::span::Span;

pub(crate) fn game(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_game);
    let broken = head.is_none();
    let mut game =
        Game { title: head.and_then(|part| part.kids().one(Rule::title)).and_then(title), ..Game::default() };
    for line in cx.field_lines(shell, Rule::game_line, Context::Line("game")) {
        for part in line.kids() {
            said(cx, part, &mut game);
        }
    }
    (!broken).then_some(ItemKind::Game(game))
}

fn said(cx: &mut Cx<'_, '_>, part: Part<'_>, game: &mut Game) {
    let (rule, span) = (part.rule(), part.span());
    let word = part.text().split_whitespace().next().unwrap_or_default();
    let mut kids = part.kids();
    let again = match rule {
        Rule::series => {
            let said = kids.one(Rule::string).zip(kids.one(Rule::string));
            let Some((called, at)) = said else { return };
            game.series.replace((called.string(), at.string())).is_some()
        }
        Rule::edition => game
            .edition
            .replace(match kids.one(Rule::string) {
                Some(part) => part.string(),
                None => return,
            })
            .is_some(),
        Rule::language => game
            .language
            .replace(match kids.next() {
                Some(part) => any(cx, part),
                None => return,
            })
            .is_some(),
        Rule::sides => {
            let again = !game.sides.is_empty();
            game.sides = declared_names(cx, &mut kids);
            again
        }
        Rule::dice_of => {
            for part in kids {
                game.dice.extend(die(cx, part));
            }
            false
        }
        Rule::chart_line => {
            let name = kids.one(Rule::new_name).map(|part| declared(cx, &part));
            game.charts.extend(name.zip(kids.one(Rule::string).map(|part| part.string())));
            false
        }
        _ => game.hexes.replace(hexes(cx, kids, span)).is_some(),
    };
    if again {
        cx.fault(span, FaultKind::Twice { what: word.to_owned() });
    }
}

fn die(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<Die> {
    let span = part.span();
    let mut kids = part.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let dice = kids.one(Rule::dice)?;
    let (count, faces) = dice_of(dice.text())?;
    Some(Die { name, count, faces, span, at: dice.span() })
}

fn hexes(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>, span: Span) -> HexFormat {
    let numbering = kids.one(Rule::numbering);
    let numbering = numbering.as_ref().map_or("", |part| part.text());
    let mut format = HexFormat {
        span,
        column_first: numbering.starts_with("CC"),
        dotted: numbering.contains('.'),
        flat: kids.has(Rule::flat),
        odd_shifted: false,
        columns: (1, 1),
        rows: (1, 1),
        west: false,
        north: false,
    };
    let lines = if format.flat { "columns half a hex south" } else { "rows half a hex east" };
    let shifts = || ["odd", "even"].map(|which| format!("`{which} {lines}`")).to_vec();
    let mut said: Vec<Rule> = Vec::new();
    for part in kids {
        if said.contains(&part.rule()) {
            let what = part.text().split_whitespace().next().unwrap_or_default().to_owned();
            cx.fault(part.span(), FaultKind::Twice { what });
        }
        said.push(part.rule());
        match part.rule() {
            Rule::shifted if !part.text().split_whitespace().skip(1).eq(lines.split(' ')) => {
                let (context, found) = (Context::Line("game"), part.text().to_owned());
                cx.fault(part.span(), FaultKind::Unexpected { context, expected: shifts(), found });
            }
            Rule::shifted => format.odd_shifted = part.kids().has(Rule::odd),
            Rule::columns => format.columns = bounds(part),
            Rule::rows => format.rows = bounds(part),
            Rule::west => format.west = true,
            _ => format.north = true,
        }
    }
    let bounds = |what: &str| vec![format!("`{what} 1..20`")];
    let needed = [(Rule::shifted, shifts()), (Rule::columns, bounds("columns")), (Rule::rows, bounds("rows"))];
    if let Some((_, expected)) = needed.into_iter().find(|(rule, _)| !said.contains(rule)) {
        let (context, at) = (Context::Line("game"), Span { start: span.end, end: span.end });
        cx.fault(at, FaultKind::Unexpected { context, expected, found: String::new() });
    }
    format
}

fn bounds(part: Part<'_>) -> (u32, u32) {
    let mut numbers = part.kids().filter(|part| part.rule() == Rule::number);
    let mut number = || numbers.next().and_then(|part| part.text().parse().ok()).unwrap_or(0);
    (number(), number())
}
