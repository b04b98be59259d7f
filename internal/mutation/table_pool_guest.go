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
	{
		Name: "pool-guests-count-as-standby", File: "pool/workerset.go",
		Edits:     []Edit{{"8*(n-d.active-d.guests) > n", "8*(n-d.active) > n"}},
		Mechanism: "with many guests, each worker that goes on standby copies the list of victims",
		Origin:    "our own: a reader",
	},
	{
		Name: "pool-interrupts-standby", File: "pool/shared.go",
		Edits:     []Edit{{"range list.victims {\n\t\tw.interrupt()", "range list.all {\n\t\tw.interrupt()"}},
		Mechanism: "each cancellation wakes the workers on standby",
		Origin:    "our own: docs/limits.md",
	},
	{
		Name: "pool-standby-outlives-close", File: "pool/registry.go",
		Edits:     []Edit{{"\t\tw.released = true\n\t\tw.parker.Unpark()\n", "\t\tw.released = true\n"}},
		Mechanism: "after CloseNow, workers on standby sleep for ever",
		Origin:    "our own: each cancellation used to wake them",
	},
	{
		Name: "pool-busy-worker-stays-locked", File: "pool/chores.go",
		Edits:     []Edit{{"w.tidied%locksEach == 0 && lockedToThread()", "false"}},
		Mechanism: "a worker that is never idle keeps the thread that a task has left locked",
		Origin:    "our own: docs/limits.md",
	},
	{
		Name: "pool-works-without-a-deque", File: "pool/options.go",
		Edits:     []Edit{{"if v := reflect.ValueOf(d); d == nil ||", "if v := reflect.ValueOf(d); d == nil &&"}},
		Mechanism: "a worker begins with a nil deque, and fails at its first task",
		Origin:    "this package's own design",
	},
	{
		Name: "pool-lent-rests-beside-refused", File: "pool/lend.go",
		Edits:     []Edit{{"\tif r.refused.Load() > 0 {\n", "\tif false {\n"}},
		Mechanism: "a lent worker goes on standby although a worker is blocked that was refused a spare, so nobody runs what that worker has forked",
		Origin:    "our own: tla/pool/Lend.tla",
		Model:     "NaiveLend_RestsAllTheSame",
	},
}
