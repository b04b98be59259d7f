//! Does one measurement of a pool, or of a deque, and prints its result as one line of JSON:
//!
//!     pools rayon|chili|serial fib WORKERS N SECONDS
//!     pools rayon hot|cold WORKERS 0 SECONDS
//!     pools rayon|serial KERNEL WORKERS N SECONDS
//!     pools rayon|serial even|skewed WORKERS N SECONDS
//!     pools crossbeam pair|thieves|latency|steal|items WORKERS N SECONDS
//!
//! fib gives nanoseconds for each fork of fib(N), without a cutoff. hot and cold give
//! nanoseconds until a thread outside the pool has the result of a task. hot measures one
//! task after the other, cold pauses for 300 us before each. KERNEL is a program of
//! kernels.rs and gives nanoseconds for a whole run. even and skewed are the loads of
//! loads.rs, with N tasks for each worker. deques.rs has the measurements of deques.

mod deques;
mod kernels;
mod knapsack;
mod loads;
mod matrices;

use std::env;
use std::hint::black_box;
use std::num::NonZero;
use std::thread::sleep;
use std::time::{Duration, Instant};

const IDLE: Duration = Duration::from_micros(300);

fn serial(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    serial(n - 2) + serial(n - 1)
}

fn rayon_fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    // join runs the first and lets others steal the second.
    let (a, b) = rayon::join(|| rayon_fib(n - 1), || rayon_fib(n - 2));
    a + b
}

fn chili_fib(s: &mut chili::Scope<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    // join runs the second and offers the first to others, in one join of 64.
    let (a, b) = s.join(|s| chili_fib(s, n - 2), |s| chili_fib(s, n - 1));
    a + b
}

/// By iteration, because it must not cost time.
fn expected(n: u64) -> u64 {
    (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0
}

/// Nanoseconds for each fork, of each computation.
fn repeat(n: u64, limit: Duration, mut fib: impl FnMut(u64) -> u64) -> Vec<f64> {
    let forks = (expected(n + 1) - 1) as f64;
    let (mut times, mut begin) = (Vec::new(), Instant::now());
    while times.len() <= 3 || begin.elapsed() < limit {
        let start = Instant::now();
        let got = fib(black_box(n));
        times.push(start.elapsed().as_nanos() as f64 / forks);
        assert_eq!(got, expected(n));
        if times.len() == 1 {
            begin = Instant::now();
        }
    }
    times.remove(0); // the first run starts threads and touches stacks
    times
}

/// Nanoseconds of each call.
fn calls(pool: &rayon::ThreadPool, limit: Duration, idle: Duration) -> Vec<f64> {
    let (mut times, begin) = (Vec::new(), Instant::now());
    let mut last = begin;
    while times.len() < 30 || times.len() < 1 << 20 && last - begin < limit {
        if !idle.is_zero() {
            sleep(idle);
            last = Instant::now();
        }
        let x = black_box(times.len());
        assert_eq!(pool.install(|| x), x);
        let now = Instant::now();
        times.push((now - last).as_nanos() as f64);
        last = now;
    }
    times.split_off(times.len() / 10) // the first calls start threads
}

/// The n-th number of a fixed sequence that looks random (splitmix64).
fn random(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e3779b97f4a7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
    z ^ z >> 31
}

fn rayon_pool(workers: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(workers).build().unwrap()
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let [peer, what, workers, n, seconds] = &args[..] else {
        panic!("want: CONTESTANT WHAT WORKERS N SECONDS");
    };
    let workers: usize = workers.parse().unwrap();
    let n: u64 = n.parse().unwrap();
    let limit = Duration::from_secs_f64(seconds.parse().unwrap());
    let size = n as usize;
    let mut more = String::new();
    let mut times = match (peer.as_str(), what.as_str()) {
        ("serial", "fib") => repeat(n, limit, serial),
        ("rayon", "fib") => {
            let pool = rayon_pool(workers);
            repeat(n, limit, |n| pool.install(|| rayon_fib(n)))
        }
        ("chili", "fib") => {
            // The thread that opens a scope is one of the workers.
            let pool = chili::ThreadPool::with_config(chili::Config {
                thread_count: Some(NonZero::new(workers).unwrap()),
                ..Default::default()
            });
            let mut scope = pool.scope();
            repeat(n, limit, |n| chili_fib(&mut scope, n))
        }
        ("rayon", "hot") => calls(&rayon_pool(workers), limit, Duration::ZERO),
        ("rayon", "cold") => calls(&rayon_pool(workers), limit, IDLE),
        ("rayon" | "serial", "even" | "skewed") => {
            let load = loads::Load { threads: workers, each: size, skewed: what == "skewed" };
            let (times, said) = match peer.as_str() {
                "rayon" => rayon_pool(workers).install(|| load.run(&kernels::Rayon, limit)),
                _ => load.run(&kernels::Serial, limit),
            };
            more = said;
            times
        }
        ("rayon", kernel) => rayon_pool(workers).install(|| kernels::run(kernel, &kernels::Rayon, size, limit)).unwrap_or_default(),
        ("serial", kernel) => kernels::run(kernel, &kernels::Serial, size, limit).unwrap_or_default(),
        ("crossbeam", what) => {
            let (times, said) = deques::run(what, workers, size, limit).unwrap_or_default();
            more = said;
            times
        }
        _ => Vec::new(),
    };
    assert!(!times.is_empty(), "{peer} has no measurement {what}");
    times.sort_by(f64::total_cmp);
    let runs = times.len();
    println!(
        r#"{{"peer":"{peer}","what":"{what}","workers":{workers},"n":{n},"runs":{runs},"best":{},"median":{}{more},"finished":true}}"#,
        times[0],
        (times[(runs - 1) / 2] + times[runs / 2]) / 2.0,
    );
}
