//! Runs a Chase-Lev deque under loom or shuttle, and prints the result as one line
//! of JSON:
//!
//!     peers TOOL "pushes pops thieves steals-each" SECONDS right|broken
//!
//! TOOL is loom or shuttle-dfs, which try all executions, or shuttle, which draws
//! them at random. It stops after SECONDS, or when an item was taken twice. The
//! deque "broken" allows the latter.

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
pub struct Scenario {
    pushes: u64,
    pops: u64,
    thieves: u64,
    steals: u64,
    broken: bool,
}

mod on_loom {
    use loom::sync::atomic::{fence, AtomicPtr, AtomicU64};
    use loom::thread;
    include!("chaselev.rs");
}

mod on_shuttle {
    use shuttle::sync::atomic::{AtomicPtr, AtomicU64};
    use shuttle::thread;
    include!("chaselev.rs");

    /// Everything is sequentially consistent in shuttle, so a fence does nothing.
    fn fence(_: std::sync::atomic::Ordering) {}
}

/// The number of begun executions.
static EXECUTIONS: AtomicU64 = AtomicU64::new(0);

/// The other fields of the line, and the start of the run.
static RUN: OnceLock<(String, String, Instant)> = OnceLock::new();

fn print(finished: bool, found: bool) {
    let (tool, scenario, start) = RUN.get().unwrap();
    println!(
        r#"{{"tool":"{tool}","scenario":"{scenario}","executions":{},"seconds":{:.6},"finished":{finished},"found":{found}}}"#,
        EXECUTIONS.load(Ordering::Relaxed),
        start.elapsed().as_secs_f64(),
    );
}

/// Ends the process: an item was taken twice.
pub fn duplicate() -> ! {
    print(false, true);
    std::process::exit(0);
}

fn loom(s: Scenario, limit: Duration) {
    let mut b = loom::model::Builder::new();
    b.max_threads = s.thieves as usize + 1;
    b.max_branches = 10_000;
    b.max_duration = Some(limit);
    b.checkpoint_interval = 16; // number of executions between two looks at the clock
    b.check(move || on_loom::execution(s));
}

fn shuttle(s: Scenario, limit: Duration, scheduler: impl shuttle::scheduler::Scheduler + 'static) {
    let mut c = shuttle::Config::new();
    c.max_time = Some(limit);
    c.silence_warnings = true; // shuttle warns that it does not model orderings
    shuttle::Runner::new(scheduler, c).run(move || on_shuttle::execution(s));
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let [tool, scenario, seconds, deque] = &args[..] else {
        panic!("want: tool scenario seconds right|broken");
    };
    let n: Vec<u64> = scenario.split_whitespace().map(|n| n.parse().unwrap()).collect();
    let [pushes, pops, thieves, steals] = n[..] else {
        panic!("want: pushes pops thieves steals-each");
    };
    assert!(pushes <= 4, "the ring has four slots");
    let s = Scenario { pushes, pops, thieves, steals, broken: deque == "broken" };
    let limit = Duration::from_secs_f64(seconds.parse().unwrap());
    RUN.set((tool.clone(), scenario.clone(), Instant::now())).unwrap();
    match tool.as_str() {
        "loom" => loom(s, limit),
        "shuttle" => shuttle(s, limit, shuttle::scheduler::RandomScheduler::new(usize::MAX)),
        "shuttle-dfs" => shuttle(s, limit, shuttle::scheduler::DfsScheduler::new(None, false)),
        _ => panic!("no tool {tool}"),
    }
    // Each tool looks at the clock before it begins another execution.
    let all = matches!(tool.as_str(), "loom" | "shuttle-dfs");
    print(all && RUN.get().unwrap().2.elapsed() < limit, false);
}
