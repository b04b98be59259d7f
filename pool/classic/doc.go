// Package classic implements five schedulers from other people's documents. Each is in a file
// of its own, as close to its document as it can be and still be right. They are baselines to
// measure and to read. For real work use package pool. task.go and future.go hold the shared
// code: the states of a task, the ways to wait, and futures. The deques are those of package
// wsq.
//
//   - [WSPool]: a small version of Java's fork-join pool, with helping and a list of waiters.
//   - [CMU]: child stealing with a greedy join, or continuation stealing with two queues for
//     each worker ("2Q").
//   - [VT]: futures, a global deque and local ones, under one lock or several.
//   - [IITH]: threads that process deques, which are filled in advance or meanwhile.
//   - [Duffy]: local, then global, then steal.
//
// Some of the documented protocols hang, or lose or repeat work. The header of the file says
// so, and lists the corrections. The documented form is a mutant of the tests
// (docs/track-record.md).
//
// A task is a function of the worker that runs it. It waits for another task with
// [Future.Join]. Join passes on a panic of that task as a [pool.PanicError]. A task must not
// call runtime.Goexit, which would end its worker too.
package classic
