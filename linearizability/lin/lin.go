package lin

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

// TB has the methods of a *testing.T that Check needs.
type TB interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
}

// An Option says what to check, and how: an [Op], a [Scenario], a [Condition], a [Progress], [Relaxed] or a bound.
type Option interface{ apply(*config) }

type option func(*config)

func (f option) apply(c *config) { f(c) }

// config is what the options of a Check say.
type config struct {
	ops       []*operation
	texts     []string // scenarios of the user
	condition Condition
	relaxed   int // how far out of order operations may be
	progress  Progress
	ownSteps  *int // of an operation, for wait-freedom
	budget    time.Duration
	rounds    int
}

// apply makes a Condition an Option.
func (c Condition) apply(to *config) { to.condition = c }

// Scenario is a scenario of your own. With at least one of them, no others are generated. Calls of a
// thread are separated by blanks, and threads by "|", as in "Put(1, 2) Get(1) | Delete(1)". With one
// ";", the calls before it prepare the structure. The calls after a second ";" are made at the end,
// by one thread. If there is no second ";", Check adds such calls. A Scenario has at most 8 threads and 56 calls.
func Scenario(text string) Option {
	return option(func(c *config) { c.texts = append(c.texts, text) })
}

// For bounds the time of a Check. Without it, the bound of stealproof check is that of its flag -time, or a minute. The
// bound of go test is two seconds. The search of every schedule leaves a scenario
// after five seconds. A negative time fails the test.
func For(d time.Duration) Option { return option(func(c *config) { c.budget = d }) }

// Rounds is how often each scenario is run on real cores. The default is 100. A negative number fails the test.
func Rounds(n int) Option { return option(func(c *config) { c.rounds = n }) }

// Check checks a structure by a specification. The function create makes a new structure in each call. The function
// spec makes a value of a plain sequential type with the same methods. Check generates small
// concurrent scenarios of the operations, runs them, and compares the results with those of the
// specification. The test fails if no order of the operations explains the results. It also fails
// after a data race, a deadlock or a panic. The message has the smallest scenario and the smallest
// schedule that were found.
//
// In a test binary of stealproof check, it runs every schedule of each scenario, and then a
// fuzzer chooses larger ones with their schedules. In a plain go test, it runs the scenarios on real cores. The verdict says
// which of these ran, and how far. Check blocks until then.
//
// States of the specification, arguments and results are copied and compared by value. See the
// package documentation for what that means. Wrong options fail the test.
func Check[S, M any](t TB, create func() S, spec func() M, options ...Option) Verdict {
	t.Helper()
	var c config
	for i, o := range options {
		if o == nil {
			t.Errorf("lin: option %d is nil", i+1)
			return unchecked()
		}
		o.apply(&c)
	}
	k, err := newChecker(t, create, spec, &c)
	if err != nil {
		t.Errorf("lin: %v", err)
		return unchecked()
	}
	return k.check()
}

// unchecked is the verdict of a Check that was not possible.
func unchecked() Verdict {
	none := Part{Ending: sched.NotChecked}
	return Verdict{Every: none, Fuzz: none, Cores: none}
}

// checker is a running Check.
type checker struct {
	*config
	t      TB
	m      *machine
	player *player
	judge  *judge
	gen    *generator
	levels []level
}

func newChecker[S, M any](t TB, create func() S, spec func() M, c *config) (*checker, error) {
	structure, state := reflect.TypeFor[S](), reflect.TypeFor[M]()
	if create == nil || spec == nil {
		return nil, errors.New("a function that makes the structure or the specification is nil")
	}
	if len(c.ops) == 0 {
		return nil, errors.New("no operations: give some with lin.Op")
	}
	if err := c.possible(state); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, o := range c.ops {
		if names[o.name] {
			return nil, fmt.Errorf("two operations have the name %s", o.name)
		}
		names[o.name] = true
		if err := o.types(structure); err != nil {
			return nil, err
		}
	}
	if err := c.bind(state); err != nil {
		return nil, err
	}
	if err := c.relaxable(); err != nil {
		return nil, err
	}
	m := newMachine(c.ops, func() reflect.Value { return typed(spec()) })
	if err := m.begin(); err != nil {
		return nil, err
	}
	k := &checker{config: c, t: t, m: m, player: &player{m: m, create: func() reflect.Value { return typed(create()) }}, judge: newJudge(c.rules(m), c.condition)}
	if c.ownSteps != nil {
		k.player.most = *c.ownSteps
	}
	err := k.plan()
	if m.fault != nil {
		return nil, m.fault // no scenario may be left because of it
	}
	return k, err
}

// typed returns a value whose type is V, also if V is an interface.
func typed[V any](v V) reflect.Value { return reflect.ValueOf(&v).Elem() }

// plan makes the scenarios.
func (k *checker) plan() error {
	k.gen = newGenerator(k.m)
	if len(k.texts) == 0 {
		for _, s := range shapes {
			k.levels = append(k.levels, k.gen.level(s, k.gen.prepared))
		}
		for _, s := range afterFilling {
			l := k.gen.level(s, k.gen.filled)
			l.most = enoughAfter
			k.levels = append(k.levels, l)
		}
		return k.gen.uncalled(k.levels)
	}
	own := level{name: "of the test"}
	for _, text := range k.texts {
		s, given, err := k.m.parse(text)
		if err != nil {
			return err
		}
		if len(s.Threads) == 0 || len(s.Threads) > maxThreads || parts(s) > mostOps-mostAfter {
			return tooLarge(text)
		}
		k.m.trusting = true // what is not known is the user's affair
		if ok := given && k.m.legal(s) || !given && k.gen.finish(s); !ok {
			return fmt.Errorf("scenario %q: in some order, the specification does not allow a call, or a role has two threads, or the preparation waits for ever", text)
		}
		if parts(s) > mostOps { // calls were added in the end
			return tooLarge(text)
		}
		own.all = append(own.all, s)
	}
	k.levels = []level{own}
	return nil
}
