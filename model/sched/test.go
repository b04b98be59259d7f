package sched

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// TB is what Explore needs of a *testing.T.
type TB interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Skipf(format string, args ...any)
}

// The environment of a test binary that has been built from rewritten code.
const (
	// EnvResults is a file that gets a line of JSON, a [Report], for each search.
	EnvResults = "STEALPROOF_RESULTS"
	// EnvTime bounds each search that sets no bound of its own.
	EnvTime = "STEALPROOF_TIME"
	// EnvReplay is a token: the test repeats that execution and searches no more.
	EnvReplay = "STEALPROOF_REPLAY"
	// EnvOrigin is the Origin of tokens.
	EnvOrigin = "STEALPROOF_ORIGIN"
	// EnvShard is "i/n": search the i-th part of n, from 1.
	EnvShard = "STEALPROOF_SHARD"
)

// defaultTime bounds a search if nothing else does.
const defaultTime = time.Minute

// searches counts those of each test.
var searches = map[string]int{}

// Instrumented reports whether some code of this program has been rewritten.
func Instrumented() bool { return len(sites) > 0 }

// Explore is Search in a test. It fails the test if an execution breaks a rule,
// and shows the smallest schedule that does. Unless the code has been rewritten,
// it skips the test: run it by stealproof check.
func Explore(t TB, program func(*S), options ...Options) Result {
	t.Helper()
	if !Instrumented() {
		t.Skipf("this binary has not been rewritten for the scheduler; run: stealproof check")
		return Result{}
	}
	var o Options
	if len(options) > 0 {
		o = options[0]
	}
	if part := os.Getenv(EnvShard); part != "" && o.Strategy == nil {
		var shard, shards int
		if _, err := fmt.Sscanf(part, "%d/%d", &shard, &shards); err != nil || shard < 1 || shard > shards {
			t.Errorf("%s is %q; want i/n with i from 1 to n", EnvShard, part)
			return Result{}
		}
		o.Strategy = strategy.NewPart(shard-1, shards)
	}
	if o.For == 0 && o.Executions == 0 {
		o.For = defaultTime
		if d, err := time.ParseDuration(os.Getenv(EnvTime)); err == nil {
			o.For = d
		}
	}
	searches[t.Name()]++
	origin := Token{Origin: os.Getenv(EnvOrigin), Test: t.Name(), Search: searches[t.Name()]}
	var r Result
	if text := os.Getenv(EnvReplay); text != "" {
		token, err := ParseToken(text)
		switch {
		case err != nil:
			t.Errorf("%s: %v", EnvReplay, err)
			return Result{}
		case token.Test != origin.Test || token.Search != origin.Search:
			t.Skipf("%s is of another search: number %d of %s", EnvReplay, token.Search, token.Test)
			return Result{}
		}
		r = Repeat(program, o, token)
	} else {
		r = searchOn(program, o)
	}
	report := r.Report(origin)
	report.save()
	if r.Failure != nil {
		t.Errorf("%s", report.Text)
	} else {
		t.Logf("%s", r)
	}
	if r.Ending != Failed && r.Steps == 0 {
		t.Errorf("no step was traced: the program starts no threads, or none of the code that they run has been rewritten")
	}
	return r
}

// How much is done about a program that cannot be exhausted within its bound, as
// shares of that.
const (
	boundedShare = 4
	randomShare  = 4
	novelty      = 20_000
)

// searchOn is Search and, if that hits its bound of time with the usual strategy,
// a search of all schedules with few preemptions, and one of random schedules
// until they show nothing new.
func searchOn(program func(*S), o Options) Result {
	r := Search(program, o)
	if r.Ending != BoundHit || o.Strategy != nil || o.For == 0 {
		return r
	}
	more := []Options{
		{Strategy: strategy.NewBounded(2), For: o.For / boundedShare},
		{Strategy: strategy.NewRandom(1), For: o.For / randomShare, Novelty: novelty},
	}
	for _, next := range more {
		next.Judge, next.Spec, next.NoRaces, next.Steps = o.Judge, o.Spec, o.NoRaces, o.Steps
		m := Search(program, next)
		r.More = append(r.More, m)
		if m.Failure != nil {
			r.Ending, r.Failure = Failed, m.Failure
			break
		}
	}
	return r
}

// String says how the search ended, with what bound.
func (r Result) String() string {
	text := fmt.Sprintf("%s: %d executions", r.Ending, r.Executions)
	if r.Ending == BoundHit && r.Share > 0 {
		text += fmt.Sprintf(", about %.2g %% of all", 100*r.Share)
	}
	for _, m := range r.More {
		if m.Classes > 0 {
			text += fmt.Sprintf("; then %d random ones, in %d classes", m.Executions, m.Classes)
		} else {
			text += fmt.Sprintf("; then %d with at most 2 preemptions", m.Executions)
		}
	}
	mode := "every step"
	if r.History {
		mode = "every history"
	}
	return fmt.Sprintf("%s, at most %d steps, %s, in %v", text, r.Deepest, mode, r.Took.Round(time.Microsecond))
}

// Report is what becomes of a search in a file of results.
type Report struct {
	Test       string  `json:"test"`
	Ending     Ending  `json:"ending"`
	Mode       string  `json:"mode"` // step or history
	Executions int     `json:"executions"`
	Abandoned  int     `json:"abandoned"`
	Steps      int     `json:"steps"`
	Deepest    int     `json:"deepest"`
	Share      float64 `json:"share"`
	Seconds    float64 `json:"seconds"`
	Rule       string  `json:"rule,omitempty"`
	Detail     string  `json:"detail,omitempty"`
	Trace      []Step  `json:"trace,omitempty"`
	Token      string  `json:"token,omitempty"`
	Text       string  `json:"text,omitempty"` // for people, if a rule is broken
}

// Report returns the result of the search of a test. Origin is the token of no
// execution.
func (r Result) Report(origin Token) Report {
	p := Report{
		Test: origin.Test, Ending: r.Ending, Mode: "step", Executions: r.Executions, Abandoned: r.Abandoned,
		Steps: r.Steps, Deepest: r.Deepest, Share: r.Share, Seconds: r.Took.Seconds(),
	}
	if r.History {
		p.Mode = "history"
	}
	if f := r.Failure; f != nil {
		token := origin
		token.decisions = f.decisions
		p.Rule, p.Detail, p.Trace, p.Token = f.Rule, f.Detail, f.Trace, token.String()
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n", strings.TrimRight(f.Error(), "\n"))
		fmt.Fprintf(&b, "the smallest schedule found, with %d preemptions, after %d executions:\n", f.Preemptions, r.Executions)
		_ = f.WriteTable(&b) // a builder takes everything
		if f.History != nil {
			b.WriteString("the history:\n")
			_ = f.History.WriteTable(&b)
		}
		fmt.Fprintf(&b, "replay: stealproof replay %s\n", p.Token)
		p.Text = b.String()
	}
	return p
}

// save adds the report to the file of results, if there is one.
func (p Report) save() {
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
