//! Forms that are half remembered: a word in the place of another, or a word that is missing.
//!
//! In: where a line could not be read. Out: the message that says what is written in this place. Promises: one table,
//! read from above; an entry looks at what it stands in, at the word before it and at what was found, and at nothing else.
//! Slips that want more than that stand in `slips.rs`.

use super::Slip;
use crate::diag::Diagnostic;
use wgr_grammar::Context;

/// What the line is.
#[derive(Clone, Copy)]
enum At {
    Row,
    /// A row of this item.
    RowOf(&'static str),
    Statement,
    Step,
    Errata,
    /// A line of `depending on`.
    Arm,
    Head(&'static str),
    Line(&'static str),
}

/// What stands right before it.
#[derive(Clone, Copy)]
enum Behind {
    Any,
    /// Nothing but blanks, a sign, a case, a title.
    Nothing,
    Title,
    Number,
    Name,
    Capital,
    Words(&'static [&'static str]),
}

/// What could not be read.
#[derive(Clone, Copy)]
enum Found {
    Any,
    Number,
    Name,
    Lower,
    Capital,
    /// `3.10`, `H.1`, `7.1#a`
    Case,
    Quoted,
    End,
    Words(&'static [&'static str]),
    /// The rest of the line begins with one of these.
    Phrase(&'static [&'static str]),
}

