package fuzzer

import (
	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/sched"
)

// NewInput returns a user's program as an input without a schedule. It uses only those options that say which
// rules an execution must keep.
func NewInput(program func(*sched.S), o sched.Options) engine.Input {
	return engine.Input{
		Program: func() { program(&sched.S{}) },
		Options: engine.Options{Judge: o.Judge, Spec: o.Spec, Steps: o.Steps, NoRaces: o.NoRaces},
	}
}
