//! The measurements of deques in internal/lab/workload, for crossbeam-deque.

use crate::random;
use crossbeam_deque::{Steal, Stealer, Worker};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::*};
use std::thread;
use std::time::{Duration, Instant};

struct Item {
    id: u64,
}

type Deque = Worker<&'static Item>;

/// Nanoseconds for each pair, item or steal, and other figures as JSON. Returns None if there is no
/// such measurement. n is the size of a batch, or the number of items.
pub fn run(what: &str, workers: usize, n: usize, limit: Duration) -> Option<(Vec<f64>, String)> {
    let only = |times| (times, String::new());
    Some(match what {
        "pair" => only(pairs(n, limit)),
        "thieves" => thieves(workers - 1, n, limit),
        "latency" => only(latency(limit)),
        "steal" => only(steals(n, limit)),
        "items" => items(n),
        _ => return None,
    })
}

fn some(n: usize) -> Vec<&'static Item> {
    (0..n).map(|i| &*Box::leak(Box::new(Item { id: random(i as u64) }))).collect()
}

/// Counts items and sums up their values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    count: u64,
    sum: u64,
}

impl Tally {
    fn add(&mut self, it: &Item) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(it.id);
    }
}

/// Times calls of a function that does this many operations. The first call is not counted.
fn turns(limit: Duration, operations: usize, mut ready: impl FnMut(), mut run: impl FnMut()) -> Vec<f64> {
    let (mut times, begin) = (Vec::with_capacity(1 << 16), Instant::now());
    while times.len() < 2 || times.len() < times.capacity() && begin.elapsed() < limit {
        ready();
        let start = Instant::now();
        run();
        times.push(start.elapsed().as_nanos() as f64 / operations as f64);
    }
    times.split_off(1)
}

fn pairs(batch: usize, limit: Duration) -> Vec<f64> {
    const MANY: usize = 1 << 16;
    let (d, it) = (Deque::new_lifo(), some(1)[0]);
    turns(limit, MANY / batch * batch, || {}, || {
        if batch == 1 {
            for _ in 0..MANY {
                d.push(it);
                let _ = d.pop();
            }
        } else {
            for _ in 0..MANY / batch {
                for _ in 0..batch {
                    d.push(it);
                }
                for _ in 0..batch {
                    let _ = d.pop();
                }
            }
        }
        assert!(d.is_empty());
    })
}

/// Steals until it is told to stop. After a number of vain attempts the thief gives its processor
/// away.
fn plunder(d: &Stealer<&'static Item>, stop: &AtomicBool) -> Tally {
    let (mut got, mut misses) = (Tally::default(), 0);
    while !stop.load(SeqCst) {
        if let Steal::Success(it) = d.steal() {
            got.add(it);
            misses = 0;
            continue;
        }
        misses += 1;
        if misses % 64 == 0 {
            thread::yield_now();
        }
    }
    got
}

fn thieves(n: usize, batch: usize, limit: Duration) -> (Vec<f64>, String) {
    const BATCHES: usize = 256;
    let (d, stop, all) = (Deque::new_lifo(), &AtomicBool::new(false), some(batch));
    let (mut pushed, mut got) = (Tally::default(), Tally::default());
    thread::scope(|s| {
        let handles: Vec<_> = (0..n)
            .map(|_| {
                let stealer = d.stealer();
                s.spawn(move || plunder(&stealer, stop))
            })
            .collect();
        let times = turns(limit, BATCHES * batch, || {}, || {
            for _ in 0..BATCHES {
                for it in &all {
                    d.push(it);
                    pushed.add(it);
                }
                while let Some(it) = d.pop() {
                    got.add(it);
                }
            }
        });
        stop.store(true, SeqCst);
        let own = got.count;
        for h in handles {
            let stolen = h.join().unwrap();
            got.count += stolen.count;
            got.sum = got.sum.wrapping_add(stolen.sum);
        }
        assert_eq!(got, pushed);
        (times, format!(r#","share":{}"#, (got.count - own) as f64 / got.count as f64))
    })
}

/// The time until a waiting thief has the item.
fn latency(limit: Duration) -> Vec<f64> {
    let d = Deque::new_lifo();
    let (looked, done, stop) = (&AtomicU64::new(0), &AtomicU64::new(0), &AtomicBool::new(false));
    let stealer = d.stealer();
    thread::scope(|s| {
        s.spawn(move || {
            let mut k = 1;
            while !stop.load(SeqCst) {
                match stealer.steal() {
                    Steal::Success(it) => {
                        assert_eq!(it.id, k);
                        done.store(k, SeqCst);
                        k += 1;
                    }
                    Steal::Empty if looked.load(SeqCst) < k => looked.store(k, SeqCst),
                    _ => {}
                }
            }
        });
        let (mut times, begin) = (Vec::with_capacity(1 << 20), Instant::now());
        while times.len() < 3 || times.len() < times.capacity() && begin.elapsed() < limit {
            let k = times.len() as u64 + 1;
            let it = &*Box::leak(Box::new(Item { id: k }));
            until(looked, k);
            let start = Instant::now();
            d.push(it);
            until(done, k);
            times.push(start.elapsed().as_nanos() as f64);
        }
        stop.store(true, SeqCst);
        times
    })
}

fn until(counter: &AtomicU64, k: u64) {
    let mut spins = 1;
    while counter.load(SeqCst) < k {
        if spins % 4096 == 0 {
            thread::yield_now();
        }
        spins += 1;
    }
}

/// No other thread is at work. A batch goes to another deque and is popped from there.
fn steals(batch: usize, limit: Duration) -> Vec<f64> {
    const MANY: usize = 1024;
    let (d, mine, all) = (Deque::new_lifo(), Deque::new_fifo(), some(MANY));
    let stealer = d.stealer();
    let want = all.iter().fold(Tally::default(), |mut t, it| {
        t.add(it);
        t
    });
    turns(limit, MANY, || all.iter().for_each(|it| d.push(it)), || {
        let mut got = Tally::default();
        while got.count < MANY as u64 {
            if batch == 1 {
                got.add(stealer.steal().success().expect("an item is gone"));
                continue;
            }
            assert!(stealer.steal_batch_with_limit(&mine, batch).is_success(), "an item is gone");
            while let Some(it) = mine.pop() {
                got.add(it);
            }
        }
        assert_eq!(got, want);
    })
}

/// Counts allocated bytes that are not yet freed.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Relaxed);
        System.alloc(layout)
    }
    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        System.dealloc(p, layout)
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// crossbeam-epoch decides when an old buffer is freed.
fn items(n: usize) -> (Vec<f64>, String) {
    let it = some(1)[0];
    let before = HELD.load(Relaxed);
    let d = Deque::new_lifo();
    let start = Instant::now();
    for _ in 0..n {
        d.push(it);
    }
    let took = start.elapsed().as_nanos() as f64 / n as f64;
    let bytes = (HELD.load(Relaxed) - before) as f64 / n as f64;
    assert_eq!(std::iter::from_fn(|| d.pop()).count(), n);
    (vec![took], format!(r#","bytes":{bytes:.1}"#))
}
