package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
)

// Ending says how a search ended.
type Ending string

const (
	Running   Ending = "running" // it has not ended
	Exhausted Ending = "exhausted"
	BoundHit  Ending = "bound hit"
	Failed    Ending = "failed"
	// NotChecked: the scheduler cannot control the program.
	NotChecked Ending = "not checked"
)

// Valid returns what is wrong with a report that was read from a file.
func (p Report) Valid() error {
	switch {
	case p.Test == "":
		return errors.New("a search without a test")
	case !slices.Contains([]Ending{Running, Exhausted, BoundHit, Failed, NotChecked}, p.Ending):
		return fmt.Errorf("%s ends as %q", p.Test, p.Ending)
	case p.Ending == Failed && p.Rule == "":
		return fmt.Errorf("%s has failed by no rule", p.Test)
	case p.Search < 1 || min(p.Executions, p.Abandoned, p.Steps, p.Deepest, p.Preemptions, p.Turns) < 0:
		return fmt.Errorf("%s has a count that cannot be", p.Test)
	case !(p.Share >= 0 && p.Seconds >= 0):
		return fmt.Errorf("%s has a share or a time that cannot be", p.Test)
	}
	return nil
}

// Report is the result of one search of a test, or its state while it runs. It is written as JSON.
type Report struct {
	Package string `json:"package,omitempty"`
	Test    string `json:"test"`
	Search  int    `json:"search"`         // which of the test's searches, from 1
	Part    string `json:"part,omitempty"` // i/n, if only this part of all schedules was to be searched
	// Fingerprint is equal for two parts of the same search. It covers the sources, the options and
	// the tool. Only a part has one.
	Fingerprint string   `json:"fingerprint,omitempty"`
	Ending      Ending   `json:"ending"`
	Doing       string   `json:"doing,omitempty"` // while it runs: the kind of schedules that it tries, or "" for all
	Mode        string   `json:"mode"`            // step or history
	Executions  int      `json:"executions"`
	Scenarios   int      `json:"scenarios,omitempty"` // that were exhausted, if the search has several
	Unpicked    string   `json:"unpicked,omitempty"`  // which generated scenarios were not run
	Abandoned   int      `json:"abandoned"`
	Steps       int      `json:"steps"`
	Deepest     int      `json:"deepest"`
	Share       float64  `json:"share"`
	Bound       string   `json:"bound,omitempty"`    // the bound that was hit, unless it is the time or the number of executions
	NoRaces     bool     `json:"no_races,omitempty"` // the race detector was off
	Loops       string   `json:"loops,omitempty"`    // what was found out about loops that give up
	Waits       []string `json:"waits,omitempty"`    // loops that the search assumes only read until they see a change
	Left        []string `json:"left,omitempty"`     // of these, loops that were left after [FewRounds], since their operations may wait for ever
	Given       []string `json:"given,omitempty"`    // calls that gave memory to code that was not rewritten
	Taken       []string `json:"taken,omitempty"`    // cases of selects
	Untaken     []string `json:"untaken,omitempty"`  // cases of selects that were never taken
	Watched     bool     `json:"watched,omitempty"`  // Go's race detector judged the executions too
	Looked      int      `json:"looked,omitempty"`   // executions that Go's race detector judged in a second search
	Seconds     float64  `json:"seconds"`
	Differs     string   `json:"differs,omitempty"` // how a repeated execution differs from the recorded one

	Plain *Plain `json:"plain,omitempty"` // only for a plain test

	// If a rule is broken:
	Rule        string            `json:"rule,omitempty"`
	Detail      string            `json:"detail,omitempty"`
	Condition   string            `json:"condition,omitempty"` // which timers have to fire early for that
	Preemptions int               `json:"preemptions,omitempty"`
	Turns       int               `json:"turns,omitempty"` // steps before the threads take turns, in a livelock
	Trace       []Step            `json:"trace,omitempty"`
	History     []json.RawMessage `json:"history,omitempty"` // the lines of its NDJSON form
	Clients     map[int]string    `json:"clients,omitempty"` // their names in the history, if the program gives them
	Token       string            `json:"token,omitempty"`
	Text        string            `json:"text,omitempty"` // the whole failure, for people
}

// FewRounds is how many rounds loops get while nothing else happens, if their operations may wait for ever.
const FewRounds = 30

// Schedule describes the schedule: the number of its preemptions, or that the threads take turns.
func (p Report) Schedule() string {
	switch {
	case p.Turns > 0:
		return "in which the threads take turns"
	case p.Preemptions == 1:
		return "with 1 preemption"
	}
	return fmt.Sprintf("with %d preemptions", p.Preemptions)
}

// Save appends the report to the file of results, see [EnvResults]. It does nothing if there is no
// such file, and panics if it cannot write.
func (p Report) Save() {
	file := os.Getenv(EnvResults)
	if file == "" {
		return
	}
	line, err := json.Marshal(p)
	if err != nil {
		panic(err) // all values have a JSON form
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
