package mutation

// Faults of sleeping and waking.
var poolSleepTable = []Mutant{
	{
		Name: "pool-counter-rolls-over", File: "pool/parking.go",
		Edits:     []Edit{{"return searching(state) != 0 || state == 0", "return searching(state) != 0 || state&oneSleeps == 0 && state < oneHelps"}},
		Mechanism: "the counter of sleepers rolls over, so two sleepers look like none",
		Origin:    "rayon-rs/rayon#746; JDK-8330017",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-one-sleeper", File: "pool/parking.go",
		Edits:     []Edit{{"l.byKind[k] = append(l.byKind[k], w)", "l.byKind[k] = append(l.byKind[k][:0], w)"}},
		Mechanism: "there is one place for a sleeper, and the second sleeper takes it from the first",
		Origin:    "rayon-rs/rayon#343",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-wakes-who-is-isolated", File: "pool/parking.go",
		Edits:     []Edit{{"\t\t\tif w.part == nil {\n", "\t\t\tif true {\n"}},
		Mechanism: "of two workers that wait in a tree, the isolated one is woken, which may not run the published task",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-claims-uncounted", File: "pool/parking.go",
		Edits:     []Edit{{"list, of := &l.byKind[idle], oneSleeps-oneSearches", "list, of := &l.byKind[idle], oneSleeps"}},
		Mechanism: "a woken worker is not counted as searching, but is counted off when it has found a task",
		Origin:    "golang/go#10573",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-mask-spares-neighbour", File: "pool/parking.go",
		Edits:     []Edit{{"l.state.Add(^(oneSleeps - oneSearches - 1))", "l.state.Add(^(oneSleeps - 1))"}},
		Mechanism: "one of two packed counters is changed, and the other is forgotten",
		Origin:    "JDK-8351933",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-filters-signals", File: "pool/parking.go",
		Edits:     []Edit{{"return searching(state) != 0 || state == 0", "return searching(state) != 0 || state < 2*oneSleeps"}},
		Mechanism: "a signal for a single sleeper is left out",
		Origin:    "JDK-8373118 (openjdk/jdk#28797)",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-wakes-one-list", File: "pool/parking.go",
		Edits:     []Edit{{"for m := len(*list) - 1; m >= 0; m-- {\n\t\t\tw :=", "for m := -1; m >= 0; m-- {\n\t\t\tw :="}},
		Mechanism: "only one of two lists of sleepers is read, so helpers are never woken for tasks",
		Origin:    "smol-rs/async-executor#103",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-wakes-wrong-helper", File: "pool/parking.go",
		Edits:     []Edit{{"\t\t\tif w.helps != root {\n", "\t\t\tif false {\n"}},
		Mechanism: "any helper is woken, even one that may not run the task",
		Origin:    "JuliaLang/julia#32551",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-helper-counts", File: "pool/parking.go",
		Edits:     []Edit{{"\tif k == idle {\n\t\tl.state.Add(oneSearches)\n\t}\n", "\tl.state.Add(oneSearches)\n"}, {"\tby := uint64(0)\n\tif k == idle {\n\t\tby = oneSearches\n\t}\n", "\tby := oneSearches\n"}},
		Mechanism: "a waiting worker that searches counts as one that takes any task",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
		Model:     "NaivePark_HelperCounts",
	},
}
