// Each tool includes this file once, with its AtomicU64, AtomicPtr, fence and
// thread in scope.
//
// The deque of wsq/chaselev.go, shared access by shared access. It serves programs
// that push at most as often as its first ring has slots, so it never grows,
// shrinks or wraps around. Go's atomics are sequentially consistent. The orderings
// here are those of Lê et al. (PPoPP 2013), as a Rust programmer would write them.
// Slots are plain memory that the tools do not observe. So compare with our rate
// without race detection.

use std::cell::UnsafeCell;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

const CAPACITY: usize = 4;

struct Ring {
    slots: [UnsafeCell<u64>; CAPACITY],
    done: [AtomicU64; CAPACITY],
}

struct Deque {
    top: AtomicU64,
    bottom: AtomicU64,
    array: AtomicPtr<Ring>,
    broken: bool, // steal stores top instead of a CAS
}

/// State that only the owner uses.
struct Own {
    bottom: u64,
    free: u64,
}

// The owner writes a slot before the store of bottom that publishes it. Only the
// thread that has claimed its index reads it.
unsafe impl Sync for Deque {}
unsafe impl Send for Deque {}

impl Deque {
    fn new(broken: bool) -> Self {
        let ring = Ring {
            slots: Default::default(),
            done: std::array::from_fn(|i| AtomicU64::new((i == 0) as u64)),
        };
        Deque {
            top: AtomicU64::new(0),
            bottom: AtomicU64::new(0),
            array: AtomicPtr::new(Box::into_raw(Box::new(ring))),
            broken,
        }
    }

    fn claim(&self, t: u64) -> bool {
        self.top.compare_exchange(t, t + 1, SeqCst, Relaxed).is_ok()
    }

    fn push(&self, ring: &Ring, own: &mut Own, v: u64) {
        unsafe { *ring.slots[own.bottom as usize % CAPACITY].get() = v };
        own.bottom += 1;
        self.bottom.store(own.bottom, Release);
    }

    fn pop(&self, ring: &Ring, own: &mut Own) -> Option<u64> {
        let b = own.bottom.wrapping_sub(1);
        let t = self.top.load(Relaxed);
        if b == t {
            if !self.claim(t) {
                return None;
            }
            let v = ring.take(t);
            ring.settle(own, t);
            return Some(v);
        }
        if (b.wrapping_sub(t) as i64) < 0 {
            return None;
        }
        own.bottom = b;
        self.bottom.store(b, Release);
        fence(SeqCst);
        let t = self.top.load(Relaxed);
        if b > t {
            return Some(ring.take(b));
        }
        let won = b == t && self.claim(t);
        own.bottom = b + 1;
        self.bottom.store(b + 1, Release);
        if !won {
            return None;
        }
        let v = ring.take(b);
        ring.settle(own, b);
        Some(v)
    }

    fn steal(&self) -> Option<u64> {
        let t = self.top.load(Acquire);
        fence(SeqCst);
        let b = self.bottom.load(Acquire);
        if b <= t {
            return None;
        }
        let ring = unsafe { &*self.array.load(Acquire) };
        if self.broken {
            self.top.store(t + 1, SeqCst);
        } else if !self.claim(t) {
            return None;
        }
        let v = unsafe { *ring.slots[t as usize % CAPACITY].get() };
        let ring = unsafe { &*self.array.load(Acquire) };
        ring.finish(t);
        Some(v)
    }
}

impl Ring {
    fn take(&self, i: u64) -> u64 {
        unsafe { self.slots[i as usize % CAPACITY].get().replace(0) }
    }

    fn finish(&self, i: u64) {
        self.done[i as usize % CAPACITY].store(i + 1, Release);
    }

    fn settle(&self, own: &mut Own, i: u64) {
        if own.free == i {
            own.free += 1;
        } else {
            self.finish(i);
        }
    }
}

impl Drop for Deque {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(self.array.load(Relaxed)) });
    }
}

/// A set of items. Sets of different threads must have no common item.
fn add(taken: &mut u64, item: Option<u64>) {
    if let Some(v) = item {
        if *taken & 1 << v != 0 {
            crate::duplicate();
        }
        *taken |= 1 << v;
    }
}

/// One execution. The calling thread is the owner.
pub fn execution(s: crate::Scenario) {
    crate::EXECUTIONS.fetch_add(1, crate::Ordering::Relaxed);
    let d = std::sync::Arc::new(Deque::new(s.broken));
    let ring = d.array.load(Relaxed);
    let thieves: Vec<_> = (0..s.thieves)
        .map(|_| {
            let d = d.clone();
            thread::spawn(move || {
                let mut taken = 0;
                for _ in 0..s.steals {
                    add(&mut taken, d.steal());
                }
                taken
            })
        })
        .collect();
    let ring = unsafe { &*ring };
    let mut own = Own { bottom: 0, free: 0 };
    let mut taken = 0;
    for v in 1..=s.pushes {
        d.push(ring, &mut own, v);
    }
    for _ in 0..s.pops {
        add(&mut taken, d.pop(ring, &mut own));
    }
    for t in thieves {
        let stolen = t.join().unwrap();
        if taken & stolen != 0 {
            crate::duplicate();
        }
        taken |= stolen;
    }
}
