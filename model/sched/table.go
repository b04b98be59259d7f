package sched

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// mostShown is how many rounds of a loop that waits are shown.
const mostShown = 3

// WriteTable writes what happened, step by step: a column for what the threads
// did, one for the step's name, and one for the line of the source.
func (f *Failure) WriteTable(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "\tthread\tstep\tlabel\tsource\n")
	n := names{objects: map[int32]string{}, pointers: map[uint64]string{0: "nil"}}
	for _, s := range f.Trace {
		if s.Object >= 0 && n.objects[s.Object] == "" {
			n.objects[s.Object] = s.Expr
		}
	}
	last, rounds := -1, map[int]int{}
	for i, s := range f.Trace {
		if s.Kind == strategy.Await {
			if rounds[s.Thread]++; rounds[s.Thread] > mostShown {
				fmt.Fprintf(out, "\t\t... and so on, %d more steps\t\t\n", len(f.Trace)-i)
				break
			}
		}
		thread := ""
		if s.Thread != last {
			thread = s.Name
		}
		last = s.Thread
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\n", i+1, thread, n.describe(s), s.Label, s.Pos)
	}
	return out.Flush()
}

// names are what objects and pointers are called: an object by the expression
// that reached it first, a pointer by a number.
type names struct {
	objects  map[int32]string
	pointers map[uint64]string
}

func (n *names) describe(s Step) string {
	if s.Note != "" {
		return s.Note
	}
	name := s.Expr
	if name == "" {
		name = n.objects[s.Object]
	}
	if name == "" && s.Object >= 0 {
		name = fmt.Sprintf("object %d", s.Object)
	}
	switch {
	case s.Read != nil && s.Wrote != nil:
		return fmt.Sprintf("%s %s -> %s", name, n.value(s, *s.Read), n.value(s, *s.Wrote))
	case s.Wrote != nil:
		return fmt.Sprintf("%s = %s", name, n.value(s, *s.Wrote))
	case s.Failed && s.Read != nil:
		return fmt.Sprintf("%s is %s, so it stays", name, n.value(s, *s.Read))
	case s.Read != nil:
		return fmt.Sprintf("%s is %s", name, n.value(s, *s.Read))
	case s.Kind == strategy.Join:
		return "waits until all others have ended"
	case s.Kind == strategy.Await:
		return "goes round its loop again"
	}
	return strings.TrimSpace(s.Kind.String() + " " + name)
}

// value formats a value. What it is is not known: a number may be negative.
func (n *names) value(s Step, v uint64) string {
	switch {
	case s.Pointer:
		if n.pointers[v] == "" {
			n.pointers[v] = fmt.Sprintf("pointer %d", len(n.pointers))
		}
		return n.pointers[v]
	case int64(v) < 0 && int64(v) > -1<<20:
		return fmt.Sprint(int64(v))
	case v > 0xffff0000 && v <= 0xffffffff:
		return fmt.Sprint(int32(v))
	case v >= 1<<32:
		return fmt.Sprintf("%#x", v)
	}
	return fmt.Sprint(v)
}
