package fuzz_test

import (
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

type item = wsqtest.Item

// refined is a shipped deque with the machine that it is compared with. The machine's constants are the code's. Its
// capacity is the one that the deque is made with.
type refined struct {
	name      string
	module    string
	new       func(capacity int) wsq.Deque[*item]
	owner     []model.Kind
	thief     model.Action
	values    func() map[string]refine.Values
	locks     []string
	plain     func(expr string) bool
	constants func(capacity, items int) string
	walks     []size // sizes of the graphs that are walked
}

// A size has the largest number of pushed items, the number of thieves, and the capacity.
type size struct{ items, thieves, capacity int }

func (s size) String() string { return fmt.Sprintf("N%dT%dC%d", s.items, s.thieves, s.capacity) }

func refinements() []refined {
	steal := model.Action{Kind: model.Steal}
	pushPop := []model.Kind{model.Push, model.Pop}
	pushPopScrub := []model.Kind{model.Push, model.Pop, model.Scrub}
	return []refined{
		chaseLev("ChaseLev", pushPopScrub, steal, size{2, 2, 2}, size{3, 1, 2}, size{3, 2, 2}),
		chaseLev("ChaseLevFifo", []model.Kind{model.Push, model.Pop, model.PopTop}, steal, size{2, 2, 2}, size{3, 1, 2}, size{3, 2, 2}),
		chaseLev("ChaseLevBatch", pushPop, model.Action{Kind: model.Batch, Max: 2}, size{2, 2, 2}, size{3, 1, 2}, size{3, 2, 2}),
		{
			name: "Duffy", module: "Duffy", owner: pushPop, thief: steal, locks: []string{"foreignLock"},
			new:    func(c int) wsq.Deque[*item] { return wsq.NewDuffy[*item](c) },
			values: func() map[string]refine.Values { return map[string]refine.Values{"slots": items()} },
			constants: func(c, items int) string {
				n := powerOfTwo(c)
				if n == c {
					n *= 2
				}
				return fmt.Sprintf("Capacity = %d Reset = 0", n)
			},
			walks: []size{{3, 1, 1}, {3, 2, 1}, {4, 2, 1}},
		},
		{
			name: "ABP", module: "ABP", owner: pushPopScrub, thief: steal,
			new: func(c int) wsq.Deque[*item] { return wsq.NewABP[item](c) },
			values: func() map[string]refine.Values {
				return map[string]refine.Values{"slots": items(), "age": refine.Func(abpAge)}
			},
			constants: func(c, items int) string { return fmt.Sprintf("Capacity = %d Stamps = %d", c, items+2) },
			walks:     []size{{2, 2, 2}, {3, 1, 2}, {3, 2, 2}},
		},
		the("THE", 0),
		the("THE-keeplast", 1),
		{
			name: "Split", module: "Split", owner: pushPopScrub, thief: steal,
			new: func(c int) wsq.Deque[*item] { return wsq.NewSplit[*item](c) },
			values: func() map[string]refine.Values {
				return map[string]refine.Values{"array": &refine.Names{}, "slots": items(), "done": marks(), "word": refine.Func(splitWord)}
			},
			constants: func(c, items int) string {
				return fmt.Sprintf("First = %d Slots = 8 Rings = 8 Lag = 16 Batch = 32 Scrubs = 1", powerOfTwo(c))
			},
			walks: []size{{2, 1, 2}, {3, 1, 2}, {2, 2, 2}},
		},
	}
}

func refinementOf(name string) refined {
	all := refinements()
	return all[slices.IndexFunc(all, func(d refined) bool { return d.name == name })]
}

func chaseLev(module string, owner []model.Kind, thief model.Action, walks ...size) refined {
	return refined{
		name: module, module: module, owner: owner, thief: thief,
		new: func(c int) wsq.Deque[*item] { return wsq.NewChaseLev[*item](c) },
		values: func() map[string]refine.Values {
			return map[string]refine.Values{"array": &refine.Names{}, "slots": items(), "done": marks()}
		},
		plain: func(expr string) bool { return expr != "dst[n]" && refine.Elements(expr) }, // dst is the caller's
		constants: func(c, items int) string {
			text := fmt.Sprintf("First = %d Slots = 8 Rings = 8 Lag = 16 Batch = 32 Part = 4 Patience = 3", powerOfTwo(c))
			if thief.Kind == model.Batch {
				text += fmt.Sprintf(" Want = %d", thief.Max)
			}
			return text
		},
		walks: walks,
	}
}

func the(name string, keep int) refined {
	return refined{
		name: name, module: "THE", owner: []model.Kind{model.Push, model.Pop}, thief: model.Action{Kind: model.Steal},
		new:    func(c int) wsq.Deque[*item] { return wsq.NewTHE[*item](c, keep == 1) },
		values: func() map[string]refine.Values { return map[string]refine.Values{"slots": items()} },
		constants: func(c, items int) string {
			return fmt.Sprintf("Capacity = %d Keep = %d", powerOfTwo(c), keep)
		},
		walks: []size{{3, 1, 2}, {3, 2, 2}, {4, 2, 2}},
	}
}

// items returns the values of slots: pointers and nil.
func items() refine.Values { return &refine.Names{Nil: true} }

// marks returns the values of marks: numbers. A new ring's mark is unset; see makeRing.
func marks() refine.Values { return refine.Unset{Values: refine.Numbers{}, Value: 1} }

// abpAge turns ABP's age into [stamp, top].
func abpAge(code uint64) uint64 { return code>>24&0xff | code&0xff<<8 }

// splitWord turns Split's word into [split, tail]. split may be -1.
func splitWord(code uint64) uint64 { return code&0xff | code>>32&0xff<<8 }

func powerOfTwo(c int) int {
	n := 2
	for n < c {
		n *= 2
	}
	return n
}

func (d refined) binding() refine.Binding {
	return refine.Binding{Module: d.module, Values: d.values(), Locks: d.locks, Owner: d.owner, Thief: d.thief, Plain: d.plain}
}

// text returns the machine's constants. naive names a fault, or is empty.
func (d refined) text(s size, naive string) string {
	return fmt.Sprintf("Items = %d Thieves = %d %s Naive = %q", s.items, s.thieves, d.constants(s.capacity, s.items), naive)
}

func (d refined) machine(s size, naive string) (machine.Machine, error) {
	return machine.Sized(d.module, d.text(s, naive))
}

// sizeOf returns the size that a machine needs for a scenario.
func (d refined) sizeOf(c model.Case) size {
	pushes := 0
	for _, a := range slices.Concat(c.Scenario.Prepare, c.Scenario.Owner) {
		if a.Kind == model.Push {
			pushes++
		}
	}
	return size{max(1, pushes), max(1, len(c.Scenario.Thieves)), c.Capacity}
}

// follower returns an observer that compares a deque with its machine in a scenario.
func (d refined) follower(c model.Case, naive string) (*refine.Follower, error) {
	m, err := d.machine(d.sizeOf(c), naive)
	if err != nil {
		return nil, err
	}
	return refine.New(d.binding(), m)
}

func (d refined) program(c model.Case) (func(*sched.S), error) {
	target, err := wsqtest.Target(d.name, d.new, wsqtest.Options[*item]{})
	if err != nil {
		return nil, err
	}
	return wsqtest.Program(target, c.Capacity, c.Scenario), nil
}

// In the batches scenarios, the owner comes close to a thief's batch.
var batches = []model.Case{
	{Capacity: 4, Scenario: scenario("push*3 ; pop pop | batch:2")},
	{Capacity: 4, Scenario: scenario("push*4 ; pop pop push | batch:2 | batch:2")},
}

// cases returns the scenarios whose operations the machine has: the systematic ones, and some larger ones.
func (d refined) cases() (all []model.Case) {
	target, err := wsqtest.Target(d.name, d.new, wsqtest.Options[*item]{})
	if err != nil {
		panic(err)
	}
	for _, c := range slices.Concat(model.Systematic(target.New(2)), larger, batches) {
		actions := slices.Concat(append(c.Scenario.Thieves, c.Scenario.Prepare, c.Scenario.Owner)...)
		if !slices.ContainsFunc(actions, func(a model.Action) bool { return a.Kind != d.thief.Kind && !slices.Contains(d.owner, a.Kind) }) {
			all = append(all, c)
		}
	}
	return all
}
