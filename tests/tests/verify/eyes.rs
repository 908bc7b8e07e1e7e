//! Invariant 58 through locals, calls and parameters: whoever is asked peeks with no other side's eyes.

use wgr_runtime::verify::verify;
use wgr_tests::ir_text::read;

/// A program in which `BODY` stands in a procedure that main calls for both sides.
fn program(body: &str) -> String {
    format!(
        r#"wgr-ir 1
program "Eyes"
enum Side {{ German, Allied }}
enum Card {{ ace, king }}
sides Side
table other[Side]: Side = {{ Allied German }}
cell value[Card]: int 0..9 seen by sees
cell held: int 0..9
query sees(c: Card, s: Side) -> bool {{ return s = Side.German }}
query shown(c: Card, s: Side) -> int 0..9 {{ return peek value[c] by s else 0 }}
query shown_to_other(c: Card, s: Side) -> int 0..9 {{ return peek value[c] by other[s] else 0 }}
query to_germans(c: Card) -> bool rows {{ any {{ row high @1 "High" = yes when shown(c, Side.German) > 5 }} }}
query written(c: Card, s: Side) -> int 0..9 {{
    s := other[s]
    return peek value[c] by s else 0
}}
query passed(c: Card, s: Side) -> int 0..9 {{ return shown(c, s) }}
procedure ask_if(n: int 0..9, t: Side) {{
    ask t @2 "Go" {{ one go when n > 3 {{ }} one pass {{ }} }}
}}
procedure play(s: Side) {{
{body}
}}
procedure main() -> int 0..9 {{
    call play(Side.German)
    call play(Side.Allied)
    return 0
}}
main main
"#
    )
}

fn errors(body: &str) -> Vec<String> {
    let program = read(&program(body));
    verify(&program).err().unwrap_or_default().into_iter().map(|error| error.what).collect()
}

fn ask(by: &str, guard: &str) -> String {
    format!("ask {by} @2 \"Go\" {{ each c: Card in all Card when {guard} as go {{ }} one pass {{ }} }}")
}

#[track_caller]
fn right(body: &str) {
    assert_eq!(errors(body), Vec::<String>::new(), "{body}");
}

#[track_caller]
fn wrong(body: &str) {
    let errors = errors(body);
    assert!(errors.iter().any(|what| what.contains("peek at `value` by somebody else")), "{body}: {errors:?}");
}

#[test]
fn eyes_go_through_queries() {
    right(&ask("s", "shown(c, s) > 3"));
    right(&ask("s", "passed(c, s) > 3"));
    right(&ask("other[s]", "shown(c, other[s]) > 3"));
    right(&ask("Side.German", "to_germans(c)"));
    wrong(&ask("s", "shown(c, other[s]) > 3"));
    wrong(&ask("s", "passed(c, Side.German) > 3"));
    wrong(&ask("s", "shown_to_other(c, s) > 3"));
    wrong(&ask("s", "written(c, s) > 3"));
    wrong(&ask("s", "to_germans(c)"));
}

#[test]
fn eyes_go_through_locals() {
    let kept = |eyes: &str| format!("let n: int 0..9 = peek value[Card.ace] by {eyes} else 0\n");
    right(&(kept("s") + &ask("s", "n > 3")));
    right(&(kept("Side.German") + &ask("Side.German", "n > 3")));
    wrong(&(kept("Side.German") + &ask("s", "n > 3")));
    wrong(&(kept("other[s]") + &ask("s", "n > 3")));
    wrong(&(kept("s") + "s := Side.Allied\n" + &ask("s", "n > 3")));
    // Branches tell as well.
    wrong(&("let n: int 0..9 = 0\nif shown(Card.ace, Side.German) > 3 { n := 1 }\n".to_owned() + &ask("s", "n > 0")));
    right(&("for t: Side in all Side {\n".to_owned() + &ask("t", "shown(c, t) > 3") + "\n}"));
    wrong(&("for t: Side in all Side {\n".to_owned() + &ask("s", "shown(c, t) > 3") + "\n}"));
}

#[test]
fn eyes_go_through_parameters() {
    right("call ask_if(shown(Card.ace, s), s)");
    right("call ask_if(shown(Card.ace, other[s]), other[s])");
    right("call ask_if(shown(Card.ace, Side.German), Side.German)");
    wrong("call ask_if(shown(Card.ace, other[s]), s)");
    wrong("call ask_if(shown(Card.ace, s), Side.German)");
    wrong("call ask_if(shown(Card.ace, Side.German), s)");
}
