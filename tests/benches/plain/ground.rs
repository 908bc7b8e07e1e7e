//! Reach and paths by hand on the bench's map: the same terrain, rivers, roads and zones, in arrays.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wgr_runtime::engine::Game;
use wgr_runtime::ir::Table;

pub(crate) struct Ground {
    neighbours: Vec<[u16; 6]>,
    terrain: Vec<u8>,
    river: Vec<bool>,
    road: Vec<bool>,
    zone: Vec<bool>,
    sides: Vec<[u16; 6]>,
}

impl Ground {
    /// The bench program's printed data.
    pub(crate) fn of(game: &Game) -> Ground {
        let board = game.board().unwrap_or_else(|| unreachable!("the bench has a board"));
        let table = |name: &str| -> &Table {
            let tables = &game.program().tables;
            tables.iter().find(|t| t.name == name).unwrap_or_else(|| unreachable!("the bench has `{name}`"))
        };
        let sides = board.hexes().map(|hex| {
            std::array::from_fn(|dir| {
                let dir = wgr_runtime::board::Dir::new(dir as u8);
                dir.and_then(|dir| board.side(hex, dir)).map_or(u16::MAX, |side| side.id())
            })
        });
        Ground {
            neighbours: board.neighbours().to_vec(),
            terrain: table("terrain").data.iter().map(|v| *v as u8).collect(),
            river: table("river").data.iter().map(|v| *v == 1).collect(),
            road: table("road").data.iter().map(|v| *v == 1).collect(),
            zone: table("zone").data.iter().map(|v| *v == 1).collect(),
            sides: sides.collect(),
        }
    }

    pub(crate) fn middle(&self) -> u16 {
        (self.neighbours.len() / 2 + 20) as u16
    }

    fn cost(&self, here: usize, there: usize, dir: usize) -> Option<u32> {
        let side = self.sides[here][dir] as usize;
        if self.road[side] {
            return Some(1);
        }
        let ground = match self.terrain[there] {
            0 => 2,
            1 => 3,
            2 => 4,
            _ => return None,
        };
        Some(ground + if self.river[side] { 2 } else { 0 })
    }

    /// How many hexes can be reached, with zones that stop or without.
    pub(crate) fn reach(&self, start: u16, budget: u32, zones: bool) -> u32 {
        let mut best = vec![u32::MAX; self.neighbours.len()];
        let mut queue = BinaryHeap::new();
        best[start as usize] = 0;
        queue.push(Reverse((0, start)));
        let mut count = 0;
        while let Some(Reverse((spent, here))) = queue.pop() {
            if spent > best[here as usize] {
                continue;
            }
            count += u32::from(here != start);
            if zones && self.zone[here as usize] && here != start {
                continue;
            }
            for (dir, &there) in self.neighbours[here as usize].iter().enumerate() {
                if there == u16::MAX {
                    continue;
                }
                let Some(cost) = self.cost(here as usize, there as usize, dir) else { continue };
                let total = spent + cost;
                if total <= budget && total < best[there as usize] {
                    best[there as usize] = total;
                    queue.push(Reverse((total, there)));
                }
            }
        }
        count
    }

    /// The number of zones on the way to the first column with the fewest zones, then hexes; times 100 plus hexes.
    pub(crate) fn nearest_edge(&self, start: u16) -> u32 {
        let mut best = vec![u32::MAX; self.neighbours.len()];
        let mut queue = BinaryHeap::new();
        best[start as usize] = 0;
        queue.push(Reverse((0, start)));
        while let Some(Reverse((spent, here))) = queue.pop() {
            if spent > best[here as usize] {
                continue;
            }
            if here < 40 {
                return spent;
            }
            for &there in &self.neighbours[here as usize] {
                if there == u16::MAX || self.terrain[there as usize] == 3 {
                    continue;
                }
                let total = spent + 1 + 100 * u32::from(self.zone[there as usize]);
                if total < best[there as usize] {
                    best[there as usize] = total;
                    queue.push(Reverse((total, there)));
                }
            }
        }
        u32::MAX
    }
}
