package engine

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

var whatNames = [...]string{"step", "choice", "plain read", "plain write", "go", "stuck", "failure"}

func (w what) String() string { return whatNames[w] }

// longest is how many characters of a message a step shows. The whole message stands above.
const longest = 60

func shortened(message string) string {
	if utf8.RuneCountInString(message) <= longest {
		return message
	}
	return string([]rune(message)[:longest]) + " ..."
}

// words describes an event, with the values in p.
func (s *explanation) words(ev *event, p report.Step) string {
	name := s.names.name(ev.object, ev.expr)
	switch {
	case ev.what == began:
		return "go: starts " + s.titles[ev.object]
	case ev.says && ev.words != "":
		return ev.words
	case ev.unseen:
		return strings.TrimSuffix(ev.what.String()+" in "+ev.words, " in ")
	case ev.what == readPlain, ev.what == wrotePlain:
		return ev.what.String() + " of " + name
	case ev.what == fails:
		return shortened(ev.words)
	case ev.what == waits && ev.spins:
		return "goes round its loop for ever"
	case ev.what == waits:
		return s.call(ev) + ": waits for ever"
	case ev.kind == strategy.Call, ev.kind == strategy.Return:
		return ev.kind.String() + " " + ev.words
	case p.Failed:
		return fmt.Sprintf("%s fails: it is %s", s.call(ev), p.Read)
	case p.Read != "" && p.Wrote != "":
		return fmt.Sprintf("%s: %s -> %s", s.call(ev), p.Read, p.Wrote)
	case p.Wrote != "":
		return fmt.Sprintf("%s = %s", name, p.Wrote)
	case p.Read != "":
		return fmt.Sprintf("%s is %s", name, p.Read)
	}
	outcome := s.outcome(ev)
	switch {
	case outcome == "":
		return s.call(ev)
	case ev.called == "":
		return outcome
	}
	return s.call(ev) + ": " + outcome
}

// call returns the call that an event is part of, much as the source has it.
func (s *explanation) call(ev *event) string {
	if text := s.channelCall(ev); text != "" {
		return text
	}
	if of := s.shimOf(ev); of != "" {
		return of
	}
	_, method, isMethod := strings.Cut(ev.called, ").")
	switch {
	case ev.kind == strategy.Join && strings.HasPrefix(ev.called, "synctest."):
		return ev.called + "()"
	case ev.kind == strategy.Join && s.engine.threads[ev.thread].allowance.stops() != nil:
		return "stopped"
	case ev.kind == strategy.Join:
		return "s.Wait()"
	case isMethod:
		name := s.names.name(s.events[ev.head].object, ev.expr)
		if name == "" {
			name = ev.typ[strings.LastIndexByte(ev.typ, '.')+1:]
		}
		return name + "." + method + parens(ev)
	case ev.called != "" && ev.expr != "":
		return ev.called + "(" + s.names.name(ev.object, ev.expr) + ")"
	case ev.called != "":
		return ev.called + parens(ev)
	}
	return strings.TrimSpace(ev.kind.String() + " " + s.names.name(ev.object, ev.expr))
}

// shimOf returns the call of a shim that has several objects, or no name in the source. It returns "" if it is
// another call.
func (s *explanation) shimOf(ev *event) string {
	switch called := ev.called; {
	case strings.HasPrefix(called, "net.Conn."), strings.HasPrefix(called, "io.(*Pipe"):
		return strings.NewReplacer("net.", "", "io.(*", "", ")", "").Replace(called) + "()"
	case strings.HasPrefix(called, "context.Context."):
		return s.names.name(ev.object, ev.expr) + strings.TrimPrefix(called, "context.Context") + parens(ev)
	case isOnce(ev) && ev.typ == "":
		return "a function of " + strings.TrimSuffix(called, "[...]")
	}
	return ""
}

// isOnce reports whether an event is part of a call of a sync.Once, or of a function of sync.OnceFunc and the like.
func isOnce(ev *event) bool {
	return ev.typ == "sync.Once" || strings.HasPrefix(ev.called, "sync.Once")
}

// parens returns the parentheses of a call, or "" if values follow.
func parens(ev *event) string {
	if ev.read != nil || ev.wrote != nil {
		return ""
	}
	return "()"
}

var verbs = map[strategy.Kind]string{
	strategy.Read: "looks at", strategy.Write: "changes", strategy.Add: "changes", strategy.Lock: "locks", strategy.Unlock: "unlocks", strategy.Wait: "goes on with", strategy.Resume: "goes on with", strategy.Enter: "goes on with", strategy.Push: "goes on with", strategy.Pull: "goes on with",
}

// outcome describes the outcome of a step without values, unless it is obvious.
func (s *explanation) outcome(ev *event) string {
	head := &s.events[ev.head]
	switch {
	case ev.words != "":
		return ev.words
	case ev.kind == strategy.Join:
		return "all others have ended"
	case ev.kind == strategy.Await && ev.called == "time.Sleep":
		return ""
	case ev.kind == strategy.Await:
		return "goes on"
	case ev.kind != ev.announced && ev.kind.Reads():
		return "changes nothing"
	case strings.HasPrefix(ev.called, "time.") || strings.HasPrefix(ev.called, "context."):
		return "" // they have many objects of their own
	case head == ev || ev.object < 0 || verbs[ev.kind] == "":
		return ""
	case s.names.of(head.object) == s.names.of(ev.object):
		return verbs[ev.kind] + " it"
	}
	return verbs[ev.kind] + " " + s.names.name(ev.object, "")
}

// race describes the two racing accesses.
func (s *explanation) race() string {
	var lines []string
	for i := len(s.events) - 1; i >= 0; i-- {
		ev := &s.events[i]
		if !ev.broke {
			continue
		}
		what := ev.what.String()
		switch {
		case ev.what != stepped:
		case ev.wrote == nil && ev.read == nil: // of package sync, see Uses
			what = "call of a method"
		case ev.wrote != nil:
			what = "atomic write"
		default:
			what = "atomic read"
		}
		at := ev.pos
		if ev.in != "" {
			at += " in " + ev.in
		}
		lines = append(lines, fmt.Sprintf("%s of %s by %s in step %d, at %s", what, s.names.name(ev.object, ev.expr), s.titles[ev.thread], i+1, at))
	}
	if len(lines) != 2 {
		return s.failure.Detail
	}
	return lines[0] + "\n" + lines[1] + "\nand nothing orders the two"
}
