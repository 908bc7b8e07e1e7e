//! Small games for runs of the binary.

/// A game that asks, rolls and draws, and ends in several ways.
pub(crate) const PATROL: &str = r#"game "Patrol" {
    edition "sample"   language 1
    sides   Red, Blue
    dice    white d6
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
piece Patrol "patrol" { }
piece Chit "chit" { }
order Red {
    Patrol
        P
}
order Blue {
    Chit
        black x6
        white x3
}
box bag "the bag" 4.0 of Chit, unseen
state seen: 0..9
action walk(spot: Hex where not any patrols at it) 4.1 by Red during walking {
    once per turn
    for each p in patrols { p goes to spot }
    4.2  "What it meets"          draw 1 from bag as u { if u.print is white { seen gains 1 } } otherwise { game over: draw }
    5.1  "Is it shot at?"         Blue may { 5.2 "Fire" roll white; if white >= 5 { game over: Blue } }
}
action home 4.3 by Red during walking { once per turn; game over: Red }
sequence 2.0 { turns 1..9 { phase walking { 4.1 "Where the patrol goes" any number of walk, home } } }
victory { 9.1 "It saw something" = Red when seen >= 3;  9.2 "Too little" = draw otherwise }
scenario plain "The plain" { 0101: P }
"#;

/// A game that comes to a hole where `go` is answered.
pub(crate) const FAULTY: &str = r#"game "Faulty" {
    edition "sample"   language 1
    sides   Red, Blue
    dice    white d6
    hexes   CCRR flat, odd columns half a hex south, columns 1..2, rows 1..2
}
action go 4.1 by Red during filling { once per turn; 4.6 "How much?" roll white; 4.7, 4.8 "It cannot be filled" hole "the page is torn" }
action leave 4.2 by Red during filling { once per turn; game over: draw }
sequence 2.0 { turns 1..1 { phase filling { 4.1 "Fill it" any number of go, leave } } }
victory { 9.1 "Nobody" = draw otherwise }
scenario empty "Empty" { }
"#;
