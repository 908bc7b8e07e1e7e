//! The colours of sides: as their names say, else by their order. No two sides have the same one.

use wgr_compiler::looks::Looks;
use wgr_compiler::looks::words::Colour;

const BY_ORDER: [Colour; 6] = [
    Colour(0x86, 0xa9, 0xd8),
    Colour(0xd8, 0x83, 0x78),
    Colour(0x95, 0xb8, 0x7c),
    Colour(0xe3, 0xcb, 0x6b),
    Colour(0xb3, 0x9a, 0xc9),
    Colour(0xd8, 0xa8, 0x70),
];
/// A counter that belongs to nobody.
pub(super) const NOBODY: Colour = Colour(0xd9, 0xd5, 0xc9);

pub(crate) fn colours(looks: &Looks) -> Vec<Colour> {
    let mut colours: Vec<Colour> = Vec::new();
    for side in &looks.sides {
        let named = looks.style(side).colour;
        let free = |colour: &Colour| !colours.contains(colour);
        let colour = named.filter(free).or(BY_ORDER.into_iter().find(free)).unwrap_or(NOBODY);
        colours.push(colour);
    }
    colours
}
