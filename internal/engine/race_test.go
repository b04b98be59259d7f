package engine_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// watched is a strategy that reports when an execution begins and how it ends.
type watched struct {
	strategy.Strategy
	begin   func()
	abandon func()
	end     func(strategy.End)
}

func (w watched) Next() bool {
	w.begin()
	return w.Strategy.Next()
}

func (w watched) Pick(s *strategy.State) int {
	t := w.Strategy.Pick(s)
	if t == strategy.Abandon {
		w.abandon()
	}
	return t
}

func (w watched) End(s *strategy.State, why strategy.End) {
	w.Strategy.End(s, why)
	w.end(why)
}

// comparison compares the two detectors.
type comparison struct {
	rules                       map[string]rule
	programs, executions, races int
	ordered                     int      // conflicting pairs of executions without a race
	faults                      []string // of small executions first
	smallest                    int
}

func (c *comparison) fault(all []event, format string, args ...any) {
	text := fmt.Sprintf(format, args...) + "\n" + list(all)
	if len(c.faults) == 0 || len(all) < c.smallest {
		c.smallest = len(all)
		c.faults = append([]string{text}, c.faults...)
	} else {
		c.faults = append(c.faults, text)
	}
}

// program compares the detectors on the executions of one program.
func (c *comparison) program(t *testing.T, p *program, s strategy.Strategy, executions int) {
	var all []event
	seen := 0 // events before the execution was abandoned, -1 if it was not
	r := searchOnly(func(s *sched.S) { p.run(s, func(e event) { all = append(all, e) }) }, engine.Options{
		Strategy: watched{
			Strategy: s,
			begin:    func() { all, seen = all[:0], -1 },
			abandon:  func() { seen = len(all) },
			end: func(why strategy.End) {
				c.executions++
				if seen >= 0 {
					all = all[:seen]
				}
				if why != strategy.CutOff {
					c.clean(all)
				}
			},
		},
		Executions: executions,
	})
	if r.Failure != nil {
		require.Equal(t, report.RuleRace, r.Failure.Rule, "%v\n%s", r.Failure, list(all))
		c.races++
		c.racing(all, r.Failure.Detail)
	}
}

func (c *comparison) clean(all []event) {
	if i := incoherent(all); i >= 0 {
		c.fault(all, "event %d read something else", i)
	}
	if pairs := newNaive(all, c.rules).races(); len(pairs) > 0 {
		c.fault(all, "no race was reported, there are %v", pairs)
	}
	c.ordered += conflicts(all)
}

var opInReport = regexp.MustCompile(`\bop(\d+)\b`)

// racing checks a report against the first races of the execution. The report must name one of
// those with the earliest later access.
func (c *comparison) racing(all []event, report string) {
	var reported [2]int
	for i, m := range opInReport.FindAllStringSubmatch(report, -1) {
		op, _ := strconv.Atoi(m[1])
		for k, e := range all {
			if e.op == op {
				reported[1-i] = k // the later one is named first
			}
		}
	}
	pairs := newNaive(all, c.rules).races()
	found := false
	for _, p := range pairs {
		found = found || p == reported
	}
	switch {
	case len(pairs) == 0:
		c.fault(all, "a false alarm: %v", reported)
	case !found:
		c.fault(all, "%v was reported, and there are only %v", reported, pairs)
	case pairs[0][1] < reported[1]:
		c.fault(all, "%v was reported, and there is %v before", reported, pairs[0])
	}
}

// compare runs random programs until the detectors differ. Their threads have at least that many
// instructions, and more in later programs.
func compare(t *testing.T, rules map[string]rule, programs, least int) *comparison {
	c := &comparison{rules: rules}
	for i := range programs {
		if len(c.faults) > 0 {
			break
		}
		p := newProgram(uint64(i), least+6*i/programs)
		c.programs++
		c.program(t, p, strategy.NewDPOR(), 30)
		c.program(t, p, strategy.NewRandom(uint64(i)), 10)
		c.program(t, p, strategy.NewPCT(uint64(i), 3), 5)
	}
	return c
}

// nameOps makes each instruction of a program a site, for reports.
func nameOps(t *testing.T) {
	sites := make([]engine.Site, 200)
	for i := range sites {
		sites[i].Pos = fmt.Sprintf("op%d", i)
	}
	t.Cleanup(engine.SetSites(sites))
}

