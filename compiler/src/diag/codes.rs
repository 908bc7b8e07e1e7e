//! The closed list of codes: each its variant, its printed word, its one line, its page.
//!
//! Promises: a printed word is stable once released; each has a page `docs/errors/WORD.md`. To add a code: one line
//! here, one page there, the smallest wrong file in `tests/suite/errors/WORD.wgr`.

macro_rules! codes {
    ($($variant:ident $word:literal $summary:literal,)+) => {
        /// What kind of mistake it is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $(#[doc = $summary] $variant,)+ }

        impl Code {
            /// Every code, in the order of the list.
            pub const ALL: &[Code] = &[$(Code::$variant,)+];

            /// As printed: `unknown-name`.
            pub fn word(self) -> &'static str {
                match self { $(Code::$variant => $word,)+ }
            }

            /// What it means, in one line.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$variant => $summary,)+ }
            }

            /// Its page, as Markdown.
            pub fn page(self) -> &'static str {
                match self { $(Code::$variant => include_str!(concat!("../../../docs/errors/", $word, ".md")),)+ }
            }
        }
    };
}

codes! {
    // How a text is written.
    Syntax "syntax" "a line that cannot be read",
    Unclosed "unclosed" "braces, brackets or quotation marks that do not pair",
    UnknownItem "unknown-item" "a line that begins with no item's keyword",
    ReservedWord "reserved-word" "a word of the language used as a name",
    // Names and kinds.
    UnknownName "unknown-name" "a name that nothing declares",
    TwiceNamed "twice-named" "one name declared twice",
    WrongKind "wrong-kind" "a field of a piece that may not have it",
    WrongType "wrong-type" "a value of one type where another is wanted",
    WrongMeasure "wrong-measure" "an amount in one measure where another is wanted",
    OutOfRange "out-of-range" "a number beyond the range that was declared",
    WrongCount "wrong-count" "too many or too few arguments",
    ArgumentName "argument-name" "an argument without its name, or with another's",
    UnknownRow "unknown-row" "an exception to a row that is not there",
    Circular "circular" "things that are each explained by the other",
    // Rows.
    Clash "clash" "two rows that can both apply, and nothing says which one wins",
    Gap "gap" "a situation that no row answers",
    SameRuleTwice "same-rule-twice" "one printed rule written in two places",
    NeverApplies "never-applies" "a row that can never apply, a statement that is never done",
    AlwaysSo "always-so" "a condition that decides nothing",
    ReliesOnNever "relies-on-never" "a proof that rests on a `never`",
    TableHole "table-hole" "a look-up that can leave the table",
    TableShape "table-shape" "a table whose lines or columns do not fit its head",
    // The book.
    UnknownCase "unknown-case" "a case that the ledger does not have",
    Unused "unused" "something that is declared and used by nobody",
    UnreadRuling "unread-ruling" "a ruling that settles nothing any more",
    Hole "hole" "a place where the book's answer is still missing",
    // Play.
    UnwrittenName "unwritten-name" "a kept name that is read before it is written",
    DeadEnd "dead-end" "a question that can have no answer",
    Endless "endless" "a repetition that need not end",
    Sequence "sequence" "a part of the sequence of play where it has no meaning",
    NeverOffered "never-offered" "an action, a phase or a turn that nobody ever has",
    NeverPlaced "never-placed" "counters that never come into play",
    Effect "effect" "a choice, a die or a change where nothing may happen",
    // Boards, counters, scenes, examples.
    MapShape "map-shape" "a map whose lines do not fit the hexes of the game",
    OrderShape "order-shape" "an order of battle whose lines do not fit its columns",
    Scene "scene" "a set-up that cannot be laid out",
    Example "example" "an example that does not come out as it says",
    // Overlays.
    ErrataStale "errata-stale" "an erratum whose old text is not what stands there",
    ErrataNothing "errata-nothing" "an erratum to something that is not there",
    ErrataHead "errata-head" "errata that are not what they call themselves, or do not fit beside others",
    // Files.
    File "file" "a file that cannot be taken as rules",
    NoGame "no-game" "rules without the item that says which game they are of",
}

impl Code {
    /// The code of a printed word.
    pub fn named(word: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.word() == word)
    }
}
