//! The words of the language. In: a word. Out: whether it can be a name, what it means, which name is free instead.
//!
//! Reserved is only what would make a line readable in two ways. Words that stand where no name can stand (`edition`,
//! `columns`, `stop`) are free. `pest/words.pest` reserves the same words; a test holds the two to each other.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordClass {
    /// Opens an item in column 0.
    Item,
    /// Joins two expressions, or binds what follows to what stands before.
    Operator,
    /// Counts, or speaks of all members of a set.
    Counting,
    /// A value, or the one thing without a name.
    Literal,
    /// Part of a row, or of the head of an item.
    Clause,
    /// The verb of a statement, or what opens one.
    Statement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordEntry {
    pub text: &'static str,
    pub class: WordClass,
    /// One line.
    pub meaning: &'static str,
}

const fn word(text: &'static str, class: WordClass, meaning: &'static str) -> WordEntry {
    WordEntry { text, class, meaning }
}

use WordClass::{Clause, Counting, Item, Literal, Operator, Statement};

/// Sorted; none of them can be a name.
pub const RESERVED: [WordEntry; 66] = [
    word("against", Operator, "attack against defence: a ratio"),
    word("among", Operator, "those of a set that are of a kind"),
    word("and", Operator, "both are so"),
    word("any", Counting, "is there one? with a name and a colon: one of which this holds"),
    word("applies", Operator, "does the row of that title count?"),
    word("as", Clause, "the name under which what was picked is kept"),
    word("at", Operator, "in that hex; at least, at most: bounds"),
    word("becomes", Statement, "changes to; whenever .. becomes yes"),
    word("by", Clause, "who does it, who decided it, how a way is looked for"),
    word("chooses", Statement, "a side takes one of several ways"),
    word("depending", Statement, "depending on: a way for each value"),
    word("each", Counting, "for each: one after the other"),
    word("else", Statement, "what is done if not"),
    word("even", Clause, "even when: an exception with a condition of its own"),
    word("every", Counting, "does it hold for all?"),
    word("exactly", Clause, "so many, no more and no fewer"),
    word("exception", Clause, "exception to: takes the place of the rows it names"),
    word("for", Clause, "for each: one after the other"),
    word("from", Operator, "where it begins; which rows a figure is made of"),
    word("gains", Statement, "gets so much more"),
    word("goes", Statement, "goes to: is put into that hex"),
    word("greatest", Counting, "the greatest of several amounts"),
    word("if", Statement, "only when it is so"),
    word("in", Operator, "is a member of"),
    word("is", Operator, "compares, or tests a kind"),
    word("it", Literal, "the one that is being looked at"),
    word("least", Counting, "the smallest of several amounts; at least: a bound"),
    word("loses", Statement, "gets so much less"),
    word("may", Statement, "a side is asked whether it wants to"),
    word("most", Counting, "those with the greatest value; at most: a bound"),
    word("moves", Statement, "a side leads a piece along a course"),
    word("must", Statement, "must spend: pays as far as it can"),
    word("no", Literal, "not so; is there none?"),
    word("none", Literal, "no member"),
    word("not", Operator, "it is not so"),
    word("now", Clause, "what an erratum puts in the place of what was"),
    word("number", Counting, "number of: how many members"),
    word("of", Operator, "belonging to"),
    word("or", Operator, "one of the two is so, or both"),
    word("otherwise", Clause, "when nothing else answers, when nobody is there"),
    word("perform", Statement, "does what a procedure says"),
    word("picks", Statement, "a side picks pieces, hexes or other members of a set"),
    word("provisional", Clause, "invented until it is known, and why"),
    word("remove", Statement, "takes out of play"),
    word("repeat", Statement, "again and again, so often at most"),
    word("replace", Statement, "replace .. with: others in its place"),
    word("rounded", Operator, "rounded down, rounded up: to a whole number"),
    word("ruling", Clause, "carries a decision on what the book leaves open"),
    word("spend", Statement, "pays from a pool"),
    word("such", Statement, "such that: what a choice has to keep to"),
    word("supposing", Operator, "what would be so if this were done"),
    word("than", Operator, "other than: all but"),
    word("to", Operator, "where it goes, ends or leads"),
    word("total", Counting, "total of .. for each: added up"),
    word("unless", Clause, "the row does not count when this is so"),
    word("until", Clause, "until end of: becomes what it was at the start"),
    word("up", Operator, "up to: so many or fewer; rounded up"),
    word("waives", Clause, "switches the rows it names off"),
    word("was", Clause, "what an erratum finds printed"),
    word("when", Clause, "the row counts when this is so"),
    word("whenever", Clause, "each time that it becomes so"),
    word("where", Operator, "only those of which this is so"),
    word("while", Statement, "as long as it is so"),
    word("with", Clause, "two things that never come together"),
    word("within", Operator, "not farther than; the action whose names are read"),
    word("yes", Literal, "it is so"),
];

