package fuzz_test

import (
	"fmt"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/machine"
	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/tla"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// A refined deque is one of ours with the machine that it is held against.
type refined struct {
	name    string
	binding func() refine.Binding
	// config returns the machine for what the code has as its constants, for a capacity
	// that the deque is made with, and for scenarios with that many pushes.
	config func(capacity, items, thieves int) string
	new    func(capacity int) wsq.Deque[*wsqtest.Item]
	walks  [][3]int // items, thieves and capacity of the graphs that it walks
}

// items are what slots hold: pointers, and nil.
func items() *refine.Names { return &refine.Names{Nil: true} }

func chaseLev(module string, owner []model.Kind, thief model.Action, walks ...[3]int) refined {
	return refined{
		name: module,
		binding: func() refine.Binding {
			return refine.Binding{
				Module: module,
				Values: map[string]refine.Values{
					"array": &refine.Names{}, "slots": items(),
					"done": refine.Unset{Values: refine.Numbers{}, Value: 1}, // see makeRing
				},
				Owner: owner, Thief: thief,
			}
		},
		config: func(capacity, items, thieves int) string {
			text := fmt.Sprintf("Items = %d Thieves = %d First = %d Slots = %d Rings = 8 Lag = 16 Batch = 32 Part = 4 Patience = 3",
				items, thieves, max(2, capacity), max(8, capacity))
			if module == "ChaseLevBatch" {
				text += fmt.Sprintf(" Want = %d", thief.Max)
			}
			return text
		},
		new:   func(c int) wsq.Deque[*wsqtest.Item] { return wsq.NewChaseLev[*wsqtest.Item](c) },
		walks: walks,
	}
}

// refinements are all deques that have a machine.
func refinements() []refined {
	return []refined{
		chaseLev("ChaseLev", []model.Kind{model.Push, model.Pop, model.Scrub}, model.Action{Kind: model.Steal}, [3]int{2, 1, 2}, [3]int{3, 2, 2}),
	}
}

// machineFor returns a machine with these constants, Naive or not.
func machineFor(module, constants, naive string) (machine.Machine, error) {
	c, err := tla.ParseConfig(module, fmt.Sprintf("SPECIFICATION Spec\nCONSTANTS %s Naive = %q\n", constants, naive))
	if err != nil {
		return nil, err
	}
	return machine.New(module, c)
}
