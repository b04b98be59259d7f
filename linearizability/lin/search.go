package lin

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
)

// Bounds of the searches.
const (
	defaultTime = time.Minute
	searchTime  = 5 * time.Second // of one scenario
	searchRuns  = 10_000          // executions of one generated scenario
	enough      = 20_000          // executions, after which no more scenarios of a generated level are run
	mostLong    = 8               // executions of a scenario beyond the limit of steps
	fewLong     = 2               // the same, once a scenario has had so many, with a lower limit
	fewSteps    = 1_000           // that limit
	longShare   = 10              // divides the time for scenarios that have such executions
)

// searching is the part of a Check that runs under the scheduler.
type searching struct {
	*checker
	origin report.Token
	start  time.Time
	until  time.Time
	asked  bool          // until was asked for
	sum    engine.Result // of all scenarios
	long   time.Duration // of the searches that had executions beyond the limit of steps
	saved  time.Time
	shard  int // search the scenarios whose number is shard, modulo shards
	shards int

	unpicked []string // by level: how many scenarios were run, if not all
}

// check runs all parts.
func (k *checker) check() (v Verdict) {
	k.t.Helper()
	v.Condition = k.condition
	if !sched.Instrumented() {
		const run = "to run it: stealproof check"
		v.Every, v.Fuzz = Part{Ending: sched.NotChecked, Says: run}, Part{Ending: sched.NotChecked, Says: run}
		v.Cores, v.Failure = k.cores()
	} else {
		v.Cores = Part{Ending: sched.NotChecked, Says: "to run it: go test"}
		s := &searching{checker: k, start: time.Now(), shards: 1}
		s.search(&v)
	}
	switch {
	case k.m.fault != nil:
		v = unchecked()
		v.Condition = k.condition
		k.t.Errorf("lin: %v", k.m.fault)
	case v.Failure != nil:
		k.t.Errorf("%s", v.Failure.Text)
	default:
		k.t.Logf("\n%s", v)
	}
	return v
}

// search runs the scenarios under the scheduler, or repeats the execution of a token.
func (s *searching) search(v *Verdict) {
	s.origin = report.Token{Origin: os.Getenv(report.EnvOrigin), Test: s.t.Name(), Search: engine.NextSearch(s.t.Name())}
	if text := os.Getenv(report.EnvReplay); text != "" {
		s.replay(text, v)
		return
	}
	budget := s.budget
	if budget == 0 {
		var err error
		if budget, err = report.Time(0); err != nil {
			s.t.Errorf("%v", err)
			return
		}
	}
	if s.asked = budget != 0; !s.asked {
		budget = defaultTime
	}
	s.until = s.start.Add(budget - budget/10) // the rest is for the fuzzer
	if part := os.Getenv(report.EnvShard); part != "" {
		var err error
		if s.shard, s.shards, err = report.ParsePart(part); err != nil {
			s.t.Errorf("%s is %v", report.EnvShard, err)
			return
		}
		s.shard--
	}
	v.Every, v.Failure = s.every()
	switch {
	case v.Failure != nil:
		v.Fuzz = Part{Ending: sched.NotChecked, Says: "a rule is broken"}
	case v.Every.Ending == sched.NotChecked:
		v.Fuzz = v.Every
	default:
		if s.progress > 0 {
			v.Progress, v.Failure = s.withoutWaiting()
		}
		s.until = s.start.Add(budget)
		if v.Failure == nil {
			v.Fuzz, v.Failure = s.fuzz(v.Every)
		}
	}
	if v.Failure == nil && v.Every.Ending != sched.NotChecked && s.m.fault == nil {
		s.save(v)
	}
}

// options are those of one search.
func (s *searching) options(most time.Duration) engine.Options {
	o := engine.Options{Judge: s.judge.verdict, Stuck: s.judge.stuck, Long: mostLong, Patient: true, For: max(time.Millisecond, min(most, time.Until(s.until)))}
	if s.long > 0 {
		o.Long, o.Steps = fewLong, fewSteps
	}
	return o
}

// add adds the result of a search to the sum.
func (s *searching) add(r engine.Result) {
	a := &s.sum
	a.History = true
	a.Executions += r.Executions
	a.Abandoned += r.Abandoned
	a.Steps += r.Steps
	a.Deepest = max(a.Deepest, r.Deepest)
	a.Waits = append(a.Waits, r.Waits...)
	a.Left = append(a.Left, r.Left...)
	a.Given = append(a.Given, r.Given...)
	for _, m := range r.More {
		s.add(m)
	}
}

// every runs every schedule of each scenario.
func (s *searching) every() (p Part, f *Failure) {
	p.Ending = sched.Exhausted
	number, out := 0, 0
	for _, l := range s.levels {
		done, ran, from := 0, 0, s.sum.Executions
		for _, sc := range l.all {
			if number++; number%s.shards != s.shard {
				continue
			}
			if most := l.most; len(s.texts) == 0 && (most == 0 && s.sum.Executions > enough || most > 0 && s.sum.Executions-from > most) {
				continue
			}
			p.Of++
			ran++
			if !time.Now().Before(s.until) || s.long > s.until.Sub(s.start)/longShare {
				out++
				continue
			}
			o := s.options(searchTime)
			if len(s.texts) == 0 {
				o.Executions = searchRuns
				if !engine.Watched() {
					o.Strategy = strategy.NewDPOR() // so that Explore adds no random schedules: the fuzzer chooses some
				}
			}
			r := engine.Explore(s.player.program(sc), o)
			s.add(r)
			if r.Long > 0 {
				s.long += r.Took
			}
			s.tell(fmt.Sprintf("%s, %d of %d", l.name, done+1, len(l.all)))
			switch r.Ending {
			case report.Exhausted:
				p.Scenarios++
				done++
			case report.BoundHit:
				out++
				if r.Bound != "" && p.Says == "" {
					p.Says, _, _ = strings.Cut(r.Bound, ", else set Options.Steps")
				}
			default:
				p.Executions, p.Took = s.sum.Executions, time.Since(s.start)
				p.Ending, p.Says, f = s.broke(sc, r)
				return p, f
			}
		}
		if all := max(l.of, len(l.all)); all > ran && s.shards == 1 {
			s.unpicked = append(s.unpicked, fmt.Sprintf("%s: %d of %d", l.name, ran, all))
		}
	}
	p.Executions, p.Took = s.sum.Executions, time.Since(s.start)
	p.Unpicked = strings.Join(s.unpicked, ", ")
	if out > 0 {
		p.Ending, p.Says = sched.BoundHit, join(fmt.Sprintf("%d scenarios were not exhausted", out), p.Says)
	}
	return p, nil
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// tell tells the command how far the search is, about once a second.
func (s *searching) tell(doing string) {
	if os.Getenv(report.EnvResults) == "" || time.Since(s.saved) < time.Second {
		return
	}
	s.saved = time.Now()
	r := s.total()
	r.Ending = report.Running
	rep := r.Report(s.origin)
	rep.Doing = doing
	rep.Save()
}

// total returns the sum of all searches.
func (s *searching) total() engine.Result {
	r := s.sum
	r.Took = time.Since(s.start)
	return r
}

// save writes the result for the command.
func (s *searching) save(v *Verdict) {
	r := s.total()
	r.Ending = report.Ending(v.Every.Ending)
	r.Bound = ""
	if v.Every.Ending == sched.BoundHit {
		r.Bound = v.Every.Says
	}
	rep := r.Report(s.origin)
	rep.Scenarios, rep.Unpicked = v.Every.Scenarios, v.Every.Unpicked
	rep.Save()
}
