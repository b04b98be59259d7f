package engine

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// waitTable says what each thread waits for, and which thread could end the wait.
func (s *explanation) waitTable() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "thread\twaits in\tuntil\tsource")
	held := s.held()
	for i := range s.events {
		ev := &s.events[i]
		if ev.what != waits {
			continue
		}
		in := s.call(ev)
		if ev.spins {
			in = "a loop"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.titles[ev.thread], in, s.until(i, held), report.Source(ev.pos, ev.in))
	}
	w.Flush()
	return report.TrimLines(b.String() + s.servers())
}

// servers says, once each, which threads could have ended a wait, and whether main has ended.
func (s *explanation) servers() string {
	var lines []string
	for i := range s.events {
		ev := &s.events[i]
		if ev.what != waits || ev.spins {
			continue
		}
		for _, line := range s.served(ev) {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if ended := s.titles[0] + hasEnded; s.failure.Rule == report.RuleLeak && !slices.ContainsFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, s.titles[0]+" ") && strings.HasSuffix(line, hasEnded)
	}) {
		lines = append(lines, ended)
	}
	return strings.Join(lines, "\n")
}

const hasEnded = " has ended"

// until says what would let a thread go on.
func (s *explanation) until(i int, held locks) string {
	ev := &s.events[i]
	_, method, _ := strings.Cut(ev.called, ").")
	switch {
	case ev.words != "":
		return ev.words
	case ev.kind == strategy.Join && strings.HasPrefix(ev.called, "synctest."):
		return "all other goroutines of the bubble have ended"
	case ev.kind == strategy.Join:
		return "all others have ended"
	case ev.kind == strategy.Await, ev.spins:
		return s.change(ev)
	case ev.kind == strategy.Lock, ev.typ == "sync.RWMutex":
		readers := ev.kind != strategy.Lock && method == "Lock" // a writer waits for readers, all others wait for the writer
		return s.released(ev, slices.DeleteFunc(slices.Clone(held[s.names.of(ev.object)]), func(t taken) bool { return t.reads() != readers }))
	case ev.typ == "sync.WaitGroup":
		return s.counter(ev)
	case ev.typ == "sync.Cond":
		return "a Signal or Broadcast"
	case method == "Park":
		return "an Unpark"
	}
	return "another thread changes it"
}

// counter returns the value of a WaitGroup's counter, as text.
func (s *explanation) counter(ev *event) string {
	now := ""
	for _, add := range s.events {
		if _, left, is := strings.Cut(add.words, " -> "); is && add.typ == ev.typ && s.names.of(add.object) == s.names.of(ev.object) {
			now = ", and not " + left
		}
	}
	return "the counter is 0" + now
}

// released says which threads have to unlock a lock.
func (s *explanation) released(ev *event, by []taken) string {
	if len(by) == 0 {
		return "it is unlocked, locked before the program began"
	}
	unlocks := "unlocks it, locked "
	if isOnce(ev) {
		unlocks = "ends its function, begun "
	}
	var says []string
	for _, t := range by {
		text := s.titles[t.thread] + " " + unlocks
		if t.step == 0 {
			text += "at " + t.pos
		} else {
			text += fmt.Sprintf("in step %d", t.step)
		}
		if !slices.ContainsFunc(s.events, func(ev event) bool { return ev.what == waits && ev.thread == t.thread }) {
			text += ", but it has ended"
		}
		says = append(says, text)
	}
	return strings.Join(says, ", and ")
}

// change lists what a loop reads in each round, if it yields and writes nothing.
func (s *explanation) change(ev *event) string {
	var looks []string
	seen, yields := false, ev.kind == strategy.Await
	for k := len(s.events) - 1; k >= 0; k-- {
		at := &s.events[k]
		if at.thread != ev.thread || at.what != stepped {
			continue
		}
		if at.kind == strategy.Await || at.kind == strategy.Local {
			if yields = true; seen {
				break
			}
			continue
		}
		seen = true
		if at.wrote != nil && s.failure.turns > 0 {
			return endless
		}
		if at.read != nil {
			if text := fmt.Sprintf("%s is %s", s.names.name(at.object, at.expr), s.names.value(at, *at.read)); !slices.Contains(looks, text) {
				looks = append(looks, text)
			}
		}
	}
	switch {
	case len(looks) > 0 && yields:
		slices.Reverse(looks)
		return "this changes: " + strings.Join(looks, ", ")
	case ev.kind == strategy.Await && s.failure.turns == 0:
		return "something changes"
	}
	return endless
}

const endless = "never: each round is the same"
