package wsqtest

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

var (
	ruleRequest = Rule{"request-is-answered", "if a thief got Empty because no item was public, the owner's next Push or Pop makes an item public, if the owner has any; Options.NoRequests leaves it out"}

	ruleHandOver = Rule{"hand-over", "ownership may move from goroutine to goroutine, if each hand-over synchronizes"}

	ruleAccount = Rule{"exactly-once", "in a long run with thieves that steal without pause, each item is taken exactly once, none is lost or invented, each thief gets items in the order of their pushes, and an empty Pop means that the deque was empty"}

	ruleLinearizable = Rule{"linearizable", "each small concurrent round is linearizable: its operations, and the Pops that empty the deque at the end, can be put in an order that respects time and the deque's contract"}
)

func (s *suite[T]) requestRule(context.Context) (evidence, *Finding, error) {
	if _, spec := s.fresh(4); spec.Hidden != model.AnyNumber || s.NoRequests {
		return evidence{}, nil, nil
	}
	for _, next := range []model.Kind{model.Push, model.Pop} {
		subject, spec := s.fresh(4)
		alone := sequential{subject: subject, spec: spec}
		for _, k := range []model.Kind{model.Push, model.Push, model.Push, model.Steal, next, model.Steal} {
			if broken := alone.do(model.Action{Kind: k}); broken != "" {
				return evidence{}, alone.finding(ruleRequest, s.name, broken), nil
			}
		}
		n := len(alone.ops)
		if asked, got := alone.ops[n-3], alone.ops[n-1]; asked.Status == model.Empty && !got.Takes() {
			return evidence{}, alone.finding(ruleRequest, s.name, fmt.Sprintf("after a request and a %s: %v", next, got)), nil
		}
	}
	return did("2 programs"), nil, nil
}

func (s *suite[T]) handOverRule(context.Context) (evidence, *Finding, error) {
	subject, spec := s.fresh(2)
	alone := &sequential{subject: subject, spec: spec}
	next := model.Shape{MaxOwner: 1}
	intn := model.RandomSource(s.Seed)
	const turns = 2000
	for range turns {
		// Each turn runs in a new goroutine. The channel hands the deque over.
		broken := make(chan string)
		go func() {
			broken <- alone.do(next.Random(subject, intn).Owner[0])
		}()
		if b := <-broken; b != "" {
			return evidence{}, alone.finding(ruleHandOver, s.name, b), nil
		}
	}
	return did("%d turns", turns), nil, nil
}

func (s *suite[T]) accountRule(ctx context.Context) (evidence, *Finding, error) {
	if s.Scenario != "" {
		return evidence{}, nil, nil
	}
	capacity := s.Capacity
	if capacity == 0 {
		capacity = 8
	}
	ledger, failure, err := linearizability.Account(ctx, s.target(), linearizability.AccountOptions{
		Items: s.Items, For: s.ItemsFor, Thieves: 3, Capacity: capacity, Seed: s.Seed,
		Progress: func(l linearizability.Ledger) { s.progress(ruleAccount, evidence{ledger: &l}) },
	})
	done := evidence{ledger: &ledger}
	switch {
	case err != nil:
		return done, nil, err
	case failure != nil:
		return done, &Finding{
			Rule:    ruleAccount,
			Broken:  fmt.Sprintf("%s: %s", failure.Rule, failure.Detail),
			Replay:  fmt.Sprintf("-wsqtest.seed=%d", s.Seed),
			Failure: failure,
			Panic:   panicOf(failure),
		}, nil
	case ledger.Stolen == 0:
		return done, &Finding{Rule: ruleAccount, Vacuous: true, Broken: "vacuous: the thieves never got an item, so nothing was tested"}, nil
	}
	return done, nil, nil
}

// variety is one kind of round.
type variety struct {
	shape model.Shape
	share int  // of all rounds, in twentieths
	noise bool // run noise beside the rounds; see linearizability.Preempt
}

