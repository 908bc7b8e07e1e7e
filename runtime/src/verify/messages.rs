//! Every message of the verifier: what is wrong, and what to write instead. The numbers are those of the
//! invariants in `mod.rs`.

use crate::ir::{Breach, FuncKind, Program, Scalar, Type, What};

/// What is told, and what it is where an author may hear of it in other words.
pub(super) struct Said {
    pub(super) what: String,
    pub(super) breach: Option<Breach>,
}

impl From<String> for Said {
    fn from(what: String) -> Said {
        Said { what, breach: None }
    }
}

impl Breach {
    fn says(self, what: impl Into<String>) -> Said {
        Said { what: what.into(), breach: Some(self) }
    }
}

/// A type as the text writes it; also for programs with broken names.
pub(super) fn type_text(program: &Program, ty: Type) -> String {
    let name = |index: usize| program.domains.get(index).map_or("?", |d| d.name.as_str()).to_string();
    match ty {
        Type::Set(domain) => format!("set {}", name(domain.index())),
        Type::Scalar(Scalar { what: What::Bool, .. }) => "bool".to_string(),
        Type::Scalar(Scalar { what: What::Int { den: 1 }, lo, hi }) => format!("int {lo}..{hi}"),
        Type::Scalar(Scalar { what: What::Int { den }, lo, hi }) => format!("int {lo}..{hi}/{den}"),
        Type::Scalar(Scalar { what: What::Id(domain), hi: -1, .. }) => format!("none {}", name(domain.index())),
        Type::Scalar(Scalar { what: What::Id(domain), lo: -1, .. }) => format!("opt {}", name(domain.index())),
        Type::Scalar(Scalar { what: What::Id(domain), .. }) => name(domain.index()),
    }
}

// -- 1 to 9: ids and shape

pub(super) fn unknown_id(what: &str, index: usize, count: usize) -> String {
    format!("{what} {index} is named, but there are only {count}")
}

pub(super) fn too_many(what: &str, count: usize, most: usize) -> String {
    format!("{count} {what} are too many; at most {most}")
}

pub(super) fn expr_twice(index: usize) -> String {
    format!("expression {index} stands in two places; give each place a copy of its own")
}

pub(super) fn nested_too_deep(most: u32) -> Said {
    Breach::NestedTooDeep
        .says(format!("blocks and expressions stand more than {most} deep in each other; name a part with `let`"))
}

pub(super) fn arity(name: &str, got: usize, wanted: usize) -> String {
    format!("`{name}` takes {wanted} in brackets, not {got}")
}

pub(super) fn hidden_named(name: &str) -> String {
    format!("`{name}` belongs to a loop and has no name for others")
}

pub(super) fn not_hidden(name: &str) -> String {
    format!("a loop keeps its own count in `{name}`, which has to be a hidden local")
}

pub(super) fn hidden_param() -> String {
    "a parameter is a hidden local; only loops have those".to_string()
}

pub(super) fn params_without_locals(params: u32, locals: usize) -> String {
    format!("there are {params} parameters, but only {locals} locals")
}

pub(super) fn declared_twice(name: &str) -> String {
    format!("`{name}` is declared in two places; make two locals of it")
}

pub(super) fn denominator_zero() -> String {
    "a number cannot count in parts of zero".to_string()
}

pub(super) fn empty_range(lo: i64, hi: i64) -> String {
    format!("the range {lo}..{hi} holds nothing; write the lower bound first")
}

pub(super) fn range_too_wide(lo: i64, hi: i64, least: i64, most: i64) -> String {
    format!("the range {lo}..{hi} leaves {least}..{most}")
}

pub(super) fn fold_shape(value: bool, other: bool) -> String {
    let has = |it: bool| if it { "a" } else { "no" };
    format!("this fold has {} value and {} `else`", has(value), has(other))
}

pub(super) fn search_shape(paths: bool) -> String {
    if paths {
        "`search paths` has `to` and neither `budget` nor `at least one`".to_string()
    } else {
        "`search reach` has `budget` and no `to`".to_string()
    }
}

pub(super) fn search_of_a_group() -> String {
    "`each` stands in a `search reach` with a body, which answers `ends` and `first` only".to_string()
}

pub(super) fn search_without_outs() -> String {
    "nobody asks what the search found; name it behind `->`".to_string()
}

