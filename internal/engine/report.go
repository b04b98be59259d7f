package engine

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// Report returns the report of a test's search. Origin names the test: a token without decisions.
func (r Result) Report(origin report.Token) report.Report {
	p := report.Report{
		Package: origin.Package(), Test: origin.Test, Search: origin.Search, Ending: r.Ending, Mode: "step", Executions: r.Executions, Abandoned: r.Abandoned,
		Steps: r.Steps, Deepest: r.Deepest, Share: r.Share, Seconds: r.Took.Seconds(),
		Bound: r.Bound, NoRaces: r.NoRaces, Loops: r.loops, Waits: r.Waits, Left: r.Left, Differs: r.Differs,
		Given: r.Given, Watched: Watched(), Taken: r.Taken, Untaken: r.Untaken,
	}
	if r.History {
		p.Mode = "history"
	}
	f := r.Failure
	switch {
	case f == nil:
		return p
	case r.Ending == report.Running:
		p.Rule = f.Rule
		return p
	}
	p.Rule, p.Detail, p.Preemptions, p.Turns, p.Trace = f.Rule, strings.TrimRight(f.Detail, "\n"), f.Preemptions, f.turns, f.Trace
	if f.Rule == report.RuleBlocked || f.Rule == report.RuleStray {
		p.Detail = cleanStack(f.Detail)
	}
	if f.History != nil {
		var b bytes.Buffer
		_ = f.History.WriteNDJSON(&b) // a bytes.Buffer does not fail
		for line := range bytes.Lines(b.Bytes()) {
			p.History = append(p.History, bytes.TrimSpace(line))
		}
	}
	p.Clients, p.Condition = f.clients, f.Condition
	if f.decisions != nil {
		token := origin
		token.Decisions, token.Turns = f.decisions, f.turns
		p.Token = token.String()
	}
	p.Text = textOf(p, f)
	return p
}

// textOf returns the failure as text for people.
func textOf(p report.Report, f *Failure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", report.Headline(p.Rule))
	if p.Condition != "" && !f.anyMoment {
		fmt.Fprintf(&b, "only %s\n", p.Condition)
	}
	if p.Detail != "" {
		fmt.Fprintf(&b, "%s\n", p.Detail)
	}
	if f.ofAnyStructure() {
		b.WriteString("\nthe operations:\n")
		_ = f.untilFault().WriteTableAs(&b, f.clients) // a strings.Builder does not fail
	}
	if len(p.Trace) > 0 {
		switch {
		case p.Rule == report.RuleRepeatable:
			b.WriteString("\nthe steps until then:\n")
		case f.repeated:
			fmt.Fprintf(&b, "\nthe schedule, %s:\n", p.Schedule())
		default:
			fmt.Fprintf(&b, "\nthe smallest schedule found, %s, after %s:\n", p.Schedule(), count(p.Executions, "execution"))
		}
		_ = f.WriteTable(&b) // a strings.Builder does not fail
		if f.anyMoment {
			fmt.Fprintf(&b, "In this schedule, %s.\n", strings.TrimPrefix(p.Condition, "if "))
		}
	}
	if f.History != nil && !f.ofAnyStructure() {
		b.WriteString("\nthe history:\n")
		_ = f.untilFault().WriteTableAs(&b, f.clients)
	}
	if advice := report.Advice(p.Rule); advice != "" {
		if len(p.Trace) > 0 {
			b.WriteString("\n")
		}
		b.WriteString(advice)
	}
	if p.Token != "" && p.Test != "" { // the command has to find the test
		b.WriteString("\n" + report.ReplayLine(p.Token))
	}
	return b.String()
}

// ofAnyStructure reports whether the history is one of operations that the engine does not know.
func (f *Failure) ofAnyStructure() bool {
	return f.History != nil && len(f.History.Ops) > 0 && f.History.Ops[0].Invocation != nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
