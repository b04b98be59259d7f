package engine

import (
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// Dump returns the stacks of all goroutines, as runtime.Stack writes them, without those of the
// scheduler. The caller's comes first. Leak checkers look at them.
func Dump() string {
	all := goroutines()
	kept := all[:0:0]
	for i, g := range all {
		switch {
		case strings.Contains(g, running):
			kept = append(kept, program(g))
		case i == 0 || strings.Contains(g, outsider) || !strings.Contains(g, ownPackage+".") && !strings.Contains(g, pulled):
			kept = append(kept, theirs(g))
		}
	}
	return strings.Join(kept, "\n\n") + "\n"
}

// outsider is in the stack of each goroutine that the program has started outside of a search.
const outsider = ownPackage + ".GoOutside.func1("

// program returns the stack of a thread without frames of the scheduler.
func program(stack string) string {
	lines := strings.Split(theirs(upTo(stack, running)), "\n")
	var rest []string
	for i := 0; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "iter.Pull[") {
			i++
			continue
		}
		rest = append(rest, lines[i])
	}
	if active != nil && active.current().id == 0 && active.current().goroutine.has(number(stack)) {
		// The first thread runs in place of the test's goroutine.
		rest = append(rest, "testing.tRunner(...)", "\t"+goRoot()+"testing/testing.go:1 +0x1", "created by testing.(*T).Run in goroutine 1", "\t"+goRoot()+"testing/testing.go:1 +0x1")
	}
	return strings.Join(rest, "\n")
}

// ofDump changes the failure of a check that has found goroutines of the scheduler. Code that is not
// rewritten sees them all, such as a profile.
func (f *Failure) ofDump() {
	if f.Rule == report.RuleAssertion && strings.Contains(f.Detail, ownPackage+".(*search).") {
		f.Rule, f.Detail = report.RuleWorld, "it looks at all goroutines of the process"
	}
}
