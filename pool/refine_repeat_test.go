package pool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// ends notes the states in which executions may have left the machine. It sees all accesses of
// each execution. The recorder that it embeds sees only the new ones.
type ends struct {
	model.Follower
	shadow *refine.Shadow
	all    [][]string
	again  int // executions of which only a part was reported
}

func (e *ends) End() error {
	e.all = append(e.all, e.shadow.States())
	return e.Follower.End()
}

type repeats struct{ *ends }

func (r repeats) Repeat(accesses int) bool {
	is := r.shadow.Repeat(accesses)
	if is {
		r.again++
	}
	return is
}

// If executions begin alike, the follower follows their common part only once. That must not
// change its verdict.
func TestSched_RefinesAgain(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, programs := range refinements {
		for _, p := range programs {
			t.Run(p.Protocol().Module+"/"+p.Name, func(t *testing.T) {
				f := p.Shadow(t, "")
				all := &ends{Follower: f, shadow: f}
				o := sched.Options{Observer: all, Executions: long.Bound(60, 2000)}
				require.Nil(t, sched.Search(p.Run(f), o).Failure)
				parts := repeats{&ends{Follower: f, shadow: f}}
				o.Observer = parts
				require.Nil(t, sched.Search(p.Run(f), o).Failure)
				require.Equal(t, all.all, parts.all)
				finds := p.Protocol().Module == "Promotion" || p.Protocol().Module == "Frames" // objects, in each execution
				require.Equal(t, !finds, parts.again > len(parts.all)/2, "%d of %d", parts.again, len(parts.all))
			})
		}
	}
}
