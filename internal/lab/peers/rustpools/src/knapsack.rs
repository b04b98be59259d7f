//! The most valuable things that fit. A branch is left out if even a fraction of the next thing
//! cannot lift its value above the best so far, which all tasks share.

use crate::kernels::{Forks, Serial};
use crate::random;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

struct Thing {
    weight: i64,
    value: i64,
}

pub struct Knapsack {
    things: Vec<Thing>, // in the order of value for weight
    room: i64,
    found: AtomicI64,
}

impl Knapsack {
    pub fn new(n: usize) -> Self {
        let thing = |i| {
            let weight = 10 + (random(i) % 40) as i64;
            Thing { weight, value: weight * (300 - i as i64) / 100 + 1 }
        };
        let things: Vec<Thing> = (0..n as u64).map(thing).collect();
        let room = things.iter().map(|t| t.weight).sum::<i64>() / 2;
        Knapsack { things, room, found: AtomicI64::new(0) }
    }

    pub fn best(&self, w: &impl Forks) -> u64 {
        self.found.store(0, Relaxed);
        self.pack(w, 0, self.room, 0);
        self.found.load(Relaxed) as u64
    }

    /// The last eight things do not fork, nor does a branch below a thing without room.
    fn pack(&self, w: &impl Forks, i: usize, room: i64, value: i64) {
        if value > self.found.load(Relaxed) {
            self.found.fetch_max(value, Relaxed);
        }
        let n = self.things.len();
        if i == n || self.hopeless(i, room, value) {
            return;
        }
        let t = &self.things[i];
        if t.weight > room {
            self.pack(&Serial, i + 1, room, value);
        } else if i + 8 >= n {
            self.pack(&Serial, i + 1, room - t.weight, value + t.value);
            self.pack(&Serial, i + 1, room, value);
        } else {
            w.join(|| self.pack(w, i + 1, room - t.weight, value + t.value), || self.pack(w, i + 1, room, value));
        }
    }

    fn hopeless(&self, i: usize, mut room: i64, mut value: i64) -> bool {
        for t in &self.things[i..] {
            if t.weight > room {
                // Makes up for rounding in the bound and in the order.
                value += t.value * room / t.weight + self.things.len() as i64;
                break;
            }
            room -= t.weight;
            value += t.value;
        }
        value <= self.found.load(Relaxed)
    }

    /// Dynamic programming: the best value for each room.
    pub fn expected(&self) -> u64 {
        let mut table = vec![0; self.room as usize + 1];
        for t in &self.things {
            for r in (t.weight as usize..table.len()).rev() {
                table[r] = table[r].max(table[r - t.weight as usize] + t.value as u64);
            }
        }
        table[self.room as usize]
    }
}
