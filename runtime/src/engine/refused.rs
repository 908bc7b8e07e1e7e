//! What a player asked for and cannot have, and what can be done instead.

use super::play::Wanted;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    NotAsking,
    NoSuchNumber {
        option: usize,
        count: usize,
    },
    NoSuchOption {
        name: String,
        near: Option<String>,
        options: Vec<String>,
    },
    /// More than one option could be meant.
    SeveralOptions {
        name: String,
        options: Vec<String>,
    },
    NoDie,
    CannotFall {
        fell: String,
        wants: Wanted,
    },
    Atom {
        at: usize,
        why: Box<Refused>,
        sealed: bool,
    },
    NothingToAbandon,
    /// Another side began it.
    BegunByAnother {
        by: String,
    },
    /// It is no pick of the choice that is being made.
    NotPicked {
        name: String,
        picks: Vec<String>,
    },
    /// A later answer cannot stand without it.
    NeedsIt {
        name: String,
        other: String,
    },
    NothingToUndo {
        asked: usize,
        possible: usize,
    },
    /// What comes now is for another side to answer.
    AskedOfAnother {
        by: String,
    },
    /// It would take back what another side did.
    AnsweredByAnother {
        by: String,
    },
}

impl Refused {
    pub(super) fn no_such_option<'a>(name: &str, options: impl Iterator<Item = &'a str>) -> Refused {
        let options: Vec<String> = options.map(str::to_owned).collect();
        let near =
            options.iter().find(|option| option.eq_ignore_ascii_case(name) || option.ends_with(&format!(" {name}")));
        Refused::NoSuchOption { name: name.to_owned(), near: near.cloned(), options }
    }

    pub(super) fn at_atom(self, at: usize, sealed: bool) -> Refused {
        Refused::Atom { at, why: Box::new(self), sealed }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NotAsking => write!(f, "the game asks nothing now"),
            Refused::NoSuchNumber { option, count } => {
                write!(f, "there is no option {option}: they are numbered 0 to {}", count.saturating_sub(1))
            }
            Refused::NoSuchOption { name, near: Some(near), .. } => {
                write!(f, "`{name}` is not offered; did you mean `{near}`?")
            }
            Refused::NoSuchOption { name, near: None, options } => {
                let few: Vec<&str> = options.iter().take(12).map(String::as_str).collect();
                let more = if options.len() > few.len() { ", .." } else { "" };
                write!(f, "`{name}` is not offered; offered are: {}{more}", few.join(", "))
            }
            Refused::SeveralOptions { name, options } => {
                write!(f, "`{name}` may be any of {}: write the whole name", options.join(", "))
            }
            Refused::NoDie => write!(f, "no die falls now"),
            Refused::CannotFall { fell, wants } => write!(f, "the game needs {wants}, and `{fell}` is none"),
            Refused::Atom { at, why, sealed } => {
                let kept =
                    if *sealed { "what came before it stands and is not taken back" } else { "nothing was done" };
                write!(f, "part {} of the answer: {why} ({kept})", at + 1)
            }
            Refused::NothingToAbandon => {
                write!(
                    f,
                    "no action can be given up: none has begun, or a die, a draw, a reveal, the other side's answer or something hidden that came of an answer has sealed it"
                )
            }
            Refused::BegunByAnother { by } => write!(f, "{by} has begun this action: only {by} can give it up"),
            Refused::NotPicked { name, picks } if picks.is_empty() => {
                write!(
                    f,
                    "`{name}` cannot be put back: nothing was picked at this question; `undo` takes the last answer back, `undo 2` the last two"
                )
            }
            Refused::NotPicked { name, picks } => {
                write!(f, "`{name}` was not picked at this question; picked were: {}", picks.join(", "))
            }
            Refused::NeedsIt { name, other } => {
                write!(f, "`{name}` cannot be put back: `{other}` could not have been answered without it")
            }
            Refused::AskedOfAnother { by } => {
                write!(f, "now {by} is asked, and what {by} answers is not part of this line")
            }
            Refused::AnsweredByAnother { by } => {
                write!(f, "{by} has answered since: what another side did is not taken back")
            }
            Refused::NothingToUndo { asked, possible } => {
                let lie = "behind a die, a draw, a reveal, the other side's answer or something hidden that came of it";
                match *possible {
                    0 => write!(f, "nothing can be taken back: nothing was answered yet, or it lies {lie}"),
                    1 => write!(f, "1 answer can be taken back, not {asked}: what came before lies {lie}"),
                    _ => write!(f, "{possible} answers can be taken back, not {asked}: what came before lies {lie}"),
                }
            }
        }
    }
}

impl std::error::Error for Refused {}
