//! Counters: a square in the colour of its side, its name on top, the box of its branch with the mark of its size, figures
//! below; what has become of it hangs under it. A stack is fanned out so that all names are read.

use super::stand::{Face, MOST_PIPS, Shown, Tag};
use super::svg::{At, Svg};
use wgr_compiler::looks::words::{Colour, Symbol};

/// How wide and high a counter is.
pub(super) const COUNTER: i32 = 60;
/// What has become of a counter, a line each.
const TAG: i32 = 10;
/// The first of them lies over the edge of its counter by that.
const TAG_OVER: i32 = 4;
/// More hang under no counter.
const MOST_TAGS: usize = 2;
/// So much of a counter is seen below another one, at most.
const FAN: i32 = 13;
/// All of a fan is no higher than that beyond the topmost counter.
const FAN_IN_ALL: i32 = 40;

/// The name of the drawing of a branch.
pub(super) fn drawing(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "infantry",
        Symbol::Cavalry => "cavalry",
        Symbol::Artillery => "artillery",
        Symbol::Headquarters => "headquarters",
        Symbol::Armour => "armour",
        Symbol::Engineers => "engineers",
        Symbol::Weapons => "weapons",
        Symbol::Air => "air",
        Symbol::Naval => "naval",
        Symbol::Supply => "supply",
        Symbol::Leader => "leader",
        Symbol::Fire => "fire",
    }
}

/// A stack around the middle of its hex; further up where a name is written below it, so far from the middle.
pub(super) fn draw_stack(svg: &mut Svg, stack: &[Shown], middle: At, name: Option<i32>) {
    let more = i32::try_from(stack.len()).unwrap_or(i32::MAX).saturating_sub(1);
    let fan = if more == 0 { 0 } else { (FAN_IN_ALL / more).clamp(1, FAN) };
    let tags = stack.last().and_then(|top| top.face.as_ref()).map_or(0, |face| face.tags.len().min(MOST_TAGS));
    let hangs = (TAG * i32::try_from(tags).unwrap_or(0) - TAG_OVER).max(0);
    let lowest = name.map_or(i32::MAX, |name| name - hangs);
    let bottom = middle.by(-COUNTER / 2, (COUNTER / 2 + fan * more / 2).min(lowest) - COUNTER);
    svg.open("g", &[("class", &"stack")]);
    svg.said("title", &[], &stack.iter().rev().map(read).collect::<Vec<String>>().join("; "));
    for (at, counter) in stack.iter().enumerate() {
        // The topmost lies lowest on the sheet, so that it covers no name.
        let below = i32::try_from(at).unwrap_or(i32::MAX);
        draw(svg, counter, bottom.by(0, -fan * (more - below)), at + 1 == stack.len());
    }
    svg.close();
}

/// A counter in words.
fn read(counter: &Shown) -> String {
    let Some(face) = &counter.face else { return format!("{}, face down", counter.name) };
    let beside = |figures: &[String]| figures.join("-");
    let (figures, left, right) = (beside(&face.figures), beside(&face.left), beside(&face.right));
    let steps = if face.pips > 0 { format!("{} steps", face.pips) } else { String::new() };
    let tags = face.tags.iter().map(|tag| tag.text.clone());
    let parts = [counter.name.clone(), figures, left, right, steps].into_iter().chain(tags);
    parts.filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ")
}

