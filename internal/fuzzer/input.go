package fuzzer

import (
	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/sched"
)

// NewInput returns a program of a user as an input without a schedule. Of the options
// it takes those that say what an execution is held to.
func NewInput(program func(*sched.S), o sched.Options) engine.Input {
	return engine.Input{
		Program: func() { program(&sched.S{}) },
		Options: engine.Options{Judge: o.Judge, Spec: o.Spec, Steps: o.Steps, NoRaces: o.NoRaces},
	}
}
