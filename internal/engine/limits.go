package engine

// What a search leaves out, in more detail than docs/limits.md.
//
// Loops that yield. A loop waits if its rounds change nothing, not even for a moment. A round may take and release a
// mutex, unless some thread of the program calls TryLock. The search probes whether a loop gives up: it lets the
// thread go on alone. It does so from each state of the objects that the loop has read, but at most 32 times for a place
// whose probes show nothing. If the loop gives up, its rounds are free, up to 100 of them, and the search begins anew. Beyond
// 1,000 rounds, a loop counts as endless. A loop is known by its place in the code and its callers. If loops keep a
// thread waiting that could go on, the execution is cut off, and the search ends bound hit. If only loops keep each other
// going, up to the limit of steps, that breaks a rule.
//
// Loops that do not yield. At the limit of steps all threads take turns, for up to 100 times as many steps. If the
// execution ends then, or has used up all steps, the search goes on and ends bound hit. It breaks a rule if
// Options.NoSpinning is set, or if the threads went round in circles: for half of all steps no object had a value that
// it had not had before. If the state recurs during ten times the limit, with the stacks of all threads, the search goes
// no further: only code that is not rewritten could have counted the rounds meanwhile. Only the first execution that does
// not end gets so many steps. A loop that reads a plain variable, and calls nothing of sync, makes one step of 10,000
// reads; so the race search reports it. Without the race search it runs into the watchdog after 70 s, and nothing more is
// searched in that process.
//
// Time. The clock begins on 2026-06-17 and stands still while threads work or park. A sleep that ends moves the clock on
// by the sleep's duration; a timer that fires moves it at least to the timer's time. No real sleep is exact. So each sleep
// that ends, and each timer that fires, adds a nanosecond to the times that the program sees, except in a bubble of
// testing/synctest. A thread in a loop that waits yields and changes nothing before each reading. If it has read the same
// time four times in this way, its next reading moves the clock, by a millisecond at first. All other readings move the
// clock after a thousand, by a microsecond at first. So a sleep is longer than asked only by these nanoseconds, and by what
// other threads have moved the clock meanwhile.
//
// Choices. All results of sync.Cond.Signal and of sync.Pool.Get are tried. A mutex may go to any waiter; Go's
// starvation mode allows less. Each execution ends a sequence of iter.Pull that was not stopped: its deferred functions
// run up to their first step. Two calls of next or stop that nothing orders break a rule, and so does a sequence that
// calls its own next. A panic in a sequence is reported where next was called.
//
// Threads. At most 64 in an execution: main, threads that have ended and each setting of a timer count as well.
//
// Parts. The parts of -shard and -j are dealt out below the first six steps that have a choice. The largest of eight
// parts of a search of a Chase-Lev deque had 17 % of the executions. Among dozens of parts, some may have nothing to do.
