//! Lines of the map: along the sides of hexes (rivers), through their middles (roads), across a side (bridges). Where two
//! pieces of one line meet it is bent, not broken; where three meet they run into one point.

use super::plane::Plane;
use super::svg::{At, Svg};
use std::collections::BTreeMap;
use wgr_compiler::looks::words::{Colour, Line};
use wgr_runtime::board::{Dir, Hex};

pub(crate) struct Drawn {
    pub(crate) line: Line,
    pub(super) colour: Option<Colour>,
    /// Each as the hex from which it is seen.
    pub(crate) sides: Vec<(Hex, Dir)>,
    pub(super) through: bool,
}

/// The class of a line, and of what is drawn once more over it.
pub(super) fn classes(line: Line) -> &'static [&'static str] {
    match line {
        Line::River => &["river-edge", "river"],
        Line::Stream => &["stream"],
        Line::Slope => &["slope"],
        Line::Cliff => &["cliff"],
        Line::Wall => &["wall"],
        Line::Border => &["border"],
        Line::Road => &["road-edge", "road"],
        Line::Track => &["track"],
        Line::Rail => &["rail", "sleepers"],
        Line::Bridge => &["bridge-edge", "bridge"],
        Line::Ford => &["ford"],
    }
}

impl Drawn {
    pub(super) fn draw(&self, plane: &Plane<'_>, svg: &mut Svg) {
        let path = if self.through {
            self.through(plane)
        } else if [Line::Bridge, Line::Ford].contains(&self.line) {
            self.across(plane)
        } else if [Line::Slope, Line::Cliff].contains(&self.line) {
            self.downhill(plane)
        } else {
            self.along(plane)
        };
        draw_path(svg, self.line, self.colour, &path);
    }

    /// A short line over each side.
    fn across(&self, plane: &Plane<'_>) -> String {
        let one = |(hex, dir): &(Hex, Dir)| {
            let (middle, side) = (plane.middle(*hex), plane.middle_of_side(*hex, *dir));
            let from = side.towards(middle, 1, 5);
            let to = side.by(side.x - from.x, side.y - from.y);
            format!("M{from}L{to}")
        };
        self.sides.iter().map(one).collect()
    }

    /// The side, and strokes that point away from the hex.
    fn downhill(&self, plane: &Plane<'_>) -> String {
        let mut path = String::new();
        for (hex, dir) in &self.sides {
            let ((from, to), middle) = (plane.ends(*hex, *dir), plane.middle(*hex));
            path.push_str(&format!("M{from}L{to}"));
            for part in [1, 2, 3, 4, 5] {
                let foot = from.towards(to, part, 6);
                let side = plane.middle_of_side(*hex, *dir);
                let tip = foot.by((side.x - middle.x) / 5, (side.y - middle.y) / 5);
                path.push_str(&format!("M{foot}L{tip}"));
            }
        }
        path
    }

    /// Sides, bent at the corners where two of them meet.
    fn along(&self, plane: &Plane<'_>) -> String {
        let mut corners: BTreeMap<At, Vec<At>> = BTreeMap::new();
        for (hex, dir) in &self.sides {
            let (from, to) = plane.ends(*hex, *dir);
            let middle = plane.middle_of_side(*hex, *dir);
            corners.entry(from).or_default().push(middle);
            corners.entry(to).or_default().push(middle);
        }
        corners.iter().map(|(corner, middles)| bent(*corner, middles)).collect()
    }

    /// From the middle of a hex to the middle of the next.
    fn through(&self, plane: &Plane<'_>) -> String {
        let mut middles: BTreeMap<At, Vec<At>> = BTreeMap::new();
        for (hex, dir) in &self.sides {
            let side = plane.middle_of_side(*hex, *dir);
            middles.entry(plane.middle(*hex)).or_default().push(side);
            if let Some(other) = plane.board.neighbour(*hex, *dir) {
                middles.entry(plane.middle(other)).or_default().push(side);
            }
        }
        middles.iter().map(|(middle, sides)| bent(*middle, sides)).collect()
    }
}

/// What meets in a point: two as a bend, one or more than two as straight lines into it.
fn bent(point: At, ends: &[At]) -> String {
    match ends {
        [from, to] => format!("M{from}Q{point} {to}"),
        ends => ends.iter().map(|end| format!("M{end}L{point}")).collect(),
    }
}

pub(super) fn draw_path(svg: &mut Svg, line: Line, colour: Option<Colour>, path: &str) {
    if path.is_empty() {
        return;
    }
    for class in classes(line) {
        match colour.filter(|_| !class.ends_with("-edge") && *class != "sleepers") {
            Some(colour) => {
                let style = format!("stroke:{colour}");
                svg.shape("path", &[("class", class), ("style", &style), ("d", &path)]);
            }
            None => svg.path(class, path),
        }
    }
}