/// The words that open an item in column 0. They are free as names.
pub const ITEMS: [WordEntry; 40] = [
    word("action", Item, "what a side may start"),
    word("allow", Item, "why a note is meant so"),
    word("also", Item, "rows for a value, fact, permit, zone or course of another chapter"),
    word("box", Item, "where pieces lie that are not on the map"),
    word("course", Item, "what a step of a move costs and where it may not go"),
    word("enum", Item, "a list of names"),
    word("errata", Item, "edits to a printed game"),
    word("example", Item, "what was played, and what must have come of it"),
    word("fact", Item, "yes or no, answered by rows"),
    word("game", Item, "the head of a game: edition, sides, dice, hexes, charts"),
    word("hole", Item, "what a series leaves to its games"),
    word("kind", Item, "several pieces under one name"),
    word("knowledge", Item, "what a side may not see, answered by rows"),
    word("limit", Item, "how often an action may be started"),
    word("look", Item, "how things are drawn"),
    word("map", Item, "hexes as drawn"),
    word("marker", Item, "what is laid on a piece"),
    word("measure", Item, "what is counted: steps, points, columns"),
    word("never", Item, "what is assumed not to happen"),
    word("notation", Item, "how results are printed in a table"),
    word("obligation", Item, "what a side has to do before it may pass"),
    word("option", Item, "rules that players may take in"),
    word("order", Item, "the counters of a side"),
    word("path", Item, "a way over hexes: supply, sight, retreat"),
    word("permit", Item, "may this be done? answered by rows"),
    word("piece", Item, "a sort of counter: what is printed on it, what changes"),
    word("procedure", Item, "steps that actions share"),
    word("purchase", Item, "what losses can be paid with"),
    word("rule", Item, "what happens whenever something becomes so, or at a moment"),
    word("ruling", Item, "a decision on what the book leaves open"),
    word("scale", Item, "steps with names, in order"),
    word("scenario", Item, "a set-up that is offered to players"),
    word("scene", Item, "a set-up that serves examples"),
    word("sequence", Item, "turns and phases"),
    word("series", Item, "rules that several games share"),
    word("state", Item, "what is remembered of the whole game"),
    word("table", Item, "a table as printed"),
    word("value", Item, "a number or another answer, made of rows"),
    word("victory", Item, "who has won, answered by rows"),
    word("zone", Item, "hexes that pieces control, answered by rows"),
];

