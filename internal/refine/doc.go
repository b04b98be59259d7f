// Package refine checks that running code does what its specification allows, step by step.
//
// A specification in tla has a machine in Go (internal/machine), with the same variables and actions. Lines of
// the code that access shared memory have labels, which are the names of the machine's actions. This package
// compares the two in both directions: each step of the code must be a step of the machine, and each edge of
// the machine's graph must be taken by the code. The code is the production code, rewritten for the scheduler
// of package sched.
//
// # Each step of the code is a step of the machine
//
// A [Follower] watches a search. At each access on a labelled line it lets the machine take the step of that
// label, in the same thread. Then it compares four things: the kind of the access, the object, the value read,
// and the value written. If they differ, the search ends with a [Divergence]. It shows the line, both sides,
// the steps that the machine could have taken, and the smallest schedule that leads there.
//
// The first access binds a word of the machine to an object of the code. From then on, the word and the object
// belong together. A [Binding] says how values correspond. Most are compared as they are. Pointers may have
// any value, as long as the same value of the machine always has the same pointer.
//
// A private region is one step of the machine, but several accesses of the code. The machine lists the
// accesses.
//
// It is enough to follow one schedule of those that differ only in the order of independent steps. The reason:
// except for history variables (ghosts), an action reads and writes only the words that its access reads and
// writes. The test "go test ./internal/machine -run Accesses" tries this for each action of each machine.
// Therefore a Follower uses a machine without ghosts; see [Follower.WithoutGhosts].
//
// # Code whose accesses are not one action each
//
// A [Shadow] follows the protocols of the pool (Park, Join, Promotion, Frames, Injector) and those of pool/classic
// (TwoQueue, VTSignal, WSPoolWait). There an action may be a region of a lock, or have the label of another
// module. The code may also look at a word more often than the module does. A [Protocol] lists these cases,
// each with a reason, and each entry must be used at least once.
//
// Some steps use memory of one thread only, such as the stack of a worker. In the machine, the variables are private,
// and the step accesses nothing. In the code, a plain write of the thread stands for the step. The Shadow then looks
// at the memory: see [Shadow.Owns]. If such steps come right after one another, other threads cannot come between. A
// [Tour] does not demand the edges that need it. It checks that the order makes no difference.
//
// One access may be explained by several steps. A Shadow keeps every state that the machine may be in, and
// drops the states that disagree with a later access. If no state is left, the code has taken a step that the
// module does not have, and the search ends.
//
// Each region of a lock claims how its accesses move over those of other threads: see [machine.Mover]. The
// claim stands in its [Rule]; the claim of a region of private memory stands in its machine. [Movers] has what
// the followed runs show. A wrong claim fails, and so does an access in the region, other than the commit,
// with which another access conflicts that does not take the lock.
//
// Consecutive executions of a search have a common beginning. A Shadow returns to the point where they part,
// and is told only the rest.
//
// # Each edge of the machine is a step of the code
//
// A [Walk] takes the complete graph of a small machine. For each edge, a shortest path from the initial state
// to the edge says which operations the threads do. It also says, access by access, which thread goes next.
// The code runs this plan. A [Tour] does the same for code that a Shadow follows. So no part of the
// specification is unused, and no schedule is skipped because it is equivalent to another one. tla/README.md
// lists the graphs that are walked.
//
// # TLC judges the runs
//
// The runs become the behaviours of a generated TLA+ module: see [Follower.Trace] and [Tour.Trace]. TLC must
// accept each run. It must reject a run with one changed value, in the line of that value. A value in a trace
// stands for a value that the code read or wrote. It is translated with the same table that the comparison
// uses, but independently of the comparison's result.
//
// In a tour, a Shadow does not see all values. A trace has the values that were seen in the code; the test
// prints for how many steps that is so. For the other steps TLC is only told which thread takes which step. If
// the table knows only a flag or a length of a value, TLC gets the complete value of the machine.
//
// These runs come from the scheduler. On real cores, TLC judges only the answers of operations, and only where
// their order is known. Three system threads use a deque that is not rewritten. Either they take turns, or the
// recorded times show that their calls did not overlap. So each operation ran alone, and the machine says
// which steps it takes. [Answers] makes a trace of these steps. The generated module extends LinName, where
// Name is the name of the deque's module. Its monitor derives the answers of the module from the steps. After
// each operation, the monitor must be in the state that the recorded answers lead to. TLC must reject a
// changed answer, in its line. With STEALPROOF_LONG=1 TLC judges all deques, otherwise one.
//
// # Controls
//
// The checks must reject: machines with a fault, the code of another deque, code that does less than its
// machine, code that reads its machine's memory without a label, and code without labels.
//
// # Cost
//
// Factors by which a followed search takes longer than the same search without a follower:
//
//	all schedules      deques          1.4 to 1.9
//	all schedules      pool            1.1 to 1.9   first 2,000 executions
//	all schedules      pool/classic    1.2 to 1.3
//	random schedules   all             1.5 to 2.9
//
// The machine was an Intel Xeon with two cores (2026-11-25), and the test is TestSched_RefineCosts. On shared cores of an
// AMD EPYC one deque once reached 2.2. Random schedules have no common beginning, and they cost less to
// choose, so the factor is higher.
//
// docs/architecture.md has the commands, and docs/limits.md says what is not followed. Reviewers read this package
// beside the specifications in tla. It may change in any release.
package refine
