package fuzz_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// indices observes each step of a Chase-Lev deque. Top grows only, by one, by a CAS that reads the current value. Only the
// owner stores bottom, one above or below its value.
type indices struct {
	by          uint64 // a claim must add this to top: 1
	top, bottom uint64
	claims      int
	owner       int // the thread that has stored bottom, or 0
}

func (x *indices) Begin() { x.top, x.bottom, x.owner = 0, 0, 0 }

func (x *indices) Access(a *model.Access) error {
	switch a.Expr {
	case "d.top":
		switch a.Kind {
		case model.Load, model.CASFailed:
			return same("top", a.Read, x.top)
		case model.ReadWrite:
			x.claims++
			if err := same("top", a.Read, x.top); err != nil {
				return err
			}
			x.top = a.Wrote
			return same("top after a claim", a.Wrote, a.Read+x.by)
		}
		x.top = a.Wrote // before the deque is shared
	case "d.bottom":
		if a.Kind == model.Load {
			return same("bottom", a.Read, x.bottom)
		}
		switch a.Label {
		case "PushPublish", "PopRestore":
			x.bottom++
		case "PopLower":
			x.bottom--
		}
		if !a.Alone {
			if x.owner == 0 {
				x.owner = a.Thread
			}
			if a.Thread != x.owner {
				return fmt.Errorf("%s stores bottom, and is not the owner", a.Name)
			}
		}
		return same("bottom stored at "+a.Label, a.Wrote, x.bottom)
	}
	return nil
}

func (x *indices) End() error { return nil }

func same(what string, is, want uint64) error {
	if is != want {
		return fmt.Errorf("%s is %d, want %d", what, is, want)
	}
	return nil
}

// An observer sees every step. A right expectation holds in all executions; a wrong one fails at the first step against
// it.
func TestSched_Observer(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	target, err := wsqtest.Target("chaselev", wsqtest.Family()[0].New, wsqtest.Options[*wsqtest.Item]{})
	require.NoError(t, err)
	right := &indices{by: 1}
	program := wsqtest.Program(target, 2, scenario("push ; push push pop pop | steal steal"))
	r := sched.Explore(t, program, sched.Options{Observer: right})
	require.Equal(t, sched.Exhausted, r.Ending)
	require.Greater(t, right.claims, r.Executions)

	wrong := sched.Search(program, sched.Options{Observer: &indices{by: 2}})
	require.Equal(t, sched.Failed, wrong.Ending)
	require.Equal(t, sched.RuleObserver, wrong.Failure.Rule)
	require.Contains(t, wrong.Failure.Detail, "top after a claim is 1, want 2")
	require.Contains(t, wrong.Failure.Detail, "wsq/chaselev.go:")
}
