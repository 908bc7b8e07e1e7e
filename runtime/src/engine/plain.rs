//! Values as programs read them: numbers, `true` and `false`, `null` for none, names, lists of names. In: a raw value and
//! what it counts as. Out: JSON; and back. A number that is not whole is a text, `"7/2"`; so is a step of a scale, `"3/1"`.

use super::game::Game;
use super::shown::Counted;
use crate::ir::{DomainId, NONE, Scalar, Type, What};
use serde_json::Value;

impl Game {
    /// A value that may count along a scale.
    pub(super) fn plain(&self, of: Counted, what: What, value: i64) -> Value {
        match what {
            What::Int { .. } if self.counts(of) => Value::from(self.shown(of, what, value)),
            What::Id(_) if value != NONE => Value::from(self.shown(of, what, value)),
            What::Int { .. } | What::Bool | What::Id(_) => self.plain_alone(what, value),
        }
    }

    /// A value that is printed nowhere else.
    pub(super) fn plain_alone(&self, what: What, value: i64) -> Value {
        match what {
            What::Id(_) if value == NONE => Value::Null,
            What::Bool => Value::Bool(value == 1),
            What::Int { den: 1 } => Value::from(value),
            What::Int { den } if value % i64::from(den) == 0 => Value::from(value / i64::from(den)),
            What::Int { .. } | What::Id(_) => Value::from(self.value_name(what, value)),
        }
    }

    /// The members of a set, by name.
    pub(super) fn member_names(&self, domain: DomainId, words: &[u64]) -> Vec<String> {
        let all = 0..i64::from(self.program().domain(domain).size);
        let held = all.filter(|&member| words[(member >> 6) as usize] >> (member & 63) & 1 == 1);
        held.map(|member| self.member_name(domain, member)).collect()
    }

    /// Back from [`Game::plain`].
    pub(super) fn value_plain(&self, of: Counted, scalar: Scalar, value: &Value) -> Result<i64, String> {
        let name = match value {
            Value::Null => "none".to_owned(),
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Value::Number(number) => number.to_string(),
            Value::String(name) => name.clone(),
            Value::Array(_) | Value::Object(_) => return Err("one value is wanted, not several".to_owned()),
        };
        match self.value_shown(of, &name) {
            Some(step) if scalar.contains(step) => Ok(step),
            Some(_) | None => self.value_named(Type::Scalar(scalar), &name),
        }
    }
}
