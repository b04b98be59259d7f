package report

import (
	"fmt"
	"strings"
)

// OnlyHere returns the report of a test that starts no goroutine, and fails only under the scheduler. It is given what
// go test does.
func (p Report) OnlyHere(plainly string) Report {
	return p.notChecked(RuleOnlyHere, fmt.Sprintf("go test %s. Here the rule %q is broken%s", plainly, p.Rule, p.reason()))
}

// NeedsEarlier returns the report of a test that passes after other tests, and fails by itself.
func (p Report) NeedsEarlier() Report {
	return p.notChecked(RuleAfter, fmt.Sprintf("go test fails if it runs this test alone, and passes if it runs all. Here the rule %q is broken%s", p.Rule, p.reason()))
}

// OfTheWorld returns the report of a test that failed, and uses something outside of the program.
func (p Report) OfTheWorld(uses string) Report {
	return p.notChecked(RuleWorld, fmt.Sprintf("It uses %s. The rule %q was broken%s", uses, p.Rule, p.reason()))
}

// reason returns the first line of a failure's detail, in parentheses. It returns nothing if there is none, or if that line
// is the head of a table, as for a deadlock.
func (p Report) reason() string {
	first, _, _ := strings.Cut(p.Detail, "\n")
	if words := strings.Fields(first); len(words) == 0 || words[0] == "thread" && words[len(words)-1] == "source" {
		return ""
	}
	return " (" + first + ")"
}

// notChecked returns the report of a failure that accuses nobody.
func (p Report) notChecked(why, detail string) Report {
	p.Ending, p.Rule, p.Detail, p.Trace, p.History, p.Token = NotChecked, why, detail, nil, nil, ""
	p.Text = Headline(p.Rule) + "\n" + p.Detail + "\n" + Advice(p.Rule)
	return p
}

// NotRepeated returns the report of a search whose failure did not happen again when its token ran
// in a fresh process. It says what happened there instead. Such a failure accuses nobody.
func (p Report) NotRepeated(happened string) Report {
	token := p.Token
	p = p.notChecked(RuleRepeatable, fmt.Sprintf("The search saw the rule %q broken%s. In a fresh process, under the same schedule, %s.\n"+
		"Something outlives an execution, and the search cannot put it back. It may be a variable outside of the program that a func literal captures, or a file.",
		p.Rule, p.reason(), happened))
	if p.Token = token; token != "" {
		p.Text += "\n" + ReplayLine(token)
	}
	return p
}
