package refine

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// Trace has the steps of one execution of the code, as lines of TLA+. Each line is a step of the specification.
// Its values are the machine's values that correspond to the values that the code read and wrote. A value that
// was not seen in the code is left out, so that TLC chooses it. In a [Tour], these are words without a place in
// the code, and words of which only the fact of a write is known.
type Trace []Line

// Line is one step.
type Line struct {
	Action string   // with the process, if its kind has several
	Holds  []string // conditions on values before and after the step
}

func (l Line) String() string { return strings.Join(append([]string{l.Action}, l.Holds...), ` /\ `) }

// Tracer records the executions that a follower follows, for TLC.
type Tracer struct {
	Traces []Trace

	f    *Follower
	to   scribe
	line Trace
}

// Trace records all executions from now on. The argument is the text of the module.
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
	sets map[string]bool // actions with the process as a parameter
}

func newScribe(w machine.Walker, module string) scribe {
	s := scribe{w, map[string]bool{}}
	for _, a := range w.Actions() {
		s.sets[a.Name] = strings.Contains(module, "\n"+a.Name+"(self) ==")
	}
	return s
}

// stands returns, as TLA+, the value that the code's value corresponds to in a word, even if the machine has
// another value there. If there is none, it returns "?".
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

// begin returns the line for the step that was just taken, without the values that the step read and wrote.
func (to scribe) begin(thread int, s machine.Step) Line {
	w, actions := to.w, to.w.Actions()
	l := Line{Action: actions[s.Action].Name}
	process := w.Process(thread)
	if to.sets[l.Action] {
		l.Action += fmt.Sprintf("(%d)", process)
	}
	at, _ := w.At(thread) // an action may lead to several places
	l.Holds = append(l.Holds, fmt.Sprintf("pc'[%d] = %q", process, actions[at].Name))
	if s.Form == machine.Silent { // the thread chooses something
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

// values are the values that a step read and wrote, as TLA+; "" means unknown.
type values struct {
	read, wrote string
	left        []left // written by a region
}

type left struct {
	word  int
	value string
}

// values returns the machine's values for a step.
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

// write returns the line for the step that was just taken.
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

// TraceModule returns a module whose only behaviours are the traces. Each begins in an initial state of its
// own. If a step of a trace is not a step of the specification, TLC reports a deadlock, and traceNumber and
// traceLine say where.
func TraceModule(module string, traces []Trace) string {
	return traced{extends: module, all: "vars", init: "Init"}.module(traces)
}

// traced has the parts of a module of traces.
type traced struct {
	extends   string // the module's name
	variables string // additional variables, each followed by a comma
	all       string // all variables, except those of the trace
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
