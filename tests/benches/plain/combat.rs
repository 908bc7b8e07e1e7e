//! The combat kernel by hand: plain i64, every combat reads its battle from memory. Its dice are those of games: SplitMix64, and
//! numbers from the last, incomplete run of six are thrown away.

/// Up to here there are as many numbers of each face.
const LAST: u64 = u64::MAX - (u64::MAX % 6 + 1);

struct Battle {
    attack: [i64; 4],
    river: bool,
    town: bool,
    defence: i64,
    shifts: [i64; 3],
}

pub(crate) struct Battles {
    battles: Vec<Battle>,
    defender_hits: [[i64; 8]; 11],
    attacker_hits: [[i64; 8]; 11],
}

impl Battles {
    pub(crate) fn new() -> Battles {
        let battle = |i: i64| Battle {
            attack: [3 + (5 * i) % 4, 3 + (3 * i) % 5, 3 + (7 * i) % 3, 9 - i % 6],
            river: i % 4 == 0,
            town: i % 3 == 0,
            defence: 4 + (11 * i) % 5,
            shifts: [1 - i % 3, 2 - i % 4, 2 - i % 5],
        };
        let table = |cell: fn(i64, i64) -> i64| {
            std::array::from_fn(|row| std::array::from_fn(|column| cell(row as i64, column as i64)))
        };
        Battles {
            battles: (0..64).map(battle).collect(),
            defender_hits: table(|r, c| (r + 2 * c) / 3),
            attacker_hits: table(|r, c| (17 - r - c) / 4),
        }
    }

    pub(crate) fn combats(&self, times: i64, seed: u64) -> i64 {
        let mut seed = seed;
        let mut d6 = || {
            loop {
                seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut z = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                z ^= z >> 31;
                if z <= LAST {
                    return (z % 6) as i64 + 1;
                }
            }
        };
        let mut lost = 0;
        for i in 0..times {
            let battle = &self.battles[(i & 63) as usize];
            let mut attack: i64 = battle.attack.iter().sum();
            if battle.river {
                attack /= 2;
            }
            let defence = if battle.town { battle.defence * 2 } else { battle.defence };
            let column = (7.min(attack / defence) + battle.shifts.iter().sum::<i64>()).clamp(0, 7);
            let row = d6() + d6() - 2;
            let defender = self.defender_hits[row as usize][column as usize];
            let attacker = self.attacker_hits[row as usize][column as usize];
            lost += 3.min(defender / 3) + 2.min(attacker / 2);
        }
        lost
    }
}
