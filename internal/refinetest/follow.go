package refinetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/model/sched"
)

// Program is a program that a machine follows, step by step.
type Program struct {
	Name      string
	Protocol  func() refine.Protocol
	Constants string // of the machine, without Naive
	Run       func(f *refine.Shadow) func(*sched.S)
	Schedules Schedules
}

// Schedules says for which schedules a machine follows a program.
type Schedules int

const (
	All  Schedules = iota
	Most           // all schedules with the bounds of CI, otherwise random ones
	Many           // all schedules in runs of hours, otherwise random ones
	Some           // random schedules
	Few            // as many schedules with few preemptions as time permits
)

// The number of random schedules of a program, with the bounds of CI and without.
const (
	drawn      = 10_000
	drawnSmall = 1_000
)

// Shadow returns a shadow of the program, using a machine with the fault that naive names.
func (p Program) Shadow(t *testing.T, naive string) *refine.Shadow {
	t.Helper()
	b := p.Protocol()
	m, err := machine.Sized(b.Module, fmt.Sprintf("%s Naive = %q", p.Constants, naive))
	require.NoError(t, err)
	f, err := refine.NewShadow(b, m)
	require.NoError(t, err)
	return f.WithoutGhosts()
}

// options returns the options of a followed search, with the bounds of CI or smaller ones.
func (p Program) options(f *refine.Shadow, ci bool) sched.Options {
	if p.Schedules == All || p.Schedules == Most && ci || p.Schedules == Many && !testing.Short() {
		return sched.Options{Observer: f, For: time.Hour, NoSpinning: true}
	}
	o := sched.Options{Observer: f, Strategy: strategy.NewRandom(1), Executions: drawn, NoSpinning: true}
	if !ci {
		o.Executions = drawnSmall
	}
	if p.Schedules == Few {
		o.Strategy = strategy.NewBounded(2)
	}
	return o
}

// Follow requires that each step of these programs is a step of their machine; all programs have the same
// module. Each action must be taken by some program, unless the action is silent or excused. Each region of a lock
// must move as its rule claims. Each program must use all entries of its protocol, and all claims must be seen. The
// last requirements are dropped if some program that CI exhausts ran only at random.
func Follow(t *testing.T, programs []Program) {
	t.Helper()
	b := programs[0].Protocol()
	taken, reasons, used, executions := map[string]int{}, map[string]int{}, map[string]int{}, 0
	movers := Movers{}
	for _, p := range programs {
		b := p.Protocol()
		movers.Add(b.Regions())
		f := p.Shadow(t, "")
		o := p.options(f, long.Searches())
		r := sched.Explore(t, p.Run(f), o)
		if sched.Replaying() {
			continue
		}
		require.NoError(t, f.Check())
		if o.Strategy == nil {
			require.Equal(t, sched.Exhausted, r.Ending)
		}
		t.Logf("%s: %s, %d steps in %d compared accesses, at most %d states at once", p.Name, r.Ending, f.Steps, f.Accesses, f.Most)
		executions += f.Executions
		add(taken, f.Taken)
		add(reasons, f.Ignored)
		add(used, f.Used)
		movers.Add(f.Movers)
	}
	if sched.Replaying() {
		return
	}
	var wrong []string
	for _, action := range programs[0].Shadow(t, "").Actions() {
		if excused := b.Unfollowed[action] != "" || b.Silent[action] != ""; excused == (taken[action] > 0) {
			wrong = append(wrong, fmt.Sprintf("%s was taken %d times", action, taken[action]))
		}
	}
	// Random schedules may not include a rare one that uses the entry.
	drawnOf := !long.Searches() && slices.ContainsFunc(programs, func(p Program) bool { return p.Schedules == Most })
	for _, p := range programs {
		b := p.Protocol()
		for _, listed := range b.Listed() {
			if used[listed] == 0 && !drawnOf {
				wrong = append(wrong, listed+" was not used")
			}
		}
	}
	require.Empty(t, wrong)
	movers.Check(t, !drawnOf)
	if !drawnOf {
		movers.Tested(t)
	}
	for why, n := range reasons {
		t.Logf("%d times: %s", n, why)
	}
	var text []string
	for action, n := range taken {
		text = append(text, fmt.Sprintf("%s %d", action, n))
	}
	slices.Sort(text)
	t.Logf("%s: %d executions; steps: %s", b.Module, executions, strings.Join(text, ", "))
}

func add(to, from map[string]int) {
	for name, n := range from {
		to[name] += n
	}
}

// soon are numbers of executions: each program is tried for so many before any program gets more.
var soon = []int{100, 2_000}

// Refuse requires that some program is not a run of a machine with a fault; all programs have the same module.
// After the name of the module, the divergence must begin with one of the texts in says, which are separated by
// bars.
func Refuse(t *testing.T, programs []Program, naive, says string) {
	t.Helper()
	executions := 0
	for _, bound := range append(slices.Clone(soon), 0) {
		for _, p := range programs {
			f := p.Shadow(t, naive)
			o := p.options(f, true)
			if bound > 0 {
				o.Executions = bound
			}
			r := sched.Search(p.Run(f), o)
			executions += r.Executions
			if r.Failure == nil {
				continue
			}
			t.Logf("execution %d, %s: %s", executions, p.Name, r.Failure.Detail)
			require.Equal(t, sched.RuleObserver, r.Failure.Rule)
			require.True(t, slices.ContainsFunc(strings.Split(says, "|"), func(one string) bool {
				return strings.HasPrefix(r.Failure.Detail, "the code does not refine "+p.Protocol().Module+one)
			}), "want %s", says)
			return
		}
	}
	require.Fail(t, "no program found the fault", "%d executions", executions)
}

// Of returns the programs of this module, given programs by module.
func Of(all [][]Program, module string) []Program {
	return all[slices.IndexFunc(all, func(p []Program) bool { return p[0].Protocol().Module == module })]
}