// In each execution of many programs the race detector reports a race if and only if there is one,
// and it reports the first.
func TestRaces_AgainstNaiveDetector(t *testing.T) {
	nameOps(t)
	programs := long.Programs(1_700, 5_100)
	c := compare(t, goRules, programs, 1)
	t.Logf("%d programs, %d executions, %d with a race, %d conflicting pairs in order in the others", c.programs, c.executions, c.races, c.ordered)
	for _, f := range c.faults {
		require.Fail(t, "the detectors differ", f)
	}
	require.Greater(t, c.races, programs/10)
	require.Greater(t, c.ordered, programs)
}

// If one of the detectors used other rules, the comparison would notice.
func TestRaces_OtherRulesDisagree(t *testing.T) {
	nameOps(t)
	wrong := map[string]func(map[string]rule){}
	for name := range goRules {
		wrong["without "+name] = func(rules map[string]rule) { delete(rules, name) }
	}
	add := func(name string, r rule) {
		wrong[name] = func(rules map[string]rule) { rules[name] = r }
	}
	add("a store after a load", func(all []event, i, j int) bool {
		return sameAtomic(all, i, j) && all[i].kind == load && all[j].kind == store
	})
	add("a store after a store", func(all []event, i, j int) bool {
		return sameAtomic(all, i, j) && all[i].writes() && all[j].kind == store
	})
	add("a failed swap releases", func(all []event, i, j int) bool {
		return sameAtomic(all, i, j) && all[i].kind == failedSwap && all[j].reads()
	})
	add("all earlier stores are observed", func(all []event, i, j int) bool {
		return sameAtomic(all, i, j) && all[i].writes() && all[j].reads()
	})
	add("readers are in order", func(all []event, i, j int) bool {
		return all[i].kind == readUnlock && all[j].kind == readLock && all[i].at == all[j].at
	})
	add("a parent comes after its child", func(all []event, i, j int) bool {
		return all[i].thread == 1 && all[j].thread == 0
	})
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		t.Run(name, func(t *testing.T) {
			rules := maps.Clone(goRules)
			wrong[name](rules)
			c := compare(t, rules, 6000, 4)
			require.NotEmpty(t, c.faults)
			t.Logf("after %d programs %d executions differ; the smallest: %s", c.programs, len(c.faults), c.faults[0])
		})
	}
}

// DPOR does not try the orders of plain accesses. It finds a race nevertheless, if any schedule
// has one.
func TestRaces_ReductionLosesNone(t *testing.T) {
	nameOps(t)
	programs := 800
	if testing.Short() {
		programs = 300
	}
	compared, racy, reduced, full := 0, 0, 0, 0
	for i := range programs {
		p := newProgram(uint64(i), 4)
		run := func(s strategy.Strategy, executions int) engine.Result {
			return searchOnly(func(s *sched.S) { p.run(s, func(event) {}) }, engine.Options{Strategy: s, Executions: executions})
		}
		all := run(strategy.NewBounded(-1), 3000)
		if all.Ending == report.BoundHit {
			continue
		}
		r := run(strategy.NewDPOR(), 0)
		require.Equal(t, all.Ending, r.Ending, "program %d: %+v\n%+v", i, all, r)
		compared++
		reduced += r.Executions
		full += all.Executions
		if r.Failure != nil {
			racy++
		}
	}
	t.Logf("%d programs, %d with a race: %d executions instead of %d", compared, racy, reduced, full)
	require.Greater(t, racy, programs/20)
	require.Greater(t, compared-racy, programs/20)
}

// It makes no difference where the memory allocator puts a small variable.
func TestRaces_AlignmentMakesNoDifference(t *testing.T) {
	executions := 0
	r := search(func(s *sched.S) {
		executions++
		small, large := new([2]uint32), new(uint64)
		for range 3 {
			s.Go(func() {
				atomic.AddUint32(&small[executions%2], 1)
				atomic.AddUint64(large, 1)
				atomic.AddUint64(large, 1)
			})
		}
		s.Wait()
	}, engine.Options{})
	require.Nil(t, r.Failure)
	require.Equal(t, report.Exhausted, r.Ending)
}
