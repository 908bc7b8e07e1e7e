//! `scene` and `scenario`: what stands where, and which turns are played.

use super::expr::Expr;
use super::{Case, Name, Text};
use crate::span::Span;

/// `scenario meeting "Title" CASES { .. }`, `scene wood "Title" like meeting in combat of French { .. }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Scene {
    /// A scenario is offered to players; a scene serves examples.
    pub scenario: bool,
    pub name: Name,
    pub title: Option<Text>,
    pub cases: Vec<Case>,
    /// The scenario or scene whose lines count as well.
    pub like: Option<Name>,
    /// Of a scene: the phase and the phasing side at which it begins.
    pub phase: Option<Name>,
    /// Which of several phases of that name: its title.
    pub printing: Option<Text>,
    pub side: Option<Name>,
    /// Of a scene: the scenario that it belongs to, else the first; and the options that are in and out, else as usual.
    pub with: Vec<Name>,
    pub without: Vec<Name>,
    pub provisional: Option<Text>,
    pub lines: Vec<SceneLine>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum SceneLine {
    /// `0304: RIC1a, RIC1b (steps 1, face move)`; a name with copies stands for all of them.
    Place {
        span: Span,
        hex: Name,
        units: Vec<SceneUnit>,
    },
    /// `S3#a "The last three" turns 17..19`: those that are played of the turns of the sequence.
    Turns {
        span: Span,
        cases: Vec<Case>,
        title: Option<Text>,
        from: Expr,
        to: Expr,
    },
    /// `turn 3`, `breached(0303) yes`: a state and its value.
    State {
        span: Span,
        name: Name,
        args: Vec<Expr>,
        value: Expr,
    },
    Broken(Span),
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct SceneUnit {
    pub span: Span,
    pub name: Name,
    /// `S1 x18`: so many counters of one print.
    pub copies: Option<u32>,
    pub with: Vec<(Name, Expr)>,
}