// Together these shapes reach races for the last item, growth, and indices that go round
// the array.
var varieties = []variety{
	// Few items, many thieves.
	{model.Shape{MaxOwner: 4, MaxThieves: max(3, runtime.NumCPU()+1), MaxSteals: 2}, 4, false},
	// One thief against the owner.
	{model.Shape{MaxOwner: 8, MaxThieves: 1, MaxSteals: 5}, 4, false},
	// The top has already advanced far.
	{model.Shape{MaxPrepare: 10, MaxOwner: 6, MaxThieves: 3, MaxSteals: 3}, 5, false},
	// An owner with many operations, for growth.
	{model.Shape{MaxPrepare: 4, MaxOwner: 14, MaxThieves: 2, MaxSteals: 4}, 4, false},
	// Thieves against thieves.
	{model.Shape{MaxPrepare: 12, MaxOwner: 2, MaxThieves: max(3, runtime.NumCPU()+1), MaxSteals: 6}, 2, false},
	// Noise stops some goroutines in the middle of an operation.
	{model.Shape{MaxPrepare: 4, MaxOwner: 8, MaxThieves: 3, MaxSteals: 3}, 1, true},
}

func (s *suite[T]) linearizableRule(ctx context.Context) (evidence, *Finding, error) {
	var all linearizability.Coverage
	_, required := s.fresh(1)
	if !s.declared() {
		// The zero contract allows Retry, but this deque may never return it.
		required.NeverRetries = true
	}
	options := linearizability.Options{Seed: s.Seed, Rounds: s.Rounds, Capacity: s.Capacity}
	options.Progress = func(c linearizability.Coverage) {
		c.Add(all)
		s.progress(ruleLinearizable, evidence{coverage: &c})
	}
	stress := func() (*linearizability.Failure, error) {
		coverage, failure, err := linearizability.Stress(ctx, s.target(), options)
		all.Add(coverage)
		return failure, err
	}
	if s.Scenario != "" {
		sc, err := model.ParseScenario(s.Scenario)
		if err != nil {
			return evidence{}, nil, err
		}
		options.Scenario = &sc
		failure, err := stress()
		return evidence{coverage: &all}, s.broken(failure), err
	}
	for _, v := range varieties {
		options.Shape = v.shape
		options.Rounds = max(1, s.Rounds*v.share/20)
		failure, err := v.run(stress)
		if failure != nil || err != nil {
			return evidence{coverage: &all}, s.broken(failure), err
		}
	}
	// More rounds may meet the missing situations. On a busy machine, goroutines seldom
	// meet.
	patience := time.Now().Add(s.Patience)
	for more := 1; len(all.Missing(required)) > 0 && time.Now().Before(patience); more++ {
		options.Seed = s.Seed + uint64(more)
		options.Rounds = 2_000
		v := varieties[more%len(varieties)]
		options.Shape = v.shape
		v.noise = v.noise || more%2 == 1 // without noise, goroutines never meet on one core
		if failure, err := v.run(stress); failure != nil || err != nil {
			return evidence{coverage: &all}, s.broken(failure), err
		}
	}
	if missing := all.Missing(required); len(missing) > 0 {
		return evidence{coverage: &all}, &Finding{
			Rule:    ruleLinearizable,
			Vacuous: true,
			Broken:  fmt.Sprintf("vacuous: %d rounds never met %s, so they show too little", all.Rounds, strings.Join(missing, ", ")),
		}, nil
	}
	return evidence{coverage: &all}, nil, nil
}

// run runs the rounds, with noise if the variety asks for it.
func (v variety) run(rounds func() (*linearizability.Failure, error)) (*linearizability.Failure, error) {
	if v.noise {
		stop := linearizability.Preempt(1)
		defer stop()
	}
	return rounds()
}

func (s *suite[T]) broken(f *linearizability.Failure) *Finding {
	if f == nil {
		return nil
	}
	found := &Finding{
		Rule:    ruleLinearizable,
		Broken:  f.Error(),
		Replay:  fmt.Sprintf("-wsqtest.seed=%d -wsqtest.capacity=%d -wsqtest.scenario=%q", s.Seed, f.Capacity, f.Scenario),
		History: f.Small,
		Failure: f,
	}
	if f.Small == nil {
		found.History = f.History
	}
	if f.Detail != "" {
		found.Broken += "\n" + f.Detail
	}
	if found.Panic = panicOf(f); found.Panic != "" {
		found.Panic += "\n" + f.Error()
	}
	return found
}

// panicOf returns the deque's panic value with the line that panicked, or "" if the deque
// did not panic.
func panicOf(f *linearizability.Failure) string {
	if f.Rule != linearizability.RulePanic {
		return ""
	}
	return strings.TrimPrefix(f.Detail, "panic: ")
}
