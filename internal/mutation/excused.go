package mutation

// Excused is a fault that was shipped elsewhere and is not in the table.
type Excused struct{ Origin, Mechanism, Why string }

// NotExpressible returns the shipped faults that cannot be put into our code, or would do no harm there.
func NotExpressible() []Excused {
	return []Excused{
		{"crossbeam-rs/crossbeam#149 (review)", "the owner's Pop of the last item reads the slot after its CAS", "harmless here: no thief writes a slot, so the owner reads its own item before the CAS and after"},
		{"JDK-8292969 (openjdk/jdk#10198)", "a signal is not passed on when the entry queue is resized", "the queue of submissions has a fixed size"},
		{"microsoft/onnxruntime#23098", "a smaller spin count exposes a hang", "its cause is not known. Our tests vary the number of sweeps before sleep, down to none"},
		{"taskflow/taskflow#406", "a join does not look at its counter again after a successful steal", "the join is late, not wrong. No rule here says how soon Join returns"},
		{"google/filament#4613, #5317 and #10243", "the count of jobs falls after a job is taken, and others spin on the count", "it costs only time. Workers here do not spin on a count, and give up after 16 sweeps or 50 us"},
		{"facebook/folly#2093", "a worker uses the pool's state after the future of its task is done", "the garbage collector keeps that state. Closures and frames, which are reused, are not touched after completion"},
		{"haskell-lockfree#6, ConcurrentCollections.jl#31 and #34, JuliaLang#62144", "not told", "the reports do not say what was wrong"},
		{"our own: Goexit of a task that was helped", "it skipped the waits below it on the stack", "the correction is the division between run and abandon, not one place"},
		{"our own: a worker went on standby with private tasks", "its deque kept them", "the correction is the order of the whole loop"},
		{"our own: parkers made in a bubble of synctest", "they were used outside", "the correction moved a package variable into the pool"},
		{"our own: the scheduler's reduction, its loops, and a go statement in a deferred function", "the search left schedules out, and crashed when it explained one", "these are faults of a detector, which the random programs of model/sched test"},
	}
}
