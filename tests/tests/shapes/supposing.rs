//! A guard that supposes asks of its own: the ask around it keeps the options it has collected so far.

use crate::played::options;
use wgr_tests::harness::{Transcript, must};

const SOURCE: &str = r#"wgr-ir 1
program "A guard that asks"
enum Side { German, Allied }
enum Unit { a, b, c, d }
sides Side
cell taken[Unit]: bool
procedure take_two() {
    repeat i: int 0..1 times 2 {
        ask Side.Allied @1.1 "Take one" {
            each u: Unit in all Unit when not taken[u] as take { taken[u] := yes }
            one none_of_them { }
        }
    }
}
procedure main() -> int 0..4 {
    ask Side.German @1.2 "Which" {
        one first { }
        each u: Unit in all Unit when suppose some at most 99 else no { call take_two() } yields taken[u] and u <> Unit.c as pick { }
        one last { }
    }
    return count(u: Unit in all Unit when taken[u])
}
main main
"#;

#[test]
fn an_ask_keeps_its_options_over_a_supposed_ask() {
    let game = must(SOURCE);
    let mut t = Transcript::new(&game);
    assert_eq!(options(&t), ["first", "pick a", "pick b", "pick d", "last"]);
    assert_eq!(t.engine.prompt().map(|prompt| prompt.side), Some(0), "the side that was asked, not the supposed one");
    t.pick("pick d").ask();
    assert_eq!(t.text(), "German, 1.2 \"Which\": first | pick a | pick b | pick d | last\n    > pick d\nover: 0\n");
}
