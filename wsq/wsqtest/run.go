package wsqtest

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/internal/panics"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/wsq"
)

// The replay command of a failure sets these flags.
var (
	seedFlag     = flag.Uint64("wsqtest.seed", 0, "wsqtest: seed of the random rules")
	scenarioFlag = flag.String("wsqtest.scenario", "", "wsqtest: the only scenario that the concurrent rules run")
	capacityFlag = flag.Int("wsqtest.capacity", 0, "wsqtest: capacity of the deques in the concurrent rules")
)

// Run tests a deque against all [Rules], each in a subtest. newDeque returns an empty
// deque. A bounded deque must hold exactly capacity items. An unbounded deque starts with
// room for capacity items, and may round that up.
//
// With the default options, Run judges 20,000 concurrent rounds and moves 2,000,000 items
// through the deque. With -short it does a tenth of that.
func Run[T any](t *testing.T, newDeque func(capacity int) wsq.Deque[T], o Options[T]) {
	t.Helper()
	if *seedFlag != 0 {
		o.Seed = *seedFlag
	}
	if *scenarioFlag != "" {
		o.Scenario = *scenarioFlag
	}
	if *capacityFlag != 0 {
		o.Capacity = *capacityFlag
	}
	s, err := newSuite(t.Name(), newDeque, o, testing.Short())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules[T]() {
		t.Run(r.Name, func(t *testing.T) {
			if r.Name == ruleSequential.Name && !s.hung {
				s.runSequential(t)
				return
			}
			out := s.try(t.Context(), r)
			switch {
			case out.Err != nil:
				t.Fatal(out.Err)
			case out.Found != nil:
				t.Fatal(report(t.Name(), out.Found))
			case out.Did == "":
				t.Skip("does not apply to this deque")
			}
			t.Log(out.Did)
		})
	}
}

// runSequential lets rapid report to the test itself. So rapid shrinks a failure, keeps it
// in testdata, and tries it first in the next run.
func (s *suite[T]) runSequential(t *testing.T) {
	t.Helper()
	var last *Finding
	defer func() {
		if last != nil {
			t.Log(report(t.Name(), last))
		}
	}()
	hang := time.AfterFunc(patience, func() {
		panic(fmt.Sprintf("wsqtest: rule %s is broken: an operation has not returned for %v", ruleSequential.Name, patience))
	})
	defer hang.Stop()
	rapid.Check(t, func(rt *rapid.T) {
		hang.Reset(patience)
		machine(rt, s.fresh, func(q *sequential, capacity int, broken string) {
			last = q.finding(ruleSequential, s.name, fmt.Sprintf("%s (capacity %d)", broken, capacity))
		})
	})
}

func report(test string, f *Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "wsqtest: %v\n", f)
	if f.History != nil {
		_ = f.History.WriteTable(&b)
	}
	fmt.Fprintf(&b, "replay: go test -run '^%s$'", strings.ReplaceAll(test, "/", "$/^"))
	if f.Replay != "" {
		b.WriteString(" " + f.Replay)
	}
	b.WriteString("\n")
	return b.String()
}

func newSuite[T any](name string, newDeque func(int) wsq.Deque[T], o Options[T], short bool) (*suite[T], error) {
	if newDeque == nil {
		return nil, errors.New("wsqtest: the function that makes a deque is nil")
	}
	o, err := o.orDefault(short)
	if err != nil {
		return nil, err
	}
	if err := makes(newDeque, cmp.Or(o.Capacity, 2)); err != nil {
		return nil, err
	}
	return &suite[T]{Options: o, name: name, newDeque: newDeque}, nil
}

// makes returns an error unless newDeque returns a deque.
func makes[T any](newDeque func(int) wsq.Deque[T], capacity int) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("wsqtest: the function that makes a deque panics if the capacity is %d: %v", capacity, v)
		}
	}()
	if newDeque(capacity) == nil {
		return errors.New("wsqtest: the function that makes a deque returns nil")
	}
	return nil
}

// Outcome is the result of one rule.
type Outcome struct {
	Rule  Rule
	Did   string   // what was run; empty if the rule does not apply
	Found *Finding // nil if the rule held
	Err   error    // why the rule did not run to its end, such as ctx's error

	// The counts that Did prints.
	Coverage *linearizability.Coverage // of the linearizable rule, else nil
	Ledger   *linearizability.Ledger   // of the exactly-once rule, else nil
}

// Check is [Run] outside of a test. It runs the rules in order, calls begin before each
// rule if begin is not nil, and calls each with the rule's outcome. A broken rule does not
// end it. It returns an error only for wrong options.
func Check[T any](ctx context.Context, name string, newDeque func(capacity int) wsq.Deque[T], o Options[T], begin func(Rule), each func(Outcome)) error {
	s, err := newSuite(name, newDeque, o, false)
	if err != nil {
		return err
	}
	for _, r := range rules[T]() {
		if begin != nil {
			begin(r.Rule)
		}
		each(s.try(ctx, r))
	}
	return nil
}

// patience is how long a rule without its own limit may take. These rules take
// milliseconds.
const patience = 30 * time.Second

// try runs one rule. A panic breaks the rule, and so does an operation that does not
// return. The goroutine of such an operation is still there, so no other rule is tried
// after it.
func (s *suite[T]) try(ctx context.Context, r rule[T]) Outcome {
	if err := ctx.Err(); err != nil {
		return Outcome{Rule: r.Rule, Err: err}
	}
	if s.hung {
		return Outcome{Rule: r.Rule, Err: errors.New("not tried: an operation has not returned in another rule")}
	}
	ended := make(chan Outcome, 1)
	go func() { ended <- s.run(ctx, r) }()
	var late <-chan time.Time
	if r.Name != ruleAccount.Name && r.Name != ruleLinearizable.Name {
		late = time.After(patience)
	}
	select {
	case out := <-ended:
		f := out.Found
		s.hung = f != nil && f.Failure != nil && f.Failure.Rule == linearizability.RuleReturns
		return out
	case <-late:
		s.hung = true
		stacks := make([]byte, 1<<16)
		stacks = stacks[:runtime.Stack(stacks, true)]
		return Outcome{Rule: r.Rule, Found: &Finding{Rule: r.Rule, Broken: fmt.Sprintf("an operation has not returned for %v\n%s", patience, stacks)}}
	}
}

func (s *suite[T]) run(ctx context.Context, r rule[T]) (out Outcome) {
	out.Rule = r.Rule
	defer func() {
		if p := recover(); p != nil {
			text := panics.Text(p)
			out.Found = &Finding{Rule: r.Rule, Broken: text, Panic: text}
		}
	}()
	tried, found, err := r.check(s, ctx)
	out = tried.outcome(r.Rule)
	out.Found, out.Err = found, err
	return out
}
