package pool

// What the pool leaves open, in more detail than docs/limits.md.
//
// Exhausted searches. Promotion with an owner, two thieves and three frames took 1,298,072 executions, a minute:
//
//	stealproof check -run TestSched_Long/promotion ./pool
//
// Parking with two workers, two tasks and Close took 104 million executions, 19 minutes of one core. That program has one flag for each
// task, for everything that there is to look at. It begins where both workers have looked in vain. It does not try both orders of
// their first search, because the workers are alike. It closes when its tasks are done:
//
//	stealproof check -j 2 -time 60m -run 'TestSched_Long/park,_2_workers,_2_tasks' ./pool
//
// Whole pools were not exhausted: some of their schedules were run, by the search and at random, for a time. Of
// pool/classic, the protocols were exhausted with two threads, and 2Q with three from the state that its document
// describes. "stealproof check ./pool/classic" prints how far the others came.
//
// Depth. Before a task begins, it looks at everything that it is nested in. So nested Scopes, Runs and loops cost the square of
// their depth; Joins do if their second halves are stolen, and so does Blocking in them, which leaves these halves to
// others. Frames of one definition do not. Frames of two definitions in turns do if a thief asks for them. Measured: 20,000
// nested Scopes 6 s; 20,000 nested Joins 1.9 s of processor time, or 0.013 s if no half was stolen; Blocking in 10,000 Joins 0.2 s;
// 160,000 frames of two definitions 20 s, or 0.4 s with one worker.
//
// Number of workers. New and Close take the square of it: 0.2 s each for 1,000 workers, 4 and 7 s for 5,000. A worker that
// Resize or a returning spare has sent to rest stays until Close, and every search looks at it: after Resize(1000) and
// Resize(2), a Run took ten times as long. Resting workers count against Options.Spares together with spares.
//
// Spares. A task that waits in Get with a context that may end takes a spare. If none is left, its worker runs the awaited
// task itself, unless that has begun. If it has begun, a caller that waits with a spare for a queued task is asked
// to run that task. Both return only at the end of the task that they run. The same holds for a task in Blocking without a spare.
//
// Frames. The second function of a Join may run on its own worker after the first one. Then its frames that were not joined are
// dropped when the task, the half or the isolated part around it ends. If the first function forks, joins a frame from before the
// Join, and forks again, the new frame may count as one from before: the fast path does not look. A leaf is sure that
// another worker runs a task only if that is the oldest frame, a closure on a deque that shows all its items, or a
// submission. Split, and THE where it keeps its last item, do not show all. A frame beside which no other frame is left
// is published (I6 of the module Promotion).
//
// Waking. A waiting worker may sleep beside a task of its tree: NaivePark_Submission in the module Park. If nobody else
// waits in a tree, an isolated worker is woken for a task that it may not run.
//
// Cancellation. Another goroutine tells a running task that its context has ended. Take does not look: a task that has
// forked many frames and takes all of them back computes all of them, also after CloseNow. A caller that stops waiting
// in Future.Join because its tree is cancelled stays in the future's list of waiters until the future is complete, 16 bytes each.
//
// Queues. Where submissions of workers and submissions from outside wait, they take turns. A task that a worker has put back comes before
// both. The queue of tasks that were put back keeps its largest size. A Future does not keep an open pool from being
// closed when nothing else refers to the pool.
//
// Misuse. Another goroutine's use of a Ctx is noticed only by calls that find that a thief has asked for a frame, or has one. A Worker
// that is used later, while its own goroutine runs something else, is not noticed. A coroutine of iter.Pull is another
// goroutine. The zero Ctx panics with Go's own message. If GODEBUG has panicnil=1, a recovered panic(nil) counts as a Goexit, and in
// the body of a Scope as nothing.
//
// Statistics count the time that a task waits for a Future, or spends in Blocking, as busy.
//
// Linux. All idle workers but one wait for an eventfd of their own in the network poller, which a program that keeps all
// processors busy polls only every 10 ms.
