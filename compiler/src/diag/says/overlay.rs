//! Errata, rulings, and what is not from the rulebook.

use crate::diag::{Code, Diagnostic, Mark, Place, did_you_mean, nearest};

pub(crate) fn errata_twice(title: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("two errata are called \"{title}\""))
        .at(at, "again here")
        .at(first, "first here")
        .help("give one of them another title: others go `over` it by its title")
}

/// A line of errata that these say already.
pub(crate) fn errata_line_twice(title: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::SameRuleTwice, format!("\"{title}\" says this twice"))
        .at(at, "again here")
        .at(first, "first here")
        .help("take one of the two lines away")
}

pub(crate) fn errata_to_other(named: &str, game: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, format!("these errata are to \"{named}\", and this game is \"{game}\""))
        .at(at, "another game")
        .help(format!("if they are meant for this game, write `to \"{game}\"`; if not, leave their file out"))
        .marked(Mark::ErrataToOther)
}

pub(crate) fn errata_language(written: i64, wanted: i64, at: Place) -> Diagnostic {
    let title = format!("these errata are written in language {written}, and the game in language {wanted}");
    Diagnostic::wrong(Code::ErrataStale, title)
        .at(at, "another language")
        .help(format!("read them again with the game beside them, then write `language {wanted}`"))
}

pub(crate) fn errata_nothing(row: &str, near: &[String], statement: bool, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::ErrataNothing, format!("there is no row {row} to change"))
        .at(at, "no row of this case and title");
    let rows: Vec<String> = near.iter().map(|row| format!("`{row}`")).collect();
    match (near.is_empty(), statement) {
        (false, _) => told.help(format!("did you mean {}?", super::or_list(&rows))),
        (true, true) => told
            .why("this is the title of a statement or a limit")
            .help("amend what it does by `step`: `amend 6.5 \"It marches\" step was .. now ..`; of a limit `step was once per turn now 2 per turn`"),
        (true, false) => told.help("write the case and the title as the row has them"),
    }
}

/// What is removed is an example that has no such row beside it.
pub(crate) fn errata_aside(told: Diagnostic, example: &str) -> Diagnostic {
    told.help(format!("if the example is meant: `set aside \"{example}\" because \"..\"`"))
}

/// A cell that is printed for several labels of its line. `meant`: the cell that they share.
pub(crate) fn errata_one_label(word: &str, line: &str, meant: &[String], to_type: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::ErrataNothing, format!("there is no `{word}` to change"))
        .at(at, "printed in one line with others");
    let meant: Vec<String> = meant.iter().map(|one| format!("`amend {one} was .. now ..`")).collect();
    let told = match meant.as_slice() {
        [] => told.why(format!("it stands in the line `{line}`")),
        meant => told.help(format!("for all labels of its line at once: {}", super::or_list(meant))),
    };
    let to_type: Vec<String> = to_type.iter().map(|line| format!("`{line}`")).collect();
    told.help(format!("for this label alone, put two lines in the place of one: {}", to_type.join(", ")))
}

/// `7` of `crt[7, 2/1]`, and what stands there in its place; nothing where other labels are none either.
fn label_not_printed(word: &str, known: &[String]) -> Option<(String, String)> {
    let labels = |cell: &str| -> Option<Vec<String>> {
        let (_, inner) = cell.strip_suffix(']')?.split_once('[')?;
        Some(inner.split(',').map(|label| label.trim().to_owned()).collect())
    };
    // A list has one label, and no columns.
    let own = labels(word).filter(|own| own.len() > 1)?;
    let cells: Vec<Vec<String>> = known.iter().filter_map(|cell| labels(cell)).collect();
    let here = |at: usize| -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for label in cells.iter().filter(|cell| cell.len() == own.len()).filter_map(|cell| cell.get(at)) {
            if !all.contains(label) {
                all.push(label.clone());
            }
        }
        all
    };
    let mut wrong =
        own.iter().enumerate().map(|(at, label)| (label, here(at))).filter(|(label, all)| !all.contains(label));
    let (label, all) = wrong.next().filter(|(_, all)| !all.is_empty() && all.len() <= MOST_LABELS)?;
    if wrong.next().is_some() || !nearest(label, all.iter().map(String::as_str)).is_empty() && label.len() > 2 {
        return None;
    }
    let verb = if all.len() == 1 { "is" } else { "are" };
    Some((label.clone(), format!("{verb} {}", super::and_list(&all))))
}

/// More than these are no help.
const MOST_LABELS: usize = 16;

