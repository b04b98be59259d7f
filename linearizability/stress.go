package linearizability

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/stealproof/stealproof/model"
)

// Target is a deque under test: how to make it, and by which specification to judge it.
type Target struct {
	Name string
	// New returns an empty deque. capacity is the bound of a bounded deque, and the first
	// size of an unbounded one.
	New func(capacity int) model.Subject
	// Again returns a cheaper form of New, for a caller that needs only one deque at a
	// time: each call of the returned function invalidates the Subject of the call before.
	// If Again is nil, such a caller uses New.
	Again func() func(capacity int) model.Subject
	// Spec returns the specification of a deque with this capacity.
	Spec func(capacity int) model.Spec
}

// Options configure [Stress]. The zero value runs 20,000 random rounds.
type Options struct {
	Seed     uint64
	Rounds   int             // number of rounds; 0 means 20,000, or no limit if For is set
	For      time.Duration   // stop after this time; 0 means no limit
	Shape    model.Shape     // bounds of random scenarios
	Scenario *model.Scenario // if not nil, run only this scenario
	Capacity int             // capacity of the deques; 0 means a random one from 1 to 8
	Progress func(Coverage)  // called now and then, if not nil
}

// Coverage counts what a run did, and which concurrent situations it met. A run that met
// none of the situations has tested sequential code only.
type Coverage struct {
	Rounds     int // scenarios run
	Goroutines int // the largest number of goroutines in one of them
	Ops        int // operations recorded
	Distinct   int // histories that differ in order or results; each was judged once

	Overlaps  int // pairs of operations of one round that overlapped
	Steals    int // items stolen while the owner was active
	Retries   int // steals that returned Retry
	LastItem  int // rounds in which owner and thief raced for one item and one of them lost
	Grown     int // rounds with more items in the deque than its first capacity
	Refused   int // pushes refused
	Reclaimed int // rounds with more pushes than the capacity, and a steal before the last of them
}

// Add adds the coverage of another run.
func (c *Coverage) Add(d Coverage) {
	c.Rounds += d.Rounds
	c.Goroutines = max(c.Goroutines, d.Goroutines)
	c.Ops += d.Ops
	c.Distinct += d.Distinct
	c.Overlaps += d.Overlaps
	c.Steals += d.Steals
	c.Retries += d.Retries
	c.LastItem += d.LastItem
	c.Grown += d.Grown
	c.Refused += d.Refused
	c.Reclaimed += d.Reclaimed
}

// Missing returns the situations that a run under this specification should have met but
// did not. It returns nil if there are none.
func (c Coverage) Missing(spec model.Spec) []string {
	var missing []string
	need := func(n int, what string) {
		if n == 0 {
			missing = append(missing, what)
		}
	}
	need(c.Overlaps, "overlapping operations")
	need(c.Steals, "a steal while the owner was active")
	if !spec.NeverRetries && !spec.Contended {
		need(c.Retries, "a Retry")
	}
	if spec.Hidden == 0 {
		need(c.LastItem, "a race for the last item")
	}
	if spec.Capacity == 0 {
		need(c.Grown, "growth")
	} else {
		need(c.Refused, "a refused push")
	}
	return missing
}

// Failure is a round that broke a rule.
type Failure struct {
	Rule     string         // the broken rule, one of the Rule constants
	Detail   string         // stacks, for a panic or an operation that did not return
	History  *model.History // the whole round; nil after a panic or if it did not end
	Small    *model.History // History reduced, if it is a violation
	Scenario model.Scenario // the round's scenario
	Capacity int
	Round    int           // number of the round, from 1
	After    time.Duration // since the run began
}

// The rules that a round can break.
const (
	RuleLinearizable = "linearizable"
	RuleJudged       = "judged in time"
	RulePanic        = "does not panic"
	RuleReturns      = "returns"
)

func (f *Failure) Error() string {
	text := fmt.Sprintf("rule broken: %s (round %d, after %v, capacity %d", f.Rule, f.Round, f.After.Round(time.Millisecond), f.Capacity)
	if f.Scenario.Size() > 0 {
		text += ", scenario: " + f.Scenario.String()
	}
	return text + ")"
}

// judgement is the judge's time limit for the history of one round. Rounds are small, so
// the limit is generous, and reaching it is a failure.
const judgement = 10 * time.Second

// roundLimit is the time after which a batch of small rounds counts as hung.
const roundLimit = 20 * time.Second

// limit is the time after which these rounds count as hung.
func limit(rounds []*round) time.Duration {
	d := roundLimit
	for _, r := range rounds {
		d += time.Duration(r.scenario.Size()) * time.Millisecond
	}
	return d
}

