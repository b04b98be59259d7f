package schedfuzz

import (
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/model/sched"
)

// Input is a program with the rules for its executions. The fuzzer chooses the schedule.
type Input struct {
	Program func(*sched.S)
	Options sched.Options // only Judge, Spec, Steps and NoRaces are used; Steps is 2,000 if it is 0
}

// Target turns bytes into a program. The same bytes must give the same program. It gets at most
// the first 64 bytes of an input.
type Target func(program []byte) Input

// Run fuzzes a target, runs its corpus, or does what the command asks for. If no code was
// rewritten, it skips the target, or fails if the target is to be fuzzed.
func Run(f *testing.F, target Target) {
	f.Helper()
	fuzzer.Run(f, func(program []byte) engine.Input {
		i := target(program)
		return fuzzer.NewInput(i.Program, i.Options)
	})
}