/// `known`: the words of that table or counter. `meant`: those that must be meant.
pub(crate) fn errata_no_word(word: &str, known: &[String], meant: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::ErrataNothing, format!("there is no `{word}` to change"))
        .at(at, "nothing of this name is printed");
    let told = match label_not_printed(word, known).filter(|_| meant.is_empty()) {
        Some((label, labels)) => told.help(format!("no line or column is `{label}`: there {labels}")),
        None => told,
    };
    let near = nearest(word, known.iter().map(String::as_str));
    let near = if meant.is_empty() { near } else { meant.iter().map(String::as_str).collect() };
    match (near.as_slice(), known.first()) {
        ([], Some(one)) => told.help(format!("write the labels as they are printed, as in `{one}`")),
        ([], None) => told,
        (near, _) => {
            let near: Vec<String> = near.iter().map(|near| format!("`{near}`")).collect();
            told.help(format!("did you mean {}?", super::or_list(&near)))
        }
    }
}

/// `R1a` of the line `R1 x2`
pub(crate) fn errata_one_of_a_line([counter, line]: [&str; 2], field: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, format!("`{counter}` is one of several counters that `{line}` stands for"))
        .at(at, "one of them alone")
        .help(format!("they are printed alike, so all of them are amended: `amend {line}.{field} was .. now ..`"))
}

/// `terrain[0909]`. `ends`: the first and the last hex that has one.
pub(crate) fn errata_no_hex(word: &str, [first, last]: [&str; 2], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, format!("there is no `{word}` to change"))
        .at(at, "the map has no such hex")
        .help(format!("what is drawn goes from `{first}` to `{last}`"))
}

/// A hex of a list.
pub(crate) fn errata_whole_line(told: Diagnostic, feature: &str) -> Diagnostic {
    told.help(format!("or amend the whole list: `amend {feature} line was .. now ..`"))
}

/// `known`: the parts that it has.
pub(crate) fn errata_no_part(thing: &str, part: &str, known: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::ErrataNothing, format!("{thing} has no `{part}` to change"))
        .at(at, "nothing of this is printed there");
    let known: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    match known.as_slice() {
        [] => told.help("name what is printed there: a row, a statement, a cell, a field"),
        known => told.help(format!("it has {}", super::or_list(known).replace(" or ", " and "))),
    }
}

/// `turns` of a scenario that prints none.
pub(crate) fn errata_no_turns(scenario: &str, turns: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, format!("`{scenario}` says nothing of its turns"))
        .at(at, "nothing of this is printed there")
        .why("it is played for all turns of the sequence")
        .help(format!("give it a line: `add to {scenario} turns {turns}`, with the first turn and the last"))
}

/// `once per phase for each u`, which is printed in an action without a title.
pub(crate) fn errata_limit_without_title(thing: &str, was: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, format!("the limit of {thing} has no title, and errata reach none without"))
        .at(at, "a limit, and no statement")
        .help(format!(
            "let it have one where it is printed, `\"As often\" {was}`, and write `amend \"As often\" step was {was} now ..`"
        ))
}

/// `result`: a way of a `depending on` has these values.
pub(crate) fn errata_no_step(thing: &str, was: &str, result: bool, at: Place) -> Diagnostic {
    let what = was.split_whitespace().collect::<Vec<&str>>().join(" ");
    let told = Diagnostic::wrong(Code::ErrataNothing, format!("no statement of {thing} says `{what}`"))
        .at(at, "what the erratum says it was");
    if result {
        return told.help(format!("these are the values of a result: `amend .. result was {what} now ..`"));
    }
    told.help("write a whole statement as it is printed, or all of it up to its braces; it may have a title of its own")
}

/// Braces behind `now`, where those of the statement stay.
pub(crate) fn errata_braces_twice(at: Place, own: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataStale, "the statement keeps its braces, and is given others")
        .at(at, "braces of its own")
        .at(own, "these stay: `was` ends before them")
        .help("leave the braces behind `now` away; to change what they hold, amend what stands in them, or give them in `was`, too")
}

pub(crate) fn errata_several(thing: &str, part: &str, found: &[(Place, String)], at: Place) -> Diagnostic {
    let title = format!("{thing} says this {} times: which `{part}` is meant?", found.len());
    let told = Diagnostic::wrong(Code::TwiceNamed, title).at(at, "means more than one");
    found
        .iter()
        .fold(told, |told, (at, item)| told.at(*at, format!("one in `{item}`")))
        .help("name the statement in which it stands by its case and title, or a longer one")
}

