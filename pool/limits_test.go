package pool

// What the pool leaves open, in more detail than docs/limits.md.
//
// # Exhausted searches
//
// The search for promotion, with an owner, two thieves and three frames, took 1,298,072
// executions, a minute:
//
//	stealproof check -run TestSched_Long/promotion ./pool
//
// The search for parking, with two workers, two tasks and Close, took 104 million executions, 19
// minutes of one core. In that program, one flag for each task stands for all places where a
// task can be. The program begins where both workers have looked and found nothing. It does not
// try both orders of their first search, because the workers are alike. It closes the pool when
// its tasks are done:
//
//	stealproof check -j 2 -time 60m -run 'TestSched_Long/park,_2_workers,_2_tasks' ./pool
//
// The searches for whole pools were not exhausted. Some schedules were run for a time,
// systematically and at random. Of pool/classic, the protocols were exhausted with two threads,
// and 2Q with three threads, from the state that its document describes. "stealproof check
// ./pool/classic" prints how far the other searches came.
//
// # Depth
//
// Before a task begins, it checks all its ancestors for a cancel. So nested Scopes, Runs and
// loops cost the square of their depth. So do nested Joins, if their second halves are stolen.
// So does Blocking inside nested Joins, since it leaves these halves to others. Frames of one
// definition do not. Frames of two definitions that alternate do, if a thief asks for them.
// Measured:
//
//	20,000 nested Scopes                                    6 s
//	20,000 nested Joins, halves stolen                      1.9 s of processor time
//	20,000 nested Joins, no half stolen                     0.013 s
//	Blocking in 10,000 nested Joins                         0.2 s
//	160,000 frames of two definitions                       20 s
//	160,000 frames of two definitions, one worker           0.4 s
//
// # Number of workers
//
// A worker on standby, after Resize or as a spare that is no longer needed, stays until Close. Among
// the workers that searches and cancellations reach, at most an eighth are on standby. A surplus
// worker counts against Options.Spares, together with the spares, until it is on standby. After
// Resize to more workers, unlike after New, each new worker looks at all others before it sleeps.
// Its time grows with the square of their number: 1.3 s of processor time for 8,000 workers, and
// 0.06 s after New. For each new worker, Resize itself asks all others for frames: 0.03 s of that.
//
// # Spares
//
// A task that waits in Get with a context that may end takes a spare. If no spare is left, its
// worker runs the awaited task itself, unless that has begun. If it has begun, another caller,
// one that waits with a spare for a queued task, is asked to run that task. In both cases, Get
// returns only when the task that its worker runs has ended, even if its context ends before.
// Such a caller is also asked if a task is in Blocking without a spare.
//
// # Frames
//
// If the second function of a Join runs on the caller's worker, its unjoined frames are not
// dropped at its own end. They are dropped when the task, the half or the isolated part around
// the Join ends.
//
// If the first function of a Join forks, joins a frame from before the Join, and forks again,
// then the new frame may count as a frame from before the Join: the fast path does not check.
//
// A leaf that waits for another worker to run a task may wait for ever. It does not if the task
// is the oldest frame, a submission, or a closure on a deque that lets thieves take all its
// items. Split does not let them, nor does THE where it keeps its last item. A frame is
// published when no other frame is left to run (I6 of the module Promotion).
//
// # Waking
//
// A worker that waits may sleep although there is a task of its tree: see NaivePark_Submission
// in the module Park. If no other worker waits in a tree, an isolated worker is woken for a task
// that it may not run.
//
// # Cancellation
//
// When the context of a running task ends, another goroutine has to tell the task. Take does not
// check for that: a task that has forked many frames and takes all of them back computes all of
// them, even after CloseNow. A caller that stops waiting in Future.Join because its tree is
// cancelled leaves an entry of 16 bytes in the future's list of waiters, until the future is
// complete.
//
// # Queues
//
// Submissions of workers and submissions from outside take turns. A task that a worker has put
// back comes before both. The queue of the tasks that were put back keeps its largest size. If
// only a Future still refers to an open pool, the pool may be closed as unreachable.
//
// # Misuse
//
// The use of a Ctx by another goroutine is noticed only by calls that find that a thief has
// asked for a frame, or has one. The use of a Worker after its task is not noticed if its
// goroutine then runs another task. A coroutine of iter.Pull counts as another goroutine. The
// zero Ctx panics with Go's own message. With GODEBUG=panicnil=1, a recovered panic(nil) counts
// as a Goexit; in the body of a Scope it is ignored.
//
// # Statistics
//
// Busy includes the time that a task waits for a Future, or spends in Blocking.
//
// # Linux
//
// All idle workers except one wait in the network poller, each for an eventfd of its own. While
// a program keeps all processors busy, the poller looks only every 10 ms.
