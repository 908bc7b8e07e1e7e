//! Programs for runs of the binary.

pub(crate) use crate::run::{file, fine, folder, held, refused, run};

/// A program that asks, rolls and draws, and ends in several ways.
pub(crate) const PATROL: &str = r#"wgr-ir 1
program "Patrol"
enum Side { Red, Blue }
enum Chit { black, white }
enum Post { p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15 }
sides Side

cell bag[Chit]: int 0..9 cup
cell at: opt Post
cell seen: int 0..9

procedure main() -> int 0..9 {
    bag[Chit.black] := 6
    bag[Chit.white] := 3
    repeat turn: int 0..8 times 9 {
        ask Side.Red @4.1 "Where the patrol goes" start {
            each p: Post in all Post when at <> p as to {
                at := p
                draw x: Chit from bag @4.2 "What it meets" otherwise { return seen }
                if x = Chit.white { seen := seen + 1 }
            }
            one home { end seen }
        }
        ask Side.Blue @5.1 "Whether it is shot at" {
            one shoot { roll d: int 1..6 @5.2 "Fire" if d >= 5 { end 9 } }
            one wait { }
        }
    }
    return seen
}
main main
"#;

/// A program whose rule `4.1` faults where it is answered with `go`.
pub(crate) const FAULTY: &str = r#"wgr-ir 1
program "Faulty"
enum Side { Red, Blue }
sides Side
cell full: int 0..1
procedure main() -> int 0..1 {
    ask Side.Red @4.1 "Fill it" start {
        one go { roll d: int 1..6 fail @4.7,4.8 "It cannot be filled" }
        one leave { full := 1 }
    }
    return full
}
main main
"#;
