//! Shapes that the core must carry and no rules text can say whole, each a small program played with the figures of its
//! rulebook: covers that are supposed in some way (06), sets in which one unit stands for another (07), what is hidden and
//! shown by hand (09). What rules say of hard cases stands in `games/hard-rules`.

#[path = "shapes/06_attack_obligation.rs"]
mod attack_obligation;
#[path = "shapes/09_cup_and_fog.rs"]
mod cup_and_fog;
#[path = "shapes/locked.rs"]
mod locked;
#[path = "shapes/played.rs"]
mod played;
#[path = "shapes/random.rs"]
mod random;
#[path = "shapes/07_replacement.rs"]
mod replacement;
#[path = "shapes/supposing.rs"]
mod supposing;
#[path = "shapes/table.rs"]
mod table;