/// What can be changed, and not be taken away.
pub(crate) fn errata_stays(thing: &str, example: bool, at: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::ErrataNothing, format!("{thing} cannot be taken away")).at(at, "has to be there");
    if example {
        return told
            .help("an example that does not hold with these errata is set aside: `set aside \"..\" because \"..\"`");
    }
    told.help("say what is printed there now: `amend .. was .. now ..`; or take away the whole line that it is in")
}

pub(crate) fn errata_adds_beside(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, "a line is added to an item, not to a row or a statement")
        .at(at, "no name of an item")
        .help("name the item, and behind `after` or `before` what it is put beside: `add to attack after 7.5 \"Fire\" ..`")
}

pub(crate) fn errata_not_once(thing: &str, item: &str, count: usize, at: Place) -> Diagnostic {
    let title = match count {
        0 => format!("{thing} is not in `{item}`"),
        count => format!("{thing} stands in `{item}` {count} times"),
    };
    Diagnostic::wrong(Code::ErrataNothing, title)
        .at(at, "where is it to be put?")
        .help("name something that stands there once, by its case and title")
}

pub(crate) fn errata_no_lines(thing: &str, at: Place, head: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, format!("nothing can be added to {thing}: it has no lines"))
        .at(at, "has no place there")
        .at(head, "this is all of it")
        .help("amend a part of it, by what it is called: `amend points range was 0..9 now 0..12`")
}

pub(crate) fn errata_says_more(part: &str, at: Place) -> Diagnostic {
    let title = format!("this is not a `{part}` alone");
    let told = Diagnostic::wrong(Code::ErrataStale, title).at(at, "says more than what it stands in for");
    match part {
        "title" | "because" => told.help("write it between quotes, and nothing else"),
        _ => told.help("a condition of its own is added to the row: `add to 7.5 \"Forest\" unless ..`"),
    }
}

pub(crate) fn errata_other_phases(phases: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataStale, "another order has the same phases")
        .at(at, "not the phases that stood there")
        .help(format!("name each of these once: {phases}; what is new is added first (`add to sequence after ..`)"))
}

/// It stands in something that others took out, or changed as a whole.
pub(crate) fn errata_gone(thing: &str, by: &str, out: bool, at: Place, gone: Place) -> Diagnostic {
    let does = if out { "takes it out" } else { "changes what it stands in" };
    let told = Diagnostic::wrong(Code::ErrataStale, format!("{thing} is no more: \"{by}\" {does}"))
        .at(at, "changes what is gone")
        .at(gone, if out { "taken out here" } else { "changed here as a whole" });
    told.help(format!(
        "take one of the two lines away; or say in the first line that the two do not count together: `excludes \"{by}\"`"
    ))
}

/// A member that the drawing of a map has no letter for.
pub(crate) fn errata_no_letter(word: &str, feature: &str, known: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::ErrataNothing, format!("the map has no letter for `{word}`"))
        .at(at, "nothing that is drawn there");
    let near = nearest(word, known.iter().map(String::as_str));
    match did_you_mean(word, "member", near.iter().copied()) {
        Some(near) => told.help(near),
        None => {
            let known: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
            told.help(format!("write one that is drawn in `{feature}`: {}", super::or_list(&known)))
        }
    }
}

/// `list`: the enum, where the member is to be added to it, too.
pub(crate) fn errata_new_letter(
    told: Diagnostic,
    word: &str,
    feature: &str,
    letter: char,
    list: Option<&str>,
) -> Diagnostic {
    let letter = format!("`add to {feature} {letter} {word}`");
    let lines = match list {
        Some(list) => format!("two lines before this one: `add to {list} {word} \"..\"` and {letter}"),
        None => format!("a letter for it: {letter}"),
    };
    told.help(format!("if `{word}` is new, add {lines}"))
}

/// What stands there is what is to stand there.
pub(crate) fn errata_same(thing: &str, at: Place, now: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, format!("{thing} stays as it is"))
        .at(at, "changes nothing")
        .at(now, "the same as behind `was`")
        .help("write behind `now` what is to stand there; or take the line away")
}

pub(crate) fn errata_ambiguous(row: &str, found: &[(Place, String)], at: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::TwiceNamed, format!("{} rows are called {row}: which one is meant?", found.len()))
            .at(at, "means more than one");
    found
        .iter()
        .fold(told, |told, (at, item)| told.at(*at, format!("one in `{item}`")))
        .help("name all cases of the row that is meant, or give the rows titles of their own")
}

