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
	Rule    string         // one of those of package report
	Detail  string         // what was seen
	History *model.History // in history mode

	Trace       []report.Step // what happened, step by step
	Preemptions int           // in it
	thread      int
	sites       []uint32 // of the accesses that race, the later one first
	before      int      // the thread of the earlier one
	decisions   []strategy.Decision
	stem        int  // decisions until nobody could do anything but go round in a loop, 0 if that is not so
	repeated    bool // as a token says, and not found by a search
}

// Token returns what repeats the failure.
func (f *Failure) Token() report.Token { return report.Token{Decisions: f.decisions} }

// WriteTable writes what happened, as [report.WriteTable] does.
func (f *Failure) WriteTable(w io.Writer) error { return report.WriteTable(w, f.Trace) }

func (f *Failure) Error() string { return fmt.Sprintf("rule broken: %s\n%s", f.Rule, f.Detail) }

// stuck describes threads that are left and wait.
func (e *engine) stuck() *Failure {
	f := &Failure{Rule: report.RuleDeadlock}
	if !e.state.Live.Has(0) {
		f.Rule = report.RuleLeak
	}
	f.Detail = e.waiting(e.state.Live, "waits for ever")
	if f.Rule == report.RuleLeak {
		f.Detail += "main has ended\n"
	}
	return f
}

// spinning describes threads that go round in loops for ever. Others wait.
func (e *engine) spinning(threads strategy.Set) *Failure {
	return &Failure{
		Rule:   report.RuleLivelock,
		stem:   e.spins.stem,
		Detail: e.waiting(e.state.Live&^threads, "waits for ever") + e.waiting(threads, "goes round in a loop, and nothing changes"),
	}
}

// waiting says of threads that they do not go on.
func (e *engine) waiting(threads strategy.Set, why string) string {
	var b strings.Builder
	for ; threads != 0; threads &= threads - 1 {
		t := e.threads[threads.First()]
		fmt.Fprintf(&b, "%s %s\n", t.title(), why)
		e.trace.waits(e, t)
	}
	return b.String()
}