/// A counter by its upper left corner.
pub(super) fn draw(svg: &mut Svg, counter: &Shown, corner: At, on_top: bool) {
    svg.rect("shadow", corner.by(2, 2), (COUNTER, COUNTER), 5);
    svg.filled("counter", counter.colour, corner, (COUNTER, COUNTER), 5);
    let ink = if counter.colour.is_dark() { "light" } else { "dark" };
    let middle = corner.by(COUNTER / 2, 0);
    let Some(face) = &counter.face else {
        svg.copy("back", corner.by(COUNTER / 2, COUNTER / 2));
        fitted(svg, middle.by(0, 10), &format!("unit {ink}"), &counter.name, (10, COUNTER - 6));
        return;
    };
    fitted(svg, middle.by(0, 10), &format!("unit {ink}"), &counter.name, (10, COUNTER - 6));
    if let Some(size) = face.size {
        svg.text(middle.by(0, 19), &format!("size {ink}"), size.mark());
    }
    let with_figures = !face.figures.is_empty();
    let box_at = corner.by(COUNTER / 2, if with_figures { 30 } else { 36 });
    if let Some(symbol) = face.symbol {
        svg.copy(drawing(symbol), box_at);
    }
    let beside = |steps: i32| box_at.by(steps * (COUNTER / 2 - 6), 3);
    fitted(svg, beside(-1), &format!("beside {ink}"), &face.left.join("-"), (11, 13));
    // Dots stand at the right edge, too.
    fitted(
        svg,
        beside(1).by(0, if face.pips > 0 { -8 } else { 0 }),
        &format!("beside {ink}"),
        &face.right.join("-"),
        (11, 13),
    );
    draw_pips(svg, face.pips, corner.by(COUNTER - 6, 52), ink);
    if with_figures {
        fitted(svg, middle.by(0, 55), &format!("figures {ink}"), &face.figures.join("-"), (15, COUNTER - 8));
    }
    if on_top {
        draw_tags(svg, &face.tags, corner.by(0, COUNTER));
    } else {
        draw_specks(svg, face, corner.by(COUNTER - 5, 5));
    }
}

/// Steps as dots, from below.
fn draw_pips(svg: &mut Svg, pips: i64, lowest: At, ink: &str) {
    if pips > MOST_PIPS {
        svg.text(lowest, &format!("size {ink}"), &pips.to_string());
        return;
    }
    for pip in 0..i32::try_from(pips).unwrap_or(0) {
        let at = lowest.by(0, -6 * pip);
        svg.shape("circle", &[("class", &format!("pip {ink}")), ("cx", &at.x), ("cy", &at.y), ("r", &2)]);
    }
}

fn draw_tags(svg: &mut Svg, tags: &[Tag], from: At) {
    let left = tags.len().saturating_sub(MOST_TAGS);
    for (line, tag) in tags.iter().take(MOST_TAGS).enumerate() {
        let more = if left > 0 && line + 1 == MOST_TAGS { format!(" +{left}") } else { String::new() };
        let at = from.by(2, -TAG_OVER + TAG * i32::try_from(line).unwrap_or(0));
        draw_tag(svg, &format!("{}{more}", tag.text), tag.colour, at, COUNTER - 4);
    }
}

/// A strip with a text by its upper left corner.
pub(super) fn draw_tag(svg: &mut Svg, text: &str, colour: Option<Colour>, at: At, wide: i32) {
    match colour {
        Some(colour) => svg.filled("tag", colour, at, (wide, TAG), 2),
        None => svg.rect("tag", at, (wide, TAG), 2),
    }
    fitted(svg, at.by(wide / 2, 8), "tagged", text, (8, wide - 4));
}

/// That something has become of a counter below others.
fn draw_specks(svg: &mut Svg, face: &Face, from: At) {
    for (place, _) in face.tags.iter().take(MOST_TAGS).enumerate() {
        let x = from.x - 6 * i32::try_from(place).unwrap_or(0);
        svg.shape("circle", &[("class", &"speck"), ("cx", &x), ("cy", &from.y), ("r", &2)]);
    }
}

/// A text no wider than that: smaller letters where it is long, and pressed together where they are the smallest.
pub(super) fn fitted(svg: &mut Svg, at: At, class: &str, text: &str, (size, wide): (i32, i32)) {
    if text.is_empty() {
        return;
    }
    let letters = i32::try_from(text.chars().count()).unwrap_or(i32::MAX).max(1);
    // A letter is six tenths as wide as it is high.
    let fits = wide.saturating_mul(10) / letters.saturating_mul(6).max(1);
    let high = fits.clamp(6, size);
    let style = format!("font-size:{high}px");
    let mut said: Vec<(&str, &dyn std::fmt::Display)> =
        vec![("class", &class), ("x", &at.x), ("y", &at.y), ("style", &style)];
    if fits < 6 {
        said.extend([("textLength", &wide as &dyn std::fmt::Display), ("lengthAdjust", &"spacingAndGlyphs")]);
    }
    svg.said("text", &said, text);
}
