//! What makes code shorter and faster, each by its name, so that one can be left out: to see what it gains, and to see that it
//! changes nothing else.

/// One of them; each in the file that it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Queries of printed data alone become tables (`mir/tabulate.rs`).
    Tabulate,
    /// What is reckoned of one look-up is a look-up (`mir/reckoned.rs`).
    Reckoned,
    /// Names of queries are given once, and what only hands on is gone (`mir/given.rs`).
    Given,
    /// What numbers can be is known, and checks of what cannot leave its range are gone (`mir/sure.rs`).
    Sure,
    /// Queries that say in steps what one expression says are that expression (`mir/straight.rs`).
    Straight,
    /// Queries that are one expression stand in the place of their calls (`mir/splice.rs`).
    Splice,
    /// What the board says of a query's parameters is asked once (`mir/once.rs`).
    Once,
    /// Rows that cannot clash say nothing of it (`mir/unfailing.rs`).
    Unfailing,
    /// Sets that are sifted twice are sifted once (`mir/joined.rs`).
    Joined,
    /// Candidates are found as a set before they are asked one by one (`mir/narrow.rs`).
    Narrow,
    /// Answers are kept as long as what they rest on stays (`compile/recall.rs`).
    Recall,
    /// Short queries are compiled in the place of their calls (`compile/inline.rs`).
    Inline,
    /// Conditions are asked where they decide (`compile/sink.rs`).
    Sink,
    /// What costs far less is asked first (`compile/cheap.rs`).
    Cheap,
    /// Where nobody is left the query answers at once (`compile/nobody.rs`).
    Nobody,
    /// First conditions are put to all members at once (`compile/bulk.rs`).
    Bulk,
    /// What is the same for all members is found once (`compile/each.rs`).
    Same,
    /// All who are judged alike share one search from the goals outward (`compile/homeward.rs`).
    Homeward,
    /// Jumps lead to where they end (`compile/thread.rs`).
    Thread,
}

impl Pass {
    pub const ALL: [Pass; 19] = [
        Pass::Tabulate,
        Pass::Reckoned,
        Pass::Given,
        Pass::Sure,
        Pass::Straight,
        Pass::Splice,
        Pass::Once,
        Pass::Unfailing,
        Pass::Joined,
        Pass::Narrow,
        Pass::Recall,
        Pass::Inline,
        Pass::Sink,
        Pass::Cheap,
        Pass::Nobody,
        Pass::Bulk,
        Pass::Same,
        Pass::Homeward,
        Pass::Thread,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Pass::Tabulate => "tabulate",
            Pass::Reckoned => "reckoned",
            Pass::Given => "given",
            Pass::Sure => "sure",
            Pass::Straight => "straight",
            Pass::Splice => "splice",
            Pass::Once => "once",
            Pass::Unfailing => "unfailing",
            Pass::Joined => "joined",
            Pass::Narrow => "narrow",
            Pass::Recall => "recall",
            Pass::Inline => "inline",
            Pass::Sink => "sink",
            Pass::Cheap => "cheap",
            Pass::Nobody => "nobody",
            Pass::Bulk => "bulk",
            Pass::Same => "same",
            Pass::Homeward => "homeward",
            Pass::Thread => "thread",
        }
    }
}

/// Which of them run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes(u32);

impl Passes {
    pub const NONE: Passes = Passes(0);
    pub const ALL: Passes = Passes((1 << Pass::ALL.len()) - 1);

    #[must_use]
    pub fn with(self, pass: Pass) -> Passes {
        Passes(self.0 | 1 << pass as u32)
    }

    #[must_use]
    pub fn without(self, pass: Pass) -> Passes {
        Passes(self.0 & !(1 << pass as u32))
    }

    pub fn has(self, pass: Pass) -> bool {
        self.0 >> pass as u32 & 1 == 1
    }
}