pub(super) fn search_out(paths: bool) -> String {
    if paths {
        "`search paths` does not answer `cost`, nor more than three counts".to_string()
    } else {
        "`search reach` answers `ends`, `first`, `through` and `cost` only".to_string()
    }
}

// -- 10 to 24: declarations

pub(super) fn domain_size(name: &str, size: u32, most: u32) -> String {
    format!("`{name}` has {size} members; it needs 1 to {most}")
}

pub(super) fn member_names(name: &str, got: usize, wanted: usize) -> String {
    format!("`{name}` has {got} names of members, but {wanted} are needed")
}

pub(super) fn board_domains() -> String {
    "with a board, the first three domains are `hex`, `dir` and `edge`".to_string()
}

pub(super) fn six_directions() -> String {
    "`dir` has six members".to_string()
}

pub(super) fn no_board() -> String {
    "this needs a board; declare one with `board`".to_string()
}

pub(super) fn sides_not_enum(name: &str) -> String {
    format!("the sides are an enum, not `{name}`")
}

pub(super) fn no_sides(what: &str) -> String {
    format!("{what} needs sides; declare them with `sides`")
}

pub(super) fn kind_outside(kind: &str, domain: &str) -> String {
    format!("kind `{kind}` is not a run of members of `{domain}`, first one first")
}

pub(super) fn index_count(name: &str, got: usize, wanted: &str) -> String {
    format!("`{name}` has {got} indices; it takes {wanted}")
}

pub(super) fn index_kind(name: &str) -> String {
    format!("`{name}` is indexed by something else than members or whole numbers")
}

pub(super) fn too_many_places(name: &str, places: u64, most: u64) -> String {
    format!("`{name}` has {places} places; at most {most}")
}

pub(super) fn table_length(name: &str, got: usize, wanted: u64) -> String {
    format!("table `{name}` has {got} values, but {wanted} places")
}

pub(super) fn table_value(name: &str, value: i64, lo: i64, hi: i64) -> String {
    format!("table `{name}` holds {value}, which is not in its range {lo}..{hi}")
}

pub(super) fn sparse_shape(name: &str) -> String {
    format!("`{name}` is sparse, so it has one index and holds no set")
}

pub(super) fn cup_shape(name: &str) -> String {
    format!("cup `{name}` counts members: one index of members, and whole numbers from 0")
}

pub(super) fn keep_not_procedure(cell: &str, func: &str) -> String {
    format!("`{cell}` is kept by `{func}`, which is no procedure")
}

pub(super) fn sees_signature(cell: &str, func: &str) -> String {
    format!("`{func}`, by which `{cell}` is seen, has to be a query of its indices and a side that answers yes or no")
}

pub(super) fn sees_reads_hidden(cell: &str, func: &str, read: &str) -> String {
    format!("`{func}`, by which `{cell}` is seen, reads `{read}`, which is hidden itself; who sees must be open")
}

pub(super) fn shown_shape(cell: &str, shown: &str) -> String {
    format!("`{shown}`, what was revealed of `{cell}`, has to be an open bool with the same indices and a side")
}

pub(super) fn query_without_result() -> String {
    "a query answers something; write `-> TYPE`".to_string()
}

pub(super) fn rows_not_query() -> String {
    "rows belong to a query that answers a number, yes/no or a member".to_string()
}

pub(super) fn limits_not_query() -> String {
    "limits and goods only read, so they are of the kind of queries".to_string()
}

pub(super) fn no_main() -> String {
    "no procedure is the game; write `main NAME`".to_string()
}

pub(super) fn main_signature(name: &str) -> String {
    format!("main `{name}` has to be a procedure without parameters that answers a number, yes/no or a member")
}

pub(super) fn trigger_watch(trigger: &str, func: &str) -> String {
    format!("trigger `{trigger}` watches `{func}`, which has to be a query of nothing or one member, yes or no")
}

pub(super) fn trigger_on(trigger: &str) -> String {
    format!("trigger `{trigger}` is on arrivals, which are an open set of what is watched, and by member where it was")
}

pub(super) fn trigger_only(trigger: &str, func: &str) -> String {
    format!(
        "trigger `{trigger}` is due only where `{func}` says so, which has to be a query of what is watched, yes or no"
    )
}

