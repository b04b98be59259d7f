package pool

// What the comparison of the pool with its modules leaves out.
//
// The labels of the modules Park, Join, Promotion and Injector stand in this package's code. In
// the code, some actions are plain accesses, or have the label of another module. So do all
// actions of Frames. The manifest lists these under "elsewhere".
//
// # What the module Join leaves out
//
// Trees have at most five tasks. Each task forks in one way: typed frames, Joins of closures, or
// one Scope. Typed frames in a half of a Join belong to the other half's scope, like the
// module's closures. In the module a body may poll at any time, so there is no bit that makes it
// poll. A parent that finds its child in its own deque runs it in one step; only a child that
// itself waits for others is claimed. A task that a recover cuts off is given up at once, or
// joined. The module has no full deque, no Isolate, and no Run inside a task with a context of
// its own. No waiter stops because its tree is cancelled. No task of another tree is in the
// worker's own deque.
//
// The module's waiting worker looks at the thief's deque, and then at the others in the order of
// their numbers. The pool's worker then begins at a random deque, and comes to the thief's deque
// again. Before a worker sleeps in a wait for a future, the pool leaves the worker's deque to
// others; the module does not. The module writes the outcome of a failing task at the task's
// end; the pool writes it before it gives up the task's children.
//
// # How steps are compared
//
// The threads of the test have the names of the machine's processes. A table for each module
// says which access is which action. It gives a reason where an action is not one access under
// its own label. A test fails if an entry is unused, or if an action is neither followed nor
// excused. Reads of a module's words must always agree. After each write, whatever its label,
// all words must agree. If an access may be one of several steps, the test keeps all states in
// which the machine may be: at most 27 so far. A wrong step may be mistaken for another one
// until that thread's next access, but it is never ignored.
//
// TLC also judges runs. It is told the value of a word only where a place in the code shows one.
// For the other steps it is told only which thread takes which step. Steps with values:
//
//	Park         197 of 413
//	Promotion    202 of 334
//	Frames       237 of 418
//	Injector     378 of 619
//	Join         442 of 624
//
// The table says which value of the machine stands for a value of the code. Where the table
// knows only a flag or a length, TLC is told the machine's value.
//
// An edge counts as walked if one path through it explains the whole execution. Choices that are
// not accesses count with the path. Terminating, which TLC adds where everything has ended,
// counts from the beginning.
//
// # Which schedules are followed
//
// With one worker, all schedules of each program are followed. "All" means one of each class of
// equivalent schedules. Where an action is more than one access, this does not show that the
// machine follows the other schedules of that class. With more workers:
//
//   - Promotion: all, except two frames with a thief that sleeps: 10,000 of 1.6 million.
//   - Frames: all, with one thief that looks two or three times for a frame.
//   - Injector: two submitters in long runs only; 10,000 where a submitter gives up.
//   - Join: all with two workers, with these exceptions, 10,000 each: a Join in a stolen task, a
//     Scope whose task forks, a Scope with a task that panics and an outsider, and an outsider
//     that cancels a Join or frames. 10,000 with three workers, each of which begins its sweeps
//     at its own number.
//   - Park: 10,000 with two workers, at random or with at most two preemptions. It is never
//     exhausted.
//
// # What each comparison leaves out
//
// Park: tasks that workers publish, and tasks that a worker finds outside the injector. So it
// leaves out all tasks that a waiting worker takes. A program puts its tasks back and does not
// submit them, since submissions are counted (module Pool). A search has one sweep; the pool's
// search has more sweeps of the same kind.
//
// Injector: the worker is a loop of the test. In the code, a worker takes at once what its
// second look has found; in the module, it retracts first. There is one worker, because the
// module may claim any of several, and the code claims none while one searches. When a context
// ends, the code gives a permit, and the module does not. Where that may happen, permits of
// submitters are not compared. CloseNow has no tasks to drop. The length of the queue is
// compared; the order of tasks in it is not.
//
// Promotion: thieves are loops of the test around the code that steals, announces, retracts and
// runs. At most one thief sleeps. The closer sets a bit that the pool lacks. A poll clears the
// pool's own bits, but never that bit.
//
// Frames: three steps of the owner are plain writes of its stack. After each step of the owner,
// the test compares the stack, its marks and shift, and the number of jobs with the machine. It
// looks at memory for this. The step that promotes is compared when the job is published. The
// frames are those of one definition, and fork nothing. Nothing panics or is cancelled, no handle
// is joined twice, and thieves do not sleep.
//
// Join: all actions that are accesses are followed. The programs are a Scope of two tasks,
// nested Joins of closures, Joins in neighbouring trees and in stolen tasks, and two typed
// frames. Tasks and bodies panic, and recover. Outsiders wait, or cancel by a copy of the code
// that runs when a context ends. Deques have a lock there. How a task ends is a plain field that
// no step compares. Instead, the program checks the results of its trees, their failures, and
// how often bodies ran. A wait for a future is not followed. Nor is a half that itself waits for
// others, if its parent takes it back: the module claims it. The slot of typed frames is
// compared with the module's whole deque. Forks and joins of private frames are not accesses, so
// only the result shows them. Which task was taken from a deque shows in the next claim. Where
// Park or a canceller gives a permit that Join does not know, the code may have a permit that
// the machine lacks, but not the reverse.
