package sched

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// WriteTable writes what happened, step by step: a column for what the threads
// did, one for the step's name, and one for the line of the source.
func (f *Failure) WriteTable(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "\tthread\tstep\tlabel\tsource\n")
	objects := names(f.Trace)
	last := -1
	for i, s := range f.Trace {
		thread := ""
		if s.Thread != last {
			thread = fmt.Sprint(s.Thread)
		}
		last = s.Thread
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\n", i+1, thread, s.describe(objects), s.Label, s.Pos)
	}
	return out.Flush()
}

// names gives each object the expression by which it was reached first.
func names(steps []Step) map[int32]string {
	n := map[int32]string{}
	for _, s := range steps {
		if s.Object >= 0 && n[s.Object] == "" && s.Expr != "" {
			n[s.Object] = s.Expr
		}
	}
	return n
}

func (s Step) describe(objects map[int32]string) string {
	if s.Note != "" {
		return s.Note
	}
	name := s.Expr
	if name == "" {
		name = objects[s.Object]
	}
	if name == "" && s.Object >= 0 {
		name = fmt.Sprintf("object %d", s.Object)
	}
	switch {
	case s.Read != nil && s.Wrote != nil:
		return fmt.Sprintf("%s %s -> %s", name, number(*s.Read), number(*s.Wrote))
	case s.Wrote != nil:
		return fmt.Sprintf("%s = %s", name, number(*s.Wrote))
	case s.Read != nil:
		return fmt.Sprintf("%s is %s", name, number(*s.Read))
	case s.Kind == strategy.Join:
		return "waits until all others have ended"
	case s.Kind == strategy.Await:
		return "goes round its loop again"
	}
	return strings.TrimSpace(s.Kind.String() + " " + name)
}

// number formats a value that may be negative, or an address.
func number(v uint64) string {
	switch {
	case int64(v) < 0 && int64(v) > -1<<20:
		return fmt.Sprint(int64(v))
	case v > 0xffff0000 && v <= 0xffffffff:
		return fmt.Sprint(int32(v))
	case v >= 1<<32:
		return fmt.Sprintf("%#x", v)
	}
	return fmt.Sprint(v)
}