/// Words that mean something where no name can stand: free as names, each with one line. Sorted.
pub const PLACED: [(&str, &str); 118] = [
    ("a", "in a row, at a time: `both pass in a row`, `4 at a time`"),
    ("add", "in errata: `add to X ..` puts something new into an item"),
    ("addition", "in the head of errata: they add, and change nothing printed"),
    ("after", "an example goes on behind another; in errata: behind that line"),
    ("alike", "`such that all alike in ..`: all of them the same there"),
    ("all", "`all settles`, `all sides`: every one of them"),
    ("along", "`moves u along COURSE`: by which course"),
    ("amend", "in errata: `amend X .. was .. now ..`"),
    ("answer", "in an example: who is asked answers so"),
    ("aside", "in errata: `set aside` an example that does not hold with them"),
    ("avoid", "in a path: not this way while there is another"),
    ("because", "in a ruling and in `set aside`: the reason"),
    ("before", "in errata: before that line; `each once before any twice`"),
    ("best", "in a path: the ways that have the fewest of something"),
    ("beyond", "in a table: what counts at the far side of its last line or column"),
    ("block", "in a path by a ray: `open unless both block`"),
    ("blocked", "in a path: not this way"),
    ("both", "`both pass`: the phase ends when both sides have passed"),
    ("case", "in errata: a case of your own; `in every case`, `in some case`"),
    ("cases", "how many cases a `supposing` may try"),
    ("chart", "in the head of a game: a chart of the book and its letters"),
    ("clarification", "in the head of errata: they change what is said, and not what is played"),
    ("column", "in a table: `beyond right: last column`"),
    ("columns", "in the head of a game: which columns the map has"),
    ("construction", "`by construction`: so without a rule of its own"),
    ("correction", "in the head of errata: they mend what was printed wrongly"),
    ("costs", "in a purchase: what one of it costs"),
    ("date", "in the head of errata: when they were published"),
    ("dice", "in the head of a game: its dice by name"),
    ("draw", "takes so many at random out of a box; in an example: what is drawn"),
    ("during", "of an action, a rule: in which phase it may be, or happens"),
    ("east", "a direction; how odd columns or rows are shifted"),
    ("edition", "in the head of a game: which printing it is of"),
    ("end", "`end of`: a moment; `end X`: what runs ends here"),
    ("enemy", "`enemy of s`: the other side"),
    ("enters", "who enters a hex; in a course: over the edge of the map"),
    ("error", "in a table: beyond it nobody may look"),
    ("excludes", "in the head of errata: with these they cannot count"),
    ("expect", "in an example: what must be so"),
    ("far", "`as far as it goes`: as many hexes as the law allows"),
    ("fewest", "the way, or the member, with the least of something"),
    ("first", "`first of`: of several rows the first that applies"),
    ("flags", "in a piece: what is so or not so, and not at the start"),
    ("forgiven", "in an obligation: owed no more"),
    ("friendly", "`friendly to s`: of the same side"),
    ("gives", "in a table: what its cells hold"),
    ("half", "in the head of a game: columns or rows that stand half a hex further"),
    ("hex", "one place of the map; in zones: the hex that is asked about"),
    ("hexes", "those of the map; in the head: how they are numbered; in a map: a list"),
    ("hides", "in knowledge: which states are not seen"),
    ("inner", "in a path by a ray: the hexes between the two ends alone"),
    ("keeps", "in an action: what it remembers until it ends"),
    ("language", "in the head of a game: which edition of the language"),
    ("largest", "`largest of`: of several rows the one with the most counts"),
    ("last", "in a table: `beyond right: last column`"),
    ("leaves", "in a course: over the edge of the map"),
    ("less", "`or less`: as few as there are"),
    ("like", "a course whose rows are those of another"),
    ("line", "in a table: `beyond bottom: last line`; in errata: what a line says"),
    ("met", "in an obligation: done"),
    ("more", "`3 or more`: at least"),
    ("needs", "in a permit: what has to be so; in a course: what must be left to make the step"),
    ("north", "a direction; in the head: which way numbers run"),
    ("numbers", "in the head of a game: `numbers north`, `numbers west`"),
    ("off", "in a zone: this hex is none of it"),
    ("on", "on which pieces a marker lies; which cases a ruling is on; `on to PHASE`"),
    ("once", "one time: `once per phase`; `at once`: not at the end"),
    ("one", "`one each`; `one passes as`: the name of who has passed"),
    ("only", "in a path: `inner hexes only`"),
    ("open", "in a path: the way is not barred here"),
    ("other", "`other than`: all but"),
    ("over", "in a ruling: which rule wins; in errata: over another file"),
    ("owed", "in an obligation: it has to be done"),
    ("pass", "in a course: through, not to stay; in a path: a way through; ends what a side may do"),
    ("passes", "`one passes as s`: a side stops, the other goes on"),
    ("per", "how often: `once per turn for each u`"),
    ("phase", "a part of a turn, with what is done in it"),
    ("place", "on a map: a hex with a name; `in place of`: what an option plays instead"),
    ("player", "`player turns`: each side has a turn of its own"),
    ("plural", "how several of a kind are called"),
    ("pointy", "in the head of a game: hexes with a corner above"),
    ("possible", "in an obligation: can it be done at all?"),
    ("printed", "in a piece: what its counters show and never changes"),
    ("ray", "in a path: `by ray`: along a straight line"),
    ("refused", "in an example: it may not be done, by which case"),
    ("remembers", "in a course: what the step makes so for the rest of the move"),
    ("removed", "a box `for the removed`: where they go"),
    ("requires", "in the head of errata: these must count, too"),
    ("roles", "in an action: who takes which part"),
    ("roll", "a die falls; in an example: what it shows"),
    ("row", "`both pass in a row`"),
    ("rows", "in the head of a game: which rows the map has"),
    ("run", "parts of a turn that are played several times"),
    ("set", "`set of`: several of a type; in errata: `set aside`"),
    ("settles", "`supposing .. all settles`: with all that comes of it by itself"),
    ("side", "`each side`, `all sides`: what is kept for each of them"),
    ("sides", "in the head of a game: who plays"),
    ("smallest", "`smallest of`: of several rows the one with the least counts"),
    ("some", "`in some case`: of what may fall, once at least"),
    ("source", "in errata: who gave them; in zones: who reaches out"),
    ("south", "a direction; how odd columns or rows are shifted"),
    ("spends", "in a course: from which points its costs are paid"),
    ("stages", "rows that are reckoned one group behind the other"),
    ("start", "`at start of`: a moment; in a course: where the move began"),
    ("step", "a part of a procedure with a title; in errata: a statement"),
    ("stop", "in a course: the move ends here"),
    ("sum", "`sum of`: all rows of the group count"),
    ("that", "`such that`: what a choice has to keep to"),
    ("the", "`on to the end` of an example"),
    ("then", "`best fewest .., then fewest ..`: among those alike"),
    ("time", "`6 at a time`: so many at most"),
    ("times", "`at most 3 times`: how often"),
    ("turn", "one of the turns of the game; in a scene: which"),
    ("turns", "how many turns there are, and what is done in each"),
    ("twice", "`each once before any twice`"),
    ("usual", "of an option: taken in, where nobody says otherwise"),
    ("west", "a direction; in the head: which way numbers run"),
    ("without", "an example is played without these errata; a scene without an option"),
];

/// What a statement begins with that does not begin with what it is about.
pub const BEGIN_STATEMENTS: [&str; 14] = [
    "if",
    "for",
    "repeat",
    "roll",
    "remove",
    "replace",
    "perform",
    "draw",
    "end",
    "phase",
    "step",
    "turns",
    "run",
    "depending",
];

/// Can this word not be a name?
pub fn is_reserved(text: &str) -> bool {
    meaning(text).is_some()
}

/// The entry of a reserved word.
pub fn meaning(text: &str) -> Option<&'static WordEntry> {
    let at = RESERVED.binary_search_by(|entry| entry.text.cmp(text)).ok()?;
    RESERVED.get(at)
}

/// The same word as the list of items has it.
pub fn item_word(text: &str) -> Option<&'static str> {
    let at = ITEMS.binary_search_by(|entry| entry.text.cmp(text)).ok()?;
    ITEMS.get(at).map(|entry| entry.text)
}

/// The words that begin an item.
pub(crate) fn item_words() -> impl Iterator<Item = &'static str> {
    ITEMS.iter().map(|entry| entry.text)
}

/// A name that may be used where the word may not.
pub fn free_name(text: &str) -> String {
    format!("the_{text}")
}
