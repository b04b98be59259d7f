package report

import (
	"fmt"
	"strings"
)

// OnlyHere returns the report of a test that starts no goroutine, and fails only under the scheduler. It is given what
// go test does.
func (p Report) OnlyHere(plainly string) Report {
	first, _, _ := strings.Cut(p.Detail, "\n")
	p.Detail = fmt.Sprintf("go test %s. Here the rule %q is broken (%s)", plainly, p.Rule, first)
	p.Ending, p.Rule, p.Trace, p.History, p.Token = NotChecked, RuleOnlyHere, nil, nil, ""
	p.Text = Headline(p.Rule) + "\n" + p.Detail + "\n" + Advice(p.Rule)
	return p
}

// NeedsEarlier returns the report of a test that passes after other tests, and fails by itself.
func (p Report) NeedsEarlier() Report {
	first, _, _ := strings.Cut(p.Detail, "\n")
	p.Detail = fmt.Sprintf("go test fails if it runs this test alone, and passes if it runs all. Here the rule %q is broken (%s)", p.Rule, first)
	p.Ending, p.Rule, p.Trace, p.History, p.Token = NotChecked, RuleAfter, nil, nil, ""
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
