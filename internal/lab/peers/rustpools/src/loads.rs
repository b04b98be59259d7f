//! The loads of internal/lab/workload: each thread gets the same number of tasks, and each task
//! computes a Fibonacci number. As in Go's pool, one task for each thread queues the thread's tasks.

use crate::kernels::{Clock, Forks};
use crate::random;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

pub struct Load {
    pub threads: usize,
    pub each: usize,
    pub skewed: bool,
}

impl Load {
    /// The Fibonacci number that a task computes.
    fn n(&self, thread: usize, k: usize) -> u64 {
        match self.skewed {
            false => 25 + random((thread * self.each + k) as u64) % 5,
            true if thread < self.threads.div_ceil(2) => 25,
            true => 1,
        }
    }

    /// Nanoseconds of each run, and the average time until a task began.
    pub fn run(&self, w: &impl Forks, limit: Duration) -> (Vec<f64>, String) {
        let results: Vec<AtomicU64> = (0..self.threads * self.each).map(|_| AtomicU64::new(0)).collect();
        let waited = AtomicU64::new(0);
        let mut waits = Vec::new();
        let times = Clock { limit }.runs(
            || results.iter().for_each(|r| r.store(0, Relaxed)),
            || {
                let start = Instant::now();
                w.spawn(self.threads, &|thread| {
                    w.spawn(self.each, &|k| {
                        waited.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
                        results[thread * self.each + k].store(crate::serial(self.n(thread, k)), Relaxed);
                    })
                });
            },
            || {
                for (i, r) in results.iter().enumerate() {
                    assert_eq!(r.load(Relaxed), crate::expected(self.n(i / self.each, i % self.each)), "task {i}");
                }
                waits.push(waited.swap(0, Relaxed) as f64 / results.len() as f64);
            },
        );
        waits.sort_by(f64::total_cmp);
        let median = (waits[(waits.len() - 1) / 2] + waits[waits.len() / 2]) / 2.0;
        (times, format!(r#","waited":{median}"#))
    }
}
