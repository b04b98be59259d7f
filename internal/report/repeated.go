package report

import (
	"fmt"
	"strings"
)

// OnlyHere returns the report of a test that starts no goroutine, and fails only under the scheduler.
func (p Report) OnlyHere() Report {
	first, _, _ := strings.Cut(p.Detail, "\n")
	p.Detail = fmt.Sprintf("go test passes. Here the rule %q is broken (%s)", p.Rule, first)
	p.Ending, p.Rule, p.Trace, p.History, p.Token = NotChecked, RuleOnlyHere, nil, nil, ""
	p.Text = Headline(p.Rule) + "\n" + p.Detail + "\n" + Advice(p.Rule)
	return p
}

// OfTheWorld returns the report of a test that failed, and uses something outside of the program.
func (p Report) OfTheWorld(uses string) Report {
	first, _, _ := strings.Cut(p.Detail, "\n")
	p.Detail = fmt.Sprintf("It uses %s. The rule %q was broken (%s)", uses, p.Rule, first)
	p.Ending, p.Rule, p.Trace, p.History, p.Token = NotChecked, RuleWorld, nil, nil, ""
	p.Text = Headline(p.Rule) + "\n" + p.Detail + "\n" + Advice(p.Rule)
	return p
}

// NotRepeated returns the report of a search whose failure did not happen again when its token ran
// in a fresh process. It says what happened there instead. Such a failure accuses nobody.
func (p Report) NotRepeated(happened string) Report {
	first, _, _ := strings.Cut(p.Detail, "\n")
	p.Detail = fmt.Sprintf("The search saw the rule %q broken", p.Rule)
	if first != "" {
		p.Detail += fmt.Sprintf(" (%s)", first)
	}
	p.Detail += ". In a fresh process, under the same schedule, " + happened + ".\n" +
		"Something outlives an execution, and the search cannot put it back. It may be a variable outside of the program that a func literal captures, or a file."
	p.Ending, p.Rule, p.Trace, p.History = NotChecked, RuleRepeatable, nil, nil
	p.Text = Headline(p.Rule) + "\n" + p.Detail + "\n" + Advice(p.Rule)
	if p.Token != "" {
		p.Text += "\n" + ReplayLine(p.Token)
	}
	return p
}
