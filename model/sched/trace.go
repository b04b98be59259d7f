package sched

import (
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// Step is a step of an execution that is shown to people.
type Step struct {
	Thread  int           `json:"thread"`
	Name    string        `json:"name"`
	Kind    strategy.Kind `json:"-"`
	What    string        `json:"kind"`
	Object  int32         `json:"object"` // -1 if there is none
	Pos     string        `json:"pos,omitempty"`
	Label   string        `json:"label,omitempty"`
	Expr    string        `json:"expr,omitempty"`
	Func    string        `json:"func,omitempty"`
	Read    *uint64       `json:"read,omitempty"`
	Wrote   *uint64       `json:"wrote,omitempty"`
	Failed  bool          `json:"failed,omitempty"`  // a compare-and-swap that found another value
	Pointer bool          `json:"pointer,omitempty"` // the values are pointers
	Note    string        `json:"note,omitempty"`    // of a call, a return, or a choice
}

// trace notes the steps of an execution.
type trace struct {
	steps []Step
	plain []uint32 // sites whose plain accesses are noted too
}

func (tr *trace) reset() { tr.steps = nil }

func (tr *trace) step(e *engine, t *thread) {
	site := Where(t.site)
	step := Step{
		Thread: t.id, Name: t.title(), Kind: e.step.Kind, What: e.step.Kind.String(), Object: e.step.Object,
		Pos: site.Pos, Label: site.Label, Expr: site.Expr, Func: site.Func,
	}
	if site.Label == "" && t.label != 0 {
		step.Label = Where(t.label).Label
	}
	tr.steps = append(tr.steps, step)
}

// values notes what the last step has read and written.
func (tr *trace) values(read, wrote uint64, reads, writes bool) {
	if tr != nil && len(tr.steps) > 0 {
		tr.put(read, wrote, reads, writes)
	}
}

// put keeps pointers to its parameters, and must not be inlined: then every
// caller would allocate them, trace or not.
//
//go:noinline
func (tr *trace) put(read, wrote uint64, reads, writes bool) {
	s := &tr.steps[len(tr.steps)-1]
	if reads {
		s.Read = &read
	}
	if writes {
		s.Wrote = &wrote
	} else if s.Kind == strategy.Write {
		s.Kind, s.What, s.Failed = strategy.Read, strategy.Read.String(), true
	}
}

// access notes a plain access of one of the sites that are wanted.
func (tr *trace) access(t *thread, at uint32, write bool) {
	if tr == nil || !slices.Contains(tr.plain, at) {
		return
	}
	site := Where(at)
	what := "plain read"
	if write {
		what = "plain write"
	}
	tr.steps = append(tr.steps, Step{
		Thread: t.id, Name: t.title(), Kind: strategy.Local, What: what, Object: -1,
		Pos: site.Pos, Label: site.Label, Expr: site.Expr, Func: site.Func, Note: what + " of " + site.Expr,
	})
}

// last notes a step that a thread waits for at the end.
func (tr *trace) last(e *engine, t *thread, what string) {
	if tr != nil {
		tr.steps = append(tr.steps, Step{Thread: t.id, Name: t.title(), Kind: strategy.Local, What: "waits", Object: -1, Pos: Where(t.site).Pos, Note: what})
	}
}

// note says what the last step means.
func (tr *trace) note(format string, args ...any) {
	if tr != nil && len(tr.steps) > 0 {
		tr.steps[len(tr.steps)-1].Note = fmt.Sprintf(format, args...)
	}
}

func (tr *trace) chose(t *thread, choice, n int) {
	tr.steps = append(tr.steps, Step{Thread: t.id, Name: t.title(), Kind: strategy.Local, What: "choice", Object: -1, Note: fmt.Sprintf("chooses %d of %d", choice, n)})
}
