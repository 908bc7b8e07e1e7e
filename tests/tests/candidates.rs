//! Guards are put to sets of candidates before they are put to one after the other. The machine finds the same options, and the
//! same fault first, as the oracle, which asks each in turn: on guards put together by chance, as rows and as they stand.

use std::fmt::Write;
use wgr_runtime::verify::verify;
use wgr_tests::agree::{Agreement, compare};
use wgr_tests::ir_text::read;

/// More on request: `CANDIDATES=5000 cargo test -p wgr-tests --test candidates --release`.
fn programs() -> u64 {
    option_env!("CANDIDATES").and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// What every program has: a map, counters here and there, and sets of them.
const GROUND: &str = r#"wgr-ir 1
program "Candidates"
board flat column-row columns 1..6 rows 1..4 numbers east south shifted even
enum Side { Red, Blue }
enum Counter { r1, r2, r3, r4, r5, r6, r7, r8, r9, b1, b2, b3, b4, b5, b6, b7, b8, b9 }
sides Side
table side_of[Counter]: Side = { Red Red Red Red Red Red Red Red Red Blue Blue Blue Blue Blue Blue Blue Blue Blue }
table is_gun[Counter]: bool = { no no no no no no no yes yes no no no no no no no yes yes }
table reach[Counter]: int 0..3 = { 0 1 1 0 2 0 0 2 3 1 0 0 1 0 0 1 2 2 }
table wood[hex]: bool = { no yes no no yes no no no yes no yes no no no no yes no no yes no no yes no no }
cell place[Counter]: opt hex
cell fired[Counter]: bool
cell seen: set Counter
cell chosen: opt hex
cell at: hex
cell rounds: int 0..12
"#;

/// Numbers by chance, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % most
    }

    fn one_of(&mut self, all: &[&str]) -> String {
        all[self.below(all.len() as u64) as usize].to_owned()
    }
}

/// A condition on hex `h` and side `s`, of some depth.
fn of_hex(chance: &mut Chance, depth: u32) -> String {
    if depth == 0 || chance.below(4) == 0 {
        return match chance.below(12) {
            0 => "wood[h]".to_owned(),
            1 => "h = at".to_owned(),
            2 => "h <> at".to_owned(),
            3 => "distance(at, h) <= 1".to_owned(),
            4 => "s = Side.Red".to_owned(),
            5 => "fired[Counter.r1]".to_owned(),
            // Faults while nothing is chosen.
            6 => "distance(chosen!, h) <= 2".to_owned(),
            7 => "chosen <> none hex and distance(chosen!, h) = 1".to_owned(),
            8 => "count(c: Counter in all Counter when place[c] = h) >= 2".to_owned(),
            9 => "h in gather(c: Counter in seen: single(place[c]))".to_owned(),
            _ => format!("any(u: Counter in all Counter when {}: {})", of_counter(chance, 1), of_counter(chance, 1)),
        };
    }
    let (a, b) = (of_hex(chance, depth - 1), of_hex(chance, depth - 1));
    match chance.below(5) {
        0 | 1 => format!("({a} and {b})"),
        2 => format!("({a} or {b})"),
        3 => format!("not ({a})"),
        _ => format!("(if {a} then {b} else {})", of_hex(chance, depth - 1)),
    }
}

/// The same on counter `u` with a hex and a side.
fn of_counter(chance: &mut Chance, depth: u32) -> String {
    if depth == 0 || chance.below(3) == 0 {
        return chance.one_of(&[
            "side_of[u] = s",
            "side_of[u] <> s",
            "place[u] = h",
            "place[u] <> none hex",
            "is_gun[u]",
            "not fired[u]",
            "u in seen",
            "u <> Counter.b3",
            "place[u] <> none hex and distance(place[u]!, h) <= 1",
            "place[u] <> none hex and distance(place[u]!, h) <= reach[u]",
            "place[u] <> none hex and in_reach(u, h)",
            // What no set tells: it is asked of the two.
            "place[u] <> none hex and distance(h, at) < distance(place[u]!, h)",
            "place[u] <> none hex and wood[h] = is_gun[u] and in_reach(u, h)",
            "place[u] <> none hex and distance(place[u]!, h) > reach[u]",
            // Faults for whoever stands nowhere.
            "distance(place[u]!, h) = 1",
            "in_reach(u, h)",
        ]);
    }
    let (a, b) = (of_counter(chance, depth - 1), of_counter(chance, depth - 1));
    match chance.below(4) {
        0 | 1 => format!("({a} and {b})"),
        2 => format!("({a} or {b})"),
        _ => format!("not ({a})"),
    }
}

