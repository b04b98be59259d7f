package engine_test

import (
	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/sched"
)

// on returns a program as the engine runs it.
func on(program func(*sched.S)) func() { return func() { program(&sched.S{}) } }

func search(program func(*sched.S), o engine.Options) engine.Result {
	return engine.Search(on(program), o)
}

func searchOnly(program func(*sched.S), o engine.Options) engine.Result {
	return engine.SearchOnly(on(program), o)
}
