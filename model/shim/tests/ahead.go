package tests

import (
	"os"
	"strings"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
)

const aheadShare = 4 // divides the time of a search

// ahead searches a program once more. Timers may then fire although other threads can go on, as in real
// time if those threads are slow. If the program only fails by its own check or wait, that is a remark: most
// tests trust that their timeouts are long enough. Any other failure is a failure of the program, since
// code must work however slow it is.
func (p *program) ahead(r *engine.Result, plain *report.Plain, o engine.Options, origin *report.Token) {
	o.Ahead, o.For, o.Doing = true, o.For/aheadShare, "timers that fire early"
	o.PassOver = os.Getenv(report.EnvTimers) != report.TimersAny
	m := p.settled(func() engine.Result { return engine.Search(p.run, o) })
	plain.Ahead = m.Executions
	r.AddCases(m)
	switch f := m.Failure; {
	case f == nil || m.Ending != report.Failed || p.fixed && p.in != p.target():
	case o.PassOver && f.Own() && f.Condition != "":
		plain.Early = f.Condition + ": " + inOneLine(said(f))
	default:
		r.Ending, r.Failure = m.Ending, f
		r.Executions += m.Executions
		origin.Search = p.number(true)
	}
}

// said returns what the program has said about its failure.
func said(f *engine.Failure) string {
	if f.Rule == report.RuleDeadlock {
		return "it waits for ever"
	}
	return f.Detail
}

// inOneLine returns the beginning of a message.
func inOneLine(text string) string {
	const most = 100
	if message, _, is := strings.Cut(text, "\ngoroutine "); is {
		text = message // of a panic
	}
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > most {
		return string(line[:most]) + " ..."
	}
	return strings.TrimRight(string(line), ".")
}
