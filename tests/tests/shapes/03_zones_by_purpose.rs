//! Zones that are called off for one purpose and not for another, and threat zones that zones call off.
//! Soissons 9.1 and 9.2 with the example of 9.2 (T5); Marne 5.0 and 9.1 with the example of 9.1 (T04, T05).

use crate::played::random;
use crate::table::{held, items, lock, offered};
use wgr_tests::harness::{Transcript, must};

const SOISSONS: &str = include_str!("../../suite/shapes/03_zones_by_purpose.ir");
const MARNE: &str = include_str!("../../suite/shapes/03_zones_by_purpose_marne.ir");

fn rules() -> String {
    items(
        SOISSONS,
        &["query exerts", "query in_zone", "query clear_way", "query threatened", "query stops", "query cuts_supply"],
    )
}

#[test]
fn t5_threat_zones() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("printed");
    assert_eq!(offered(&t.engine, "zone"), ["0805", "0806", "0905", "0907", "1005", "1006"]);
    assert_eq!(offered(&t.engine, "threat"), ["0807", "0908", "1007", "1105", "1106", "1107"]);
    let zones = ["0705", "0706", "0804", "0806", "0905", "0906", "0903", "0904", "1002", "1004", "1103", "1104"];
    let mut stops = offered(&t.engine, "stop");
    let mut expected = zones.map(str::to_owned).to_vec();
    stops.sort();
    expected.sort();
    assert_eq!(stops, expected, "only zones stop a move");
    t.ask();
    t.say("\nA threat; one called off by a zone; one shaded by zones in between; another called off.");
    for hex in ["1107", "0904", "0707", "0705"] {
        t.why("threatened", &[hex, "Entente"]);
    }
    t.say("\nThe other side's threats, cut by A, and what they do to a supply line but not to a move.");
    t.why("threatened", &["0806", "German"])
        .why("cuts_supply", &["0706", "Entente"])
        .why("stops", &["0706", "Entente"]);
    assert!(t.text().contains("waives: 9.2#c"), "a waiver calls off, it is not beaten");
    t.pick("done").ask();
    let example = "T5 (9.2): A 0906, enemy Y 0805 and X 1003: threats in 0807 0908 1007 1105 1106 1107, none in 0705 0706 0707 0804 0904 1004";
    lock("03_t5_threat_zones", example, &rules(), &t);
}

#[test]
fn zones_of_friends_and_headquarters() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("friend_in_zone").say("\nB stands in the zone of Y: it is there all the same (9.1.c).");
    t.why("in_zone", &["0905", "German"]);
    assert!(offered(&t.engine, "stop").contains(&"0905".to_owned()));
    let mut u = Transcript::new(&game);
    u.pick("headquarters_between");
    assert_eq!(offered(&u.engine, "stop"), [""; 0], "headquarters make no zone");
    assert_eq!(
        offered(&u.engine, "threat"),
        ["0705", "0707", "0804", "0807", "0904", "1004", "1007", "1105", "1106", "1107"],
        "0706 holds one (reading 41), 0908 lies behind the other (reading 40, doubtful)"
    );
    u.say("\nA headquarters where the threat would be, and one in the only hex between.");
    u.why("threatened", &["0706", "Entente"]).why("threatened", &["0908", "Entente"]);
    let both = format!("{}\n{}", t.text(), u.text());
    let mut all = Transcript::new(&game);
    all.say(&both);
    let example = "9.1.c, 9.1.e, readings 40 and 41: a friend calls off no zone; a headquarters makes none, but its presence calls off threats";
    lock("03_friends_and_headquarters", example, &rules(), &all);
}

#[test]
fn marne_t04_t05_a_friend_in_the_zone() {
    let game = must(MARNE);
    let mut t = Transcript::new(&game);
    t.say("T04").pick("nobody").cell("supplied_now");
    assert_eq!((held(&t, "supplied_now", "di9"), held(&t, "supplied_now", "di35")), ("yes".into(), "-".into()));
    assert_eq!(offered(&t.engine, "free_for"), [""; 0]);
    t.why_at_first("headquarters_supplied", &["Allied"]).why("zone_bars", &["06.15", "Allied", "command"]);
    t.pick("done").ask();
    let mut u = Transcript::new(&game);
    u.say("\nT05").pick("tirailleurs").cell("supplied_now");
    assert_eq!(held(&u, "supplied_now", "di35"), "yes");
    assert_eq!(offered(&u.engine, "barred_for"), ["movement"]);
    assert_eq!(offered(&u.engine, "free_for"), ["supply", "command", "bridge_repair", "retreat", "disengagement"]);
    for purpose in ["supply", "retreat", "movement"] {
        u.why("zone_bars", &["06.15", "Allied", purpose]);
    }
    u.pick("done").ask();
    t.say(u.text());
    let example = "T04, T05 (9.1): German 28th and 103rd cover 06.15, the only way to the 35th, which is out of supply; any French unit in 06.15 calls both zones off and it is supplied; for a move they stay (11.2.1)";
    lock(
        "03_marne_t04_t05",
        example,
        &items(MARNE, &["query zone_bars", "query line_open", "query headquarters_supplied", "query supplied"]),
        &t,
    );
}

#[test]
fn at_random() {
    random(&must(SOISSONS), 200);
    random(&must(MARNE), 200);
}
