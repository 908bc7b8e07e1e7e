//! The combat kernel by hand: plain i64, every combat reads its battle from memory.

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

    pub(crate) fn combats(&self, times: i64, seed: u32) -> i64 {
        let mut seed = seed;
        let mut d6 = || {
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            i64::from(((seed >> 16) * 6) >> 16) + 1
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
