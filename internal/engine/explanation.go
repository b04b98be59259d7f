package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// explanation turns a trace into text for people.
type explanation struct {
	engine  *engine
	failure *Failure
	events  []event
	earlies []early
	at      map[int]spot // where each thread is at the end
	titles  []string     // of the threads
	names   *names
}

// explain puts the trace of the failed execution into words.
func (tr *trace) explain(e *engine, f *Failure) {
	s := &explanation{engine: e, failure: f, events: tr.events, earlies: tr.earlies, at: tr.at, titles: e.titles()}
	s.settle()
	s.breaks()
	s.resolve()
	s.resolveEarly()
	f.Condition = s.condition()
	f.anyMoment = f.Condition != "" && !e.alarms.ahead.on
	s.names = newNames(s.events)
	s.quiet()
	f.Trace = make([]report.Step, len(s.events))
	inside := map[int]bool{} // by thread
	for i := range s.events {
		f.Trace[i] = s.step(i)
		p := &f.Trace[i]
		p.Inside = inside[p.Thread] && p.Kind != "return"
		inside[p.Thread] = p.Inside || p.Kind == "call"
	}
	s.detail()
	for client, thread := range tr.clients {
		if f.clients == nil {
			f.clients = map[int]string{}
		}
		f.clients[client] = s.titles[thread]
	}
}

// titles returns the names of the threads for people. No two are the same.
func (e *engine) titles() []string {
	n := map[string]int{}
	titles := make([]string, e.state.Threads)
	for i := range titles {
		titles[i] = e.threads[i].title()
		n[titles[i]]++
	}
	for i, t := range titles {
		if n[t] > 1 {
			titles[i] = fmt.Sprintf("%s %d", t, i)
		}
	}
	return titles
}

// settle sets the final kind of each step. Some are announced as a Write, and change nothing.
func (s *explanation) settle() {
	at := 0
	for i := range s.events {
		ev := &s.events[i]
		ev.announced = ev.kind
		if ev.what != stepped && ev.what != chose {
			continue
		}
		if at < len(s.failure.decisions) && s.failure.decisions[at].Thread == ev.thread {
			ev.kind = s.failure.decisions[at].Op.Kind
		}
		at += 1 + ev.within
	}
}

// breaks marks the events that break the rule, or adds one.
func (s *explanation) breaks() {
	mark := func(is func(*event) bool) {
		for i := len(s.events) - 1; i >= 0; i-- {
			if ev := &s.events[i]; !ev.broke && is(ev) {
				ev.broke = true
				return
			}
		}
	}
	f := s.failure
	first, _, _ := strings.Cut(f.Detail, "\n")
	ends := event{thread: f.thread, what: fails, object: -1, spot: s.at[f.thread], broke: true}
	switch f.Rule {
	case report.RuleDeadlock, report.RuleLeak, report.RuleLivelock: // each blocked thread has an event
	case report.RulePanic:
		if _, frames := panicFrames(f.Detail); len(frames) > 0 {
			ends.spot = frames[0]
		}
		ends.words = "panics: " + strings.TrimPrefix(first, "panic: ")
		s.events = append(s.events, ends)
	case report.RuleAssertion:
		ends.words = "fails: " + first
		s.events = append(s.events, ends)
	case report.RuleRace:
		if f.unrewritten != nil {
			s.unrewritten()
			return
		}
		mark(func(ev *event) bool { return ev.site == f.sites[0] && ev.thread == f.thread })
		if i := slices.IndexFunc(s.events, func(ev event) bool { return ev.broke }); i >= 0 {
			s.events = s.events[:i+1] // later events do not matter
		}
		mark(func(ev *event) bool { return ev.site == f.sites[1] && ev.thread == f.before })
		s.events = slices.DeleteFunc(s.events, func(ev event) bool { // other accesses there do not matter either
			return (ev.what == readPlain || ev.what == wrotePlain) && !ev.broke
		})
	case report.RuleHistory:
		mark(func(ev *event) bool {
			return ev.kind == strategy.Return && (f.returned == 0 || ev.returned == f.returned)
		})
		if i := slices.IndexFunc(s.events, func(ev event) bool { return ev.broke }); i >= 0 {
			s.events = s.events[:i+1]
			if first := f.secondTake(); first > 0 {
				mark(func(ev *event) bool { return ev.returned == first })
			}
		}
	default:
		mark(func(*event) bool { return true })
	}
}

// callAt identifies a call of a thread by its function and its line. Two calls on one line are the same.
type callAt struct {
	thread      int
	called, pos string
}

// resolve finds the place in the source and the expression of each event.
func (s *explanation) resolve() {
	heads := map[callAt]int{} // the first step of the latest call
	for i := range s.events {
		ev := &s.events[i]
		ev.head = i
		ev.typ = typeOfCall(ev.called)
		if ev.typ == "atomic.Value" {
			ev.read, ev.wrote = nil, nil // the value is an interface, not a number
		}
		if site := Where(ev.site); site.Pos != "" {
			ev.pos, ev.in, ev.expr = site.Pos, site.Func, site.Expr
			if site.Label != "" {
				ev.label = site.Label
			}
		} else if h, is := heads[callAt{ev.thread, ev.called, ev.pos}]; is {
			head := &s.events[h]
			ev.head, ev.expr, ev.label, ev.in = h, head.expr, head.label, head.in
		}
		if functionOfStd.MatchString(ev.expr) {
			ev.expr = "" // the name of a function is no name of an object
		}
		if strings.HasPrefix(ev.label, "-") {
			ev.label = "" // a reason for having none
		}
		if ev.site != 0 {
			heads[callAt{ev.thread, ev.called, ev.pos}] = i
		}
	}
}

var functionOfStd = regexp.MustCompile(`^(?:atomic|context|io|net|rand|runtime|sync|synctest|time)\.[A-Z]\w*$`)

// step returns an event as a step of the report.
func (s *explanation) step(i int) report.Step {
	ev := &s.events[i]
	p := report.Step{
		Number: i + 1, Thread: ev.thread, Name: s.titles[ev.thread], Kind: ev.kind.String(), Expr: ev.expr, Call: ev.called,
		Failed: ev.failed, Label: ev.label, Pos: ev.pos, Func: ev.in, Broke: ev.broke,
	}
	if ev.what != stepped {
		p.Kind = ev.what.String()
	}
	if ev.what != began {
		p.Object = s.names.number(ev.object)
	}
	if ev.read != nil {
		p.Read = s.names.value(ev, *ev.read)
	}
	if ev.wrote != nil {
		p.Wrote = s.names.value(ev, *ev.wrote)
	}
	p.Text = s.words(ev, p)
	return p
}

// detail completes the failure's detail.
func (s *explanation) detail() {
	f := s.failure
	switch f.Rule {
	case report.RuleDeadlock, report.RuleLeak, report.RuleLivelock:
		f.Detail = s.waitTable()
	case report.RulePanic:
		message, frames := panicFrames(f.Detail)
		for _, at := range frames {
			message += fmt.Sprintf("\n  at %s in %s", at.pos, at.in)
		}
		f.Detail = message
	case report.RuleRace:
		if f.unrewritten == nil {
			f.Detail = s.race()
		}
	case report.RuleSteps:
		if f.Detail == "" {
			f.Detail = fmt.Sprintf("the execution has not ended after %d steps.%s A loop that waits for another thread has to yield: call runtime.Gosched in it",
				s.engine.clock.allowed, s.engine.option(" If it needs more, set Options.Steps."))
		}
	}
}
