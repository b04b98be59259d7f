package pool

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/machine"
	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/strategy"
)

// followed is a program of the pool that a machine follows, step by step.
type followed struct {
	name      string
	protocol  func() refine.Protocol
	constants string
	run       func(f *refine.Shadow) func(*sched.S)
	schedules schedules
}

// schedules says of which schedules a machine follows a program.
type schedules int

const (
	all  schedules = iota
	many           // all in long runs, and otherwise at random
	some           // at random
	few            // those with few preemptions, as far as they go
)

// options of a search that is followed.
func (p followed) options(f *refine.Shadow, short bool) sched.Options {
	if p.schedules == all || p.schedules == many && !short {
		return sched.Options{Observer: f, For: time.Hour}
	}
	o := sched.Options{Observer: f, Strategy: strategy.NewRandom(1), Executions: 3000}
	if p.schedules == few {
		o.Strategy = strategy.NewBounded(2)
	}
	return o
}

func (p followed) shadow(t *testing.T, naive string) *refine.Shadow {
	b := p.protocol()
	m, err := machine.Sized(b.Module, fmt.Sprintf("%s Naive = %q", p.constants, naive))
	require.NoError(t, err)
	f, err := refine.NewShadow(b, m)
	require.NoError(t, err)
	return f.WithoutGhosts()
}

// The pool's protocols in production code, each step of which is one of the machine of its
// specification.
func TestSched_Refines(t *testing.T) {
	for _, programs := range refinements() {
		b := programs[0].protocol()
		t.Run(b.Module, func(t *testing.T) {
			taken, reasons, used, executions := map[string]int{}, map[string]int{}, map[string]int{}, 0
			for _, p := range programs {
				f := p.shadow(t, "")
				o := p.options(f, testing.Short())
				r := sched.Explore(t, p.run(f), o)
				require.NoError(t, f.Check())
				if o.Strategy == nil {
					require.Equal(t, sched.Exhausted, r.Ending)
				}
				t.Logf("%s: %s, %d steps in %d compared accesses, at most %d states at once", p.name, r.Ending, f.Steps, f.Accesses, f.Most)
				executions += f.Executions
				for action, n := range f.Taken {
					taken[action] += n
				}
				for why, n := range f.Ignored {
					reasons[why] += n
				}
				for listed, n := range f.Used {
					used[listed] += n
				}
			}
			var wrong []string
			for _, action := range programs[0].shadow(t, "").Actions() {
				if _, excused := b.Unfollowed[action]; excused == (taken[action] > 0) {
					wrong = append(wrong, fmt.Sprintf("%s was followed %d times", action, taken[action]))
				}
			}
			for _, p := range programs {
				b := p.protocol()
				for _, listed := range b.Listed() {
					if used[listed] == 0 {
						wrong = append(wrong, listed+" was not used")
					}
				}
			}
			require.Empty(t, wrong)
			for why, n := range reasons {
				t.Logf("%d times: %s", n, why)
			}
			var text []string
			for action, n := range taken {
				text = append(text, fmt.Sprintf("%s %d", action, n))
			}
			slices.Sort(text)
			t.Logf("%s: %d executions; steps: %s", b.Module, executions, strings.Join(text, ", "))
		})
	}
}

// refinements are the programs by module.
func refinements() [][]followed {
	return [][]followed{promotions, injections, joinings, parkings}
}

func refinementsOf(module string) []followed {
	all := refinements()
	return all[slices.IndexFunc(all, func(p []followed) bool { return p[0].protocol().Module == module })]
}