pub(crate) fn errata_stale(row: &str, said: (&str, Place), stands: (&str, Place), by: Option<&str>) -> Diagnostic {
    let ((said, at), (stands, stands_at)) = (said, stands);
    let whose = by.map_or_else(|| "the rule says".to_owned(), |by| format!("\"{by}\" says"));
    Diagnostic::wrong(Code::ErrataStale, format!("{row}: {whose} `{stands}`, the erratum says it was `{said}`"))
        .at(at, "what the erratum says it was")
        .at(stands_at, "what stands there")
        .help(format!("if the erratum speaks of this printing, write `was {stands}`"))
        .help("if the rule was mended already, take this line away")
        .fix(format!("write `was {stands}`"), false, vec![(at, stands.to_owned())])
}

/// What the correction puts there stands there already.
pub(crate) fn errata_mended(row: &str, said: (&str, Place), stands: (&str, Place)) -> Diagnostic {
    let ((said, at), (stands, stands_at)) = (said, stands);
    Diagnostic::wrong(
        Code::ErrataStale,
        format!("{row}: the rule says `{stands}` already, the erratum says it was `{said}`"),
    )
    .at(at, "what the erratum says it was")
    .at(stands_at, "what stands there")
    .help("the rule was mended already: take this line away; if `was` and `now` changed places, turn them round")
}

/// What errata did to something that is missed now.
pub(crate) fn errata_did(title: &str, gone: bool) -> String {
    if gone { format!("taken out by \"{title}\"") } else { format!("changed by \"{title}\"") }
}

/// What they changed, where something is wrong: the item itself, or what it names.
pub(crate) fn errata_touched(title: &str, of_it: bool) -> String {
    if of_it { format!("\"{title}\" changes this item") } else { format!("\"{title}\" changes what it names") }
}

pub(crate) const ERRATA_TAKES_TOO: &str =
    "amend or take out in the errata what names it, too; or leave it in, and amend what it does";

pub(crate) const ERRATA_WIDEN: &str = "errata widen a range by a line of their own: `amend points range was 0..9 now 0..12`; \
    that of a table: `amend crt gives was 0..4 now 0..6`";

pub(crate) fn errata_own_case(case: &str) -> String {
    format!(
        "if it is a rule of your own, say between the braces of the errata what it is: `case {case} \"..\"`; else write the case as the ledger has it"
    )
}

/// `ways`: the values of each way of a `depending on`, as they are printed.
pub(crate) fn errata_which_way(thing: &str, ways: &[String], was: Place) -> Diagnostic {
    let ways: Vec<String> = ways.iter().map(|way| format!("`{way}`")).collect();
    Diagnostic::wrong(Code::ErrataNothing, format!("{thing} has {} results: which one is meant?", ways.len()))
        .at(was, "printed before none of them")
        .help(format!("write behind `was` the values of one as they are printed: {}", super::or_list(&ways)))
}

/// `was`: what the first puts there, where the second says what it finds.
pub(crate) fn errata_both(row: &str, second: (&str, Place), first: (&str, Place), was: Option<&str>) -> Diagnostic {
    let ((second, at), (first, first_at)) = (second, first);
    if first == second {
        return Diagnostic::wrong(Code::ErrataStale, format!("\"{first}\" changes {row} twice"))
            .at(at, "changed again")
            .at(first_at, "changed here")
            .help("take one of the two lines away: of one row each file says once what it becomes");
    }
    let told = Diagnostic::wrong(Code::ErrataStale, format!("\"{first}\" and \"{second}\" both change {row}"))
        .at(at, format!("changed by \"{second}\""))
        .at(first_at, format!("changed by \"{first}\""));
    let over = format!("if this one is the later, end its line with `over \"{first}\"`");
    told.help(match was.filter(|was| !was.contains('\n')) {
        Some(was) => format!("{over}, and write as `was` what the other puts there: `was {was}`"),
        None => over,
    })
}

pub(crate) fn errata_over_nothing(row: &str, over: &str, others: &[String], at: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::ErrataNothing, format!("\"{over}\" does not change {row}")).at(at, "goes over nothing");
    match did_you_mean(over, "errata", others.iter().map(String::as_str)) {
        Some(near) => told.help(near),
        None => match others {
            [] => told.help("take the `over` away: nothing else changes this row"),
            others => {
                let others: Vec<String> = others.iter().map(|other| format!("`over \"{other}\"`")).collect();
                told.help(format!("it is changed by others: write {}", super::or_list(&others)))
            }
        },
    }
}

