package sched

import "github.com/stealproof/stealproof/internal/engine"

// Search runs the program under many schedules, until one breaks a rule. It then looks for the
// smallest schedule that breaks the same rule. It stops at the bounds in o; without any, it may
// run for ever. It blocks while another search of this process runs. It panics if program is nil.
//
// In a test, call [Explore].
func Search(program func(*S), o Options) Result {
	if program == nil {
		panic("sched: a nil program")
	}
	return resultOf(engine.Search(run(program), o.engine()))
}

// run returns the program as the engine runs it.
func run(program func(*S)) func() {
	s := &S{}
	return func() { program(s) }
}
