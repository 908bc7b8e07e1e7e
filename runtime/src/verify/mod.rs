//! The verifier. In comes any `Program`, from a text or built by hand, however broken. Out comes either
//! `Verified`, what every later stage may count on, or what is wrong, several messages at once. It never
//! panics and its work is bounded by the size of the program. It looks at domain sizes, not at the map.
//!
//! # Invariants
//!
//! Ids and shape (`shape`, `shape_body`); later passes index freely because of them:
//!  1. every id names something that is there: domains, kinds, sites, tables, cells, functions, locals,
//!     expressions, stages, groups, rows;
//!  2. at most 65,535 of anything, 2^20 expressions in a function;
//!  3. an expression stands in exactly one place (those that stand nowhere do not matter), so there is no circle;
//!  4. blocks and expressions nest at most 64 deep;
//!  5. cells, tables, functions and questions to the board get as many arguments as they take;
//!  6. a hidden local belongs to one loop or ray and is never named; parameters are locals and not hidden;
//!  7. a local is declared in one place;
//!  8. types: `lo <= hi`, within -2^53..2^53, a denominator from 1, yes/no in 0..1, members from -1 to the last;
//!  9. folds have a value and an `else` where they use them, searches what their mode uses and answers.
//!
//! Declarations (`decls`):
//! 10. domains have 1 to 65,535 members, and as many names unless they are the board's;
//! 11. with a board `hex`, `dir` (six) and `edge` are the first three; without one nothing asks for it;
//! 12. the sides are an enum; without sides nobody asks, peeks, reveals, settles, hides;
//! 13. kinds are runs within their domain;
//! 14. tables have one or two indices, as many values as places, all in range;
//! 15. cells have up to two indices; an index is whole numbers or members; at most 2^20 places;
//! 16. sparse cells have one index and hold no set;
//! 17. a cup has one index of members and holds whole numbers from 0;
//! 18. a kept cell is kept by a procedure;
//! 19. who sees a hidden cell is told by a query of (index.., side) that answers yes or no,
//! 20. and that reads no hidden cell, whatever it calls;
//! 21. what was revealed is an open, dense bool cell with the same indices and a side;
//! 22. queries have results; rows, limits and goods are queries, rows with a scalar result;
//! 23. main is a procedure without parameters, with a scalar result; it is there;
//! 24. triggers: `watch` a query of nothing or one member, yes/no; `run` an effect or procedure of the same; `by`
//!     a query of the same that answers a side; at most 1 or more; `only` is as `watch`, `on` notes arrivals. What is owed:
//!     two queries of a side, yes/no and a count.
//!
//! Types (`types`, `ranges`, `stmts`, `kernels`):
//! 25. operators get what they work on: numbers, yes/no, sets, members of one domain; sets are not compared;
//! 26. numbers of different denominators are brought to one; `mod`, `repeat`, radii, budgets take whole numbers only;
//! 27. no range leaves -2^53..2^53;
//! 28. no divisor is always zero;
//! 29. `!` is not asked of what is always none;
//! 30. a literal is within its own type;
//! 31. a value fits its place in kind, domain and denominator (or one that divides it),
//! 32. and some value of its range fits; the rest is checked at run time;
//! 33. `extend`, `complete` name limits, `buyable`, `spendable` goods, with sets of the domain they choose from; a
//!     pool is 0..127; limits count numbers or yes/no; `it` is a member;
//! 34. a table that judges a search has the indices hex, dir and whole values from 0; hidden locals fit their loop.
//!
//! Statements (`allowed`, `flow`):
//! 35. queries write only locals; effects do not ask, roll, draw, reveal, seal or settle;
//! 36. expressions call only queries (no limits, no goods); `call` calls effects and procedures, in effects only effects;
//! 37. every way through a query, or through a function with a result, ends in `return`, `end` or `fail`;
//! 38. `return` has a value exactly if the function has a result; only results are kept by `call`;
//! 39. `break` stands in a loop and does not leave a search or supposition, nor does `return`; a ray does not ask,
//!     roll, draw, settle or call a procedure;
//! 40. `offer` stands in a search body, one count for `reach`, one to three for `paths`;
//! 41. a search body is pure: it writes only locals that it declares itself;
//! 42. a local is read and written only in the scope of its declaration, and read only after it surely has a
//!     value (a `draw` from an empty cup gives none); binders hold in their bodies only.
//!
//! Rows (`rows`):
//! 43. there is a stage; `answer` is the first or none; `all`, `any` are the only one, with yes/no rows and result;
//!     other stages have numbers, except an answer that stands alone; roundings have no rows;
//! 44. groups stand in stages of numbers; one `otherwise` at most, in `answer`, without binders;
//! 45. a waiver has no value, every other row has one; `over` and `waives` name rows;
//! 46. an `over` row without `even` has no binders, stands in the stage of its parents, and has one parent if a
//!     parent is judged in bindings; rulings join rows of one stage that answer;
//! 47. `over` and `waives` form no circle, `over` and rulings neither.
//!
//! Calls and suppositions (`calls`, `effects`):
//! 48. calls form no circle, limits, goods, `sees` and suppositions included;
//! 49. the body of a supposition writes only locals that it declares itself;
//! 50. suppositions nest at most 4 deep, over calls and settles;
//! 51. nothing that a supposition leads to contains an `end` or a `seal`,
//! 52. or, in a plain one and outside of those inside it, an ask, roll or draw, or a settle whose order matters; the
//!     others try one way at least.
//!
//! Asks, chance, hidden information (`stmts`, `hidden`):
//! 53. an ask has arms with different names, and always an option: a `one` without `when`, or `otherwise`;
//! 54. a die is whole numbers or members, at most 1,000 faces;
//! 55. a draw is from a cup and says what happens `otherwise`;
//! 56. `settle` stands where there are triggers; `peek` and `reveal` take hidden cells;
//! 57. no set and no guard of an arm depends on a direct read of a hidden cell, through whatever it went;
//! 58. nor on a `peek` by another side than the one that is asked, through whatever it went: the two are the same
//!     member, the same parameter that is never written, or, where no local and no call lies between, written the same.
//!
//! Names (`names`); a program that is accepted can be printed and read back:
//! 59. domains, kinds, tables, cells and functions have names that the text form reads, each its own; triggers too;
//! 60. members, arms and labels are words; no two members of a domain, no two rows of a query have the same; what was
//!     revealed of a cell is called by its name and `.shown`;
//! 61. cases are cases, titles stand on one line; equal sites are one.
//!
//! Size (`size`):
//! 62. cells and locals together take at most 64 MiB.

