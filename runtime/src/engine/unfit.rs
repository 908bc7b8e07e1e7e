//! A value that does not fit where it goes, in words. In: a fault RANGE. Out: the state, parameter or answer as its author
//! calls it, the value, and the range that was declared.

use super::game::Game;
use super::shown::{Counted, LookedUp};
use crate::exec::{Fault, Goes, Unfit};
use crate::ir::{Func, NONE, Role, TableId, What};

/// How a fault RANGE is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// `steps of B1 would be 7, and it is 0..4`
    Whole,
    /// The same to whoever writes the rules: nothing is hidden.
    Open,
    /// The same for every counter and every value: `steps would leave 0..4`.
    Alike,
}

impl Game {
    /// Nothing of another fault. Where a game hides something, no value is told but of a state that all see. `called`: a
    /// function as its author calls it.
    pub fn unfit(&self, fault: &Fault, telling: Telling, called: &dyn Fn(&Func) -> String) -> Option<String> {
        let unfit = fault.unfit.as_ref()?;
        if let Some(told) = self.beyond_a_table(unfit, telling) {
            return Some(told);
        }
        let name = self.goes(unfit, called);
        let range = self.range(unfit);
        let open = telling == Telling::Open || self.is_open(&unfit.goes);
        if telling == Telling::Alike || !open {
            return Some(match name {
                Some(name) => format!("{name} would leave {range}"),
                None => format!("a value does not fit where it goes: {range}"),
            });
        }
        let counted = match unfit.goes {
            Goes::Cell(cell) => Some(Counted::Held(cell)),
            Goes::Param(func, at) => Some(Counted::Param(func, at)),
            Goes::Answer(func) => Some(Counted::Answer(func)),
            Goes::Local(_) | Goes::Index(..) | Goes::Nowhere => None,
        };
        let value = match counted {
            Some(counted) => self.shown(counted, unfit.what, unfit.value),
            None => self.value_name(unfit.what, unfit.value),
        };
        let none = matches!(unfit.what, What::Id(_)) && unfit.value == NONE;
        Some(match name {
            None if none => "something is asked of who or what is none here".to_owned(),
            Some(name) => format!("{name}{} would be {value}, and it is {range}", self.of(unfit)),
            None => format!("a value does not fit where it goes: it is {value}, and it must be {range}"),
        })
    }

    /// `` `crt` is asked for 8/1, and has 1/2..4/1 ``
    fn beyond_a_table(&self, unfit: &Unfit, telling: Telling) -> Option<String> {
        let (table, at) = index_of(unfit)?;
        let name = match self.looked_up(table)? {
            LookedUp::Table(name) => name,
            LookedUp::Scale(name) => return Some(format!("it goes beyond the ends of the scale `{name}`")),
        };
        if telling == Telling::Alike || telling != Telling::Open && !self.is_open(&unfit.goes) {
            return Some(format!("`{name}` is asked for what lies beyond it"));
        }
        let shown = |value| self.shown(Counted::Index(table, at), unfit.what, value);
        Some(format!("`{name}` is asked for {}, and has {}..{}", shown(unfit.value), shown(unfit.lo), shown(unfit.hi)))
    }

    /// What is to be written in the text where a look-up goes beyond what stands there.
    pub(crate) fn to_go_on(&self, unfit: &Unfit) -> Option<String> {
        let (table, at) = index_of(unfit)?;
        let below = unfit.value < unfit.lo;
        let name = match self.looked_up(table)? {
            LookedUp::Table(name) => name,
            LookedUp::Scale(name) => {
                return Some(format!(
                    "write `...` at the end of `scale {name}` that goes on; or a row that keeps what counts along it within its ends"
                ));
            }
        };
        let is_last = at + 1 == self.program().table(table).index.len();
        let words = match (is_last && at > 0, below) {
            (true, true) => "beyond left: first column",
            (true, false) => "beyond right: last column",
            (false, true) => "beyond top: first line",
            (false, false) => "beyond bottom: last line",
        };
        Some(format!("say in the head of `table {name}` what counts there, as in `{words}`"))
    }

    fn is_open(&self, goes: &Goes) -> bool {
        match goes {
            Goes::Cell(cell) => !self.program().may_be_unseen(*cell),
            Goes::Param(..) | Goes::Answer(_) | Goes::Local(_) | Goes::Index(..) | Goes::Nowhere => !self.hides(),
        }
    }

    /// As its author calls it; what nobody gave a name has none.
    fn goes(&self, unfit: &Unfit, called: &dyn Fn(&Func) -> String) -> Option<String> {
        let program = self.program();
        let name = match &unfit.goes {
            Goes::Cell(cell) if matches!(program.cell(*cell).role, Role::Pending | Role::Truth) => return None,
            Goes::Cell(cell) => self.called_among(*cell, &[]),
            Goes::Param(func, at) => {
                let func = program.func(*func);
                let name = &func.locals.get(*at)?.name;
                if !is_given(name) || !is_given(&func.name) {
                    return None;
                }
                return Some(format!("`{name}` of {}", called(func)));
            }
            Goes::Answer(func) => called(program.func(*func)),
            Goes::Local(name) => name.clone(),
            Goes::Index(..) | Goes::Nowhere => return None,
        };
        is_given(&name).then_some(name)
    }

    /// ` of B1`, `(B1, 2)`
    fn of(&self, unfit: &Unfit) -> String {
        let Goes::Cell(cell) = unfit.goes else { return String::new() };
        let names = unfit.of.iter().zip(&self.program().cell(cell).index);
        let names: Vec<String> = names.map(|(at, of)| self.value_name(of.what, *at)).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => format!(" of {one}"),
            [_, ..] => format!("({})", names.join(", ")),
        }
    }

    /// `0..4`; of names, that it is none, or which they are from and to.
    fn range(&self, unfit: &Unfit) -> String {
        let name = |value| self.value_name(unfit.what, value);
        match unfit.what {
            What::Id(_) if unfit.value == NONE => "never none".to_owned(),
            What::Int { .. } | What::Bool | What::Id(_) if unfit.lo == unfit.hi => format!("{} alone", name(unfit.lo)),
            What::Int { .. } | What::Bool => format!("{}..{}", name(unfit.lo), name(unfit.hi)),
            What::Id(_) => format!("one from {} to {}", name(unfit.lo.max(0)), name(unfit.hi)),
        }
    }
}

/// Which index of which look-up it was to be, unless somebody was asked who is none.
fn index_of(unfit: &Unfit) -> Option<(TableId, usize)> {
    let Goes::Index(table, at) = unfit.goes else { return None };
    let is_none = matches!(unfit.what, What::Id(_)) && unfit.value == NONE;
    (!is_none).then_some((table, at))
}

fn is_given(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('_')
}
