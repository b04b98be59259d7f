package main

import (
	"bytes"
	"encoding/json"
	"runtime"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/internal/specs"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/pool"
)

// document is the JSON form of a run. The names of its fields stay stable.
type document struct {
	Version     string          `json:"version"`
	Go          string          `json:"go"`
	OS          string          `json:"os"`
	Arch        string          `json:"arch"`
	Verb        string          `json:"verb"`
	Machine     *machineEntry   `json:"machine,omitempty"`
	Seed        uint64          `json:"seed,omitempty"`
	Deques      []dequeEntry    `json:"deques,omitempty"`
	Pool        []poolEntry     `json:"pool,omitempty"`
	PoolBroken  string          `json:"pool_broken,omitempty"`
	Explored    []report.Report `json:"explored,omitempty"`
	NotExplored string          `json:"not_explored,omitempty"`
	Specs       []string        `json:"specifications,omitempty"` // lists them, and says why they were not explored
	Specified   []specs.Entry   `json:"specified,omitempty"`      // by the machines
	TLC         []specs.Entry   `json:"tlc,omitempty"`
	NotTLC      string          `json:"not_tlc,omitempty"`
	Recorded    *recordedEntry  `json:"recorded,omitempty"`
	Claims      []string        `json:"claims"`
	CutBy       string          `json:"cut_by,omitempty"`
	Seconds     float64         `json:"seconds"`
	Verdict     console.State   `json:"verdict"`
	ExitCode    int             `json:"exit_code"`
}

type machineEntry struct {
	Cores              int    `json:"cores"`
	Gomaxprocs         int    `json:"gomaxprocs"`
	Clock              string `json:"clock"`
	ClockGranularityNS int64  `json:"clock_granularity_ns"`
	ClockCostNS        int64  `json:"clock_cost_ns"`
}

type dequeEntry struct {
	Name     string         `json:"name"`
	Says     string         `json:"says"`
	Contract contractEntry  `json:"contract"`
	Verdict  console.State  `json:"verdict"`
	Seconds  float64        `json:"seconds"`
	Rules    []ruleEntry    `json:"rules"`
	Coverage *coverageEntry `json:"coverage,omitempty"`
	Ledger   *ledgerEntry   `json:"ledger,omitempty"`
}

type contractEntry struct {
	Empty        string `json:"empty"` // strict, all_but_one or public
	Bounded      bool   `json:"bounded"`
	NeverRetries bool   `json:"never_retries"`
}

type ruleEntry struct {
	Name    string            `json:"name"`
	Says    string            `json:"says"`
	Outcome console.State     `json:"outcome"`
	Did     string            `json:"did,omitempty"`
	Broken  string            `json:"broken,omitempty"`
	Replay  string            `json:"replay,omitempty"`
	History []json.RawMessage `json:"history,omitempty"` // the lines of the NDJSON form
	Files   []string          `json:"files,omitempty"`
}

type coverageEntry struct {
	Rounds     int `json:"rounds"`
	Goroutines int `json:"goroutines"`
	Ops        int `json:"ops"`
	Distinct   int `json:"distinct"`
	Overlaps   int `json:"overlaps"`
	Steals     int `json:"steals"`
	Retries    int `json:"retries"`
	LastItem   int `json:"last_item"`
	Grown      int `json:"grown"`
	Refused    int `json:"refused"`
	Reclaimed  int `json:"reclaimed"`
}

type ledgerEntry struct {
	Items   int `json:"items"`
	Popped  int `json:"popped"`
	Stolen  int `json:"stolen"`
	Retries int `json:"retries"`
	Empty   int `json:"empty"`
	Refused int `json:"refused"`
	Epochs  int `json:"epochs"`
	Timed   int `json:"timed"`
}

type recordedEntry struct {
	File       string            `json:"file"`
	Subject    string            `json:"subject"`
	Spec       string            `json:"spec"`
	Operations int               `json:"operations"`
	Smallest   []json.RawMessage `json:"smallest,omitempty"` // the lines of the NDJSON form
	Files      []string          `json:"files,omitempty"`
}

func newDocument(verb string) document {
	return document{Version: console.Version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Verb: verb}
}

func (c *campaign) document(code int) document {
	d := newDocument(c.verb)
	m := c.machine
	d.Machine = &machineEntry{m.cores, m.procs, m.clock, m.granularity.Nanoseconds(), m.cost.Nanoseconds()}
	d.Seed, d.CutBy, d.Seconds = c.seed, c.cut, c.took.Seconds()
	d.Claims, d.Verdict, d.ExitCode = c.claims(), c.state(), code
	for _, r := range c.results {
		d.Deques = append(d.Deques, r.entry())
	}
	if p := c.pooled; p != nil {
		d.PoolBroken = p.broken
		for _, r := range p.rows {
			d.Pool = append(d.Pool, poolEntry{r.name, r.trees, r.submissions, r.stats})
		}
	}
	if x := c.explored; x != nil {
		d.Explored, d.NotExplored = x.reports, x.not
	}
	if s := c.specified; s != nil {
		d.Specs, d.Specified, d.TLC, d.NotTLC = s.Document()
	}
	return d
}

func (r *result) entry() dequeEntry {
	e := dequeEntry{Name: r.deque.Name, Says: r.deque.Says, Seconds: r.took.Seconds()}
	e.Verdict, _ = r.state()
	e.Contract = contractEntry{"strict", r.spec.Capacity > 0, r.spec.NeverRetries}
	switch r.spec.Hidden {
	case 1:
		e.Contract.Empty = "all_but_one"
	case model.AnyNumber:
		e.Contract.Empty = "public"
	}
	if r.spec.Contended {
		e.Contract.Empty = "strict_or_retry"
	}
	for _, t := range r.outcomes {
		rule := ruleEntry{Name: t.Rule.Name, Says: t.Rule.Says, Outcome: t.state(), Did: did(t.Outcome), Replay: t.replay, Files: t.files}
		switch {
		case t.Found != nil:
			rule.Broken, rule.History = t.Found.Broken, lines(t.Found.History)
		case rule.Outcome == console.Failed:
			rule.Broken = t.Err.Error()
		}
		e.Rules = append(e.Rules, rule)
	}
	for _, missed := range r.rules[len(r.outcomes):] {
		e.Rules = append(e.Rules, ruleEntry{Name: missed.Name, Says: missed.Says, Outcome: console.NotRun})
	}
	if c := r.coverage(); c != nil {
		entry := coverageEntry(*c)
		e.Coverage = &entry
	}
	if l := r.ledger(); l != nil {
		entry := ledgerEntry(*l)
		e.Ledger = &entry
	}
	return e
}

// The conversions above need fields in the same order.
var (
	_ = coverageEntry(linearizability.Coverage{})
	_ = ledgerEntry(linearizability.Ledger{})
)

// lines returns the lines of a history's NDJSON form.
func lines(h *model.History) []json.RawMessage {
	if h == nil {
		return nil
	}
	var b bytes.Buffer
	_ = h.WriteNDJSON(&b) // a buffer returns no errors
	var list []json.RawMessage
	for line := range bytes.Lines(b.Bytes()) {
		list = append(list, bytes.TrimSpace(line))
	}
	return list
}

// poolEntry has the counts of the pool with one deque.
type poolEntry struct {
	Deque       string     `json:"deque"`
	Trees       int        `json:"trees"`
	Submissions int        `json:"submissions"`
	Stats       pool.Stats `json:"stats"`
}