mod alike;
mod allowed;
mod calls;
mod cells;
mod decls;
mod effects;
mod flow;
mod hidden;
mod kernels;
mod memory;
mod messages;
mod names;
mod ranges;
mod report;
mod rows;
mod same;
mod shape;
mod shape_body;
mod size;
mod stmts;
mod types;
mod waiting;

use crate::ir::{Body, FuncId, Pieces, Program, TextError, Type};
use crate::side_by_side::{MANY, both, by_weight};
pub use cells::Cells;
pub use effects::Facts;
pub use memory::{Again, Memory, Since};
use memory::{Each, Known, Own, Round};
pub(crate) use ranges::{arithmetic, level, negate, round};
use report::Report;
pub(crate) use same::same;
use std::sync::Arc;
pub use waiting::Waiting;
use waiting::Watched;

/// What is known of a program that keeps all invariants. Lists are by function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Verified {
    /// For each expression its type with its range; of expressions that stand nowhere anything.
    pub types: Pieces<Arc<[Type]>>,
    /// Callees before callers. What a settle runs is no callee.
    pub order: Arc<[FuncId]>,
    /// What a call may do.
    pub facts: Arc<[Arc<Facts>]>,
    /// What the order of handlers means that wait together.
    pub waiting: Waiting,
    /// Is there a query of rows, which has to be lowered?
    pub has_rows: bool,
    /// Is there a `settle`, which has to be lowered?
    pub has_settle: bool,
}

