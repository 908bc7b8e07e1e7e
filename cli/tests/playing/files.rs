//! Saves and replays.

use crate::run::{file, fine, folder, held, refused, run};
use crate::small::{FAULTY, PATROL};

#[test]
fn a_game_taken_up_again_is_the_same_game() {
    let folder = folder("a_game_taken_up_again");
    let path = file(&folder, "patrol.wgr", PATROL);
    let (save, log, whole) = (file(&folder, "s", ""), file(&folder, "l", ""), file(&folder, "w", ""));
    for seed in 1..30_u64 {
        let seed = seed.to_string();
        let straight = fine(&["run", &path, "--seed", &seed, "--log", &whole]);
        let first = fine(&["run", &path, "--seed", &seed, "--most", "3", "--save", &save]);
        let rest = fine(&["run", &path, "--seed", &seed, "--load", &save, "--log", &log]);
        if first.contains("\nover after") {
            assert_eq!(first, straight);
        } else {
            let (told, _) = first.split_once("not over after").unwrap();
            let (head, more) = rest.split_once('\n').unwrap();
            assert_eq!(head, format!("Patrol, from {save}, after 3 answers"));
            // It begins with where the game is; the whole game tells that where it changes.
            let (banner, on) = more.split_once('\n').unwrap();
            assert!(banner.starts_with("== turn "), "{banner}");
            assert!([format!("{told}{more}"), format!("{told}{on}")].contains(&straight), "seed {seed}: {rest}");
        }
        assert_eq!(held(&log), held(&whole), "seed {seed}");
        let said = fine(&["run", &path, "--replay", &log]);
        let over = straight.trim_end().rsplit_once(": ").unwrap().1;
        assert!(said.contains("ends where it says: over: ") && said.ends_with(&format!("{over}\n")), "{said}");
    }
}

#[test]
fn a_save_may_be_written_over_itself() {
    let folder = folder("a_save_may_be_written_over");
    let path = file(&folder, "patrol.wgr", PATROL);
    let save = file(&folder, "s", "");
    fine(&["run", &path, "--most", "1", "--save", &save]);
    let first = held(&save);
    fine(&["run", &path, "--most", "1", "--load", &save, "--save", &save]);
    assert_ne!(held(&save), first);
}

#[test]
fn a_save_after_a_fault_stands_before_it() {
    let folder = folder("a_save_after_a_fault");
    let path = file(&folder, "faulty.wgr", FAULTY);
    let save = file(&folder, "s", "");
    let seed = (1..).map(|seed: u64| seed.to_string()).find(|seed| {
        let ran = run(&["run", &path, "--seed", seed, "--save", &save]);
        ran.code == 1
    });
    refused(&["run", &path, "--seed", &seed.unwrap(), "--load", &save], 1, "HOLE in go by 4.7,4.8");
    assert!(held(&save).contains("\"die\": \"1..6\""), "the die that fell falls again");
}

#[test]
fn a_replay_that_goes_another_way_is_told() {
    let folder = folder("a_replay_that_goes_another_way");
    let path = file(&folder, "patrol.wgr", PATROL);
    let log = file(&folder, "l", "");
    fine(&["run", &path, "--most", "2", "--log", &log]);
    assert!(
        fine(&["run", &path, "--replay", &log])
            .contains("ends where it says: at the ask Red: Where the patrol goes (4.1)")
    );
    // Mended by hand, it has no checksum any more.
    let checksum = held(&log).lines().find(|line| line.contains("\"checksum\"")).unwrap().to_owned();
    let good = held(&log).replace(&format!("{checksum}\n"), "");
    let other = file(&folder, "other", good.replacen("\"pick\": \"walk ", "\"pick\": \"walk to the moon", 1));
    refused(&["run", &path, "--replay", &other], 1, "part at entry 1");
    let digits = good.rsplit_once("\"ends\": \"").unwrap().1.split('"').next().unwrap();
    let ends = file(&folder, "ends", good.replace(digits, "0123456789abcdef"));
    refused(&["run", &path, "--replay", &ends], 1, "the last state is another one");
}
