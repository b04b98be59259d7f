package refine

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// A Trace is what code has done in one execution, as lines of TLA+: each is a step
// of the specification, with the values of the machine that those stand for which the code has
// found and left. What is not seen of the code is not said, and so is left to TLC: of a [Tour],
// the values of words that have no place in the code, or of which only is known that they are
// written.
type Trace []Line

// A Line is one step.
type Line struct {
	Action string   // with the process, if there are several of its kind
	Holds  []string // of the values before and after
}

func (l Line) String() string { return strings.Join(append([]string{l.Action}, l.Holds...), ` /\ `) }

// A Tracer keeps what a follower follows, for TLC to judge it once more.
type Tracer struct {
	Traces []Trace

	f    *Follower
	to   scribe
	line Trace
}

// Trace keeps the executions that are followed from now on, given the text of the
// module.
func (f *Follower) Trace(module string) *Tracer {
	t := &Tracer{f: f, to: newScribe(f.w, module)}
	f.after, f.ended = t.step, t.end
	return t
}

func (t *Tracer) end() {
	t.Traces = append(t.Traces, t.line)
	t.line = nil
}

func (t *Tracer) step(thread int, s machine.Step) {
	if t.f.fresh {
		t.line, t.f.fresh = nil, false
	}
	f, a := t.f, t.f.now
	v := t.to.values(s)
	switch {
	case s.Form == machine.Region:
		for _, one := range f.regions[thread].written {
			is := f.w.Word(one.word)
			text := f.w.WordTLA(one.word, is)
			if one.known {
				text = t.to.stands(f.words[one.word].values, one.word, is, one.value)
			}
			v.left = append(v.left, left{one.word, text})
		}
	case s.Form == machine.Single && !f.actions[s.Action].lock && (a.Size > 0 || a.Kind < model.PlainRead):
		if found(s.Kind) {
			v.read = t.to.stands(f.words[s.Word].values, s.Word, s.Read, a.Read)
		}
		if leaves(s.Kind) {
			v.wrote = t.to.stands(f.words[s.Word].values, s.Word, s.Wrote, a.Wrote)
		}
	}
	t.line = append(t.line, t.to.write(thread, s, v))
}

// scribe writes steps of a machine as lines of TLA+.
type scribe struct {
	w    machine.Walker
	sets map[string]bool // actions that have the process as a parameter
}

func newScribe(w machine.Walker, module string) scribe {
	s := scribe{w, map[string]bool{}}
	for _, a := range w.Actions() {
		s.sets[a.Name] = strings.Contains(module, "\n"+a.Name+"(self) ==")
	}
	return s
}

// stands returns, as TLA+, the value that the code's stands for in a word, whether it is the
// one that the machine has or not. Nothing has "?".
func (to scribe) stands(values Values, word int, machine, code uint64) string {
	if values.Same(word, machine, code) {
		return to.w.WordTLA(word, machine)
	}
	for v := range uint64(256) {
		if values.Same(word, v, code) {
			return to.w.WordTLA(word, v)
		}
	}
	return `"?"`
}

// begin returns which step has just been taken, without the values that it has found
// and left.
func (to scribe) begin(thread int, s machine.Step) Line {
	w, actions := to.w, to.w.Actions()
	l := Line{Action: actions[s.Action].Name}
	process := w.Process(thread)
	if to.sets[l.Action] {
		l.Action += fmt.Sprintf("(%d)", process)
	}
	at, _ := w.At(thread) // an action may have several ways on
	l.Holds = append(l.Holds, fmt.Sprintf("pc'[%d] = %q", process, actions[at].Name))
	if s.Form == machine.Silent { // a choice of its own
		names, values := w.Own(thread)
		for i, name := range names {
			l.holds(name, "'", values[i])
		}
	}
	return l
}

func (l *Line) holds(name, prime, value string) {
	name, index, _ := strings.Cut(name, "[")
	if index != "" {
		index = "[" + index
	}
	l.Holds = append(l.Holds, fmt.Sprintf("%s%s%s = %s", name, prime, index, value))
}

// values are what a step has found and left, as TLA+; "" is not known.
type values struct {
	read, wrote string
	left        []left // by a region
}

type left struct {
	word  int
	value string
}

// values returns what the machine says.
func (to scribe) values(s machine.Step) (v values) {
	if s.Form == machine.Single && found(s.Kind) {
		v.read = to.w.WordTLA(s.Word, s.Read)
	}
	if s.Form == machine.Single && leaves(s.Kind) {
		v.wrote = to.w.WordTLA(s.Word, s.Wrote)
	}
	return v
}

func found(k model.AccessKind) bool {
	return k == model.Load || k == model.CASFailed || k == model.ReadWrite || k == model.PlainRead
}

func leaves(k model.AccessKind) bool {
	return k == model.Store || k == model.ReadWrite || k == model.PlainWrite
}

// write returns the line of the step that has just been taken.
func (to scribe) write(thread int, s machine.Step, v values) Line {
	l := to.begin(thread, s)
	for _, one := range v.left {
		l.holds(to.w.WordName(one.word), "'", one.value)
	}
	if v.read != "" {
		l.holds(to.w.WordName(s.Word), "", v.read)
	}
	if v.wrote != "" {
		l.holds(to.w.WordName(s.Word), "'", v.wrote)
	}
	return l
}

// TraceModule returns a module that has the traces as its only behaviours, each
// from an initial state of its own. TLC says that it is deadlocked where a trace does
// something that the specification does not; traceNumber and traceLine then say
// where.
func TraceModule(module string, traces []Trace) string {
	return traced{extends: module, all: "vars", init: "Init"}.module(traces)
}

// traced is what a module of traces is made of.
type traced struct {
	extends   string // the module
	variables string // of its own, each with a comma
	all       string // the variables, but for those of the trace
	head      string // definitions
	init      string
}

func (m traced) module(traces []Trace) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---- MODULE Trace%s ----\n\\* Generated from runs of the code.\nEXTENDS %s\nVARIABLES %straceNumber, traceLine\n\n%s", m.extends, m.extends, m.variables, m.head)
	var lengths []string
	for i, t := range traces {
		lengths = append(lengths, fmt.Sprint(len(t)))
		fmt.Fprintf(&b, "Trace%d ==\n  CASE ", i+1)
		for k, l := range t {
			if k > 0 {
				b.WriteString("    [] ")
			}
			fmt.Fprintf(&b, "traceLine = %d -> %v\n", k+1, l)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "Lengths == <<%s>>\n", strings.Join(lengths, ", "))
	fmt.Fprintf(&b, "TraceInit == %s /\\ traceNumber \\in 1..%d /\\ traceLine = 1\n", m.init, len(traces))
	b.WriteString("TraceStep ==\n  CASE ")
	for i := range traces {
		if i > 0 {
			b.WriteString("    [] ")
		}
		fmt.Fprintf(&b, "traceNumber = %d -> Trace%d\n", i+1, i+1)
	}
	fmt.Fprintf(&b, `TraceNext ==
  \/ traceLine <= Lengths[traceNumber] /\ TraceStep /\ traceLine' = traceLine + 1 /\ UNCHANGED traceNumber
  \/ traceLine > Lengths[traceNumber] /\ UNCHANGED <<%[1]s, traceNumber, traceLine>>
TraceSpec == TraceInit /\ [][TraceNext]_<<%[1]s, traceNumber, traceLine>>
====
`, m.all)
	return b.String()
}