/// `over "Spring"`, where those lie beside the game. `called`: as they are named where they are to count.
pub(crate) fn errata_over_uncounted(over: &str, called: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataNothing, format!("\"{over}\" does not count"))
        .at(at, "goes over nothing")
        .help(format!("let it count, too: `--with {called}`; or take the `over` away"))
}

/// `known`: the titles of others that count, and of those that lie beside the game. `called`: the title of the file that goes by
/// this name.
pub(crate) fn unknown_errata(title: &str, known: &[&str], called: Option<&str>, at: Place) -> Diagnostic {
    let near = called.map_or_else(|| nearest(title, known.iter().copied()), |called| vec![called]);
    let told = Diagnostic::wrong(Code::ErrataNothing, format!("there are no errata \"{title}\""))
        .at(at, "no errata are called so")
        .marked(Mark::NoErrata)
        .meant(&near, true, at);
    match near.as_slice() {
        [] => told
            .help("if their file lies elsewhere, name it, too: `--with FILE`")
            .help("else write the title of some that lie in the game's `errata/` or `house/`, or take this away"),
        near => told.help(format!("did you mean {}?", crate::diag::listed(near, "or"))),
    }
}

/// `requires "Spring"` of "Spring".
pub(crate) fn errata_of_themselves(word: &str, title: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataHead, format!("\"{title}\" {word} itself"))
        .at(at, "its own title")
        .help(format!("write the title of other errata behind `{word}`, or take it away"))
}

/// `called`: as they are named where they are to count.
pub(crate) fn errata_required(title: &str, wanted: &str, called: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataHead, format!("\"{title}\" requires \"{wanted}\", which does not count"))
        .at(at, "required here")
        .help(format!("let it count, too: `--with {called}`"))
}

pub(crate) fn errata_never_count(title: &str, other: &str, at: Place, wanted: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataHead, format!("\"{title}\" requires \"{other}\" and excludes it"))
        .at(at, "excluded here")
        .at(wanted, "required here")
        .help("take one of the two away")
}

pub(crate) fn errata_exclude_nobody(title: &str, other: &str, known: &[&str], at: Place) -> Diagnostic {
    let told = Diagnostic::note(Code::ErrataHead, format!("\"{title}\" excludes \"{other}\", which is not here"))
        .about(other)
        .at(at, "no errata are called so")
        .meant(&nearest(other, known.iter().copied()), true, at);
    let told = match nearest(other, known.iter().copied()).as_slice() {
        [] => told,
        near => told.help(format!("did you mean {}?", crate::diag::listed(near, "or"))),
    };
    told.help(format!(
        "if others have them, write below the last brace of these errata: `allow \"{other}\" \"who wrote them\"`"
    ))
}

pub(crate) fn errata_excluded(title: &str, other: &str, at: Place, other_at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataHead, format!("\"{title}\" excludes \"{other}\", and both count"))
        .at(at, "excluded here")
        .at(other_at, "counts, too")
        .help("leave one of the two out: take its `--with` away")
}

pub(crate) fn errata_no_addition(title: &str, at: Place, called: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataHead, format!("\"{title}\" is an addition, and changes what is printed"))
        .at(at, "what is printed does not stay")
        .at(called, "called so here")
        .help("write `correction` in the first line, or give what is added a file of its own")
}

/// Each of them with whom it requires.
pub(crate) fn errata_round(circle: &[(Place, String)]) -> Diagnostic {
    let title =
        if circle.len() == 2 { "two errata require each other" } else { "errata require each other in a circle" };
    let told = Diagnostic::wrong(Code::ErrataHead, title);
    let told = circle.iter().fold(told, |told, (at, says)| told.at(*at, says.clone()));
    told.help("take one `requires` away; what cannot count alone is one file")
}

/// `changed`: which rules are others with them.
pub(crate) fn errata_no_clarification(title: &str, changed: &[String], at: Place, called: Place) -> Diagnostic {
    let what = match changed {
        [] => "the rules".to_owned(),
        [one] => format!("`{one}`"),
        [one, other] => format!("`{one}` and `{other}`"),
        [one, rest @ ..] => format!("`{one}` and {} more", rest.len()),
    };
    Diagnostic::wrong(Code::ErrataHead, format!("\"{title}\" is a clarification, and changes {what}"))
        .at(at, "from here on something is played otherwise")
        .at(called, "called so here")
        .help("write `correction` in the first line; or say what is meant in words that leave play as it is: a title, a `case`")
}