/// The line begins so, behind its cases and title; in errata and examples from its first word on.
#[derive(Clone, Copy)]
enum Line {
    Any,
    Begins(&'static str),
    Has(&'static str),
    /// It has the first and not the second.
    Holds(&'static str, &'static str),
}

struct Form {
    at: &'static [At],
    line: Line,
    behind: Behind,
    found: Found,
    says: &'static str,
    write: &'static str,
    /// What may be put in its place.
    with: Option<&'static str>,
}

const fn form(
    at: &'static [At],
    line: Line,
    behind: Behind,
    found: Found,
    [says, write]: [&'static str; 2],
    with: Option<&'static str>,
) -> Form {
    Form { at, line, behind, found, says, write, with }
}

/// Wherever a condition or a sum may stand.
const ASKED: &[At] = &[At::Row, At::Statement, At::Step];
const ROW: &[At] = &[At::Row];
const STATEMENT: &[At] = &[At::Statement];
const STEP: &[At] = &[At::Step];
const ERRATA: &[At] = &[At::Errata];
const PIECE: &[At] = &[At::Line("piece"), At::Line("marker")];
const LAID: &[At] = &[At::Line("scene"), At::Line("scenario")];
const OFTEN: &[At] = &[At::Statement, At::Line("action")];
/// Heads with parameters.
const ASKED_OF: &[At] = &[
    At::Head("value"),
    At::Head("fact"),
    At::Head("permit"),
    At::Head("course"),
    At::Head("path"),
    At::Head("zone"),
    At::Head("procedure"),
    At::Head("action"),
];
const LASTS: &[At] = &[At::Head("state"), At::Line("piece"), At::Line("marker")];
const NO_WORD: &str = "`{found}` is no word of the rules";

/// `{found}`, `{word}` and `{before}` stand for what was found, the word before it, and that with all that touches it.
const FORMS: &[Form] = &[
    // Rows, conditions, sums.
    form(
        ASKED,
        Line::Any,
        Behind::Words(&["distance"]),
        Found::Words(&["between", "from", "of"]),
        ["what is asked about stands in brackets", "write `distance(a, b)`, with two hexes"],
        None,
    ),
    form(
        ASKED,
        Line::Any,
        Behind::Any,
        Found::Words(&["between"]),
        ["a range of numbers is written with `in`", "write `in 1..3`, with two dots"],
        None,
    ),
    form(
        STATEMENT,
        Line::Begins("turns"),
        Behind::Number,
        Found::Words(&["to", "-", "until", "through"]),
        ["a range is written with two dots", "write `turns 1..4`, from the first to the last"],
        None,
    ),
    form(
        ASKED,
        Line::Has(" in "),
        Behind::Number,
        Found::Words(&["to", "through", "until"]),
        ["a range of numbers is written with two dots", "write `in 1..3`"],
        None,
    ),
    form(
        &[At::Row, At::Statement, At::Step, At::Line("piece"), At::Errata],
        Line::Any,
        Behind::Words(&["the", "The"]),
        Found::Name,
        ["`the` is no word of the rules", "leave it out: write `{found}` without it"],
        None,
    ),
    form(
        ROW,
        Line::Any,
        Behind::Words(&["cost"]),
        Found::Words(&["is"]),
        ["a row answers with `=`", "write `cost = 2 MP`, or `cost + 1 MP` for what is added"],
        Some("="),
    ),
    form(
        ROW,
        Line::Any,
        Behind::Nothing,
        Found::Words(&["halt", "halts", "stops", "end"]),
        [NO_WORD, "write `stop`"],
        Some("stop"),
    ),
    form(
        ASKED,
        Line::Any,
        Behind::Words(&["column", "row", "adjacent", "at_edge"]),
        Found::Name,
        ["what is asked about stands in brackets", "write `{word}({found})`"],
        None,
    ),
    form(
        &[At::RowOf("victory")],
        Line::Any,
        Behind::Nothing,
        Found::Capital,
        ["who wins stands behind `=`", "write `= {found} when ..`"],
        None,
    ),
    form(
        &[At::RowOf("zone")],
        Line::Any,
        Behind::Words(&["hexes"]),
        Found::Words(&["in"]),
        ["how far a zone reaches is said by `at` or `within`", "write `to hexes at 1`, or `to hexes within 2`"],
        None,
    ),
    form(
        ROW,
        Line::Any,
        Behind::Words(&["no", "yes", "off", "stop"]),
        Found::Words(&["not"]),
        ["a condition begins with `when` or `unless`", "write `{word} unless ..`, or `{word} when not ..`"],
        None,
    ),
    form(
        ROW,
        Line::Any,
        Behind::Name,
        Found::Words(&["stop"]),
        ["a row gives one answer", "write `stop` in a row of its own, with its case and its title"],
        None,
    ),
    form(
        ROW,
        Line::Any,
        Behind::Title,
        Found::Quoted,
        ["a row has one title", "leave one of the two; a remark stands behind `//`"],
        None,
    ),
    form(
        ROW,
        Line::Any,
        Behind::Any,
        Found::Phrase(&["cost is"]),
        ["a row answers with `=`", "write `cost = 2 MP`, or `cost + 1 MP` for what is added"],
        None,
    ),
    form(
        &[At::RowOf("path")],
        Line::Has("within"),
        Behind::Any,
        Found::End,
        ["how far is counted is not said", "write `hexes` behind it: `within 5 hexes`, `within radius(u) hexes`"],
        None,
    ),
    form(
        &[At::Row, At::Statement],
        Line::Any,
        Behind::Any,
        Found::Words(&["rule"]),
        ["what was decided about a rule is cited by `ruling`", "write `ruling`"],
        Some("ruling"),
    ),
    // Lines of `depending on`.
    form(
        &[At::Arm],
        Line::Any,
        Behind::Words(&["or"]),
        Found::Words(&["higher", "greater", "above", "up", "over", "bigger", "upwards"]),
        ["from a number on is written `or more`", "write `more`"],
        Some("more"),
    ),
    form(
        &[At::Arm],
        Line::Any,
        Behind::Words(&["or"]),
        Found::Words(&["lower", "fewer", "below", "under", "smaller", "down"]),
        ["up to a number is written `or less`", "write `less`"],
        Some("less"),
    ),
    form(
        &[At::Arm],
        Line::Any,
        Behind::Number,
        Found::Words(&["+"]),
        ["from a number on is written `or more`", "write `{word} or more`"],
        Some("or more"),
    ),
    form(
        &[At::Arm],
        Line::Any,
        Behind::Nothing,
        Found::Words(&["<", "<=", ">", ">="]),
        ["each line begins with its numbers", "write `1 or less`, `6 or more`, or the numbers themselves: `2..5`"],
        None,
    ),
    // Statements.
    form(
        STATEMENT,
        Line::Any,
        Behind::Words(&["once"]),
        Found::Words(&["per"]),
        [
            "how often it may be done is said where the action is",
            "write `once per phase` below the head of `action ..`; several actions share a `limit`",
        ],
        None,
    ),
    form(
        OFTEN,
        Line::Any,
        Behind::Words(&["once", "times"]),
        Found::Words(&["a", "an", "each", "every", "in"]),
        ["how often is written with `per`", "write `once per phase`"],
        Some("per"),
    ),
    form(
        &[At::Row, At::Statement, At::Line("action")],
        Line::Any,
        Behind::Words(&["for"]),
        Found::Words(&["every", "all", "any"]),
        ["`{found}` does not fit here", "write `for each`"],
        Some("each"),
    ),
    form(
        STATEMENT,
        Line::Holds("moves ", " along"),
        Behind::Any,
        Found::Words(&["by", "with", "via", "using", "through"]),
        ["by which course it moves is said by `along`", "write `along marching(u)`, with the name of the course"],
        Some("along"),
    ),
    form(
        STATEMENT,
        Line::Begins("roll "),
        Behind::Name,
        Found::Words(&["+", "-"]),
        [
            "a die is rolled alone",
            "write `roll {word}`; what fell is read in the statements below, as in `if {word} + 1 >= 6 { .. }`",
        ],
        None,
    ),
    form(
        STATEMENT,
        Line::Any,
        Behind::Name,
        Found::Phrase(&["is removed", "is eliminated", "is destroyed", "is killed", "is dead", "is lost"]),
        ["what is done stands first", "write `remove {word}`"],
        None,
    ),
    form(
        STATEMENT,
        Line::Any,
        Behind::Name,
        Found::Words(&["retreats", "retreat", "advances", "advance", "withdraws", "marches", "flees", "enters"]),
        [
            "who changes his hex `goes to` it",
            "write `{word} goes to h`; a hex that a side picks: `phasing picks 1 hex where .. as h`",
        ],
        None,
    ),
    form(
        STATEMENT,
        Line::Any,
        Behind::Words(&["players"]),
        Found::Words(&["turn", "turns"]),
        ["the turns of both sides are `player turns`", "write `player turns Blue, Red`, with the names of the sides"],
        None,
    ),
    form(
        STATEMENT,
        Line::Any,
        Behind::Words(&["phase"]),
        Found::Number,
        ["a phase has a name before its case", "write `phase combat 3.1 \"Combat\" { .. }`: rules call it by its name"],
        None,
    ),
    form(
        STATEMENT,
        Line::Any,
        Behind::Words(&["phase"]),
        Found::End,
        ["a phase has a name", "write `phase combat 3.1 \"Combat\" { .. }`: rules call it by its name"],
        None,
    ),
    form(
        STATEMENT,
        Line::Any,
        Behind::Title,
        Found::Words(&["-", "+", "=", "*"]),
        [
            "a row gives an answer, and here it is said what happens",
            "put this row into a `value`, a `fact` or a `permit`; here stands something like `u.steps loses 1`",
        ],
        None,
    ),
    form(
        STATEMENT,
        Line::Any,
        Behind::Name,
        Found::End,
        [
            "what is done with `{word}` is not said",
            "in a phase write how many of an action: `any number of {word}`; a procedure is done by `perform {word}`",
        ],
        None,
    ),
    form(
        &[At::Line("action")],
        Line::Begins("keeps"),
        Behind::Name,
        Found::End,
        [
            "what `{word}` can be is not said",
            "write it behind a colon: `keeps {word}: ..`, with a piece, `set of` a piece, a list, `Hex` or a range like `0..9`",
        ],
        None,
    ),
    // Steps of an example.
    form(
        STEP,
        Line::Any,
        Behind::Nothing,
        Found::Words(&["die", "dice", "throw", "rolls", "rolled"]),
        ["`{found}` is no word of an example", "write `roll 6`"],
        Some("roll"),
    ),
    form(
        STEP,
        Line::Begins("expect"),
        Behind::Words(&["is"]),
        Found::Words(&["at", "in", "on"]),
        ["where a counter stands is its hex", "write `expect R2.hex is 0303`"],
        None,
    ),
    form(
        STEP,
        Line::Any,
        Behind::Title,
        Found::Words(&[":"]),
        ["no colon stands behind the title of a row", "write the title, then its amount: `\"The attacker\" +4`"],
        None,
    ),
    form(
        STEP,
        Line::Any,
        Behind::Words(&["answer"]),
        Found::Words(&["by"]),
        ["what is answered stands before who answers", "write `answer 3.5 by Blue: ..`"],
        None,
    ),
    form(
        STEP,
        Line::Begins("refused"),
        Behind::Any,
        Found::End,
        ["why it is refused is not said", "write the case of the rule that forbids it: `refused attack 0501 by 3.4`"],
        None,
    ),
    form(
        STEP,
        Line::Begins("expect"),
        Behind::Name,
        Found::Number,
        ["how it is compared is not said", "write `expect {before} is {found}`"],
        Some("is {found}"),
    ),
    // Errata.
    form(
        ERRATA,
        Line::Any,
        Behind::Nothing,
        Found::Case,
        ["what it is added to is not said", "write `add to NAME` before it: `add to odds {found} ..`"],
        None,
    ),
    form(
        ERRATA,
        Line::Begins("amend"),
        Behind::Number,
        Found::Words(&["was"]),
        ["which row it is, is not said", "write its title behind the case: `amend {before} \"Title\" was .. now ..`"],
        None,
    ),
    form(
        ERRATA,
        Line::Any,
        Behind::Words(&["add"]),
        Found::Lower,
        ["`to` stands before what it is added to", "write `add to {found} ..`"],
        Some("to {found}"),
    ),
    form(
        ERRATA,
        Line::Any,
        Behind::Words(&["add"]),
        Found::Any,
        ["what it is added to is not said", "write `add to NAME` before it: `add to odds H.1 \"Mud\" - 1 when ..`"],
        None,
    ),
    form(
        ERRATA,
        Line::Begins("amend"),
        Behind::Words(&["is", "becomes"]),
        Found::Words(&["now"]),
        ["`now` stands alone", "take `{word}` away: `was - 1 now - 2`"],
        None,
    ),
    form(
        ERRATA,
        Line::Holds("amend ", " was"),
        Behind::Any,
        Found::Words(&["becomes", "to", "is", "from", "=", "are", "into", "with", "-", "+"]),
        [
            "what is printed and what takes its place stand behind `was` and `now`",
            "write `amend 3.10 \"In the village\" was - 1 now - 2`",
        ],
        None,
    ),
    form(
        ERRATA,
        Line::Begins("amend"),
        Behind::Any,
        Found::Words(&["if"]),
        ["a condition is amended by its own word", "write `when was .. now ..`"],
        Some("when"),
    ),
    form(
        ERRATA,
        Line::Begins("amend"),
        Behind::Name,
        Found::Words(&["("]),
        ["what is printed in a place stands between square brackets", "write `{word}[..]`, like `terrain[0303]`"],
        None,
    ),
    form(
        ERRATA,
        Line::Holds("\"", "["),
        Behind::Words(&["was", "now"]),
        Found::Number,
        ["the answer of a row begins with its sign", "write `{word} = {found}`, as it is printed"],
        Some("= {found}"),
    ),
    form(
        ERRATA,
        Line::Holds("\"", "["),
        Behind::Words(&["was"]),
        Found::Name,
        [
            "`was` alone is about the answer of a row",
            "a condition is amended by `when was .. now ..`, a statement or a limit by `step was .. now ..`",
        ],
        None,
    ),
    form(
        ERRATA,
        Line::Begins("set aside"),
        Behind::Any,
        Found::End,
        ["why it is set aside is not said", "write `because \"..\"` behind the title"],
        None,
    ),
    form(
        &[At::Head("errata")],
        Line::Holds("errata ", " to "),
        Behind::Any,
        Found::Words(&["language", "source", "for", "of", "{", ""]),
        [
            "to which game it belongs is not said",
            "write the title of the game: `errata \"Mud\" to \"Base\" language 1`",
        ],
        None,
    ),
    // Heads.
    form(
        &[At::Head("table")],
        Line::Holds("table ", " by "),
        Behind::Any,
        Found::Words(&[","]),
        ["lines and columns are joined by `by`", "write `by` in the place of the comma"],
        Some("by"),
    ),
    form(
        &[At::Head("table")],
        Line::Holds("table ", " gives"),
        Behind::Any,
        Found::End,
        ["what its entries are is not said", "write it at the end: `table crt : 1..6 by Terrain gives 0..3 {`"],
        None,
    ),
    form(
        &[At::Head("never")],
        Line::Begins("never no"),
        Behind::Any,
        Found::Words(&["when", "if"]),
        [
            "what never happens is said without `no when`",
            "write what never goes together: `never any units of Blue at h with any units of Red at h \"why\"`",
        ],
        None,
    ),
    form(
        &[At::Head("never")],
        Line::Any,
        Behind::Any,
        Found::End,
        ["why it never happens is not said", "write it between quotation marks at the end: `\"one hex, one side (2.5)\"`"],
        None,
    ),
    form(
        ASKED_OF,
        Line::Has("("),
        Behind::Name,
        Found::Words(&[")"]),
        [
            "what `{word}` can be is not said",
            "write it behind a colon: `{word}: ..`, with a piece, a list, `Hex`, `Side` or a range like `0..9`",
        ],
        None,
    ),
    form(
        ASKED_OF,
        Line::Has("("),
        Behind::Capital,
        Found::Name,
        ["the name stands before what it can be", "write `{found}: {word}`"],
        None,
    ),
    form(
        &[At::Head("action")],
        Line::Has(" during "),
        Behind::Words(&["the"]),
        Found::Name,
        ["`the` is no word of the rules", "write `during {found}`"],
        None,
    ),
    form(
        &[At::Head("example")],
        Line::Has(" at "),
        Behind::Any,
        Found::Words(&["at"]),
        ["`at` is said twice here", "leave one of them"],
        None,
    ),
    form(
        &[At::Head("example")],
        Line::Holds("example ", " of "),
        Behind::Any,
        Found::Words(&["at", "after", "in", "from", "{", ""]),
        ["which cases it shows is not said", "write them behind the title: `of 3.5, 3.9 at ..`"],
        None,
    ),
    form(
        &[At::Head("example")],
        Line::Has(" of "),
        Behind::Any,
        Found::Words(&["in", "from", "on", "with", "using"]),
        ["an example begins at a scene", "write `at` and the name of the scene"],
        Some("at"),
    ),
    form(
        &[At::Head("example")],
        Line::Any,
        Behind::Words(&["at"]),
        Found::Quoted,
        ["a scene goes by its name", "write the word behind `scene`, not its title: `at doorstep`"],
        None,
    ),
    form(
        &[At::Head("kind")],
        Line::Has("="),
        Behind::Any,
        Found::Words(&[",", "and", "&", "/", "+"]),
        ["what belongs to a kind is joined by `or`", "write `or`"],
        Some("or"),
    ),
    form(
        &[At::Head("ruling")],
        Line::Holds(" by ", " because"),
        Behind::Title,
        Found::Quoted,
        ["why it is so stands behind `because`", "write `because` before it"],
        Some("because {found}"),
    ),
    form(
        LASTS,
        Line::Any,
        Behind::Words(&["phase"]),
        Found::Name,
        ["a phase goes by its name alone", "write `until end of {found}`"],
        None,
    ),
    form(
        LASTS,
        Line::Has(" until end "),
        Behind::Any,
        Found::Words(&["until"]),
        ["`until` is said twice here", "write all ends behind one of them: `until end of combat or movement`"],
        None,
    ),
    form(
        &[At::Head("scene")],
        Line::Holds("scene ", " in "),
        Behind::Any,
        Found::Words(&["of"]),
        ["the phase stands before its side", "write `in combat of Blue`"],
        None,
    ),
    form(
        &[At::Head("scene")],
        Line::Holds(" in ", " of "),
        Behind::Any,
        Found::End,
        ["whose phase it is is not said", "write the side behind the phase: `in {word} of Blue {`"],
        None,
    ),
    form(
        &[At::Head("table")],
        Line::Any,
        Behind::Number,
        Found::Words(&[".."]),
        ["a colon stands before what the lines are named by", "write `table crt : 1..6 by Terrain gives 0..3 {`"],
        None,
    ),
    form(
        &[At::Head("scenario"), At::Head("option")],
        Line::Any,
        Behind::Name,
        Found::Capital,
        ["a title stands between quotation marks", "write `scenario race \"The race\" {`"],
        None,
    ),
    // Lines.
    form(
        PIECE,
        Line::Begins("flags"),
        Behind::Name,
        Found::Words(&[":"]),
        ["a flag is always yes or no", "take the type away: `flags {word} until end of turn`"],
        None,
    ),
    form(PIECE, Line::Any, Behind::Any, Found::Words(&["till", "til"]), [NO_WORD, "write `until`"], Some("until")),
    form(
        PIECE,
        Line::Any,
        Behind::Words(&["until"]),
        Found::Name,
        ["what it lasts for stands behind `end of`", "write `until end of ..`, with the name of the phase, or `turn`"],
        None,
    ),
    form(
        PIECE,
        Line::Begins("printed"),
        Behind::Name,
        Found::Number,
        ["a colon stands before what is printed", "write `printed {word}: 1..6`"],
        None,
    ),
    form(
        &[At::Line("map")],
        Line::Has(" drawn "),
        Behind::Name,
        Found::Name,
        ["a comma stands between two letters", "write `, {found} ..`"],
        Some(", {found}"),
    ),
    form(
        &[At::Line("map")],
        Line::Holds("hexes ", " drawn"),
        Behind::Name,
        Found::Words(&["."]),
        ["the letters of the map stand behind `drawn`", "write `drawn . plain, w wood`"],
        Some("drawn ."),
    ),
    form(
        &[At::Line("map")],
        Line::Holds("place ", ","),
        Behind::Any,
        Found::Number,
        ["the hex of a place stands behind its name alone", "write `place Village {found}`"],
        None,
    ),
    form(
        &[At::Line("map")],
        Line::Has("place "),
        Behind::Any,
        Found::Number,
        ["a place is one hex", "write a line for each place, or `hexes NAME: 0303, 0313` for several"],
        None,
    ),
    form(
        &[At::Line("game")],
        Line::Any,
        Behind::Any,
        Found::Phrase(&["odd columns", "even columns"]),
        [
            "of hexes that are `pointy` it is the rows that are shifted",
            "write `odd rows half a hex east`, or `flat` before it",
        ],
        None,
    ),
    form(
        &[At::Line("game")],
        Line::Any,
        Behind::Words(&["a"]),
        Found::Words(&["south", "north", "east", "west"]),
        ["how far they are shifted is half a hex", "write `half a hex {found}`"],
        Some("hex {found}"),
    ),
    form(
        LAID,
        Line::Any,
        Behind::Number,
        Found::Words(&["/"]),
        ["a counter stands in one hex", "write one number before the colon; counters in another hex have a line of their own"],
        None,
    ),
    form(
        LAID,
        Line::Holds("", ":"),
        Behind::Number,
        Found::Name,
        ["a colon stands behind the hex", "write `: {found}`"],
        Some(": {found}"),
    ),
    form(
        LAID,
        Line::Any,
        Behind::Name,
        Found::Words(&["=", ":"]),
        ["what a state is stands behind its name alone", "take the sign away: `turn 3`, `B1 (fought yes)`"],
        None,
    ),
];

impl Slip<'_> {
    pub(super) fn form(&self, context: Context, found: &str) -> Option<Diagnostic> {
        let word = self.word_before().map_or("", |(word, _)| word);
        let form = FORMS.iter().find(|form| self.fits(form, context, word, found))?;
        let before = self.line_before().trim_end().rsplit(' ').next().unwrap_or_default();
        let filled = |text: &str| text.replace("{found}", found).replace("{word}", word).replace("{before}", before);
        let told = self.says(&filled(form.says), filled(form.write));
        Some(match form.with {
            Some(with) => told.fix(format!("write `{}`", filled(with)), false, self.replaced(&filled(with))),
            None => told,
        })
    }

    fn fits(&self, form: &Form, context: Context, word: &str, found: &str) -> bool {
        let line = self.line_before();
        let first = if matches!(context, Context::Statement) { self.statement_before() } else { line.trim_start() };
        let number = |text: &str| text.starts_with(|sign: char| sign.is_ascii_digit());
        let name = |text: &str| text.starts_with(char::is_alphabetic);
        form.at.iter().any(|at| at.is(context))
            && match form.line {
                Line::Any => true,
                Line::Begins(with) => first.trim_start().starts_with(with),
                Line::Has(this) => line.contains(this),
                Line::Holds(this, not) => line.contains(this) && !line.contains(not),
            }
            && match form.behind {
                Behind::Any => true,
                Behind::Nothing => word.is_empty(),
                Behind::Title => line.trim_end().ends_with('"'),
                Behind::Number => number(word),
                Behind::Name => name(word),
                Behind::Capital => word.starts_with(char::is_uppercase),
                Behind::Words(words) => words.contains(&word),
            }
            && match form.found {
                Found::Any => found != "to",
                Found::Number => number(found),
                Found::Name => name(found),
                Found::Lower => found != "to" && found.starts_with(char::is_lowercase),
                Found::Capital => found.starts_with(char::is_uppercase),
                Found::Case => {
                    found.starts_with(|sign: char| sign.is_ascii_digit() || sign.is_ascii_uppercase())
                        && found.contains(['.', '#'])
                }
                Found::Quoted => found.starts_with('"'),
                Found::End => found.is_empty(),
                Found::Words(words) => words.contains(&found),
                Found::Phrase(begins) => begins.iter().any(|begin| self.rest_of_line().starts_with(begin)),
            }
    }
}

impl At {
    fn is(self, context: Context) -> bool {
        match (self, context) {
            (At::Row, Context::Row(_) | Context::SuchThat)
            | (At::Statement, Context::Statement | Context::Arm | Context::Choice)
            | (At::Arm, Context::Arm)
            | (At::Step, Context::Step)
            | (At::Errata, Context::Edit) => true,
            (At::RowOf(item), Context::Row(of))
            | (At::Head(item), Context::Head(of))
            | (At::Line(item), Context::Line(of)) => item == of,
            (
                At::Row | At::RowOf(_) | At::Statement | At::Arm | At::Step | At::Errata | At::Head(_) | At::Line(_),
                _,
            ) => false,
        }
    }
}
