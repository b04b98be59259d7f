// Package classic holds five schedulers that others have described, each in a file
// of its own, as close to its document as it can be and still be right. They are
// baselines to measure and to read, and not the product, which is package pool. What they
// share is in task.go, the states of a task and the ways to wait, and in future.go; their
// deques are those of package wsq.
//
//   - [WSPool]: Java's fork-join pool in small, with helping and a list of waiters.
//   - [CMU]: child stealing with a greedy join, or continuation stealing with two
//     queues for each worker, "2Q".
//   - [VT]: futures, a global deque and local ones, under one lock or several.
//   - [IITH]: threads that work off deques that were filled before, or are meanwhile.
//   - [Duffy]: local, then global, then steal.
//
// Where a document's protocol hangs, loses or repeats work, the header of its file
// says so, and what was corrected; the described form is a mutant of the tests
// (docs/track-record.md).
//
// A task is a function of the worker that runs it. What it waits for it names in
// [Future.Join]. A panic of a task is passed on by Join as a [pool.PanicError]. A task
// must not call runtime.Goexit: it would take its worker along.
package classic
