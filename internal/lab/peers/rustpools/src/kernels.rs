//! The programs of internal/lab/workload, with the same random numbers and the same number of tasks.
//! Each result is checked.

use crate::knapsack::Knapsack;
use crate::{matrices, random};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How a program forks.
pub trait Forks: Sync {
    const FORKS: bool = true;

    fn join<A: Send, B: Send>(&self, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B);

    /// Calls f for each number below n, one task each.
    fn each(&self, n: usize, f: &(impl Fn(usize) + Sync));

    /// The same for parts of this many items, with their numbers.
    fn parts<T: Send>(&self, all: &mut [T], size: usize, f: &(impl Fn(usize, &mut [T]) + Sync));

    /// Calls f for each number below n, with tasks that are queued one by one.
    fn spawn(&self, n: usize, f: &(impl Fn(usize) + Sync));

    /// The sum of f over from..to, one task for each number.
    fn sum(&self, from: usize, to: usize, f: &(impl Fn(usize) -> u64 + Sync)) -> u64 {
        match to - from {
            0 => 0,
            1 => f(from),
            n => {
                let middle = from + n / 2;
                let (a, b) = self.join(|| self.sum(from, middle, f), || self.sum(middle, to, f));
                a + b
            }
        }
    }
}

pub struct Rayon;

impl Forks for Rayon {
    fn join<A: Send, B: Send>(&self, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
        rayon::join(a, b)
    }

    // By default Rayon puts several into a task.
    fn each(&self, n: usize, f: &(impl Fn(usize) + Sync)) {
        (0..n).into_par_iter().with_max_len(1).for_each(f);
    }

    fn parts<T: Send>(&self, all: &mut [T], size: usize, f: &(impl Fn(usize, &mut [T]) + Sync)) {
        all.par_chunks_mut(size).with_max_len(1).enumerate().for_each(|(i, part)| f(i, part));
    }

    fn spawn(&self, n: usize, f: &(impl Fn(usize) + Sync)) {
        rayon::scope(|s| (0..n).for_each(|i| s.spawn(move |_| f(i))));
    }
}

/// The same without forks.
pub struct Serial;

impl Forks for Serial {
    const FORKS: bool = false;

    fn join<A: Send, B: Send>(&self, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
        (a(), b())
    }

    fn each(&self, n: usize, f: &(impl Fn(usize) + Sync)) {
        (0..n).for_each(f);
    }

    fn parts<T: Send>(&self, all: &mut [T], size: usize, f: &(impl Fn(usize, &mut [T]) + Sync)) {
        all.chunks_mut(size).enumerate().for_each(|(i, part)| f(i, part));
    }

    fn spawn(&self, n: usize, f: &(impl Fn(usize) + Sync)) {
        (0..n).for_each(f);
    }
}

/// Nanoseconds of each run of a program, or None if there is no such program. Making the input and
/// checking the result are not timed.
pub fn run(what: &str, w: &impl Forks, n: usize, limit: Duration) -> Option<Vec<f64>> {
    let t = &Clock { limit };
    Some(match what {
        "fib12" => t.fib(w, n as u64, 12),
        "fib30" => t.fib(w, n as u64, 30),
        "mergesort" => t.sorting(n, |a, spare| mergesort(w, a, spare)),
        "quicksort" => t.sorting(n, |a, _| quicksort(w, a, GRAIN)),
        "quicksort1000" => t.sorting(n, |a, _| quicksort(w, a, (n / 1000).max(1))),
        "nqueens" => t.value(|| queens(w, n, 0, 0, 0, 0), || QUEENS[n]),
        "primes" => t.value(|| w.sum(0, (n - 10).div_ceil(1000), &|i| primes(10 + 1000 * i, n.min(1010 + 1000 * i))), || sieve(n)),
        "uts" => t.value(|| 1 + w.sum(0, n, &|i| tree(w, random(i as u64))), || 1 + nodes(n)),
        "transform" => t.transform(w, n),
        "matmul" => matrices::product(t, n, |c, a, b| matrices::tiles(w, n, a, b, c)),
        "grains" => t.grains(w, n),
        "lu" => matrices::lu(t, w, n),
        "heat" => matrices::heat(t, w, n),
        "strassen" => matrices::product(t, n, |c, a, b| matrices::strassen(w, c, matrices::whole(a), matrices::whole(b))),
        "knapsack" => {
            let k = Knapsack::new(n);
            t.value(|| k.best(w), || k.expected())
        }
        _ => return None,
    })
}

