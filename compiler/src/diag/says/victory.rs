//! Who has won: grades, and ends of the game.

use super::RowName;
use crate::diag::{Code, Diagnostic, Place};

pub(crate) fn grades_are_an_enum(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "how a game may end is an enum of grades")
        .at(at, "this is no enum of the game")
        .help("name an enum whose members say who has won: `victory: Grade { .. }`; where a side or nobody wins write no type: `victory { .. }`")
}

pub(crate) fn grade_wanted(found: &str, grades: &[String], at: Place) -> Diagnostic {
    let grades = if grades.is_empty() { "a member of it".to_owned() } else { super::or_list(grades) };
    Diagnostic::wrong(Code::WrongType, format!("a grade of victory is wanted here, and this is {found}"))
        .at(at, "this is no grade")
        .help(format!("`victory` names the enum of the grades: write {grades}"))
}

pub(crate) fn grades_alike(title: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("two grades are called \"{title}\""))
        .at(at, "which of the two is meant when the game ends?")
        .at(first, "the first stands here")
        .help("give each the name that the book prints")
}

pub(crate) fn nobody_wins_by(list: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("no game ends with a member of {list}"))
        .at(at, "so it has no winner")
        .help(format!("`victory: {list} {{ .. }}` makes its members the grades of victory; else take `of ..` away"))
}

pub(crate) fn nobody_ever_wins(list: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("by no member of {list} has anybody won"))
        .at(at, "all of them are draws")
        .help("write behind each grade who has won: `tactical \"Tactical victory\" of German`")
}

pub(crate) fn over_without_victory(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, "the game is over here, and nothing says who has won")
        .at(at, "this asks `victory`")
        .help("write `victory { .. }` with a row for each end, or who has won: `game over: German`")
}

pub(crate) fn victories_differ(at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "the victories of two scenarios answer with different things")
        .at(at, "other grades")
        .at(first, "than here")
        .help("a game ends in one way: let one enum have the grades of all scenarios, and name it in each")
}

/// `subject`: what all its conditions compare with numbers; `number`: one of which none of them speaks.
pub(crate) fn number_left_out(item: &str, subject: &str, number: i64, at: Place) -> Diagnostic {
    Diagnostic::note(Code::Gap, format!("no row of `{item}` answers where `{subject}` is {number}"))
        .at(at, "each row has a condition")
        .help(format!("look for a slip in the numbers, or let the last row have `otherwise` in the place of its condition; if `{subject}` never is {number}: `allow {item} \"why\"`"))
        .about(item)
}

/// Two rows that go by one number.
pub(crate) fn both_answer(item: &str, subject: &str, number: i64, [one, other]: [&RowName; 2]) -> Diagnostic {
    let title =
        format!("{} and {} both answer where `{subject}` is {number}, and not the same", one.called, other.called);
    Diagnostic::note(Code::Clash, title)
        .at(other.at, "answers there")
        .at(one.at, "and so does this")
        .help(format!("look for a slip in the numbers, or say which one counts: end it with `exception to ..`; if `{subject}` never is {number}: `allow {item} \"why\"`"))
        .about(item)
}