/// A query of rows, as permits are: all conditions first, then what each of them says.
fn rows(name: &str, head: &str, conditions: &[String]) -> String {
    let mut out = format!("query {name}({head}) -> bool {{\n");
    for (at, condition) in conditions.iter().enumerate() {
        writeln!(out, "    let here_{at}: bool = {condition}").unwrap();
    }
    writeln!(out, "    let verdict: bool = yes").unwrap();
    for at in 0..conditions.len() {
        let says = if at % 3 == 2 { "yes" } else { "no" };
        writeln!(out, "    if here_{at} {{\n        verdict := {says}\n    }}").unwrap();
    }
    out + "    return verdict\n}\n"
}

fn program(seed: u64) -> String {
    let chance = &mut Chance(seed.wrapping_mul(977) + 5);
    let mut out = GROUND.to_owned();
    out += "query in_reach(u: Counter, h: hex) -> bool {\n    let from: hex = place[u]!\n    return distance(from, h) <= reach[u]\n}\n";
    let conditions: Vec<String> = (0..1 + chance.below(4)).map(|_| of_hex(chance, 2)).collect();
    out += &rows("may_enter", "s: Side, h: hex", &conditions);
    let conditions: Vec<String> = (0..1 + chance.below(3)).map(|_| of_counter(chance, 1)).collect();
    out += &rows("may_fire", "s: Side, u: Counter, h: hex", &conditions);
    let (hexes, also) = (of_hex(chance, 2), of_hex(chance, 1));
    let known = chance.one_of(&[
        "place[u] <> none hex and ",
        "side_of[u] = s and place[u] <> none hex and ",
        "is_gun[u] and ",
        "",
    ]);
    let fold = chance.one_of(&["any", "every"]);
    write!(
        out,
        r#"query open(s: Side, h: hex) -> bool {{
    return {hexes} and may_enter(s, h)
}}
query targets(s: Side) -> set hex {{
    return filter(h: hex in all hex when open(s, h) and {also})
}}
procedure main() -> Side {{
    let s: Side = Side.Red
    let h: hex = at
    loop at most 12 {{
        rounds := rounds + 1
        if rounds = 11 {{
            break
        }}
        ask s @1 "Where?" {{
            each h: hex in all hex when may_enter(s, h) as enter {{
                at := h
                chosen := h
            }}
            each h: hex in targets(s) as aim {{
                at := h
            }}
            each u: Counter in all Counter when {known}may_fire(s, u, h) as fire {{
                fired[u] := yes
            }}
            each u: Counter in all Counter when not fired[u] as lay {{
                place[u] := at
                seen := seen | single(u)
            }}
            each u: Counter in seen when {fold}(h: hex in all hex when may_enter(s, h): wood[h]) as lift {{
                place[u] := none hex
                seen := seen \ single(u)
            }}
            one rest {{ }}
        }}
        h := at
        s := if s = Side.Red then Side.Blue else Side.Red
    }}
    return s
}}
main main
"#
    )
    .unwrap();
    out
}

#[test]
fn sets_of_candidates_are_those_whom_the_oracle_finds_one_by_one() {
    let (mut over, mut faults) = (0, 0);
    for seed in 0..programs() {
        let text = program(seed);
        let program = read(&text);
        if let Err(errors) = verify(&program) {
            panic!("seed {seed}: {errors:?}\n{text}");
        }
        for game in 0..2 {
            match compare(&program, seed * 2 + game, 30) {
                Ok(Agreement::Over { .. } | Agreement::Long) => over += 1,
                Ok(Agreement::Fault { .. }) => faults += 1,
                other => panic!("seed {seed}, game {game}: {other:?}\n{text}"),
            }
        }
    }
    println!("{over} over, {faults} faults");
    assert!(over > programs() / 4 && faults > programs() / 8, "{over} over, {faults} faults");
}