const GRAIN: usize = 1024;
const QUEENS: [u64; 15] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596];

pub struct Clock {
    pub limit: Duration,
}

impl Clock {
    /// Times runs until the limit, at least one.
    pub fn runs(&self, mut ready: impl FnMut(), mut run: impl FnMut(), mut check: impl FnMut()) -> Vec<f64> {
        let (mut times, begin) = (Vec::new(), Instant::now());
        while times.is_empty() || begin.elapsed() < self.limit {
            ready();
            let start = Instant::now();
            run();
            times.push(start.elapsed().as_nanos() as f64);
            check();
        }
        times
    }

    /// Times a function that returns a number.
    fn value(&self, mut run: impl FnMut() -> u64 + Send, want: impl Fn() -> u64) -> Vec<f64> {
        let (got, want) = (AtomicU64::new(0), want());
        self.runs(|| got.store(0, Relaxed), || got.store(run(), Relaxed), || assert_eq!(got.load(Relaxed), want))
    }

    fn fib(&self, w: &impl Forks, n: u64, threshold: u64) -> Vec<f64> {
        self.value(|| fib(w, n, threshold), || crate::expected(n))
    }

    fn sorting(&self, n: usize, mut sort: impl FnMut(&mut [i64], &mut [i64])) -> Vec<f64> {
        let fill = |a: &mut [i64]| a.iter_mut().enumerate().for_each(|(i, v)| *v = (random(i as u64) >> 40) as i64);
        let sum = |a: &[i64]| a.iter().fold(0u64, |s, &v| s.wrapping_add(random(v as u64)));
        let (mut a, mut spare) = (vec![0; n], vec![0; n]);
        fill(&mut a);
        let want = sum(&a);
        let a = std::cell::RefCell::new(a);
        self.runs(
            || fill(&mut a.borrow_mut()),
            || sort(&mut a.borrow_mut(), &mut spare),
            || {
                let a = a.borrow();
                assert!(a.is_sorted() && sum(&a) == want, "{n} numbers are not sorted, or not the same");
            },
        )
    }

    fn transform(&self, w: &impl Forks, n: usize) -> Vec<f64> {
        let input: Vec<u64> = (0..n).map(|i| random(i as u64) >> 32).collect();
        let out = std::cell::RefCell::new(vec![0; n]);
        self.runs(
            || {},
            || scale(w, &input, &mut out.borrow_mut()),
            || out.borrow_mut().iter_mut().zip(&input).for_each(|(o, i)| assert_eq!(std::mem::take(o), i + i + i)),
        )
    }

    fn grains(&self, w: &impl Forks, n: usize) -> Vec<f64> {
        let out = std::cell::RefCell::new(vec![0; 1 << 13]);
        self.runs(
            || out.borrow_mut().fill(0),
            || grains(w, 0, &mut out.borrow_mut(), n),
            || out.borrow().iter().enumerate().step_by(97).for_each(|(i, v)| assert_eq!(*v, grain(i as u64, n))),
        )
    }
}

fn fib(w: &impl Forks, n: u64, threshold: u64) -> u64 {
    if n <= threshold {
        return crate::serial(n);
    }
    let (a, b) = w.join(|| fib(w, n - 1, threshold), || fib(w, n - 2, threshold));
    a + b
}

fn mergesort(w: &impl Forks, a: &mut [i64], spare: &mut [i64]) {
    if a.len() < 2 {
        return;
    }
    let m = a.len() / 2;
    let (left, right) = a.split_at_mut(m);
    let (s, t) = spare.split_at_mut(m);
    if left.len() + right.len() <= GRAIN {
        mergesort(&Serial, left, s);
        mergesort(&Serial, right, t);
    } else {
        w.join(|| mergesort(w, left, s), || mergesort(w, right, t));
    }
    spare.copy_from_slice(a);
    let (mut i, mut j) = (0, m);
    for v in a.iter_mut() {
        let from = if j == spare.len() || i < m && spare[i] <= spare[j] { &mut i } else { &mut j };
        *v = spare[*from];
        *from += 1;
    }
}