pub(super) fn trigger_run(trigger: &str, func: &str) -> String {
    format!(
        "trigger `{trigger}` runs `{func}`, which has to be an effect or procedure with the parameters of its watch"
    )
}

pub(super) fn trigger_by(trigger: &str, func: &str) -> String {
    format!(
        "trigger `{trigger}` is ordered by `{func}`, which has to be a query of what is watched that answers a side"
    )
}

pub(super) fn trigger_most(trigger: &str) -> String {
    format!("trigger `{trigger}` may run at most 0 times; write `at most 1` or more")
}

pub(super) fn obligation_signature(name: &str) -> String {
    format!("`{name}` tells of a side what it owes: a query of a side, the one yes or no, the other a count")
}

// -- 25 to 34: types

pub(super) fn wanted(wanted: &str, got: &str) -> String {
    format!("{wanted} is wanted here, this is {got}")
}

pub(super) fn unlike(a: &str, b: &str) -> String {
    format!("{a} and {b} do not go together")
}

pub(super) fn unlike_kinds() -> String {
    "the two are not of one kind; take two numbers, two yes/no or two members of one domain".to_string()
}

pub(super) fn sets_compared() -> String {
    "sets are not compared; write `size(s) = 0`, or `size(s \\ t) = 0 and size(t \\ s) = 0` for equal ones".to_string()
}

pub(super) fn not_whole() -> Said {
    Breach::NotWhole.says("a whole number is wanted here; write `down(..)` or `up(..)`")
}

pub(super) fn range_too_big() -> Said {
    Breach::WithoutEnd
        .says("the numbers here may leave -2^53..2^53; put a part into a local with a narrower range first")
}

pub(super) fn divided_by_zero() -> Said {
    Breach::DividesByZero.says("this always divides by zero")
}

pub(super) fn always_none() -> Said {
    Breach::AlwaysNone.says("this is always none, so it has no member")
}

pub(super) fn literal_outside(value: i64, lo: i64, hi: i64) -> String {
    format!("the literal {value} is not in the range {lo}..{hi} of its own type")
}

pub(super) fn wrong_kind(what: &str, wanted: &str, got: &str) -> String {
    format!("{what} is {wanted}, this is {got}")
}

pub(super) fn wrong_fraction(what: &str, wanted: &str, got: &str) -> Said {
    Breach::NotWhole
        .says(format!("{what} is {wanted}, this is {got} and counts in other parts; write `down(..)` or `up(..)`"))
}

pub(super) fn never_fits(what: &str, (wanted, got): (&str, &str), breach: Breach) -> Said {
    breach.says(format!("{what} is {wanted}, this is {got} and can never fit"))
}

pub(super) fn hidden_type(name: &str) -> String {
    format!("the hidden local `{name}` does not fit its loop")
}

pub(super) fn it_not_member(name: &str) -> String {
    format!("`{name}` has to be a member of a domain, for limits and goods choose members")
}

pub(super) fn weight_kind() -> String {
    "a limit counts numbers or yes/no".to_string()
}

pub(super) fn not_limits(name: &str) -> String {
    format!("`{name}` is no limits; declare it with `limits`")
}

pub(super) fn not_goods(name: &str) -> String {
    format!("`{name}` is no goods; declare it with `goods`")
}

pub(super) fn pool_range(lo: i64, hi: i64, most: i64) -> String {
    format!("the pool is {lo}..{hi}, but purchases are planned for 0..{most}; narrow it in a local first")
}

pub(super) fn search_table(name: &str) -> String {
    format!("table `{name}` does not judge steps: it needs the indices hex and dir, and whole costs from 0")
}

// -- 35 to 42: statements

pub(super) fn not_allowed(what: &str, may: FuncKind) -> Said {
    let (has, needs) = match may {
        FuncKind::Query => ("a query", "make it an effect or a procedure"),
        FuncKind::Effect => ("an effect", "make it a procedure"),
        FuncKind::Procedure => ("a procedure", "leave it out"),
    };
    Breach::NothingHappensHere.says(format!("{what} does not stand in {has}; {needs}"))
}

pub(super) fn search_not_pure(what: &str) -> Said {
    Breach::NothingHappensHere.says(format!("{what} does not stand in a search, whose body only judges steps"))
}

