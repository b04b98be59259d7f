// Package classic implements five schedulers from other people's documents. Each file follows
// its document as closely as a correct program can. They are baselines to measure and to read.
// For real work use package pool. task.go and future.go hold the shared code: the states of a
// task, the ways to wait, and futures. The deques are those of package wsq.
//
//   - [WSPool]: a small version of Java's fork-join pool, with helping and a list of waiters.
//   - [CMU]: child stealing with a greedy join, or continuation stealing with two queues for
//     each worker ("2Q").
//   - [VT]: futures, a global deque and local ones, under one lock or several.
//   - [IITH]: threads that process deques. The deques are filled in advance, or while the
//     threads run.
//   - [Duffy]: local, then global, then steal.
//
// Some of the documented protocols hang, or lose or repeat work. The header of the file says so,
// and lists the corrections. The tests keep the documented form as a mutant
// (docs/track-record.md).
//
// A task is a function of the worker that runs it. It waits for another task with
// [Future.Join]. Join passes on a panic of that task as a [pool.PanicError]. A task must not
// call runtime.Goexit, which would end its worker too.
package classic
