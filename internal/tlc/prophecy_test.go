package tlc

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

// ChaseLevP adds a prophecy to ChaseLev. The prophecy must not remove a run: each run of ChaseLev must be a run
// of ChaseLevP without the added variables.
func TestProphecy_RemovesNoRun(t *testing.T) {
	configs := []string{"MCChaseLevP_N2T1C1"}
	if long.Asked() {
		configs = append(configs, "MCChaseLevP_N2T2C2")
	}
	for _, config := range configs {
		require.Empty(t, cut(t, workspace(t, nil), config), config)
	}
}

// A prophecy that never names a thief removes the runs in which a thief gets the last item. The test names the
// missing step.
func TestProphecy_ReportsLostRun(t *testing.T) {
	long.Skip(t, "it runs TLC")
	const foresight = `\/ w' \in may /\ Says(w', D!Steal, last)`
	files, err := tla.Sources()
	require.NoError(t, err)
	text := string(files["ChaseLevP.tla"])
	require.Equal(t, 1, strings.Count(text, foresight))
	blind := workspace(t, map[string][]byte{"ChaseLevP.tla": []byte(strings.Replace(text, foresight, "", 1))})
	require.Contains(t, cut(t, blind, "MCChaseLevP_N2T1C1"), "PopLower StealReadArray StealClaim is not a run of ChaseLevP")
}

// cut returns the shortest run of ChaseLev that is not a run of ChaseLevP, or "". It follows each run together
// with the set of states that ChaseLevP may have reached by it. The set must not become empty. There are
// finitely many such sets, so the result also holds for infinite runs.
func cut(t *testing.T, w *Workspace, config string) string {
	m, err := tla.Find("ChaseLev")
	require.NoError(t, err)
	row := m.Rows[slices.IndexFunc(m.Rows, func(r tla.Row) bool { return r.Config == config })]
	c, err := m.Config(row)
	require.NoError(t, err)
	file := filepath.Join(w.dir, config+".dot")
	require.NoError(t, w.dump(t.Context(), file, row, c, "", nil))
	// The states of ChaseLevP by number, and the text of each without the variables w, said and due.
	numbers := map[string]int{}
	var left []string
	var initial []int
	next := map[int][]int{}
	number := func(state string) int {
		n, known := numbers[state]
		if !known {
			n = len(left)
			numbers[state] = n
			left = append(left, without(state, "due", "said", "w"))
		}
		return n
	}
	_, err = readFile(file, func(e Edge) error {
		if to := number(e.To); e.From == "" {
			initial = append(initial, to)
		} else {
			from := number(e.From)
			next[from] = append(next[from], to)
		}
		return nil
	})
	require.NoError(t, err)

	// The states of ChaseLev come from its machine, whose graph equals TLC's.
	one, err := machine.New("ChaseLev", &tla.Config{Name: config, Specification: "Spec", Constants: c.Constants})
	require.NoError(t, err)
	steps := map[string][]machine.Edge{}
	start := ""
	require.NoError(t, one.Walk(1<<20, func(e machine.Edge) error {
		if e.From == "" {
			start = e.To
		}
		steps[e.From] = append(steps[e.From], e)
		return nil
	}))

	require.Len(t, initial, 1)
	require.Equal(t, start, left[initial[0]])
	type point struct {
		state string
		may   []int  // states of ChaseLevP
		run   *point // the run that reached it
		by    string
	}
	seen := map[string]bool{}
	queue := []*point{{state: start, may: initial}}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, e := range steps[p.state] {
			to := &point{state: e.To, run: p, by: e.Action}
			for _, from := range p.may {
				for _, n := range next[from] {
					if left[n] == e.To {
						to.may = append(to.may, n)
					}
				}
			}
			if len(to.may) == 0 {
				run := ""
				for ; to.run != nil; to = to.run {
					run = " " + to.by + run
				}
				return run[1:] + " is not a run of ChaseLevP"
			}
			slices.Sort(to.may)
			to.may = slices.Compact(to.may)
			if key := fmt.Sprint(to.may); !seen[key] { // the states in to.may have the same text
				seen[key] = true
				queue = append(queue, to)
			}
		}
	}
	t.Logf("%s: %d states of ChaseLev and %d of ChaseLevP, %d of both", config, len(steps)-1, len(left), len(seen))
	return ""
}

// without removes variables from a state.
func without(state string, names ...string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(state, "\n"), func(line string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(line, `/\ `+name+" = ") })
	}), "\n")
}
