package sched

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
)

// S lets a program under test start threads and check results. Only the threads of the program may
// call its methods, while it runs. Assertion libraries accept it as a testing.TB.
type S struct {
	_ struct{} // it has no state, since only one execution runs at a time
}

// Go starts a thread, and runs it up to its first step.
func (s *S) Go(f func()) { engine.Go("", f) }

// GoNamed is Go with a name for the thread. Schedules show the name.
func (s *S) GoNamed(name string, f func()) { engine.Go(name, f) }

// Wait returns when all other threads have ended.
func (s *S) Wait() { engine.Join() }

// Errorf says that a check failed. The execution ends at the thread's next step.
func (s *S) Errorf(format string, args ...any) { engine.Assert(fmt.Sprintf(format, args...)) }

// FailNow ends the thread. It does not return.
func (s *S) FailNow() { engine.FailNow() }

// Fatalf is Errorf and FailNow. It does not return.
func (s *S) Fatalf(format string, args ...any) {
	s.Errorf(format, args...)
	s.FailNow()
}

// Helper marks the calling function as one that checks for others. A failure shows the line of its
// caller.
func (s *S) Helper() { engine.Helper() }

// Operation records an operation of a client. It calls run, which returns the result. If
// [Options].Judge is set, the call and the return are steps that the search orders like all
// others. The judge gets the history of all operations.
func (s *S) Operation(client int, kind model.Kind, value int, run func() (int, model.Status)) {
	engine.Operation(client, kind, value, run)
}

// Batch records a batch of steals. It calls run, which returns the items or, if there are none,
// the result. It counts as one steal for each item.
func (s *S) Batch(client int, run func() ([]int, model.Status)) { engine.Batch(client, run) }

// Object returns the number of the object at p, as in [model.Access].
func (s *S) Object(p unsafe.Pointer) int32 { return engine.Object(p) }
