package lin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/shim/atomic"
)

// stopper panics if two threads stop it.
type stopper struct{ stopped atomic.Int32 }

func (s *stopper) Stop() { s.end() }

func (s *stopper) end() {
	if s.stopped.Add(1) == 2 {
		panic("stopped twice")
	}
}

type stopperSpec struct{ calls int }

func (s *stopperSpec) Stop() { s.calls++ }

// The report of a panic has the frames of the structure, and none of the checker.
func TestPanic_Frames(t *testing.T) {
	ops := []Option{Op("Stop", (*stopper).Stop), Scenario("Stop | Stop")}
	create, spec := func() *stopper { return &stopper{} }, func() *stopperSpec { return &stopperSpec{} }
	v, _ := searched(t, create, spec, ops...)
	require.NotNil(t, v.Failure)
	require.Regexp(t, `panic: stopped twice\n  at panic_test\.go:18 in \(\*stopper\)\.end\n  at panic_test\.go:14 in \(\*stopper\)\.Stop\nscenario: `, v.Failure.Text)
	v = Check(&tb{name: t.Name()}, create, spec, ops...)
	require.NotNil(t, v.Failure)
	require.Regexp(t, `panic: stopped twice\nscenario: ; Stop\(\) \| Stop\(\) ;\n\tat \S+/panic_test\.go:18 in \S+\.\(\*stopper\)\.end\n\tcalled at \S+/panic_test\.go:14 in \S+\.\(\*stopper\)\.Stop\n\nto see`, v.Failure.Text)
}