// Stress runs small concurrent rounds, each on its own deque. It records each round, and
// judges each history that has not occurred before. It blocks until the rounds are done,
// the time is over or a rule is broken. It returns the first failure, or ctx's error if ctx
// ended it. It also returns an error if the scenario needs an operation that the deque does
// not have.
func Stress(ctx context.Context, target Target, o Options) (Coverage, *Failure, error) {
	if o.Rounds == 0 && o.For == 0 {
		o.Rounds = 20_000
	}
	s := &stress{target: target, o: o, judged: map[string]bool{}, start: time.Now()}
	if o.Scenario != nil {
		if err := o.Scenario.Runnable(target.New(max(1, o.Capacity))); err != nil {
			return s.Coverage, nil, err
		}
	}
	failure, err := s.run(ctx)
	return s.Coverage, failure, err
}

type stress struct {
	Coverage
	o      Options
	target Target
	judged map[string]bool // canonical histories that are linearizable
	start  time.Time
}

// batch is the number of rounds that the team runs before their histories are judged.
const batch = 64

func (s *stress) run(ctx context.Context) (*Failure, error) {
	participants := 1 + s.o.Shape.Thieves()
	if s.o.Scenario != nil {
		participants = 1 + len(s.o.Scenario.Thieves)
	}
	team := newTeam(participants, BestClock())
	defer team.close()
	rng := rand.New(rand.NewPCG(s.o.Seed, 1))
	lastReport := s.start
	for s.o.Rounds == 0 || s.Rounds < s.o.Rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if s.o.For > 0 && time.Since(s.start) >= s.o.For {
			break
		}
		rounds, capacities := s.draw(rng)
		var hung *errHung
		if err := team.run(rounds, limit(rounds)); errors.As(err, &hung) {
			return s.hung(rounds, capacities, hung), nil
		}
		for i, r := range rounds {
			if f := s.judge(r, capacities[i]); f != nil {
				return f, nil
			}
		}
		if s.o.Progress != nil && time.Since(lastReport) > 100*time.Millisecond {
			lastReport = time.Now()
			s.o.Progress(s.Coverage)
		}
	}
	return nil, nil
}

func (s *stress) draw(rng *rand.Rand) (rounds []*round, capacities []int) {
	n := batch
	if s.o.Rounds > 0 {
		n = min(n, s.o.Rounds-s.Rounds)
	}
	for range n {
		capacity := s.o.Capacity
		if capacity == 0 {
			capacity = 1 + rng.IntN(8)
		}
		r := &round{subject: s.target.New(capacity), seed: rng.Uint64()}
		if s.o.Scenario != nil {
			r.scenario = *s.o.Scenario
		} else {
			r.scenario = s.o.Shape.Random(r.subject, rng.IntN)
		}
		rounds = append(rounds, r)
		capacities = append(capacities, capacity)
	}
	return rounds, capacities
}

func (s *stress) fail(rule string, r *round, capacity int) *Failure {
	return &Failure{Rule: rule, Scenario: r.scenario, Capacity: capacity, Round: s.Rounds, After: time.Since(s.start)}
}

func (s *stress) hung(rounds []*round, capacities []int, hung *errHung) *Failure {
	for i, r := range rounds {
		s.Rounds++
		if r.left.Load() > 0 {
			f := s.fail(RuleReturns, r, capacities[i])
			f.Detail = hung.stacks
			return f
		}
	}
	// The last round ended just after the limit. It counts as hung all the same.
	f := s.fail(RuleReturns, rounds[len(rounds)-1], capacities[len(rounds)-1])
	f.Detail = hung.stacks
	return f
}

func (s *stress) judge(r *round, capacity int) *Failure {
	s.Rounds++
	s.Goroutines = max(s.Goroutines, 1+len(r.scenario.Thieves))
	if p := r.panicked.Load(); p != nil {
		f := s.fail(RulePanic, r, capacity)
		f.Detail = *p
		return f
	}
	spec := s.target.Spec(capacity)
	h := &model.History{Subject: s.target.Name, Spec: spec, Scenario: r.scenario.String(), Seed: s.o.Seed, Ops: r.history()}
	h.SortByCall()
	key := s.observe(h, capacity)
	if s.judged[key] {
		return nil
	}
	switch Check(h, judgement) {
	case Linearizable:
		if len(s.judged) < 1<<20 {
			s.judged[key] = true
		}
		s.Distinct++
		return nil
	case Unknown:
		f := s.fail(RuleJudged, r, capacity)
		f.History = h
		return f
	}
	f := s.fail(RuleLinearizable, r, capacity)
	f.History, f.Small = h, Reduce(h, judgement)
	return f
}
