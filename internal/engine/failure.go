package engine

import (
	"fmt"
	"io"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
)

// Failure is an execution that broke a rule.
type Failure struct {
	Rule    string             // a Rule constant of package report
	Detail  string             // what was seen
	History *model.History     // in history mode
	Waiting []model.Invocation // operations of any structure that have not returned, after a deadlock or a livelock

	Trace       []report.Step // the steps
	Preemptions int           // in the trace
	thread      int
	sites       []uint32       // of the racing accesses, the later one first
	before      int            // thread of the earlier access
	free        bool           // the last preemption only brings the two accesses of a race together
	own         bool           // a panic by which the program says that something is wrong, or a wait of the test itself
	ahead       int            // how many timers have fired ahead
	Condition   string         // which timers have to fire ahead, or ""
	anyMoment   bool           // it has a condition, and timers may fire at any moment
	steps       int            // decisions until the fault
	returned    int64          // when the operation that cannot be explained returned
	clients     map[int]string // names of the clients in the history
	unrewritten []goAccess     // the race is one of code that was not rewritten, so it has no sites: the two accesses
	decisions   []strategy.Decision
	turns       int  // the threads take turns after so many steps, until the state recurs; 0 if that was not needed
	stem        int  // of a livelock: the decisions before the loop that repeats for ever; 0 if there is none
	repeated    bool // from a token, not found by a search
	once        bool // no other execution can fail in the same way
}

// Token returns the token that repeats the failure.
func (f *Failure) Token() report.Token { return report.Token{Decisions: f.decisions, Turns: f.turns} }

// WriteTable writes the trace as [report.WriteTable] does.
func (f *Failure) WriteTable(w io.Writer) error { return report.WriteTable(w, f.Trace) }

func (f *Failure) Error() string { return fmt.Sprintf("rule broken: %s\n%s", f.Rule, f.Detail) }

// atEnd returns the failure of an execution that has come to its end.
func (e *engine) atEnd(rule, detail string) *Failure {
	all := e.decided()
	return &Failure{Rule: rule, Detail: detail, decisions: all, steps: len(all), ahead: len(e.alarms.ahead.fired), Preemptions: e.schedule.preemptions}
}

// stuck returns the failure of threads that are left, all blocked.
func (e *engine) stuck() *Failure {
	f := &Failure{Rule: report.RuleDeadlock, Waiting: e.history.waiting(), History: e.judgedStuck()}
	if !e.state.Live.Has(0) {
		f.Rule = report.RuleLeak
	} else if at := Where(e.threads[0].at.site()).Pos; strings.Contains(at, "_test.go:") {
		f.own = true // the test itself waits
	}
	f.Detail = e.waiting(e.state.Live&^e.alarms.background, false)
	if f.Rule == report.RuleLeak {
		f.Detail += "main has ended\n"
	}
	return f
}

// spinning returns the failure of threads that go round in loops for ever. All other threads are
// blocked.
func (e *engine) spinning(threads strategy.Set) *Failure {
	return &Failure{
		Rule: report.RuleLivelock, Waiting: e.history.waiting(), History: e.judgedStuck(),
		stem:   e.spins.stem,
		Detail: e.waiting(e.state.Live&^threads, false) + e.waiting(threads, true),
	}
}

// waiting says that each of the threads is blocked, or spins. A thread that waits for a crew says nothing new: a member
// is there.
func (e *engine) waiting(threads strategy.Set, spins bool) string {
	var b strings.Builder
	why := "waits for ever"
	if spins {
		why = "goes round in a loop, and nothing changes"
	}
	for ; threads != 0; threads &= threads - 1 {
		t := e.threads[threads.First()]
		if t.barrier.joinsCrew() {
			continue
		}
		fmt.Fprintf(&b, "%s %s\n", t.title(), why)
		e.trace.waits(e, t, spins)
	}
	return b.String()
}

// fail ends the execution with a failure, if it is the first.
func (e *engine) fail(f *Failure) {
	f.ofDump()
	if e.fate.fail(f) {
		f.decisions, f.Preemptions = e.decided(), e.schedule.preemptions
		f.steps, f.ahead = len(f.decisions), len(e.alarms.ahead.fired)
	}
}

// decided returns the decisions so far, with that of the current step.
func (e *engine) decided() []strategy.Decision { return e.schedule.with(&e.doing) }
