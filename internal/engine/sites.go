package engine

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// Site is a place in the code under test.
type Site struct {
	Pos   string // file:line
	Label string // of the step, from the line's //tla: comment
	Expr  string // the accessed expression, as written
	Func  string // the function with the place
}

var (
	sites []Site   // by id; 0 is none
	marks []uint64 // of the sites
)

// callerSite is the site of an operation's caller, which reads the result.
const callerSite = 1<<31 - 1

// RegisterSites registers the sites of a package, numbered from first on.
func RegisterSites(first uint32, of []Site) {
	for uint32(len(sites)) < first+uint32(len(of)) {
		sites, marks = append(sites, Site{}), append(marks, 0)
	}
	copy(sites[first:], of)
	copy(marks[first:], marksOf(of))
}

// marksOf returns a number for each site of a package. Changes of other code do not change it,
// while they may move ids and lines. So a fuzzer that is guided by marks goes the same way again.
func marksOf(of []Site) []uint64 {
	marks, before := make([]uint64, len(of)), map[Site]int{}
	for i, s := range of {
		s.Pos, _, _ = strings.Cut(s.Pos, ":")
		h := fnv.New64a()
		fmt.Fprintf(h, "%q %q %q %q %d", s.Pos, s.Func, s.Label, s.Expr, before[s])
		marks[i] = h.Sum64()
		before[s]++
	}
	return marks
}

// markOf returns the mark of a site.
func markOf(id uint32) uint64 {
	if int(id) < len(marks) {
		return marks[id]
	}
	return uint64(id)
}

// Instrumented reports whether some code of this program was rewritten.
func Instrumented() bool { return len(sites) > 0 }

// Sites returns all places in the code under test.
func Sites() []Site { return slices.Clone(sites) }

// Where returns a site.
func Where(id uint32) Site {
	if int(id) < len(sites) {
		return sites[id]
	}
	if id == callerSite {
		return Site{Pos: "the caller", Expr: "the result"}
	}
	return Site{}
}

func (s Site) String() string {
	if s.Pos == "" {
		return "an unknown place"
	}
	if s.Func == "" {
		return fmt.Sprintf("%s (%s)", s.Pos, s.Expr)
	}
	if s.Expr == "" {
		return fmt.Sprintf("%s (in %s)", s.Pos, s.Func)
	}
	return fmt.Sprintf("%s (%s in %s)", s.Pos, s.Expr, s.Func)
}

// loopAt names a loop by the site of one of its steps. A step without a place in the source gives "a loop".
func loopAt(site uint32) string {
	if at := Where(site); at.Pos != "" {
		return fmt.Sprintf("the loop at %v", at)
	}
	return "a loop"
}
