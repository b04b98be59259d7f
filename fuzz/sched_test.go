package fuzz_test

import (
	"flag"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// deques matches the tests that take half of the time.
const deques = "^TestSched_(Systematic|Deques|Rare|Steps)$"

// TestSched builds this package's tests again, with the deques rewritten for the scheduler, and runs those whose names
// begin with TestSched_. Each of their searches is a subtest.
func TestSched(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	t.Parallel()
	args := bounds()
	plans := []check.Plan{{Run: deques, Args: args}, {Run: "^TestSched_", Args: append(args, "-test.skip="+deques)}, {Run: "^(FuzzSched_|TestSchedFuzz_)", Args: args}}
	searches(t, check.Ours(".."), args, plans...)
}

// TestSchedPool does the same with package pool. Its searches are in its own tests, because they need unexported names.
func TestSchedPool(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	long.Skip(t, "builds another package, rewritten, and searches it")
	t.Parallel()
	args := bounds()
	const refines = "^TestSched_Refines" // half of the time
	searches(t, check.Pool(".."), args, check.Plan{Run: refines, Args: args}, check.Plan{Run: "^TestSched_", Args: append(args, "-test.skip="+refines)})
}

// TestSchedDeques does the same with the searches of package wsq that need unexported names.
func TestSchedDeques(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	t.Parallel()
	searches(t, check.Deques(".."), nil, check.Plan{Run: "^TestSched_"})
}

// bounds returns the flag that bounds the searches of a rewritten binary. It reads the environment variable itself, so
// that the go command repeats this test after the variable has changed.
func bounds() []string {
	return []string{fmt.Sprintf("-test.short=%v", testing.Short() || !long.Hours())}
}

// searches builds a rewritten test binary, and runs each of its searches as a subtest.
func searches(t *testing.T, of check.Source, args []string, plans ...check.Plan) {
	explored(t, instrumented(t, of), args, plans...)
}

// instrumented builds a rewritten test binary. If that is impossible here, it skips the test.
func instrumented(t *testing.T, of check.Source) *check.Binary {
	if detecting {
		t.Skip("the rewritten binary runs one thread at a time, and has no race detector in it: run without -race")
	}
	if testing.CoverMode() != "" {
		t.Skip("with -cover the go command takes no overlay")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS EXPLORED: %v", err)
	}
	b, err := check.Build(t.Context(), of)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

// explored runs plans, and reports each of their searches as a subtest.
func explored(t *testing.T, b *check.Binary, args []string, plans ...check.Plan) {
	// "-run TestSched/TestSched_Deques/abp" runs TestSched_Deques/abp.
	chosen := false
	if _, inner, found := strings.Cut(flag.Lookup("test.run").Value.String(), "/"); found {
		chosen, plans = true, []check.Plan{{Run: inner, Args: args}}
	}
	out, err := b.RunAll(t.Context(), plans...)
	require.NoError(t, err)
	if testing.Verbose() && chosen {
		t.Logf("%s", out.Output) // has the output of searches that are meant to fail
	}
	broken := false
	for _, r := range out.Reports {
		t.Run(r.Test, func(t *testing.T) {
			t.Logf("%s: %d executions, at most %d steps, %.3fs", r.Ending, r.Executions, r.Deepest, r.Seconds)
			if r.Text != "" {
				broken = true
				t.Error(r.Text)
			}
		})
	}
	if chosen && strings.Contains(string(out.Output), "no tests to run") {
		t.Skip("it is not in this package")
	}
	if !chosen { // a test whose search is meant to fail reports nothing
		require.NotEmpty(t, out.Reports, "nothing was explored\n%s", out.Output)
	}
	if out.Failed && !broken {
		require.Fail(t, "the rewritten tests failed", "%s", out.Output)
	}
}

// reached counts the steps of each label of the shipped deques, by all searches.
var reached = map[string]int{}

func note(r sched.Result) {
	for label, n := range r.Labels {
		reached[label] += n
	}
}

// Each shipped deque, in small scenarios of every kind.
func TestSched_Systematic(t *testing.T) {
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			wsqtest.ExploreAll(t, m.New, wsqtest.Options[*wsqtest.Item]{}, note)
		})
	}
}

// In the larger scenarios, the owner and the thieves have two operations each. The deque is not full, or grows, or comes
// round its array, or has indices that have moved on.
var larger = []model.Case{
	{Capacity: 4, Scenario: scenario("push push pop pop | steal | steal")},
	{Capacity: 2, Scenario: scenario("push push ; push push pop pop | steal | steal")},
	{Capacity: 4, Scenario: scenario("push*3 steal*3 ; push push pop pop | steal | steal")},
	{Capacity: 2, Scenario: scenario("push steal push steal push ; push push pop | steal steal")},
}

func scenario(text string) model.Scenario {
	sc, err := model.ParseScenario(text)
	if err != nil {
		panic(err)
	}
	return sc
}

