package engine

import "slices"

// cases is which cases of selects an engine has met, by site. The default of a select has the site of
// the select.
type cases []caseState

type caseState uint8

const (
	caseMet caseState = 1 << iota
	caseTaken
	caseSends
	caseDefault
)

// passes is called when a thread goes on after a select. Took is the index of the case, or -1.
func (c cases) passes(all []Case, hasDefault bool, site uint32, took int) {
	for i := range all {
		state := caseMet
		if all[i].Sends {
			state |= caseSends
		}
		c.note(all[i].Site, state, took == i)
	}
	if hasDefault {
		c.note(site, caseMet|caseDefault, took < 0)
	}
}

func (c cases) note(site uint32, state caseState, taken bool) {
	if site == 0 || int(site) >= len(c) {
		return
	}
	if taken {
		state |= caseTaken
	}
	c[site] |= state
}

// places returns the cases that were taken, and those that were only met.
func (c cases) places() (taken, untaken []string) {
	for id, state := range c {
		if state == 0 {
			continue
		}
		at := Where(uint32(id))
		text := at.Pos + " "
		switch {
		case state&caseDefault != 0:
			text += "default"
		case state&caseSends != 0:
			text += at.Expr + " <-"
		default:
			text += "<-" + at.Expr
		}
		if state&caseTaken != 0 {
			taken = append(taken, text)
		} else {
			untaken = append(untaken, text)
		}
	}
	return taken, untaken
}

// AddCases adds the cases that another search of the program has met.
func (r *Result) AddCases(of Result) {
	r.Taken = union(r.Taken, of.Taken)
	r.Untaken = slices.DeleteFunc(union(r.Untaken, of.Untaken), func(s string) bool { return slices.Contains(r.Taken, s) })
}

func union(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}
