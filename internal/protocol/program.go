package protocol

// Start starts a thread. The name is for people.
type Start func(name string, f func())

// Program uses a protocol in a few threads.
type Program struct {
	// Name identifies it, in kebab case: the protocol's, for a twin with a slash
	// and what is wrong.
	Name string
	// Sound: a checker must not complain. Otherwise it should.
	Sound bool
	// Rounds is few enough for all schedules to be tried.
	Rounds int
	// Run starts the threads, which do that many rounds, and returns what checks
	// the result once they have ended. If that is nil nobody needs to wait for them.
	Run func(start Start, rounds int) (check func() error)
}