fn quicksort(w: &impl Forks, a: &mut [i64], grain: usize) {
    if a.len() < 2 {
        return;
    }
    let last = a.len() - 1;
    a.swap(a.len() / 2, last);
    let mut at = 0;
    for i in 0..last {
        if a[i] < a[last] {
            a.swap(i, at);
            at += 1;
        }
    }
    a.swap(at, last);
    let small = a.len() <= grain;
    let (left, right) = a.split_at_mut(at);
    if small {
        quicksort(&Serial, left, grain);
        quicksort(&Serial, &mut right[1..], grain);
    } else {
        w.join(|| quicksort(w, left, grain), || quicksort(w, &mut right[1..], grain));
    }
}

/// Placements in the remaining rows. The first three rows fork.
fn queens(w: &impl Forks, n: usize, row: usize, columns: u64, left: u64, right: u64) -> u64 {
    let all = (1u64 << n) - 1;
    if row == n {
        return 1;
    }
    if row < 3 {
        let (mut squares, mut count, mut free) = ([0; 32], 0, all & !(columns | left | right));
        while free != 0 {
            squares[count] = free & free.wrapping_neg();
            count += 1;
            free &= free - 1;
        }
        return w.sum(0, count, &|i| {
            let q = squares[i];
            queens(w, n, row + 1, columns | q, (left | q) << 1, (right | q) >> 1)
        });
    }
    let (mut found, mut free) = (0, all & !(columns | left | right));
    while free != 0 {
        let q = free & free.wrapping_neg();
        found += queens(w, n, row + 1, columns | q, (left | q) << 1, (right | q) >> 1);
        free &= free - 1;
    }
    found
}

fn primes(from: usize, to: usize) -> u64 {
    (from..to).filter(|&i| (2..).take_while(|d| d * d <= i).all(|d| i % d != 0)).count() as u64
}

fn sieve(n: usize) -> u64 {
    let mut composite = vec![false; n];
    let mut found = 0;
    for i in 2..n {
        if !composite[i] {
            found += (i >= 10) as u64;
            (2 * i..n).step_by(i).for_each(|k| composite[k] = true);
        }
    }
    found
}

fn has(state: u64) -> bool {
    random(state) % 1000 < 245
}

fn child(state: u64, i: u64) -> u64 {
    random(state ^ random(i + 1))
}

fn tree(w: &impl Forks, state: u64) -> u64 {
    if !has(state) {
        return 1;
    }
    1 + w.sum(0, 4, &|i| tree(w, child(state, i as u64)))
}

/// With a list of the nodes to visit.
fn nodes(n: usize) -> u64 {
    let mut open: Vec<u64> = (0..n as u64).map(random).collect();
    let mut seen = 0;
    while let Some(state) = open.pop() {
        seen += 1;
        if has(state) {
            open.extend((0..4).map(|i| child(state, i)));
        }
    }
    seen
}

/// Blocks of 10,000 numbers.
fn scale(w: &impl Forks, input: &[u64], out: &mut [u64]) {
    const BLOCK: usize = 10_000;
    if input.len() <= BLOCK {
        out.iter_mut().zip(input).for_each(|(o, i)| *o = i * 3);
        return;
    }
    let m = input.len().div_ceil(BLOCK) / 2 * BLOCK;
    let (a, b) = input.split_at(m);
    let (x, y) = out.split_at_mut(m);
    w.join(|| scale(w, a, x), || scale(w, b, y));
}

fn grain(i: u64, n: usize) -> u64 {
    (0..20 * n).fold(i, |v, _| random(v))
}

fn grains(w: &impl Forks, at: usize, out: &mut [u64], n: usize) {
    if out.len() == 1 {
        out[0] = grain(at as u64, n);
        return;
    }
    let m = out.len() / 2;
    let (x, y) = out.split_at_mut(m);
    w.join(|| grains(w, at, x, n), || grains(w, at + m, y, n));
}
