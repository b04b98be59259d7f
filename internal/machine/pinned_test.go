package machine

import (
	goflag "flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

var updatePinned = goflag.Bool("update", false, "write testdata/pinned.txt")

// pinnedStates bounds the states that are looked at, and pinnedFails those of them in which a property fails.
const (
	pinnedStates = 6000
	pinnedFails  = 50
)

// failing returns in how many of the first states and steps of a machine its properties fail, and in how many of the states the two
// conditions of its temporal properties hold.
func (r *runner[S]) failing() string {
	visited, fails, when, then := 0, 0, 0, 0
	form := ""
	for _, t := range r.model.Temporal {
		form += []string{"infinitely often", "in the end", "leads to"}[t.Form]
	}
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	look := func(from *S, step *explore.Step[S], isNew bool) error {
		s := from
		if step != nil {
			s = &step.To
			for _, p := range r.model.Properties {
				count(&fails, !p.Holds(from, step))
			}
		}
		count(&visited, isNew)
		for i := 0; isNew && i < len(r.model.Invariants); i++ {
			count(&fails, !r.model.Invariants[i].Holds(s))
		}
		for i := 0; isNew && i < len(r.model.Temporal); i++ {
			t := &r.model.Temporal[i]
			count(&then, t.Then(s))
			count(&when, t.Form == explore.LeadsTo && t.When(s))
		}
		if fails >= pinnedFails || form != "" && visited >= pinnedStates/6 {
			return errReached
		}
		return nil
	}
	func() {
		defer func() { _ = recover() }() // a state of a faulty machine may have no meaning
		_ = r.model.Walk(pinnedStates, look)
	}()
	if form != "" {
		return fmt.Sprintf("%s, %d and %d of %d states", form, when, then, visited)
	}
	return fmt.Sprintf("%d fail in %d states", fails, visited)
}

// pinned returns for each recorded control in how many states or steps its property fails in the machine.
func pinned(t *testing.T, modules string, wrap func(one Machine)) (lines []string) {
	all, err := tla.Embedded.Controls()
	require.NoError(t, err)
	for _, c := range all {
		if modules != "" && c.Module != modules {
			continue
		}
		m, err := tla.Find(c.Module)
		require.NoError(t, err)
		config, row, err := m.Variant(c)
		require.NoError(t, err)
		if c.Replace != nil || row.TLCOnly != "" || c.Property == tla.ReachedAt {
			continue
		}
		one, err := New(m.Name, config)
		require.NoError(t, err, c.Name())
		wrap(one)
		lines = append(lines, fmt.Sprintf("%s in %s, %s: %s", c.Name(), c.Config, c.What(), one.(interface{ failing() string }).failing()))
	}
	return lines
}

const pinnedFile = "testdata/pinned.txt"

// A property of a machine that is made weaker or stronger fails in another number of states of its faulty variants, even if it still
// fails as soon. The texts of the properties in TLA+ are pinned by the digests in the manifests.
func TestPinned_TheMeaningOfEachProperty(t *testing.T) {
	lines := pinned(t, "", func(Machine) {})
	if *updatePinned {
		require.NoError(t, os.WriteFile(pinnedFile, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	}
	text, err := os.ReadFile(pinnedFile)
	require.NoError(t, err)
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		require.Less(t, i, len(want), line)
		require.Equal(t, want[i], line, "the property has another meaning, or another control: if that is right, run go test ./internal/machine -run TestPinned -update")
	}
	require.Len(t, want, len(lines))
	require.Greater(t, len(lines), 300)
}

// A property that also holds in some of the last states is noticed, and so is a temporal property of another form.
func TestPinned_AWeakerPropertyIsNoticed(t *testing.T) {
	was := pinned(t, "ABP", func(Machine) {})
	lines := pinned(t, "ABP", func(one Machine) {
		r := one.(*runner[abpState])
		for i := range r.model.Invariants {
			right := r.model.Invariants[i].Holds
			r.model.Invariants[i].Holds = func(s *abpState) bool { return s.pushed == 2 || right(s) }
		}
		for i := range r.model.Temporal {
			r.model.Temporal[i].Form = explore.InfinitelyOften
		}
	})
	differ := map[string]bool{}
	for i := range lines {
		property, _, _ := strings.Cut(lines[i], " ")
		differ[property] = differ[property] || lines[i] != was[i]
	}
	for property, is := range map[string]bool{"ABP.I1": true, "ABP.I2": true, "ABP.Drained": true, "ABP.AllTaken": true, "ABP.Fifo": false} {
		require.Equal(t, is, differ[property], property)
	}
}
