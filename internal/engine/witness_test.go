package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// diary records what a witness is told, by thread.
type diary struct {
	threads map[int][]string
	ends    map[string]int // executions, by what the threads did
	refuse  model.Status
}

func (d *diary) Begin() { d.threads = map[int][]string{} }

func (d *diary) note(thread int, format string, args ...any) {
	d.threads[thread] = append(d.threads[thread], fmt.Sprintf(format, args...))
}

func (d *diary) Access(a *model.Access) error {
	d.note(a.Thread, "%v", a.Kind)
	return nil
}

func (d *diary) Call(thread int, kind model.Kind, alone bool) {
	d.note(thread, "%v alone=%v", kind, alone)
}

func (d *diary) Return(thread int, status model.Status, values ...int) error {
	d.note(thread, "%v %v", status, values)
	if status == d.refuse {
		return errors.New("not that")
	}
	return nil
}

func (d *diary) End() error {
	d.ends[fmt.Sprint(d.threads)]++
	return nil
}

// A witness is told of each operation around its accesses, with histories and without.
func TestWitness(t *testing.T) {
	program := func(s *sched.S) {
		var n atomic.Int64
		add := func() (int, model.Status) { return int(n.Add(1)), model.Done }
		s.Operation(0, model.Push, 1, add)
		s.Go(func() { s.Operation(1, model.Steal, 0, add) })
		s.Go(func() {
			s.Batch(2, func() ([]int, model.Status) {
				n.Load()
				return []int{7, 8}, model.Done
			})
			s.Batch(2, func() ([]int, model.Status) { return nil, model.Empty })
		})
		s.Wait()
		s.Operation(0, model.Pop, 0, func() (int, model.Status) { return 0, model.Empty })
	}
	judge := func(*model.History) error { return nil }
	for _, o := range []engine.Options{{}, {Judge: judge}} {
		d := &diary{ends: map[string]int{}, refuse: model.Full}
		o.Observer = d
		r := search(program, o)
		require.Equal(t, report.Exhausted, r.Ending)
		require.Equal(t, map[string]int{
			"map[0:[push alone=true read-modify-write done [1] pop alone=true empty [0]] 1:[steal alone=false read-modify-write done [2]] 2:[batch alone=false load done [7 8] batch alone=false empty []]]": r.Executions,
		}, d.ends)

		d.refuse = model.Empty
		r = search(program, o)
		require.Equal(t, report.RuleObserver, r.Failure.Rule)
		require.Contains(t, r.Failure.Detail, "not that")
	}
}
