package wsq_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Upkeep clears the slots of stolen items, and halves the ring. The shipped sizes are too large for the machines, so
// package fuzz hardly follows it. The deques of this file have sizes with which TLC checks the modules. With the early
// sizes, upkeep is due after each steal, and each low Pop halves the ring. With the late ones, one slot may wait, and
// one low Pop is passed over.

type item = *wsqtest.Item

// sizes are the sizes of upkeep, as constants of the modules.
type sizes struct {
	lag             uint64
	batch           int
	part, patience  uint64
	graph, constant string
}

var (
	early      = sizes{0, 2, 2, 0, "with early upkeep", "Lag = 0 Batch = 2 Part = 2 Patience = 0"}
	late       = sizes{1, 1, 2, 1, "with late upkeep", "Lag = 1 Batch = 1 Part = 2 Patience = 1"}
	earlySplit = sizes{0, 2, 0, 0, "with early upkeep", "Lag = 0 Batch = 2 Scrubs = 1"}
	lateSplit  = sizes{1, 1, 0, 0, "with late upkeep", "Lag = 1 Batch = 1 Scrubs = 1"}
)

// kept is a deque with small sizes of upkeep, and the machine that follows it.
type kept struct {
	module string
	sizes  sizes
	new    func(capacity int) wsq.Deque[item]
	owner  []model.Kind
	thief  model.Action
	values func() map[string]refine.Values
	upkeep []string // the actions of upkeep
	cases  []string // scenarios
	drawn  []string // more of them, for random schedules
}

func (k kept) name() string { return k.module + " " + k.sizes.graph }

func keptDeques() []kept {
	steal := model.Action{Kind: model.Steal}
	scrubs := []model.Kind{model.Push, model.Pop, model.Scrub}
	scrubbed := []string{"push push push ; pop pop pop | steal", "push push push ; pop pop push | steal | steal", "push push push ; scrub pop pop | steal steal"}
	return []kept{
		keptChaseLev("ChaseLev", early, scrubs, steal, scrubbed...),
		keptChaseLev("ChaseLev", late, scrubs, steal, append(scrubbed, "push push push steal ; pop pop | steal", "push push push push ; pop pop | steal")...),
		keptChaseLev("ChaseLevFifo", early, []model.Kind{model.Push, model.Pop, model.PopTop}, steal,
			"push push push ; pop poptop poptop | steal", "push push push ; poptop pop push | steal | steal"),
		keptChaseLev("ChaseLevBatch", early, []model.Kind{model.Push, model.Pop}, model.Action{Kind: model.Batch, Max: 2},
			"push push push ; pop pop pop | batch:2", "push push push ; pop pop push | batch:2 | batch:2"),
		keptSplit(earlySplit),
		keptSplit(lateSplit),
	}
}

func keptSplit(z sizes) kept {
	return kept{
		module: "Split", sizes: z, owner: []model.Kind{model.Push, model.Pop, model.Scrub}, thief: model.Action{Kind: model.Steal},
		new: func(c int) wsq.Deque[item] { return wsq.NewSplitSized[item](c, z.lag, z.batch) },
		values: func() map[string]refine.Values {
			v := ringValues()
			v["word"] = refine.Func(func(code uint64) uint64 { return code&0xff | code>>32&0xff<<8 }) // [split, tail]
			return v
		},
		upkeep: []string{"MeetReadDone", "PushReadDone"},
		cases: []string{"push push push ; pop pop pop | steal", "push push ; push pop pop | steal steal", "push push push ; pop push | steal | steal",
			"push push push pop ; push pop pop | steal steal steal"},
		drawn: []string{"push push push steal push ; push | steal | steal", "push push push steal push ; scrub | steal | steal"},
	}
}

func keptChaseLev(module string, z sizes, owner []model.Kind, thief model.Action, cases ...string) kept {
	steals := " | steal steal | steal"
	if thief.Kind == model.Batch {
		steals = " | batch:2 | batch:2"
		z.constant += fmt.Sprintf(" Want = %d", thief.Max)
	}
	drawn := []string{"push push ; push push push" + steals, "push push push ; pop pop pop" + steals}
	if slices.Contains(owner, model.Scrub) {
		drawn = append(drawn, "push push ; push scrub"+steals)
	}
	return kept{
		module: module, sizes: z, owner: owner, thief: thief, values: ringValues, cases: cases, drawn: drawn,
		new:    func(c int) wsq.Deque[item] { return wsq.NewChaseLevSized[item](c, z.lag, z.batch, z.part, z.patience) },
		upkeep: []string{"PopReadDone", "PushReadDone", "SwapPublish"},
	}
}