/// Of a function that is not there.
static NOTHING: Cells = Cells::NONE;

impl Verified {
    /// Cells that a call may read, whatever it calls; also in suppositions.
    pub fn reads(&self, func: FuncId) -> &Cells {
        self.facts.get(func.index()).map_or(&NOTHING, |facts| &facts.reads)
    }

    /// Cells that a call may have written when it is done.
    pub fn writes(&self, func: FuncId) -> &Cells {
        self.facts.get(func.index()).map_or(&NOTHING, |facts| &facts.writes)
    }
}

/// Holds a program to the invariants above.
pub fn verify(program: &Program) -> Result<Verified, Vec<TextError>> {
    examine(program, &Known::nothing(program)).map(|examined| examined.verified)
}

/// What was found, and what is kept of it for the next program.
struct Examined {
    verified: Verified,
    own: Pieces<Arc<Own>>,
    bits: u64,
    rounds: Vec<Round>,
    watched: Watched,
}

/// What is known is not looked at again.
fn examine(program: &Program, known: &Known<'_>) -> Result<Examined, Vec<TextError>> {
    let mut report = Report::default();
    let examined = look(program, known, &mut report);
    match examined {
        Some(examined) if report.is_clean() => Ok(examined),
        Some(_) | None => Err(report.into_errors()),
    }
}

/// Nothing if a pass found what the next one could not bear; it is reported.
fn look(program: &Program, known: &Known<'_>, report: &mut Report) -> Option<Examined> {
    shape::check(program, known, report);
    if !report.is_clean() {
        return None;
    }
    let mut each = known.each(program);
    let (mut misshapen, mut wrong) = (Report::default(), Report::default());
    let (found, named) = looked_at(program, known);
    for (id, one) in found {
        misshapen.take_in(one.misshapen);
        wrong.take_in(one.wrong);
        if let Some((types, own)) = one.found {
            each.put(id.index(), types, own);
        }
    }
    if !misshapen.is_clean() {
        report.take_in(misshapen);
        return None;
    }
    decls::check(program, known, report);
    report.take_in(named);
    size::check(program, each.bits, report);
    report.take_in(wrong);
    let Each { types, own, bits } = each;
    let order = calls::check(program, &own, known, report)?;
    let has_settle = own.iter().any(|own| own.settles);
    let seen = effects::Seen { order: &order, own: &own, types: &types, has_settle };
    let found = effects::check(program, seen, known, report);
    hidden::check(program, &order, &found, report);
    let effects::Found { facts, settled: _, waiting, watched, rounds } = found;
    let has_rows = program.funcs.iter().any(|func| matches!(func.body, Body::Rows(_)));
    let verified = Verified { types, order, facts, waiting, has_rows, has_settle };
    Some(Examined { verified, own, bits, rounds, watched })
}

/// What was found of one function, and what is wrong with it.
#[derive(Default)]
struct One {
    misshapen: Report,
    wrong: Report,
    found: Option<(Arc<[Type]>, Arc<Own>)>,
}

/// What is found of the functions that are new, and what is wrong with the names outside of them.
fn looked_at(program: &Program, known: &Known<'_>) -> (Vec<(FuncId, One)>, Report) {
    let new = known.new_ones();
    // All signatures are sound, and what is found of one rests on no other.
    let each = || by_weight(new, |id| program.func(id).exprs.len(), |id| (id, one(program, id)));
    let named = || names::check(program, known);
    if new.len() < MANY { (each(), named()) } else { both(each, named) }
}

fn one(program: &Program, id: FuncId) -> One {
    let (mut one, func) = (One::default(), program.func(id));
    one.misshapen.of(id);
    shape_body::check(program, func, &mut one.misshapen);
    if one.misshapen.is_clean() {
        one.wrong.of(id);
        names::check_func(program, func, &mut one.wrong);
        let types = types::check(program, func, &mut one.wrong);
        allowed::check(program, func, &mut one.wrong);
        flow::check(func, &mut one.wrong);
        one.found = Some((types.into(), Arc::new(calls::own(program, func))));
    }
    one
}
