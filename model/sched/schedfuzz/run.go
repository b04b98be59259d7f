package schedfuzz

import (
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/model/sched"
)

// Input is a program, and what its executions are held to. The fuzzer chooses the
// schedule.
type Input struct {
	Program func(*sched.S)
	Options sched.Options // Judge, Spec, Steps and NoRaces count; Steps is 2,000 if it is 0
}

// Target turns bytes into a program. The same bytes must give the same program. Of more
// than 64 bytes it gets the first 64.
type Target func(program []byte) Input

// Run fuzzes a target, runs its corpus, or does what the command asks for. It
// skips the target if no code has been rewritten, and fails if the target is to be
// fuzzed then.
func Run(f *testing.F, target Target) {
	f.Helper()
	fuzzer.Run(f, func(program []byte) engine.Input {
		i := target(program)
		return fuzzer.NewInput(i.Program, i.Options)
	})
}
