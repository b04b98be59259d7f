package fuzz_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/hunt"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/points"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// types has each deque's name in the source. The comment of that type holds the claims.
var types = map[string]string{
	"chaselev": "ChaseLev", "split": "Split", "abp": "ABP", "duffy": "Duffy", "the": "THE", "the-keeplast": "THE", "locked": "Locked",
}

// claimed is a deque with the claims of its header.
type claimed struct {
	name   string
	claims points.Claims
	target linearizability.Target
}

func claimedOf(t *testing.T, m wsqtest.Member) claimed {
	c, err := points.Read(os.DirFS("../wsq"), types[m.Name])
	require.NoError(t, err)
	return claimed{m.Name, c, hunt.Target(m)}
}

// In the contested scenarios, a thief finds nothing while the owner has lowered bottom over the last item, and another
// thief gets that item.
var contested = []model.Case{
	{Capacity: 2, Scenario: scenario("push push ; pop | steal steal | steal")},
	{Capacity: 2, Scenario: scenario("push push ; pop push | steal steal | steal")},
	{Capacity: 2, Scenario: scenario("push push ; pop | batch:2 batch:2 | batch:2")},
}

// cases returns the contested, the systematic, the larger and the rare scenarios. A short search takes every third systematic
// one; TestSched_Refines and TestSched_Systematic take all of them.
func (d claimed) cases() []model.Case {
	on := d.target.New(2)
	systematic := model.Systematic(on)
	if !long.Searches() {
		n := 0
		systematic = slices.DeleteFunc(systematic, func(model.Case) bool { n++; return n%3 != 0 })
	}
	all := slices.Concat(contested, systematic, larger, batches)
	for _, c := range rare {
		if c.deque == d.name {
			all = append(all, c.Case)
		}
	}
	return slices.DeleteFunc(all, func(c model.Case) bool { return c.Scenario.Runnable(on) != nil })
}

func (d claimed) checker(c model.Case) *points.Checker {
	return points.New(types[d.name], d.claims, d.target.Spec(c.Capacity))
}

func (d claimed) program(c model.Case) func(*sched.S) {
	return wsqtest.Program(d.target, c.Capacity, c.Scenario)
}

// What this leaves out: other scenarios, and other points. Often several points are right; a thief may as well take its
// item where it reads bottom. Split's Empty says nothing here, because the black-box spec allows it at any time. Locked's
// points are the lock and the unlock of its mutex, which cannot be told apart. Only conflicting accesses count as ordered, and a
// parker may order more. So the checker may try orders that no schedule has. They can only make a right claim fail.

// In all schedules of all these scenarios, each result of each operation takes effect at the access that the header of
// its deque names. At each named access, some operation takes effect.
func TestSched_Points(t *testing.T) {
	rewritten(t)
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			d := claimedOf(t, m)
			used := map[points.Use]int{}
			executions, put, orders := 0, 0, 0
			for _, c := range d.cases() {
				checker := d.checker(c)
				r := sched.Explore(t, d.program(c), sched.Options{Observer: checker})
				require.Equal(t, sched.Exhausted, r.Ending, c.Scenario)
				executions, put, orders = executions+checker.Executions, put+checker.Points, orders+checker.Orders
				for u, n := range checker.Used {
					used[u] += n
				}
			}
			t.Logf("%s: %d points of %d executions in %d scenarios, in %d orders", m.Name, put, executions, len(d.cases()), orders)
			for outcome, claim := range d.claims {
				for _, place := range claim.Points() {
					require.Positive(t, used[points.Use{Outcome: outcome, Place: place}], "%s was never at %s", outcome, place)
				}
			}
		})
	}
}

