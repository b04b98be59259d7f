//! Runs a Chase-Lev deque under loom or shuttle for some seconds and prints how
//! many executions that were, as a line of JSON.
//!
//!     peers loom|shuttle|shuttle-pct "pushes pops thieves steals-each" seconds

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
pub struct Scenario {
    pushes: u64,
    pops: u64,
    thieves: u64,
    steals: u64,
}

mod on_loom {
    use loom::sync::atomic::{fence, AtomicU64};
    use loom::thread;
    use std::hint::black_box;
    include!("chaselev.rs");
}

mod on_shuttle {
    use shuttle::sync::atomic::{fence, AtomicU64};
    use shuttle::thread;
    use std::hint::black_box;
    include!("chaselev.rs");
}

static EXECUTIONS: AtomicU64 = AtomicU64::new(0);

fn loom(s: Scenario, limit: Duration) -> &'static str {
    let mut b = loom::model::Builder::new();
    b.max_threads = s.thieves as usize + 1;
    b.max_duration = Some(limit);
    b.checkpoint_interval = 16; // how often it looks at the clock
    b.check(move || {
        EXECUTIONS.fetch_add(1, Ordering::Relaxed);
        on_loom::execution(s);
    });
    "exhaustive"
}

fn shuttle(s: Scenario, limit: Duration, scheduler: impl shuttle::scheduler::Scheduler + 'static) {
    let mut c = shuttle::Config::new();
    c.max_time = Some(limit);
    c.silence_warnings = true;
    shuttle::Runner::new(scheduler, c).run(move || {
        EXECUTIONS.fetch_add(1, Ordering::Relaxed);
        on_shuttle::execution(s);
    });
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let [tool, scenario, seconds] = &args[..] else {
        panic!("want: tool scenario seconds");
    };
    let n: Vec<u64> = scenario.split_whitespace().map(|n| n.parse().unwrap()).collect();
    let [pushes, pops, thieves, steals] = n[..] else {
        panic!("want: pushes pops thieves steals-each");
    };
    assert!(pushes <= 4, "the array has four slots");
    let s = Scenario { pushes, pops, thieves, steals };
    let limit = Duration::from_secs_f64(seconds.parse().unwrap());
    let start = Instant::now();
    let mode = match tool.as_str() {
        "loom" => loom(s, limit),
        "shuttle" => {
            shuttle(s, limit, shuttle::scheduler::RandomScheduler::new(usize::MAX));
            "random"
        }
        "shuttle-pct" => {
            shuttle(s, limit, shuttle::scheduler::PctScheduler::new(3, usize::MAX));
            "PCT"
        }
        _ => panic!("no tool {tool}"),
    };
    let took = start.elapsed();
    println!(
        r#"{{"tool":"{tool}","scenario":"{scenario}","mode":"{mode}","executions":{},"seconds":{:.6},"finished":{}}}"#,
        EXECUTIONS.load(Ordering::Relaxed),
        took.as_secs_f64(),
        mode == "exhaustive" && took < limit,
    );
}