pub(super) fn search_writes_outer(name: &str) -> String {
    format!("a search writes `{name}`, which is declared outside of it; its body only judges steps")
}

pub(super) fn ray_stands_still(what: &str) -> Said {
    Breach::NothingHappensHere.says(format!(
        "{what} does not stand in a `ray`, which nobody can stand still in; note what it finds in a local first"
    ))
}

pub(super) fn call_of_query(name: &str) -> String {
    format!("`{name}` is a query; name it in an expression, without `call`")
}

pub(super) fn effect_calls_procedure(name: &str) -> String {
    format!("an effect does not call the procedure `{name}`; make the caller a procedure")
}

pub(super) fn expr_calls_no_query(name: &str) -> String {
    format!("an expression calls `{name}`, which is no query; use `call` in a statement")
}

pub(super) fn no_result(name: &str) -> String {
    format!("`{name}` has no result to keep")
}

pub(super) fn no_return() -> String {
    "some way through it ends without a result; end each way with `return`".to_string()
}

pub(super) fn result_unwanted() -> String {
    "it has no result, so write `return` alone".to_string()
}

pub(super) fn result_missing() -> String {
    "its result is missing; write `return EXPR`".to_string()
}

pub(super) fn break_outside() -> String {
    "`break` leaves a loop, and there is none here".to_string()
}

pub(super) fn leaves_suppose(what: &str) -> Said {
    Breach::NotSupposed.says(format!("`{what}` does not leave a supposition; write what it finds behind `yields`"))
}

pub(super) fn offer_outside() -> String {
    "`offer` judges the step of a search, and there is none here".to_string()
}

pub(super) fn offer_counts(wanted: &str, got: usize) -> String {
    format!("this search takes {wanted}, the offer has {got}")
}

pub(super) fn out_of_scope(name: &str) -> String {
    format!("`{name}` is not known here; declare it before, in this block or around it")
}

pub(super) fn maybe_unset(name: &str) -> Said {
    Breach::NoValue.says(format!("`{name}` has no value if the cup was empty; let `otherwise` give it one, or leave"))
}

// -- 43 to 47: rows

pub(super) fn no_stages() -> String {
    "there is no stage; begin with `answer`, `sum` or another".to_string()
}

pub(super) fn answer_first() -> String {
    "`answer` is the first stage or none".to_string()
}

pub(super) fn permit_alone() -> String {
    "`all` and `any` stand alone in a query that answers yes or no".to_string()
}

pub(super) fn group_misplaced() -> String {
    "a group gives an amount, so it stands in `sum`, `product`, `largest` or `smallest`".to_string()
}

pub(super) fn row_in_round(label: &str) -> String {
    format!("row `{label}` stands in a rounding, which has one row at most, without conditions")
}

pub(super) fn row_value(label: &str, has: bool) -> String {
    if has {
        format!("row `{label}` waives, so it has no value")
    } else {
        format!("row `{label}` has no value; write `= EXPR`")
    }
}

pub(super) fn otherwise_misplaced(label: &str) -> String {
    format!("row `{label}` is an `otherwise`, which stands in `answer` and has no binders")
}

pub(super) fn row_names_none(label: &str) -> String {
    format!("row `{label}` is over or waives nothing; name a row")
}

pub(super) fn over_shape(label: &str) -> String {
    format!("row `{label}` is judged with its parents: it stands in their stage and has no binders, or is `even over`")
}

pub(super) fn over_families(label: &str) -> String {
    format!("row `{label}` is over several rows, one of which has binders; write a row over each, or `even over`")
}

pub(super) fn ruling_apart(over: &str, under: &str) -> String {
    format!("the ruling of `{over}` over `{under}` joins rows that do not answer in one stage")
}

pub(super) fn row_circle(label: &str) -> String {
    format!("row `{label}` is over itself, by way of others it is over or waives")
}

pub(super) fn ruling_circle(label: &str) -> String {
    format!("row `{label}` beats itself, by way of rulings")
}

pub(super) fn fractions_without_end() -> String {
    "a fraction for each binding has no fixed parts; fold it in a group or round it before".to_string()
}

// -- 48 to 52: calls and suppositions

pub(super) fn call_circle(names: &[&str]) -> String {
    format!("calls form a circle: {} -> {}", names.join(" -> "), names.first().unwrap_or(&"?"))
}

