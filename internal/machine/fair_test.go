package machine

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// fairThreads returns the names of the threads that are fair in a machine.
func (r *runner[S]) fairThreads() map[string]bool {
	fair := map[string]bool{}
	for t, name := range r.d.Threads {
		if r.model.Fair&(1<<t) != 0 {
			fair[name] = true
		}
	}
	return fair
}

// declaredFair returns the names of the threads that are fair in the specification that the manifest quotes.
func (r *runner[S]) declaredFair(m *tla.Manifest, specification string) map[string]bool {
	fair := map[string]bool{}
	text := m.Specifications[specification]
	if strings.HasPrefix(text, "Spec ") {
		fair = r.declaredFair(m, "Spec")
	}
	for _, found := range weaklyFair.FindAllStringSubmatch(text, -1) {
		for t, name := range r.d.Threads {
			of := r.d.process(t)
			if of == found[1] && (found[2] == "" || strings.HasSuffix(name, " "+found[2])) {
				fair[name] = true
			}
		}
	}
	return fair
}

// weaklyFair finds the process of a condition, and its number if it is of one process only.
var weaklyFair = regexp.MustCompile(`\bWF_vars\((\w+?)(?:\((?:(\d+)|\w+)\))?\)`)

type fairness interface {
	fairThreads() map[string]bool
	declaredFair(m *tla.Manifest, specification string) map[string]bool
}

// In each machine those threads are fair that are fair in the module. A machine with more fairness finds that more properties
// hold, and its graph is the same.
func TestFair_AsTheModuleSays(t *testing.T) {
	seen := map[int]bool{}
	each(t, func(t *testing.T, m *tla.Manifest, r tla.Row) {
		one := newFor(t, m, r).(fairness)
		require.Equal(t, one.declaredFair(m, r.Specification), one.fairThreads(), r.Specification)
		seen[len(one.fairThreads())] = true
	})
	require.True(t, seen[0] && seen[1] && seen[2] && seen[3])
}

// A machine in which another thread is fair, or one thread less, is noticed.
func TestFair_AnotherThreadIsNoticed(t *testing.T) {
	c, r := abpRow(t)
	m, err := tla.Find("ABP")
	require.NoError(t, err)
	for _, fair := range [][]int{{0, 1}, {0}, {1}, {}} {
		d, err := newABP(c)
		require.NoError(t, err)
		d.Specs = map[string]Spec[abpState]{"Spec": {Fair: fair}}
		one, err := newRunner(d, c)
		require.NoError(t, err)
		require.Equal(t, len(fair) == 2, maps.Equal(one.declaredFair(m, r.Specification), one.fairThreads()), fair)
	}
}
