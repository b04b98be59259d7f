package sched

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
)

// S is what a program under test gets to start threads and to check results. Its
// methods are for the threads of the program, while it runs. Assertion libraries
// take it for a testing.TB.
type S struct {
	_ struct{} // it has no state: there is one execution at a time
}

// Go starts a thread, and lets it run up to its first step.
func (s *S) Go(f func()) { engine.Go("", f) }

// GoNamed is Go. The name stands in schedules.
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

// Helper does nothing. Assertion libraries call it.
func (s *S) Helper() {}

// Operation records an operation of a client: it calls run, which returns the
// result. If [Options].Judge is set, the call and the return are steps that the
// search orders like any others, and the judge gets the history of all operations.
func (s *S) Operation(client int, kind model.Kind, value int, run func() (int, model.Status)) {
	engine.Operation(client, kind, value, run)
}

// Batch records a batch of steals: it calls run, which returns the items or, if
// there are none, the result. It counts as one steal for each item.
func (s *S) Batch(client int, run func() ([]int, model.Status)) { engine.Batch(client, run) }

// Object returns the number under which an Observer is told of what is at p.
func (s *S) Object(p unsafe.Pointer) int32 { return engine.Object(p) }