// ringValues returns the values of a ring's words. The unset mark of a new ring is 1: see makeRing.
func ringValues() map[string]refine.Values {
	return map[string]refine.Values{"array": &refine.Names{}, "slots": &refine.Names{Nil: true}, "done": refine.Unset{Values: refine.Numbers{}, Value: 1}}
}

func (k kept) binding() refine.Binding {
	plain := func(expr string) bool { return expr != "dst[n]" && refine.Elements(expr) } // dst is the caller's
	return refine.Binding{Module: k.module, Values: k.values(), Owner: k.owner, Thief: k.thief, Plain: plain}
}

// follow compares all executions of the deque's scenarios with the machine, and returns how often each action was
// taken.
func (k kept) follow(t *testing.T, naive string, search func(*refine.Follower, func(*sched.S))) map[string]int {
	target, err := wsqtest.Target(k.module, k.new, wsqtest.Options[item]{})
	require.NoError(t, err)
	taken := map[string]int{}
	for _, text := range k.cases {
		sc, err := model.ParseScenario(text)
		require.NoError(t, err)
		m, err := machine.Sized(k.module, fmt.Sprintf("Items = 5 Thieves = %d First = 2 Slots = 8 Rings = 8 %s Naive = %q", len(sc.Thieves), k.sizes.constant, naive))
		require.NoError(t, err)
		f, err := refine.New(k.binding(), m)
		require.NoError(t, err)
		search(f.WithoutGhosts(), wsqtest.Program(target, 2, sc))
		for action, n := range f.Taken {
			taken[action] += n
		}
	}
	return taken
}

// missing returns the actions of upkeep that were not taken.
func (k kept) missing(taken map[string]int) (all []string) {
	for _, action := range k.upkeep {
		if taken[action] == 0 {
			all = append(all, action)
		}
	}
	return all
}

// Each step of upkeep is a step of the machine, and upkeep happens.
func TestSched_RefinesUpkeep(t *testing.T) {
	for _, k := range keptDeques() {
		t.Run(k.name(), func(t *testing.T) {
			movers := refinetest.Movers{}
			taken := k.follow(t, "", func(f *refine.Follower, program func(*sched.S)) {
				r := sched.Explore(t, program, sched.Options{Observer: f})
				if sched.Instrumented() && !sched.Replaying() {
					require.Equal(t, sched.Exhausted, r.Ending)
					require.NoError(t, f.Check())
					require.Zero(t, f.Torn, "a region is not one step")
					movers.Add(f.Movers)
				}
			})
			if !sched.Instrumented() || sched.Replaying() {
				return
			}
			t.Logf("%s: %v", k.name(), taken)
			require.Empty(t, k.missing(taken), "upkeep was not followed")
			movers.Check(t, true)
		})
	}
}

// Upkeep that the machine has, and the code does not, is noticed: with the shipped sizes no upkeep is due here.
func TestSched_RefinesUpkeepOnlyOfItsSizes(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSchedDeques")
	}
	k := keptDeques()[0]
	k.new = func(c int) wsq.Deque[item] { return wsq.NewChaseLev[item](c) }
	var failures []string
	search := func(f *refine.Follower, program func(*sched.S)) {
		if r := sched.Search(program, sched.Options{Observer: f}); r.Failure != nil {
			failures = append(failures, r.Failure.Detail)
		}
	}
	k.follow(t, "", search)
	require.Len(t, failures, len(k.cases))
	require.Contains(t, failures[0], "owner at SwapReadTop: load of top finds 0", "the ring has four slots, and two items")
	k.sizes.constant = "Lag = 16 Batch = 32 Part = 4 Patience = 3"
	failures = nil
	require.Contains(t, k.missing(k.follow(t, "", search)), "PopReadDone", "the shipped sizes have no upkeep in a Pop")
	require.Empty(t, failures)
}

// The deques with small sizes walk each edge of a graph in which upkeep happens.
func TestSched_WalksUpkeep(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSchedDeques")
	}
	for _, k := range keptDeques() {
		t.Run(k.name(), func(t *testing.T) {
			m, err := machine.Sized(k.module, fmt.Sprintf(`Items = 3 Thieves = 1 First = 2 Slots = 4 Rings = 8 %s Naive = ""`, k.sizes.constant))
			require.NoError(t, err)
			w, err := refine.NewWalk(k.binding(), m, k.name()+" N3T1C2", 500_000)
			require.NoError(t, err)
			target, err := wsqtest.Target(k.module, k.new, wsqtest.Options[item]{})
			require.NoError(t, err)
			sched.Explore(t, w.Program(func() model.Subject { return target.New(2) }), sched.Options{Strategy: w, Observer: w.Follower, Stops: true, Executions: 1 << 30})
			t.Log(w)
			require.NoError(t, w.Check(nil))
			require.Empty(t, w.Lost())
			refinetest.Listed(t, w.Graph()+", 100 % walked")
		})
	}
}
