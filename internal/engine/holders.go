package engine

import (
	"fmt"
	"slices"
	"unsafe"
)

// holders are the threads that have used channels, for people. The trace keeps them: of each thread the last use
// of each kind. A thread stands before a use, or has done it.
type holders map[unsafe.Pointer][]use

// use is what a thread has done with a channel, or stood before.
type use struct {
	thread int
	how    useKind
	site   uint32
	ended  bool // the thread has, set at the end
}

type useKind uint8

const (
	sent useKind = iota
	received
	closed
)

func (k useKind) String() string { return [...]string{"sends to", "receives from", "closes"}[k] }

// uses records the uses of a communication, for a thread that has come to it.
func (tr *trace) uses(t *thread, cases []Case, site uint32) {
	if tr == nil {
		return
	}
	for _, c := range cases {
		if c.On == nil {
			continue
		}
		how, at := received, c.Site
		if c.Sends {
			how = sent
		}
		if at == 0 {
			at = site
		}
		tr.holders.add(c.On.pointer, use{thread: t.id, how: how, site: at})
	}
}

func (h holders) add(p unsafe.Pointer, u use) {
	h[p] = append(slices.DeleteFunc(h[p], func(o use) bool { return o.thread == u.thread && o.how == u.how }), u)
}

// servers returns the threads that have served the cases of a blocked thread, or stood before that.
func (tr *trace) servers(e *engine, t *thread) (all []use) {
	for _, c := range t.comm.cases {
		if c.On == nil {
			continue
		}
		for _, u := range tr.holders[c.On.pointer] {
			if u.thread != t.id && c.Sends == (u.how == received) {
				u.ended = !e.state.Live.Has(u.thread)
				all = append(all, u)
			}
		}
	}
	return all
}

// uses reports whether a communication has a case that another thread could serve.
func uses(cases []Case) bool {
	return slices.ContainsFunc(cases, func(c Case) bool { return c.On != nil })
}

// served says which threads could have ended the wait of a blocked thread, and where they are.
func (s *explanation) served(ev *event) (lines []string) {
	if ev.alone {
		return []string{fmt.Sprintf("no other goroutine comes to an operation that would let %s go on", s.titles[ev.thread])}
	}
	for _, u := range ev.servers {
		state := " waits elsewhere"
		if u.ended {
			state = hasEnded
		}
		where := "it"
		if u.site != 0 {
			where = Where(u.site).Expr + " at " + Where(u.site).Pos
		}
		lines = append(lines, fmt.Sprintf("%s %v %s, and%s", s.titles[u.thread], u.how, where, state))
	}
	return lines
}