pub(super) fn suppose_writes_outer(name: &str) -> Said {
    Breach::NotSupposed.says(format!(
        "a supposition writes `{name}`, which is declared outside of it and would forget that; declare a local inside"
    ))
}

pub(super) fn suppose_nests(deepest: u8) -> Said {
    Breach::SuppositionsTooDeep.says(format!(
        "a supposition leads to {deepest} more, each inside the one before it; they nest {deepest} deep at most"
    ))
}

pub(super) fn suppose_does(what: &str) -> Said {
    Breach::NotSupposed.says(format!("a supposition leads to `{what}`, which cannot be forgotten"))
}

pub(super) fn suppose_plain_asks() -> Said {
    Breach::NotSupposed
        .says("a plain supposition leads to an ask, roll or draw; write `suppose every` or `suppose some`")
}

pub(super) fn suppose_plain_orders() -> Said {
    Breach::NotSupposed.says(
        "a plain supposition leads to a `settle`, where a side may have to say which trigger comes first; \
     write `suppose every` or `suppose some`",
    )
}

pub(super) fn suppose_no_way() -> Said {
    Breach::NotSupposed.says("this supposition tries no way at all; write `at most 1` or more")
}

// -- 53 to 58: asks, chance and what is hidden

pub(super) fn ask_without_arms() -> String {
    "an ask needs an arm".to_string()
}

pub(super) fn arm_twice(name: &str) -> String {
    format!("two arms are called `{name}`; answers could not tell them apart")
}

pub(super) fn ask_may_be_empty() -> Said {
    Breach::NoOption.says("this ask may have no option; add `one NAME` without `when`, or `otherwise`")
}

pub(super) fn not_a_die(name: &str, most: u64) -> String {
    format!("`{name}` is no die: a whole number or a member, with at most {most} faces")
}

pub(super) fn not_a_cup(name: &str) -> String {
    format!("`{name}` is no cup; declare it with `cup`")
}

pub(super) fn draw_without_otherwise(name: &str) -> String {
    format!("`{name}` may be empty; write `otherwise` behind the draw, if only with a `fail`")
}

pub(super) fn settle_without_triggers() -> String {
    "there is no trigger to settle; leave `settle` out or declare one".to_string()
}

pub(super) fn not_hidden_cell(what: &str, name: &str) -> String {
    format!("`{what}` takes a hidden cell, but everyone sees `{name}`; read it as it is, or declare `seen by`")
}

pub(super) fn arm_shows_hidden(arm: &str, cell: &str) -> String {
    format!("the options `{arm}` depend on `{cell}`, which is hidden; write `peek {cell}.. by .. else ..`")
}

pub(super) fn peek_by_other(arm: &str, cell: &str) -> String {
    format!("the options `{arm}` peek at `{cell}` by somebody else than the side that is asked; write the same side")
}

// -- 59 to 61: names

pub(super) fn not_a_name(what: &str, name: &str) -> String {
    format!("{what} cannot be called `{}`, which the text form does not read as its name", name.escape_debug())
}

pub(super) fn name_taken(name: &str) -> String {
    format!("`{name}` is declared twice; give one of the two another name")
}

pub(super) fn member_twice(domain: &str, member: &str) -> String {
    format!("`{domain}` has the member `{member}` twice; delete one of the two")
}

pub(super) fn row_twice(label: &str) -> String {
    format!("two rows are labelled `{label}`; give one of the two another label")
}

pub(super) fn shown_name(cell: &str, shown: &str) -> String {
    format!("`{shown}`, what was revealed of `{cell}`, has to be called `{cell}.shown` and to last as long as the game")
}

pub(super) fn not_a_title(title: &str) -> String {
    format!("the title `{}` has a line break; the text form cannot say it", title.escape_debug())
}

pub(super) fn not_a_case(case: &str) -> String {
    format!("`{}` is no case; write one like `7.1` or `15.3#b`", case.escape_debug())
}

pub(super) fn site_twice(title: &str) -> String {
    format!("the site `{title}` is there twice; equal sites are one")
}

pub(super) fn too_big(bytes: u64, most: u64, largest: &str) -> Said {
    Breach::StateTooBig.says(format!(
        "the state needs {bytes} MiB together; at most {most}. The largest is `{largest}`: give it fewer places, or `sparse`"
    ))
}
