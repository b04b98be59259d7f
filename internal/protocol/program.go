package protocol

// Start starts a thread. The name appears in output.
type Start func(name string, f func())

// Program uses a protocol in a few threads.
type Program struct {
	// Name identifies the program, in kebab case. It is the name of the protocol; for a twin, a slash and the
	// fault follow.
	Name string
	// Sound is true if a checker must not report anything. Otherwise it should report the fault.
	Sound bool
	// Rounds is small enough to try all schedules.
	Rounds int
	// Run starts the threads, which do that many rounds. It returns a function that checks the result after the
	// threads have ended. If the function is nil, nobody needs to wait for the threads.
	Run func(start Start, rounds int) (check func() error)
}
