package tla

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Goal is a condition on states in a temporal property.
type Goal struct {
	Name string // of the property; for A of a property A ~> B, with WhenGoal at its end
	Text string // in TLA+
}

// WhenGoal is the end of the name of A in a property A ~> B.
const WhenGoal = ", when"

var temporalForms = []string{"<>[]", "[]<>", "<>"}

// goals returns the conditions in the text of a temporal property: G of <>[]G, []<>G and <>G, A and B of A ~> B.
func goals(name, text string) ([]Goal, error) {
	text = oneLine(blanked(text))
	for _, form := range temporalForms {
		if rest, is := strings.CutPrefix(text, form); is && !strings.Contains(rest, "<>") && !strings.Contains(rest, "~>") {
			return []Goal{{name, rest}}, nil
		}
	}
	when, then, leads := strings.Cut(text, " ~> ")
	if !leads || strings.Contains(then, "~>") || strings.Contains(text, "<>") || strings.Contains(text, "[]") {
		return nil, fmt.Errorf("%s is %s; want <>[]G, []<>G, <>G or A ~> B", name, text)
	}
	return []Goal{{name + WhenGoal, when}, {name, then}}, nil
}

// Goals returns the conditions of temporal properties of a row. With the files, TLC counts the states of the row in which
// each condition is true. See [ReadGoals] for its output.
func (m *Manifest) Goals(r Row, properties []string) (all []Goal, files map[string][]byte, err error) {
	for _, p := range properties {
		text, err := m.Property(r.Module, p)
		if err != nil {
			return nil, nil, err
		}
		more, err := goals(p, text)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, more...)
	}
	config, err := m.only(r, "GoalStates")
	if err != nil {
		return nil, nil, err
	}
	var texts, zero, counts []string
	for i, g := range all {
		texts = append(texts, "("+g.Text+")")
		zero = append(zero, fmt.Sprintf("TLCSet(%d, 0)", 11+i))
		counts = append(counts, fmt.Sprintf("TLCGet(%d)", 11+i))
	}
	definition := fmt.Sprintf(goalText, strings.Join(zero, ` /\ `), strings.Join(texts, ",\n  "), len(all), r.Distinct, strings.Join(counts, ", "))
	files = map[string][]byte{}
	tree := cmp.Or(m.tree, Embedded)
	for _, file := range tree.Modules(r.Module) {
		text, err := tree.ReadFile(file)
		if err != nil {
			return nil, nil, err
		}
		name := strings.TrimSuffix(path.Base(file), ".tla")
		if name == r.Module {
			text = with(text, definition)
		}
		files[name+".tla"] = text
	}
	files["Control.cfg"] = config.Encode()
	return all, files, nil
}

// goalText counts in an invariant, which TLC evaluates once for each state. In the last state it prints the counts.
const goalText = `
ASSUME TLCSet(10, 0) /\ %s
GoalsNow == <<
  %s >>
GoalStates ==
  /\ TLCSet(10, TLCGet(10) + 1)
  /\ LET goalsNow == GoalsNow IN
     \A goalNumber \in 1..%d : IF goalsNow[goalNumber] THEN TLCSet(10 + goalNumber, TLCGet(10 + goalNumber) + 1) ELSE TRUE
  /\ TLCGet(10) = %d => PrintT(<<"goals", %s>>)`

// GoalsName returns the name of a comparison of the goals in a configuration.
func GoalsName(module, config string) string { return module + ".goals of " + config }

// OnlyTLC returns the smallest configuration of a temporal property of a module that has no machine. found is false if the module
// has a machine, or if the property is not temporal.
func (m *Manifest) OnlyTLC(c *Claimed) (r Row, found bool) {
	if slices.ContainsFunc(m.Rows, func(r Row) bool { return r.TLCOnly == "" }) {
		return Row{}, false
	}
	text, err := m.Property(c.Holds[0].Module, c.Property)
	if err != nil {
		return Row{}, false
	}
	if _, err := goals(c.Property, text); err != nil {
		return Row{}, false
	}
	return slices.MinFunc(c.Holds, func(a, b Row) int { return cmp.Compare(a.Distinct, b.Distinct) }), true
}

// uncounted returns the number of controls that count goals, and an error for each temporal property whose goal nothing
// counts, in modules without a machine. A goal that is true in all states, or in none, says nothing.
func (m *Manifest) uncounted(all []Control) (used int, faults []error) {
	claims, err := m.Claims(nil)
	if err != nil {
		return 0, []error{err}
	}
	known := map[string]Control{}
	for _, c := range all {
		if c.Module == m.Name && c.Property == GoalsAre {
			used++
			known[c.Config] = c
		}
	}
	for _, c := range claims {
		r, found := m.OnlyTLC(c)
		if !found {
			continue
		}
		switch n, is := known[r.Config].Goals[c.Property]; {
		case !is:
			faults = append(faults, fmt.Errorf("%s: nothing says in how many states of %s the goal of %s is true; run go -C internal/lab run . controls -search", m.Name, r.Config, c.Property))
		case n <= 0 || n >= r.Distinct:
			faults = append(faults, fmt.Errorf("%s: the goal of %s is true in %d of %d states of %s, so it says nothing", m.Name, c.Property, n, r.Distinct, r.Config))
		}
	}
	return used, faults
}

var goalsLine = regexp.MustCompile(`^<<"goals", ([\d, ]+)>>$`)

// ReadGoals returns the number of states in which each goal is true, from TLC's output. It returns nil if TLC has printed
// no counts.
func ReadGoals(all []Goal, printed []string) map[string]int {
	for _, line := range slices.Backward(printed) {
		m := goalsLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		counts := map[string]int{}
		for i, n := range strings.Split(m[1], ", ") {
			counts[all[i].Name], _ = strconv.Atoi(n)
		}
		return counts
	}
	return nil
}
