//! What a machine runs: the code, how its states are laid out, the board. Shared by all that play the same game.

use super::blocks::Blocks;
use super::code::{Code, Having};
use super::host::Native;
use super::machine::{AskId, Choice, Workings};
use crate::board::Board;
use crate::ir::{DomainId, FuncId, SiteId};
use crate::state::Layout;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// So many workings are kept for the next machines.
const MOST_SPARE: usize = 4;

#[derive(Clone)]
pub struct Rules {
    pub(crate) code: Arc<Code>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) board: Option<Arc<Board>>,
    /// What machines that are gone left: a new one need not make room anew.
    spare: Arc<Mutex<Vec<Workings>>>,
    native: Arc<OnceLock<Arc<dyn Native>>>,
    /// Which functions were entered, where somebody wants to know.
    entered: Option<Arc<Vec<AtomicBool>>>,
    /// Nobody will ask what its marks told.
    untold: bool,
}

/// Of a cell that is inverted: its number, who watches it, and how its sets lie: of each value from the least on so many words, and
/// behind them those of a set of nobody.
pub struct Turned {
    pub number: u16,
    pub watcher: u16,
    pub words: usize,
    pub least: i64,
    pub values: usize,
    /// Of how many hexes it is kept who holds a neighbour.
    pub hexes: usize,
}

impl Turned {
    /// Behind how many sets that of those stands who hold a neighbour of the first hex.
    pub fn beside(&self) -> usize {
        self.values + 1
    }
}

impl Rules {
    pub(crate) fn new(mut code: Code, layout: &Arc<Layout>, board: Option<&Arc<Board>>) -> Rules {
        for (func, frame) in code.funcs.iter_mut().zip(&layout.frames.funcs) {
            func.saves = func.saves(frame);
        }
        if let Some(board) = board {
            code.know_neighbours(board.neighbours());
        }
        Rules {
            code: Arc::new(code),
            layout: Arc::clone(layout),
            board: board.cloned(),
            spare: Arc::default(),
            native: Arc::default(),
            entered: None,
            untold: false,
        }
    }

    /// The same, to be played: what marks tell is kept for nobody.
    pub(crate) fn untold(&self) -> Rules {
        Rules { untold: true, ..self.clone() }
    }

    /// The rule that asks.
    pub(crate) fn site_of(&self, ask: AskId) -> SiteId {
        self.code.asks[ask.0 as usize].site
    }

    /// The name of an option's arm, and the domain of its member if it has one.
    pub(crate) fn arm(&self, ask: AskId, choice: Choice) -> (&str, Option<DomainId>) {
        let arm = &self.code.asks[ask.0 as usize].arms[usize::from(choice.arm)];
        (&arm.name, arm.member.map(|(_, domain)| domain))
    }

    pub(super) fn is_untold(&self) -> bool {
        self.untold
    }

    /// From now on machines run this where they can; what they do stays the same. Says whether it is the first that is given.
    pub fn set_native(&self, native: Arc<dyn Native>) -> bool {
        self.native.set(native).is_ok()
    }

    pub(super) fn native(&self) -> Option<Arc<dyn Native>> {
        self.native.get().cloned()
    }

    /// The code as blocks, for whoever makes native code of it.
    pub fn blocks(&self) -> Blocks {
        Blocks::of(&self.code, &self.layout)
    }

    /// Does this kept query answer numbers?
    pub fn answers_numbers(&self, query: u16) -> bool {
        self.code.recalls.get(usize::from(query)).is_some_and(|recall| recall.words.is_none())
    }

    /// The data of all tables, one behind the other.
    pub fn data(&self) -> &[i64] {
        &self.code.data
    }

    /// Which members have which value in a table: see [`Having`].
    pub fn having(&self, table: u16) -> Option<&Having> {
        self.code.tables.get(usize::from(table))?.having.as_ref()
    }

    /// How a cell is inverted, if it may be: see [`Turned`].
    pub fn turned(&self, cell: u16) -> Option<Turned> {
        let cell = self.code.cells.get(usize::from(cell))?;
        let number = cell.inverted?;
        let code = &self.code.inverted[usize::from(number)];
        Some(Turned {
            number,
            watcher: code.watcher,
            words: code.words,
            least: cell.code.lo,
            values: code.values,
            hexes: code.hexes,
        })
    }

    /// How many ops there are.
    pub fn ops(&self) -> usize {
        self.code.ops.len()
    }

    /// What native code reads by its address; it holds this for as long as it is there.
    pub fn read_by_native(&self) -> Arc<dyn Send + Sync> {
        Arc::new((Arc::clone(&self.code), self.board.clone()))
    }

    /// The same, noting which functions are entered; native code would not say so.
    pub(crate) fn noting(&self) -> Rules {
        let all = self.code.funcs.iter().map(|_| AtomicBool::new(false)).collect();
        Rules { spare: Arc::default(), native: Arc::default(), entered: Some(Arc::new(all)), ..self.clone() }
    }

    pub(super) fn is_noting(&self) -> bool {
        self.entered.is_some()
    }

    /// Which were entered since this was last asked.
    pub(crate) fn take_entered(&self) -> Vec<FuncId> {
        let all = self.entered.iter().flat_map(|all| all.iter().enumerate());
        all.filter(|(_, entered)| entered.swap(false, Ordering::Relaxed)).map(|(at, _)| FuncId::new(at)).collect()
    }

    pub(super) fn enters(&self, func: usize) {
        if let Some(entered) = self.entered.as_ref().and_then(|all| all.get(func)) {
            entered.store(true, Ordering::Relaxed);
        }
    }

    /// Workings of a machine that is gone, if some are left.
    pub(super) fn take_spare(&self) -> Option<Workings> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    pub(super) fn keep_spare(&self, workings: Workings) {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MOST_SPARE {
            spare.push(workings);
        }
    }

    pub fn board(&self) -> Option<&Board> {
        self.board.as_deref()
    }
}
