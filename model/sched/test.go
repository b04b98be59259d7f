package sched

import (
	"fmt"
	"os"
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
	// EnvResults is a file that gets a line of JSON, a [Report], for each search, and
	// about every second one of the search that is running.
	EnvResults = "STEALPROOF_RESULTS"
	// EnvTime bounds each search that sets no bound of its own.
	EnvTime = "STEALPROOF_TIME"
	// EnvReplay is a token: the test repeats that execution, and passes over all
	// searches.
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

// Replaying reports whether tests repeat one execution, and pass over all searches but its
// own. Then there is nothing to require of these.
func Replaying() bool { return os.Getenv(EnvReplay) != "" }

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
	if program == nil {
		t.Errorf("sched.Explore of a nil program")
		return Result{}
	}
	var o Options
	if len(options) > 0 {
		o = options[0]
	}
	if part := os.Getenv(EnvShard); part != "" && o.Strategy == nil {
		shard, shards, err := ParsePart(part)
		if err != nil {
			t.Errorf("%s is %v", EnvShard, err)
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
	program, byT := watched(t, program)
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
			return Result{Ending: Exhausted} // passed over: the test goes on to the token's search
		}
		r = Repeat(program, o, token)
	} else {
		if os.Getenv(EnvResults) != "" {
			o.progress = &progress{tell: func(so Result, doing string) {
				p := so.Report(origin)
				p.Doing = doing
				p.Save()
			}}
		}
		r = searchOn(program, o)
	}
	if byT(r.Failure) {
		r.Ending, r.Failure = Failed, &Failure{Rule: RuleAssertion, Detail: detailByT}
	}
	untraced := r.Ending != Failed && r.Steps == 0 && r.Bound == ""
	if untraced {
		r.Ending, r.Bound = BoundHit, "no step was traced"
	}
	report := r.Report(origin)
	report.Save()
	if r.Failure != nil {
		t.Errorf("%s", report.Text)
	} else {
		t.Logf("%s", r)
	}
	if untraced {
		t.Errorf("no step was traced: the program starts no threads, or none of the code that they run has been rewritten")
	}
	return r
}

// detailByT says what is wrong with a program that does not use its S.
const detailByT = "the program failed the test by t.Errorf, t.Fatalf or the like, of which the scheduler learns nothing; call them on s, which shows the schedule"

// watched returns the program with an end to the search as soon as it has failed
// the test itself, and a function that reports whether it has, given what the
// search has found.
func watched(t TB, program func(*S)) (_ func(*S), byT func(*Failure) bool) {
	f, is := t.(interface{ Failed() bool })
	if !is || f.Failed() {
		return program, func(*Failure) bool { return false }
	}
	seen := false
	look := func(s *S) bool {
		if f.Failed() {
			seen = true
			s.Errorf("%s", detailByT)
		}
		return seen
	}
	watching := func(s *S) {
		if !look(s) { // it may have ended the thread
			program(s)
			look(s)
		}
	}
	return watching, func(found *Failure) bool { return f.Failed() && (seen || found == nil) }
}

// How much is done about a program that cannot be exhausted within its bound, as
// shares of that.
const (
	fewPreemptions = 2
	boundedShare   = 4
	randomShare    = 4
	novelty        = 20_000
)

// searchOn is Search and, if that hits its bound of time with the usual strategy,
// a search of all schedules with few preemptions, and one of random schedules
// until they show nothing new.
func searchOn(program func(*S), o Options) Result {
	r := Search(program, o)
	if r.Failure != nil && r.Failure.Rule == RuleRepeatable && r.Failure.decisions == nil {
		r.Failure.Detail += unlike(program, o)
	}
	if r.Ending != BoundHit || o.Strategy != nil || o.For == 0 {
		return r
	}
	more := []Options{
		{Strategy: strategy.NewBounded(fewPreemptions), For: o.For / boundedShare, progress: o.progress.then("few preemptions")},
		{Strategy: strategy.NewRandom(1), For: o.For / randomShare, Novelty: novelty, progress: o.progress.then("random schedules")},
	}
	for _, next := range more {
		next.Judge, next.Spec, next.Observer, next.NoRaces, next.Steps, next.NoSpinning = o.Judge, o.Spec, o.Observer, o.NoRaces, o.Steps, o.NoSpinning
		m := Search(program, next)
		r.More = append(r.More, m)
		if m.Failure != nil {
			r.Ending, r.Failure = Failed, m.Failure
			break
		}
	}
	return r
}

// percent is a share, with two digits where it is small.
func percent(share float64) string {
	if share >= 0.1 {
		return fmt.Sprintf("%.0f", 100*share)
	}
	return fmt.Sprintf("%.2g", 100*share)
}

// String says how the search ended, with what bound.
func (r Result) String() string {
	text := fmt.Sprintf("%s: %d executions", r.Ending, r.Executions)
	if r.Ending == BoundHit && r.Share > 0 {
		text += fmt.Sprintf(", about %s %% of all", percent(r.Share))
	}
	if r.Bound != "" {
		text += ", " + r.Bound
	}
	for _, m := range r.More {
		if m.Classes > 0 {
			text += fmt.Sprintf("; then %d random ones, in %d classes", m.Executions, m.Classes)
		} else {
			text += fmt.Sprintf("; then %d with at most %d preemptions", m.Executions, fewPreemptions)
		}
	}
	mode := "every step"
	if r.History {
		mode = "every history"
	}
	if r.NoRaces {
		mode += ", races not looked for"
	}
	return fmt.Sprintf("%s, at most %d steps, %s, in %v", text, r.Deepest, mode, r.Took.Round(time.Microsecond))
}
