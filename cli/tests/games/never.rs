//! What the rules take for granted, where it does not hold: a failure of `run` and `test`, told once in `play`.

use crate::run::{file, folder, run};
use crate::typed::typed;

const GAME: &str = r#"game "Small" {
    sides Blue, Red
    hexes CCRR flat, odd columns half a hex south, columns 1..3, rows 1..3
}
piece Gun "gun" { state laid: 0..9 = 0 }
order Blue {
    Gun
        B1
}
order Red {
    Gun
        R1
}
never (u: Gun) u.laid > 1 "a gun is laid once"
action lay(u: Gun of phasing) 5.3 during movement { once per phase for each u; u.laid gains 2 }
sequence 2.0 { turns 1..1 { player turns Blue, Red { phase movement { any number of lay } } } }
scenario apart "Side by side" {
    0101: B1
    0201: R1
}
example "Laid" of 5.3 at apart { when lay B1 by Blue }
"#;

#[test]
fn a_never_that_does_not_hold_is_told() {
    let folder = folder("a_never_that_does_not_hold");
    let game = file(&folder, "small.wgr", GAME);
    let told = "\"a gun is laid once\" does not hold: u B1";
    let at = "small.wgr:14:";

    let ran = run(&["run", &game, "--bots", "first"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.out.contains("BROKEN") && ran.err.contains(told) && ran.err.contains(at), "{} {}", ran.out, ran.err);
    let ran = run(&["run", &game, "--bots", "first", "--games", "2"]);
    assert!(ran.code == 1 && ran.out.contains(&format!("2  BROKEN {told}")), "{} {}", ran.out, ran.err);

    let ran = run(&["test", &game]);
    assert!(ran.code == 1 && ran.out.contains(told) && ran.out.contains(at), "{} {}", ran.out, ran.err);

    let ran = typed(&["play", &game], "lay B1\nquit\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert_eq!(ran.out.matches(&format!("wrong: {told}")).count(), 1, "{}", ran.out);
}
