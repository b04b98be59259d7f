// Included once for each tool, with its AtomicU64, fence and Arc in scope.
//
// The deque of wsq/chaselev.go on an array that is never full. The orderings
// are those of Lê et al. (PPoPP 2013), which loom needs; shuttle takes all for
// sequentially consistent and a fence for nothing. Slots are not tracked.

use std::cell::UnsafeCell;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

const CAPACITY: usize = 4;

pub struct Deque {
    top: AtomicU64,
    bottom: AtomicU64,
    slots: [UnsafeCell<u64>; CAPACITY],
}

// A slot is written before the store of bottom that publishes it.
unsafe impl Sync for Deque {}
unsafe impl Send for Deque {}

impl Deque {
    fn new() -> Self {
        Deque {
            top: AtomicU64::new(0),
            bottom: AtomicU64::new(0),
            slots: Default::default(),
        }
    }

    fn take(&self, i: u64) -> Option<u64> {
        Some(unsafe { *self.slots[i as usize % CAPACITY].get() })
    }

    fn claim(&self, t: u64) -> bool {
        self.top.compare_exchange(t, t + 1, SeqCst, Relaxed).is_ok()
    }

    /// `own` is the owner's copy of bottom.
    fn push(&self, own: &mut u64, v: u64) {
        unsafe { *self.slots[*own as usize % CAPACITY].get() = v };
        *own += 1;
        self.bottom.store(*own, Release);
    }

    fn pop(&self, own: &mut u64) -> Option<u64> {
        let t = self.top.load(Relaxed);
        if *own == t {
            return None;
        }
        let b = *own - 1;
        if b == t {
            return if self.claim(t) { self.take(t) } else { None };
        }
        *own = b;
        self.bottom.store(b, Release);
        fence(SeqCst);
        let t = self.top.load(Relaxed);
        if b > t {
            return self.take(b);
        }
        let won = b == t && self.claim(t);
        *own = b + 1;
        self.bottom.store(b + 1, Release);
        if won {
            self.take(b)
        } else {
            None
        }
    }

    fn steal(&self) -> Option<u64> {
        let t = self.top.load(Acquire);
        fence(SeqCst);
        let b = self.bottom.load(Acquire);
        if b <= t || !self.claim(t) {
            return None;
        }
        self.take(t)
    }
}

/// One execution; the owner is the thread that calls.
pub fn execution(s: crate::Scenario) {
    let d = std::sync::Arc::new(Deque::new());
    let thieves: Vec<_> = (0..s.thieves)
        .map(|_| {
            let d = d.clone();
            thread::spawn(move || {
                for _ in 0..s.steals {
                    black_box(d.steal());
                }
            })
        })
        .collect();
    let mut own = 0;
    for v in 1..=s.pushes {
        d.push(&mut own, v);
    }
    for _ in 0..s.pops {
        black_box(d.pop(&mut own));
    }
    for t in thieves {
        t.join().unwrap();
    }
}
