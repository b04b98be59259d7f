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
	Constants string // of the machine, but Naive
	Run       func(f *refine.Shadow) func(*sched.S)
	Schedules Schedules
}

// Schedules says of which schedules a machine follows a program.
type Schedules int

const (
	All  Schedules = iota
	Most           // all with the bounds of CI, and otherwise at random
	Many           // all in runs of hours, and otherwise at random
	Some           // at random
	Few            // those with few preemptions, as far as they go
)

// How many schedules are drawn of a program, with the bounds of CI and otherwise.
const (
	drawn      = 10_000
	drawnSmall = 2_000
)

// Shadow returns what follows the program, by a machine with the fault that naive names.
func (p Program) Shadow(t *testing.T, naive string) *refine.Shadow {
	t.Helper()
	b := p.Protocol()
	m, err := machine.Sized(b.Module, fmt.Sprintf("%s Naive = %q", p.Constants, naive))
	require.NoError(t, err)
	f, err := refine.NewShadow(b, m)
	require.NoError(t, err)
	return f.WithoutGhosts()
}

// options of a search that is followed, with the bounds of CI or smaller ones.
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

// Follow requires that each step of these programs, which are of one module, is one of its
// machine; that some program comes to each action that is neither silent nor excused; and that each
// program uses all that its protocol lists, unless some of them were tried at random that CI
// exhausts.
func Follow(t *testing.T, programs []Program) {
	t.Helper()
	b := programs[0].Protocol()
	taken, reasons, used, executions := map[string]int{}, map[string]int{}, map[string]int{}, 0
	for _, p := range programs {
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
	}
	if sched.Replaying() {
		return
	}
	var wrong []string
	for _, action := range programs[0].Shadow(t, "").Actions() {
		if excused := b.Unfollowed[action] != "" || b.Silent[action] != ""; excused == (taken[action] > 0) {
			wrong = append(wrong, fmt.Sprintf("%s was followed %d times", action, taken[action]))
		}
	}
	// What only a rare schedule uses may not have been drawn.
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

// soon are how many executions of each program are tried before more of any are.
var soon = []int{100, 2_000}

// Refuse requires that some of these programs, which are of one module, is no run of its
// machine with a fault, and that the divergence begins with one of several texts between
// bars, after the name of the module.
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
	require.Fail(t, "it survived", "%d executions", executions)
}

// Of returns those of the programs, by module, that are of this one.
func Of(all [][]Program, module string) []Program {
	return all[slices.IndexFunc(all, func(p []Program) bool { return p[0].Protocol().Module == module })]
}
