package pool

// What the comparison of the pool with its modules leaves out.
//
// The modules Park, Join, Promotion and Injector have the labels of this package's code. The manifest lists, under
// "elsewhere", the actions that the code has under another module's label or as a plain access.
//
// # What the module Join leaves out
//
// Trees have at most five tasks, and each task has one form of fork: typed frames, Joins of closures, or one Scope. Typed
// frames in a half of a Join belong to the other half's scope, like the module's closures. A body polls at any time, so
// the bit that makes it poll is missing. One step finds the parent's task in its own deque, or claims it if it waits
// for others itself. A task that a recover cuts off is given up at once, or joined. The module has no full deque and no Isolate. It has no Run
// inside a task with a context of its own. No waiter stops because its tree is cancelled, and no task of another tree is
// in the worker's own deque.
//
// The module's waiting worker looks at the deques in the order of their numbers, after the thief's; the pool's begins
// anywhere, and comes to the thief's deque again. Before a worker sleeps in a wait for a future, the pool leaves the worker's deque to
// others; the module does not. The module writes the outcome of a task that fails at the task's end; the pool writes it
// before it gives up the task's children.
//
// # How steps are compared
//
// Threads of the test have the names of the machine's. A table for each module says which access is which action, with
// a reason where it is not one access under the action's own label. A test fails if an entry is unused, or if an action
// is neither followed nor excused. Reads of a module's words must always agree, and so must all words after each write,
// whatever its label. If the code may be at one of several steps, all states are kept in which the machine may be: at
// most 27 so far. A wrong step may be taken for another one until that thread's next access, but never for none.
//
// TLC judges runs with values where a word has a place in the code that shows one: in 197 of 413 steps of Park, 202 of
// 334 of Promotion, 378 of 619 of Injector, 442 of 624 of Join. For the other steps it is told only which thread takes
// which step. The values are those that stand for the code's in the table. Where the table knows only a flag or a length,
// they are the machine's.
//
// An edge counts as walked if one path through it explains the whole execution. Choices that are no accesses count with
// the path. Terminating, which TLC adds where everything has ended, counts from the beginning.
//
// # Which schedules are followed
//
// With one worker, all schedules of each program. All means one of each class of equivalent
// schedules. If an action is more than one access, the machine need not take the others of that class. Otherwise:
//
//   - Promotion: all, except two frames with a thief that sleeps: 10,000 of 1.6 million.
//   - Injector: two submitters in long runs only; 10,000 where a submitter gives up.
//   - Join: all with two workers, except 10,000 each for a Join in a stolen task, a Scope whose task forks, a Scope with a task
//     that panics before an outsider, and an outsider that cancels a Join or frames. 10,000 with three workers, each of which
//     begins its sweeps where its number says.
//   - Park: 10,000 with two workers, at random or with at most two preemptions. It is never exhausted.
//
// # What each comparison leaves out
//
// Park: tasks that workers publish, and tasks that a worker finds outside the injector, so all that a waiting worker
// takes. What a program publishes is put back rather than submitted, since submissions are counted (module Pool). A search has one
// sweep; the pool's has more of the same.
//
// Injector: the worker is the test's. The code takes at once what its second look has found; the module retracts before.
// There is one worker, because the module claims any of several, and the code claims none while one searches. A context
// that ends gives a permit, which the module lacks: where that may happen, permits of submitters are not compared.
// CloseNow has no tasks to drop. The length of the queue is compared, and the places of tasks in it are not.
//
// Promotion: thieves are loops of the test around the code that steals, announces, retracts and runs. At most one thief
// sleeps. The closer sets a bit that the pool lacks: a poll clears the pool's own bits, and never the module's.
//
// Join: all actions that are accesses are followed: a Scope of two tasks, nested Joins of closures, Joins in neighbouring
// trees and in stolen tasks, and two typed frames. Tasks and bodies panic, and recover. Outsiders wait, or cancel by a copy of the code that runs when a context
// ends. Deques have a lock there. How a task ends is a plain field that no step compares. The program
// checks the results of its trees, their failures, and how often bodies ran. A wait for a future is not followed. Nor is a
// half that waits for others itself, if its parent takes it back: the module claims it. The slot of typed frames is
// compared with the module's whole deque; forks and joins of private frames are no accesses, so only the result shows
// them. Which task a deque has given shows in the next claim. Permits are compared one way only where Park, or a canceller, gives a permit that
// Join does not know.