func TestSched_Deques(t *testing.T) {
	for _, m := range wsqtest.Family() {
		for i, c := range larger {
			if i > 0 && !long.Searches() {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d: %s", m.Name, c.Capacity, c.Scenario), func(t *testing.T) {
				r := wsqtest.Explore(t, m.New, c.Capacity, c.Scenario, wsqtest.Options[*wsqtest.Item]{})
				exhausted(t, r)
				note(r)
			})
		}
	}
}

// exhausted requires that a search ran all schedules. It uses no test library, so that the command verify compiles
// none.
func exhausted(t *testing.T, r sched.Result) {
	t.Helper()
	if r.Ending != sched.Exhausted {
		t.Fatalf("the search ended: %s", r.Ending)
	}
}

// A larger scenario without histories: no race and no panic, and no item is taken twice or lost.
func TestSched_StepMode(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	r := sched.Explore(t, onceEach(wsq.NewChaseLev[*int], counted(3, 3, 2, 2)))
	require.Equal(t, sched.Exhausted, r.Ending)
	require.False(t, r.History)

	broken := sched.Search(onceEach(mutant.NewStealNoCAS[int], counted(3, 3, 2, 2)), sched.Options{})
	require.Equal(t, sched.Failed, broken.Ending)
	require.Equal(t, sched.RuleAssertion, broken.Failure.Rule)
}

// The parts of a search are about equally large. Of two parts, none has much more than half of the executions; of eight,
// none has a quarter.
func TestSched_PartsAreBalanced(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	program := onceEach(wsq.NewChaseLev[*int], counted(3, 3, 2, 2))
	for parts, most := range map[int]float64{2: 0.6, 8: 0.25} {
		all, largest, each := 0, 0, []int{}
		for part := range parts {
			r := sched.Search(program, sched.Options{Strategy: strategy.NewPart(part, parts)})
			require.Equal(t, sched.Exhausted, r.Ending)
			all, largest, each = all+r.Executions, max(largest, r.Executions), append(each, r.Executions)
		}
		t.Logf("%d parts: %v, %d in all", parts, each, all)
		require.Less(t, float64(largest)/float64(all), most, "%v", each)
	}
}

// rare lists scenarios for steps that only some deques have. Each starts from a state where two operations are enough, and
// names the label that it must reach.
var rare = []struct {
	deque string
	model.Case
	label string
}{
	{"chaselev", model.Case{Capacity: 2, Scenario: scenario(low + " ; push pop pop | steal | steal")}, "SwapPublish"},
	{"chaselev", model.Case{Capacity: 2, Scenario: scenario(low + " ; push pop poptop | steal steal")}, "SwapPublish"},
	{"chaselev", model.Case{Capacity: 4, Scenario: scenario("push push ; push pop pop | batch:2 | batch:2")}, "BatchClaim"},
	{"chaselev", model.Case{Capacity: 2, Scenario: scenario("push push ; push push poptop | batch:2 steal")}, "SwapPublish"},
	{"chaselev", model.Case{Capacity: 32, Scenario: scenario("push*20 steal*20 push ; push pop pop | steal | steal")}, "PopReadDone"},
	{"split", model.Case{Capacity: 64, Scenario: scenario("push*40 steal push steal*22 ; push push | steal | steal")}, "MeetReadDone"},
	{"split", model.Case{Capacity: 2, Scenario: scenario("push push ; push push | steal steal | steal")}, "SwapPublish"},
}

// low is a preparation after which one more Pop shrinks the array.
const low = "push*5 pop*4 push pop push pop push pop push pop push pop push pop"

func TestSched_Rare(t *testing.T) {
	for _, c := range rare {
		for _, m := range wsqtest.Family() {
			if m.Name != c.deque {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d: %s", c.deque, c.Capacity, c.Scenario), func(t *testing.T) {
				r := wsqtest.Explore(t, m.New, c.Capacity, c.Scenario, wsqtest.Options[*wsqtest.Item]{})
				require.Equal(t, sched.Exhausted, r.Ending)
				require.Positive(t, r.Labels[c.label], "never beside other threads: %s", c.label)
				note(r)
			})
		}
	}
}

// Every labelled step of the shipped deques was taken while other threads could interfere.
func TestSched_Steps(t *testing.T) {
	if flag.Lookup("test.run").Value.String() != deques {
		t.Skip("not all searches were run")
	}
	missing := map[string]bool{}
	for _, s := range engine.Sites() {
		if strings.HasPrefix(s.Pos, "wsq/") && s.Label != "" && !strings.HasPrefix(s.Label, "-") && reached[s.Label] == 0 {
			missing[s.Label] = true
		}
	}
	require.Empty(t, missing)
	t.Logf("%d labels", len(reached))
}

// rewritten skips a test unless it runs in the rewritten binary.
func rewritten(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("this binary has not been rewritten")
	}
}
