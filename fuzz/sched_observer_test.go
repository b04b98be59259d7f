package fuzz_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// indices watches a Chase-Lev deque, step by step: top only ever grows, by one and
// by a compare-and-swap that finds what was there; bottom is stored by the owner
// alone, one above or below what it was.
type indices struct {
	by          uint64 // how much a claim is to add to top: 1
	top, bottom uint64
	claims      int
	owner       int // the thread that has stored bottom, 0 if none has
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

// An observer is shown every step. One that expects the right thing holds in all
// executions; one that expects something else is told of the first step.
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
