package examples

import (
	"bytes"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// mustHold searches a program and checks the result for a test of any type with the methods of TB.
func mustHold(tb sched.TB, program func(*sched.S), o sched.Options) {
	tb.Helper()
	if !sched.Instrumented() {
		tb.Skipf("run by stealproof check")
		return
	}
	r := sched.Search(program, o)
	if r.Ending == sched.Failed {
		tb.Errorf("%s:\n%s", tb.Name(), r.Failure.String()) // the rule, the schedule and the history
		return
	}
	tb.Logf("%s", r.String()) // how the search ended, in one line
}

// The calls of TB report how a search ended.
func TestExampleTB_Methods(t *testing.T) {
	mustHold(t, leaksNothing, sched.Options{})
	r := &recorder{T: t}
	mustHold(r, losesUpdate, sched.Options{})
	require.Equal(t, []string{"%s:\n%s"}, r.errors)
}

// want checks a value for a test. A failure shows the line of its caller.
func want(s *sched.S, is, want int64) {
	s.Helper()
	if is != want {
		s.Errorf("it is %d, want %d", is, want)
		s.FailNow()
	}
}

// The schedule shows the names of threads. FailNow ends the thread, and so does Fatalf.
func TestExampleS(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	after := false
	r := sched.Search(func(s *sched.S) {
		var n atomic.Int64
		s.GoNamed("writer", func() { n.Store(1) })
		s.Wait()
		want(s, n.Load(), 2) // shown
		after = true
	}, sched.Options{})
	last := r.Failure.Trace[len(r.Failure.Trace)-1]
	require.Equal(t, "it is 1, want 2", r.Failure.Detail)
	require.Contains(t, last.Func, "TestExampleS")
	require.Contains(t, r.Failure.String(), "writer")
	require.NotEmpty(t, last.String()) // the step in one line

	r = sched.Search(func(s *sched.S) {
		s.Go(func() {
			s.Fatalf("this thread ends")
			after = true
		})
		s.Wait()
	}, sched.Options{})
	require.Equal(t, "this thread ends", r.Failure.Detail)
	require.False(t, after)
}

// A batch is recorded as one steal for each of its items. The judge knows the specification.
func TestExampleS_Batch(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	var history model.History
	r := sched.Search(func(s *sched.S) {
		s.Batch(1, func() ([]int, model.Status) { return []int{7, 8}, model.Done })
	}, sched.Options{Spec: model.Spec{Capacity: 2}, Judge: func(h *model.History) error {
		history = model.History{Spec: h.Spec, Ops: slices.Clone(h.Ops)}
		return nil
	}})
	require.Equal(t, sched.Exhausted, r.Ending, "%v", r.Failure)
	require.Equal(t, 2, history.Spec.Capacity)
	require.Len(t, history.Ops, 2)
}

// onlyFirst rejects writes of other objects than the first that the program names.
type onlyFirst struct{ first int32 }

func (o *onlyFirst) Begin()     {}
func (o *onlyFirst) End() error { return nil }
func (o *onlyFirst) Access(a *model.Access) error {
	if a.Kind == model.Store && a.Object != o.first {
		return fmt.Errorf("a write of object %d", a.Object)
	}
	return nil
}

// An observer knows objects by their numbers. Object gives the number of a variable.
func TestExampleS_Object(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, both := range []bool{false, true} {
		o := &onlyFirst{}
		r := sched.Search(func(s *sched.S) {
			var a, b atomic.Int32
			o.first = s.Object(unsafe.Pointer(&a))
			a.Store(1)
			if both {
				b.Store(1)
			}
		}, sched.Options{Observer: o, Stops: true})
		require.Equal(t, both, r.Failure != nil, "%v", r.Failure)
	}
}

// A search may be bounded by time or by the classes that it has seen, and may leave out data races.
func TestExampleOptions_Bounds(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	r := sched.Search(pushers, sched.Options{For: time.Millisecond})
	require.Equal(t, sched.BoundHit, r.Ending)
	r = sched.Search(losesNothing, sched.Options{Strategy: sched.Random(1), Saturation: 50})
	require.Equal(t, 2, r.Classes) // which of the two came first
	r = sched.Search(races, sched.Options{NoRaces: true})
	require.Equal(t, sched.Exhausted, r.Ending)
	var failure bytes.Buffer
	r = sched.Search(races, sched.Options{})
	require.NoError(t, r.Failure.WriteTable(&failure))
	require.Contains(t, failure.String(), "races")
}

// losesNothing exchanges a value twice.
func losesNothing(s *sched.S) {
	var n atomic.Int32
	for i := range int32(2) {
		s.Go(func() { n.Swap(i) })
	}
	s.Wait()
}