// wrong lists claims that do not hold, and the step that is impossible under each. Some of them stood in the headers.
// Locked has none, because all its accesses are inside the critical section.
var wrong = []struct{ deque, outcome, claim, says string }{
	{"chaselev", "push", "PushWrite", `"steal: empty";is impossible with [3]`},
	{"chaselev", "pop", "PopTakeOne or PopTakeSlot or PopTakeLast", `"steal: empty";is impossible with [2]`},
	{"chaselev", "pop empty", "PopReadTop or PopClaimOne or PopLower", `"pop: empty";is impossible with [2]`},
	{"chaselev", "steal", "StealClaim", `"steal: empty";is impossible with [2]`}, // without the prophecy
	{"chaselev", "steal", "StealReadTop", `"steal: 3";is impossible with []`},
	{"chaselev", "steal empty", "StealReadTop", `"steal: empty";is impossible with [2]`},
	{"chaselev", "batch", "BatchClaim", `"steal: empty";is impossible with [2]`},
	{"chaselev", "poptop", "PopTopTakeSlot", `"steal: empty";is impossible with [1]`},
	{"abp", "steal", "StealClaim", `"steal: empty";is impossible with [2]`},
	{"abp", "steal empty", "StealReadBottom", `"steal: empty";is impossible with [3]`},
	{"abp", "pop", "PopLower", `"pop: empty";is impossible, or changes something, with []`},
	{"abp", "pop", "PopReadAge", `"steal: empty";is impossible with [2]`},
	{"abp", "pop empty", "anywhere", `"pop: empty";is impossible, or changes something, with []`},
	{"split", "push", "SharePublish", `"push 1: done";takes effect at an access that it has not done`},
	{"split", "steal", "StealFinish", `"pop: empty";is impossible with [1]`},
	{"split", "steal", "StealReadArray", `"steal: 1";is impossible with []`},
	{"split", "pop empty", "anywhere", `"pop: empty";is impossible, or changes something, with [1]`},
	{"duffy", "steal", "StealRaise", `"steal: 3";is impossible with []`},
	{"duffy", "pop", "PopReadHead", `"steal: empty";is impossible with [2]`},
	{"duffy", "steal empty", "StealReadHead", `"steal: empty";is impossible with [2]`},
	{"the", "steal", "StealBar", `"steal: 3";is impossible with []`},
	{"the", "pop", "PopReadException", `"steal: empty";is impossible with [2]`},
	{"the", "steal empty", "StealLookHead or StealReadHead", `"steal: empty";is impossible with [2]`},
	{"the-keeplast", "steal", "StealBar", `"steal: 1";is impossible with [1]`},
	{"the-keeplast", "steal", "StealTake", `"steal: 1";is impossible with [1]`},
	{"the", "steal", "StealReadTail, unless another's PopLower since StealTake", `"steal: 1";has not done StealTake`},
}

func TestSched_PointsAreWrong(t *testing.T) {
	rewritten(t)
	for _, w := range wrong {
		t.Run(fmt.Sprintf("%s/%s: %s", w.deque, w.outcome, w.claim), func(t *testing.T) {
			all := wsqtest.Family()
			d := claimedOf(t, all[slices.IndexFunc(all, func(m wsqtest.Member) bool { return m.Name == w.deque })])
			other, err := points.Parse(w.outcome + "  " + w.claim)
			require.NoError(t, err)
			for outcome, claim := range other {
				require.Contains(t, d.claims, outcome)
				d.claims[outcome] = claim
			}
			executions := 0
			for _, c := range d.cases() {
				r := sched.Search(d.program(c), sched.Options{Observer: d.checker(c)})
				executions += r.Executions
				if r.Failure == nil {
					continue
				}
				t.Logf("execution %d, %v: %s", executions, c.Scenario, r.Failure.Detail)
				require.Equal(t, sched.RuleObserver, r.Failure.Rule)
				require.Contains(t, r.Failure.Detail, "the claims of "+types[w.deque]+" do not hold. ")
				for _, says := range strings.Split(w.says, ";") {
					require.Contains(t, r.Failure.Detail, says)
				}
				return
			}
			require.Fail(t, "the fault survived", "%d executions", executions)
		})
	}
}

// From one schedule of each class, the checker derives the same orders of effects as from all schedules.
func TestSched_PointsOrders(t *testing.T) {
	rewritten(t)
	for _, m := range wsqtest.Family() {
		for _, text := range []string{"push pop | steal", "push | steal | steal"} {
			t.Run(m.Name+"/"+text, func(t *testing.T) {
				if testing.Short() && strings.Count(text, "|") > 1 {
					t.Skip("up to 170,000 schedules")
				}
				d := claimedOf(t, m)
				c := model.Case{Capacity: 2, Scenario: scenario(text)}
				orders := func(o sched.Options, shownOnly bool) (sched.Result, map[string]bool) {
					all := map[string]bool{}
					checker := d.checker(c)
					checker.OnOrder = func(ops []model.Operation, shown bool) {
						order := ""
						for _, o := range ops {
							order += fmt.Sprintf("%d %v; ", o.Client, o)
						}
						if shown || !shownOnly {
							all[order] = true
						}
					}
					o.Observer = checker
					r := sched.Search(d.program(c), o)
					require.Equal(t, sched.Exhausted, r.Ending)
					return r, all
				}
				each, want := orders(sched.Options{Strategy: strategy.NewBounded(-1), Stops: true}, true)
				some, got := orders(sched.Options{}, false)
				require.Equal(t, want, got)
				t.Logf("%d orders, of %d schedules and of %d", len(got), each.Executions, some.Executions)
			})
		}
	}
}