pub(crate) fn errata_clarify_unseen(title: &str, called: Place) -> Diagnostic {
    let what = format!("whether \"{title}\" changes nothing cannot be seen: by itself it does not hold");
    Diagnostic::wrong(Code::ErrataHead, what)
        .at(called, "a clarification is compared with the game without it")
        .help("name the errata that it rests on: `requires \"..\"` in the first line")
}

/// A rule beside a clarification, in its file.
pub(crate) fn errata_clarify_with_rules(title: &str, at: Place, called: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ErrataHead, format!("\"{title}\" is a clarification, and brings a rule"))
        .at(at, "a rule of its own")
        .at(called, "called so here")
        .help("write `addition` in the first line, or give the rule a file of its own")
}

/// `others`: of each who goes over the one before, where.
pub(crate) fn errata_over_each_other(row: &str, circle: &[(Place, String)]) -> Diagnostic {
    let title = format!("errata go over each other at {row}: none of them is the first");
    let told = Diagnostic::wrong(Code::ErrataStale, title);
    let told = circle.iter().fold(told, |told, (at, over)| told.at(*at, format!("over \"{over}\"")));
    told.help("take the `over` of the earliest away, and give it as `was` what is printed")
}

/// An example that is to be played with these errata alone, and not with them.
pub(crate) fn example_never_played(title: &str, errata: &str, aside: Place, with: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Example, format!("the example \"{title}\" is played neither with \"{errata}\" nor without"))
        .at(with, "played with them alone")
        .at(aside, "and not with them")
        .help("take one of the two away")
}

pub(crate) fn set_aside_twice(title: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("the example \"{title}\" is set aside twice"))
        .at(at, "again here")
        .at(first, "first here")
        .help("take one of the two lines away")
}

pub(crate) fn unread_ruling(name: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::UnreadRuling, format!("ruling {name} settles nothing"))
        .about(name)
        .at(at, "nothing carries it")
        .help(format!("end the row or statement that follows from it with `ruling {name}`"))
        .help(format!(
            "if the question has gone away, take the ruling away; if it is meant so: `allow \"{name}\" \"why\"`"
        ))
}

/// `"A" over "B"`, where the two never answer at once.
pub(crate) fn idle_ruling(name: &str, over: &str, under: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::UnreadRuling, format!("ruling {name} settles nothing"))
        .about(name)
        .at(at, "there is nothing to decide")
        .why(format!(
            "{over} and {under} never apply at once with different answers, or one is an exception to the other"
        ))
        .help("take the ruling away; if the two should meet, look at their conditions")
}

pub(crate) fn ruling_of_no_row(title: &str, known: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::UnknownRow, format!("there is no row \"{title}\""))
        .at(at, "names no row")
        .meant(&nearest(title, known.iter().map(String::as_str)), true, at);
    match did_you_mean(title, "row", known.iter().map(String::as_str)) {
        Some(near) => told.help(near),
        None => told.help("write the titles of two rows of one item, as they stand between their quotes"),
    }
}

pub(crate) fn ruling_apart(over: (&str, &str), under: (&str, &str), at: Place) -> Diagnostic {
    let title = format!("\"{}\" and \"{}\" are rows of different items", over.0, under.0);
    Diagnostic::wrong(Code::UnknownRow, title)
        .at(at, format!("one of `{}`, one of `{}`", over.1, under.1))
        .help("name two rows of one item; rows of different items never answer the same question")
}

/// An example of a case that no row, statement or item carries.
pub(crate) fn carried_by_none(case: &str, near: &[&str], at: Place) -> Diagnostic {
    let told = Diagnostic::note(Code::UnknownCase, format!("no rule carries {case}"))
        .about(case)
        .at(at, "shown by this example");
    match near {
        [] => told.help("write the case of the rule that the example shows"),
        near => told.help(format!("did you mean {}?", near.join(" or "))),
    }
}

pub(crate) fn hole(what: &str, ground: &str, at: Place) -> Diagnostic {
    let what = if what.is_empty() { "something".to_owned() } else { what.to_owned() };
    Diagnostic::not_proved(Code::Hole, format!("{what} is not there: {ground}"))
        .at(at, "playing stops here")
        .help("put in the book's answer once it is known")
}

pub(crate) fn provisional(what: &str, ground: &str, at: Place) -> Diagnostic {
    let what = if what.is_empty() { "this".to_owned() } else { what.to_owned() };
    Diagnostic::note(Code::Hole, format!("{what} is provisional: {ground}"))
        .at(at, "not from the rulebook")
        .help("put in the book's answer once it is known")
}
