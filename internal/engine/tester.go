package engine

import (
	"regexp"
	"runtime"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// This file has what a program does by a testing.T. A real one knows neither executions nor
// schedules, so the shim of package testing calls these functions instead.

// tester is what a program has done by its testing.T in an execution.
type tester struct {
	cleanups []func()
	helpers  map[string]bool // functions that called Helper; nil unless the execution is recorded
	outside  func() bool     // see Options.Outside; or nil
	passes   bool            // the test had not failed at the end of the execution, and the program has not run since
}

// fails reports whether the test has failed by code that was not rewritten.
func (t *tester) fails() bool { return t.outside != nil && t.outside() }

// ends is called at the end of an execution that counts or not. The test may have failed before that only if there is a
// failure. GoesOn says that the program runs on after that.
func (t *tester) ends(counts bool) { t.passes = t.outside != nil && counts }
func (t *tester) goesOn()          { t.passes = false }

func (t *tester) reset() { t.cleanups, t.helpers, t.passes = t.cleanups[:0], nil, false }

// The test may also fail by code that was not rewritten and has the real testing.T, such as a suite of
// an assertion library. Then it has failed for good, and only one execution can show it.
const (
	detailSeen = report.FailedOutside + "\nThe output of the test has its message."
	detailLost = report.FailedOutside + ", in an unknown execution\n" +
		"The output of the test has its message. To see the schedule, call s.Errorf or s.Fatalf."
)

// failsOutside fails the execution if the test has failed in that way.
func (e *engine) failsOutside(t *thread) {
	if e.fate.watched() && e.tester.fails() {
		e.trace.fails(t)
		e.fail(&Failure{Rule: report.RuleAssertion, Detail: detailSeen, thread: t.id, once: true})
	}
}

// lostOutside returns the failure of a test that has failed, but not in an execution that counts.
func (e *engine) lostOutside() *Failure {
	if e.tester.passes || e.fate.failure != nil || !e.tester.fails() {
		return nil
	}
	return &Failure{Rule: report.RuleAssertion, Detail: detailLost}
}

// Failing reports whether the execution has broken a rule.
func Failing() bool { return active.fate.failure != nil }

// Cleanup calls f at the end of the execution, after the program's function.
func Cleanup(f func()) { active.tester.cleanups = append(active.tester.cleanups, f) }

// cleanUp calls the functions of Cleanup, the last one first.
func (e *engine) cleanUp() {
	for n := len(e.tester.cleanups); n > 0; n = len(e.tester.cleanups) {
		f := e.tester.cleanups[n-1]
		e.tester.cleanups = e.tester.cleanups[:n-1]
		f()
	}
}

// cleanUpLate calls the functions of Cleanup if the program's function was cut off. They are to put
// back what an execution has changed, but they do no steps.
func (e *engine) cleanUpLate() {
	if len(e.tester.cleanups) == 0 {
		return
	}
	e.tester.goesOn()
	defer e.beginLate()()
	for len(e.tester.cleanups) > 0 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer func() { _ = recover() }()
			e.current().goroutine.borrow()
			e.cleanUp()
		}()
		<-done
	}
}

// Helper marks the calling function's caller as one that checks for others. Failures do not show
// its lines.
func Helper() { helper(4) }

// HelperAbove is Helper for a caller that some functions of package testing lie above.
func HelperAbove(skip int) { helper(4 + skip) }

func helper(skip int) {
	if active == nil || active.trace == nil {
		return
	}
	var pcs [1]uintptr
	if runtime.Callers(skip, pcs[:]) == 0 {
		return
	}
	f, _ := runtime.CallersFrames(pcs[:]).Next()
	if active.tester.helpers == nil {
		active.tester.helpers = map[string]bool{}
	}
	active.tester.helpers[f.Function] = true
}

// Skip ends the thread. The search is not complete, since the program has left something out.
func Skip(why string) {
	active.loops.hitBound("some executions skip the test by t.Skip: "+why, place{})
	active.current().stop()
}

// RefuseSubtest ends the search: the program calls t.Run.
func RefuseSubtest(name string) {
	e := active
	e.fate.fail(&Failure{Rule: report.RuleSubtest, Detail: "t.Run(\"" + name + "\") at " + caller().pos})
	e.current().stop()
}

var (
	labelOfAssertion = regexp.MustCompile(`^\t([A-Z][A-Za-z ]*):\s+(.*)$`)
	restOfAssertion  = regexp.MustCompile(`^\t {8,}\t(.*)$`)
)

// tidy takes out of the message of an assertion of package testify what the schedule shows better:
// the stack, and the test.
func tidy(detail string) string {
	if !strings.Contains(detail, "\tError Trace:") {
		return detail
	}
	var lines []string
	label := ""
	for line := range strings.SplitSeq(detail, "\n") {
		m := labelOfAssertion.FindStringSubmatch(line)
		rest := restOfAssertion.FindStringSubmatch(line)
		switch {
		case m != nil:
			label, line = m[1], m[2]
		case rest != nil:
			line = rest[1]
		default:
			label = ""
		}
		if label != "Error Trace" && label != "Test" && strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimRight(line, " \t"))
		}
	}
	return strings.Join(lines, "\n")
}
