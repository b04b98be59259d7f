package sched

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// Report is what has come of a test's search, or of one that is still running, in
// the form of JSON.
type Report struct {
	Package    string   `json:"package,omitempty"`
	Test       string   `json:"test"`
	Search     int      `json:"search"`         // which of the test's, from 1
	Part       string   `json:"part,omitempty"` // i/n: of all schedules, only those of this part were to be searched
	Ending     Ending   `json:"ending"`
	Doing      string   `json:"doing,omitempty"` // while it runs: what it tries, if that is not all schedules
	Mode       string   `json:"mode"`            // step or history
	Executions int      `json:"executions"`
	Abandoned  int      `json:"abandoned"`
	Steps      int      `json:"steps"`
	Deepest    int      `json:"deepest"`
	Share      float64  `json:"share"`
	Bound      string   `json:"bound,omitempty"`    // what was hit, if that is neither time nor a number of executions
	NoRaces    bool     `json:"no_races,omitempty"` // data races were not looked for
	Loops      string   `json:"loops,omitempty"`    // what was found out about loops that give up
	Waits      []string `json:"waits,omitempty"`    // loops that are taken to do nothing but look, until they see a change
	Seconds    float64  `json:"seconds"`

	// If a rule is broken:
	Rule        string            `json:"rule,omitempty"`
	Detail      string            `json:"detail,omitempty"`
	Preemptions int               `json:"preemptions,omitempty"`
	Trace       []Step            `json:"trace,omitempty"`
	History     []json.RawMessage `json:"history,omitempty"` // the lines of its NDJSON form
	Token       string            `json:"token,omitempty"`
	Text        string            `json:"text,omitempty"` // all of it for people
}

// Report returns the result of the search of a test. Origin is the token of no
// execution.
func (r Result) Report(origin Token) Report {
	p := Report{
		Package: origin.pkg(), Test: origin.Test, Search: origin.Search, Ending: r.Ending, Mode: "step", Executions: r.Executions, Abandoned: r.Abandoned,
		Steps: r.Steps, Deepest: r.Deepest, Share: r.Share, Seconds: r.Took.Seconds(),
		Bound: r.Bound, NoRaces: r.NoRaces, Loops: r.loops, Waits: r.Waits,
	}
	if r.History {
		p.Mode = "history"
	}
	f := r.Failure
	switch {
	case f == nil:
		return p
	case r.Ending == Running:
		p.Rule = f.Rule
		return p
	}
	p.Rule, p.Detail, p.Preemptions, p.Trace = f.Rule, strings.TrimRight(f.Detail, "\n"), f.Preemptions, f.Trace
	if f.Rule == RuleBlocked || f.Rule == RuleStray {
		p.Detail = tidyStack(f.Detail)
	}
	if f.History != nil {
		var b bytes.Buffer
		_ = f.History.WriteNDJSON(&b) // a buffer takes everything
		for line := range bytes.Lines(b.Bytes()) {
			p.History = append(p.History, bytes.TrimSpace(line))
		}
	}
	if f.decisions != nil {
		token := origin
		token.decisions = f.decisions
		p.Token = token.String()
	}
	p.Text = p.text(f)
	return p
}

// text returns the failure for people.
func (p Report) text(f *Failure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "rule broken: %s\n", p.Rule)
	if p.Detail != "" {
		fmt.Fprintf(&b, "%s\n", p.Detail)
	}
	if len(p.Trace) > 0 {
		switch {
		case p.Rule == RuleRepeatable:
			b.WriteString("\nthe steps until then:\n")
		case f.repeated:
			fmt.Fprintf(&b, "\nthe schedule, with %s:\n", count(p.Preemptions, "preemption"))
		default:
			fmt.Fprintf(&b, "\nthe smallest schedule found, with %s, after %s:\n", count(p.Preemptions, "preemption"), count(p.Executions, "execution"))
		}
		_ = f.WriteTable(&b) // a builder takes everything
	}
	if f.History != nil {
		b.WriteString("\nthe history:\n")
		_ = f.History.WriteTable(&b)
	}
	if p.Token != "" {
		fmt.Fprintf(&b, "\nreplay: stealproof replay %s\n", p.Token)
	}
	return b.String()
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Save adds the report to the file of results, see [EnvResults], if there is one.
func (p Report) Save() {
	file := os.Getenv(EnvResults)
	if file == "" {
		return
	}
	line, err := json.Marshal(p)
	if err != nil {
		panic(err) // it has no values that JSON has not
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = f.Write(append(line, '\n'))
		f.Close()
	}
	if err != nil {
		panic(fmt.Sprintf("sched: cannot write the results: %v", err))
	}
}
