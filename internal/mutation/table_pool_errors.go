package mutation

// Faults of errors, contexts of tasks, sequences and calls from inside.
var poolErrorsTable = []Mutant{
	{
		Name: "pool-context-unheard", File: "pool/shared.go",
		Edits:     []Edit{{"\tlist.contexts.endCancelled(s.cause)\n", "\t_ = list\n"}},
		Mechanism: "the context of a task does not end when a task beside it fails, so a task that waits for I/O goes on waiting",
		Origin:    "this package's own design",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-context-asks-once", File: "pool/context.go",
		Edits:     []Edit{{"if f := w.pool.cause(scope); f != nil { // the", "if f := w.pool.cause(scope); f != nil && t.depth < 0 { // the"}},
		Mechanism: "a task asks for its context while it is cancelled, and neither side sees the other",
		Origin:    "classic: lost wake-up",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-error-hides-a-panic", File: "pool/foreacherr.go",
		Edits:     []Edit{{"\tdefer func() { l.panic.Load().rethrow() }() // even", "\t// even"}},
		Mechanism: "a panic that comes after an error of the same loop is lost",
		Origin:    "classic: swallowed panic",
	},
	{
		Name: "pool-blocks-on-its-frames", File: "pool/withspare.go",
		Edits:     []Edit{{"\tw.forks.blocks() // first: what", "\t// first: what"}},
		Mechanism: "a worker that blocks in a loop keeps the frames that it has not published: fewer calls block at once than the limit allows",
		Origin:    "our own: docs/track-record.md",
		Expect:    "no deadlock",
	},
	{
		Name: "pool-given-and-kept", File: "pool/for.go",
		Edits:     []Edit{{"return lo >= s.given", "return lo >= s.given && lo < 0"}},
		Mechanism: "a worker that has blocked in a loop gives indices away, and does them itself as well",
		Origin:    "our own: docs/track-record.md",
		Expect:    "assertion",
	},
	{
		Name: "pool-rest-loses-a-panic", File: "pool/rest.go",
		Edits:     []Edit{{"\t\tif k < 0 {\n\t\t\tbreak", "\t\tif k < 0 || s.failed() {\n\t\t\tbreak"}},
		Mechanism: "a task leaves a failed loop without the panic of the task that it has invited",
		Origin:    "classic: swallowed panic",
	},
	{
		Name: "pool-sequence-runs-ahead", File: "pool/forseq.go",
		Edits:     []Edit{{"if waiting.Load() >= most {", "if waiting.Load() >= most && most < 0 {"}},
		Mechanism: "an endless producer fills the memory",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-inside-is-apart", File: "pool/run.go",
		Edits:     []Edit{{"\t\tif w.task != nil {\n\t\t\treturn w.perform(ctx, t)\n\t\t}\n", ""}},
		Mechanism: "a task that passes its pool starts a tree that is not cancelled with it",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-error-of-the-cancelled", File: "pool/cancel.go",
		Edits:     []Edit{{"\tif f := w.pool.cause(w.scope()); f != nil {\n\t\treturn f.reason(w.scope())\n\t}\n\tfor", "\tfor"}},
		Mechanism: "a loop or a group in a cancelled task returns the error that its function made of the cancellation, and not the reason",
		Origin:    "our own: docs/track-record.md",
	},
	{
		Name: "pool-error-before-its-context", File: "pool/cancel.go",
		Edits:     []Edit{{"\tfor t := w.scope(); t != nil; t = t.scope {\n\t\tif t.ctx != nil", "\tfor t := w.scope(); t != nil; t = nil {\n\t\tif t.ctx != nil"}},
		Mechanism: "a loop or a group whose context has ended returns the error that its function made of that, and not the context's cause",
		Origin:    "our own: docs/track-record.md",
	},
}
