package model

// Case is a scenario on a deque with a capacity.
type Case struct {
	Capacity int
	Scenario Scenario
}

// Systematic returns small scenarios by rule. It combines some states of the deque, each sequence
// of one or two operations of the owner, and some programs of one or two thieves. The states are
// empty, one item, two items, and the same after the indices have moved on. The deques have room
// for two items. So a Push comes to the edge of the array, and a Pop to the last item. Operations
// that the subject does not have are left out.
func Systematic(on Subject) []Case {
	states := [][]Kind{
		{},
		{Push},
		{Push, Push},
		{Push, Steal, Push, Steal, Push},
		{Push, Push, Pop, Steal, Push, Steal},
	}
	owners := [][]Kind{{Push}, {Pop}, {PopTop}, {Scrub}}
	for _, a := range []Kind{Push, Pop, PopTop, Scrub} {
		for _, b := range []Kind{Push, Pop, PopTop, Scrub} {
			owners = append(owners, []Kind{a, b})
		}
	}
	thieves := [][][]Kind{
		{{Steal}},
		{{Steal, Steal}},
		{{Steal}, {Steal}},
		{{Batch}},
		{{Batch}, {Steal}},
	}
	var cases []Case
	for _, state := range states {
		for _, owner := range owners {
			for _, thief := range thieves {
				sc := Scenario{Prepare: actions(state), Owner: actions(owner)}
				for _, t := range thief {
					sc.Thieves = append(sc.Thieves, actions(t))
				}
				if sc.Runnable(on) == nil {
					cases = append(cases, Case{2, sc})
				}
			}
		}
	}
	return cases
}

// Shipped returns scenarios that show faults which other projects have shipped, and which the
// small scenarios of Systematic miss. Operations that the subject does not have are left out.
func Shipped(on Subject) []Case {
	batch := func(max int) []Action { return []Action{{Kind: Batch, Max: max}} }
	all := []Case{
		// A batch claims several items by one step. Meanwhile the owner pops one of them without a
		// claim (crossbeam-rs/crossbeam#148).
		{4, Scenario{Prepare: actions([]Kind{Push, Push, Push}), Owner: actions([]Kind{Pop, Pop}), Thieves: [][]Action{batch(2)}}},
		// A thief reads its item in an array that has been replaced. Its slot was used again while
		// another thief stole up to it (crossbeam-rs/crossbeam#726).
		{2, Scenario{Prepare: actions([]Kind{Push, Push}), Owner: actions([]Kind{Push}), Thieves: [][]Action{actions([]Kind{Steal}), actions([]Kind{Steal, Steal, Steal})}}},
	}
	var cases []Case
	for _, c := range all {
		if c.Scenario.Runnable(on) == nil {
			cases = append(cases, c)
		}
	}
	return cases
}

func actions(kinds []Kind) []Action {
	var list []Action
	for _, k := range kinds {
		a := Action{Kind: k}
		if k == Batch {
			a.Max = 2
		}
		list = append(list, a)
	}
	return list
}
