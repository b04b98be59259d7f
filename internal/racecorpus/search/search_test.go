package search_test

import (
	"testing"

	"github.com/stealproof/stealproof/internal/racecorpus"
	"github.com/stealproof/stealproof/model/sched"
)

// The test of package racecorpus builds this one, and judges the results.
func TestUnrewritten(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("this binary has not been rewritten for the scheduler")
	}
	for _, s := range racecorpus.Unrewritten() {
		t.Run(s.Name, func(t *testing.T) {
			sched.Explore(t, func(*sched.S) { s.Body() })
		})
	}
}

// With Go's race detector, it is the only one that looks.
func TestAll(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("this binary has not been rewritten for the scheduler")
	}
	for _, s := range racecorpus.All() {
		t.Run(s.Name, func(t *testing.T) {
			sched.Explore(t, func(*sched.S) { s.Body() }, sched.Options{NoRaces: true})
		})
	}
}
