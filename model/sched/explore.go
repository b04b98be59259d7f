package sched

import (
	"fmt"
	"os"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// TB has the methods of a *testing.T that Explore needs.
type TB interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Skipf(format string, args ...any)
}

// defaultTime is the bound of a search without other bounds.
const defaultTime = time.Minute

// Replaying reports whether the tests repeat the execution of a token. If so, Explore skips all
// searches except the token's, and the skipped ones return a result that means nothing.
func Replaying() bool { return os.Getenv(report.EnvReplay) != "" }

// Instrumented reports whether some code of this program was rewritten.
func Instrumented() bool { return engine.Instrumented() }

// Explore is [Search] in a test. If an execution breaks a rule, the test fails. The message shows
// the smallest schedule found, and the command that replays it.
//
// Without a bound in its options, Explore searches for at most a minute, or as long as the
// command's -time says. If it cannot cover all schedules in that time, it also tries all schedules
// with few preemptions, and random ones.
//
// Explore skips the test if no code was rewritten. To run the test, use stealproof check.
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
	o, err := bounded(options)
	if err != nil {
		t.Errorf("%v", err)
		return Result{}
	}
	origin := report.Token{Origin: os.Getenv(report.EnvOrigin), Test: t.Name(), Search: engine.NextSearch(t.Name())}
	// With Go's race detector, Failed would fail the test for each report, also for one that is not
	// about the program.
	if of, is := t.(interface{ Failed() bool }); is && !engine.Watched() && !of.Failed() {
		o.Outside = of.Failed
	}
	r, passed, err := explore(run(program), o, origin)
	switch {
	case err != nil:
		t.Errorf("%v", err)
		return Result{}
	case passed:
		return Result{Ending: Exhausted} // the test goes on to the token's search
	}
	untraced := r.Failure == nil && r.Steps == 0 && r.Bound == ""
	if untraced {
		r.Ending, r.Bound = report.BoundHit, "no step was traced"
	}
	rep := r.Report(origin)
	rep.Save()
	result := resultOf(r)
	switch {
	case result.Ending == NotChecked: // the command says so
		result.Failure.text = rep.Text
		t.Logf("%s", rep.Text)
	case result.Failure != nil:
		result.Failure.text = rep.Text
		t.Errorf("%s", rep.Text)
	default:
		t.Logf("%s", result)
	}
	if untraced {
		t.Errorf("no step was traced: the program starts no threads, or none of the code that they run has been rewritten")
	}
	return result
}

// bounded returns the options of a test, with the bounds from its environment.
func bounded(options []Options) (engine.Options, error) {
	o := engine.Options{}
	if len(options) > 0 {
		o = options[0].engine()
	}
	if part := os.Getenv(report.EnvShard); part != "" && o.Strategy == nil {
		shard, shards, err := report.ParsePart(part)
		if err != nil {
			return o, fmt.Errorf("%s is %w", report.EnvShard, err)
		}
		o.Strategy = strategy.NewPart(shard-1, shards)
	}
	if o.For == 0 && o.Executions == 0 {
		var err error
		if o.For, err = report.Time(defaultTime); err != nil {
			return o, err
		}
	}
	return o, nil
}

// explore searches, or repeats the execution of the token in the environment. It skips a search
// that is not the token's.
func explore(program func(), o engine.Options, origin report.Token) (r engine.Result, passed bool, err error) {
	if text := os.Getenv(report.EnvReplay); text != "" {
		token, err := report.ParseToken(text)
		switch {
		case err != nil:
			return r, false, fmt.Errorf("%s: %w", report.EnvReplay, err)
		case token.Test != origin.Test || token.Search != origin.Search:
			return r, true, nil
		}
		return engine.Repeat(program, o, token), false, nil
	}
	if os.Getenv(report.EnvResults) != "" {
		o.Progress = func(so engine.Result, doing string) {
			p := so.Report(origin)
			p.Doing = doing
			p.Save()
		}
	}
	return engine.Explore(program, o), false, nil
}
