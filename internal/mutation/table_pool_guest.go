package mutation

// Faults of callers that work in the places of workers.
var poolGuestTable = []Mutant{
	{
		Name: "pool-caller-looks-not", File: "pool/guest.go",
		Edits:     []Edit{{"\ts.sleepers.giveSeat(w)\n\tif s.injector.some.Load() {\n", "\ts.sleepers.giveSeat(w)\n\tif false {\n"}},
		Mechanism: "a caller that leaves the place of a worker does not look for submissions, though publishers relied on nobody else",
		Origin:    "our own: tla/pool/Guest.tla",
		Expect:    "no deadlock",
		Model:     "NaiveGuest_NoLook",
	},
	{
		Name: "pool-caller-takes-awake", File: "pool/seat.go",
		Edits:     []Edit{{"{ return w.seat.state.CompareAndSwap(free, taken) })", "{ w.seat.state.Store(taken); return true })"}},
		Mechanism: "a caller takes the place of a worker that is listed as a sleeper and still looks for tasks",
		Origin:    "our own: tla/pool/Guest.tla",
		Expect:    "no data race",
		Model:     "NaiveGuest_TakesAwake",
	},
	{
		Name: "pool-caller-uncounted", File: "pool/guest.go",
		Edits:     []Edit{{"\ti.accepted++\n", ""}},
		Mechanism: "the function of a caller does not count as a submission, so Close does not wait for it",
		Origin:    "our own: tla/pool/Guest.tla",
		Expect:    "no deadlock",
		Model:     "NaiveGuest_Uncounted",
	},
	{
		Name: "pool-place-unwanted", File: "pool/seat.go",
		Edits:     []Edit{{"s.state.CompareAndSwap(taken, wanted) {", "s.state.CompareAndSwap(taken, taken) {"}},
		Mechanism: "a worker that wakes while a caller has its place sleeps again without a mark, and nobody wakes it",
		Origin:    "our own: tla/pool/Guest.tla",
		Expect:    "no deadlock",
		Model:     "NaiveGuest_WantsNot",
	},
	{
		Name: "pool-place-unlisted", File: "pool/seat.go",
		Edits:     []Edit{{"\tl.byKind[idle] = append(l.byKind[idle], w)\n", ""}},
		Mechanism: "a worker whose place a caller has left is counted as a sleeper, and is not in the list",
		Origin:    "this package's own design",
		Expect:    "assertion",
	},
}
