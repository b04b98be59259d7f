package tests

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// Search is called by each plain test at its beginning. If t belongs to an execution, Search
// returns false, and the test goes on. Otherwise Search searches the test and its subtests, and
// returns true.
func Search(t *testing.T, f func(*testing.T), b Binding) bool {
	if b.Of(t) != nil {
		return false
	}
	bound = binding{b}
	limit, err := report.Time(time.Minute)
	if err != nil {
		t.Error(err)
		return true
	}
	s := &search{bind: b, limit: limit, f: f, top: t.Name(), parallel: map[string]bool{}, replay: os.Getenv(report.EnvReplay)}
	s.node(t, nil)
	return true
}

// search is the searches of a test and its subtests.
type search struct {
	bind     Binding
	f        func(*testing.T)
	top      string
	parallel map[string]bool
	replay   string
	limit    time.Duration
}

// node searches one of them, and then its subtests.
func (s *search) node(t *testing.T, way []string) {
	t.Helper()
	p := &program{bind: s.bind, top: s.top, f: s.f, way: way, parallel: s.parallel}
	origin := report.Token{Origin: os.Getenv(report.EnvOrigin), Test: t.Name(), Search: searchFirst}
	engine.FromOutside()
	first := p.discover()
	subs := append([]string(nil), p.subs...)
	switch {
	case s.replay != "":
		s.repeat(t, p, origin)
	case wanted(t.Name(), len(way)):
		s.one(t, p, first, origin)
	}
	for _, name := range subs {
		t.Run(strings.TrimPrefix(name, t.Name()+"/"), func(t *testing.T) {
			s.node(t, append(way[:len(way):len(way)], name))
		})
	}
}

// mostRounds bounds how often discover runs the program.
const mostRounds = 10

// discover runs the program in one schedule. It finds the subtests, and which of them run in
// parallel. It passes over data races, which the search finds again.
func (p *program) discover() (r engine.Result) {
	for range mostRounds {
		p.news = false
		r = engine.Search(p.run, engine.Options{Strategy: strategy.NewReplay(nil), Executions: 1, Idle: true, NoRaces: true, NoReports: true})
		if !p.news {
			break
		}
	}
	return r
}

// one searches the program, and reports what it has found.
func (s *search) one(t *testing.T, p *program, first engine.Result, origin report.Token) {
	t.Helper()
	plain := &report.Plain{Subs: len(p.subs)}
	o := engine.Options{For: s.limit, Idle: true}
	if os.Getenv(report.EnvResults) != "" {
		o.Progress = func(so engine.Result, doing string) {
			r := so.Report(origin)
			r.Doing = doing
			r.Save()
		}
	}
	r := first
	switch {
	case first.Ending == report.NotChecked || first.Bound == report.LeftBehind:
	case first.Failure == nil && first.Threads < 2:
		if r.Bound == "" {
			r.Ending = report.Exhausted // there is one schedule, even if there are random numbers
		}
	default:
		r = p.settled(func() (r engine.Result) {
			r, plain.Covered, plain.New = engine.Ladder(p.run, o, seed())
			return r
		})
		origin.Search = p.number(false)
		if r.Failure == nil && r.Timers && os.Getenv(report.EnvTimers) != report.TimersIdle {
			p.ahead(&r, plain, o, &origin)
		}
	}
	p.leave()
	plain.Threads, plain.Skipped, plain.Uses = r.Threads, p.skipped, engine.FromOutside()
	if !p.reached && r.Failure == nil {
		plain.Skipped = "the test does not come to it again"
	}
	p.elsewhere(&r)
	rep := r.Report(origin)
	rep.Plain, rep.Search = plain, 1
	rep.Save()
	switch {
	case r.Ending == report.Failed:
		t.Errorf("%s", rep.Text)
	case plain.Skipped != "":
		t.Logf("skipped: %s", plain.Skipped)
	}
}

// elsewhere turns a failure in another part of the test into a limit of this search. A data race stays a failure: the
// search passes over races that concern only other parts.
func (p *program) elsewhere(r *engine.Result) {
	if r.Failure == nil || r.Failure.Rule == report.RuleRace || r.Ending != report.Failed || !p.fixed || p.in == p.target() {
		return
	}
	r.Ending = report.NotChecked
	r.Failure = &engine.Failure{Rule: report.RuleBefore, Detail: p.in + " breaks the rule: " + r.Failure.Rule}
}

// repeat repeats the execution of a token, if it is the program's.
func (s *search) repeat(t *testing.T, p *program, origin report.Token) {
	t.Helper()
	token, err := report.ParseToken(s.replay)
	switch {
	case err != nil:
		t.Errorf("%s: %v", report.EnvReplay, err)
		return
	case token.Test != origin.Test:
		return
	}
	p.rest = token.Search >= searchRest
	r := engine.Repeat(p.run, engine.Options{Idle: true, Ahead: token.Search == p.number(true)}, token)
	p.leave()
	rep := r.Report(origin)
	rep.Save()
	if rep.Text != "" {
		t.Errorf("%s", rep.Text)
	}
}

// wanted reports whether a test of this depth is to be searched. A pattern of go test -run with slashes
// wants subtests only.
func wanted(name string, depth int) bool {
	if only := os.Getenv(report.EnvOnly); only != "" {
		return name == only
	}
	f := flag.Lookup("test.run")
	return f == nil || strings.Count(f.Value.String(), "/") <= depth
}

// seed is the seed of the random schedules.
func seed() uint64 {
	if n, err := strconv.ParseUint(os.Getenv(report.EnvSeed), 10, 64); err == nil {
		return n
	}
	return 1
}
