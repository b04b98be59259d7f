package wsqtest

import (
	"context"
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/internal/panics"
	"github.com/stealproof/stealproof/model"
)

// sequential runs a deque in one goroutine and compares each answer with the specification.
type sequential struct {
	subject model.Subject
	spec    model.Spec
	state   model.State
	pushes  int
	time    int64
	ops     []model.Operation
	// panicked is the panic value of an operation, with the line that panicked.
	panicked string
}

// do runs one action. It returns a description of the fault, or "" if there was none.
func (q *sequential) do(a model.Action) (broken string) {
	defer func() {
		if p := recover(); p != nil {
			q.panicked = fmt.Sprintf("%s panicked: %s", a.Kind, strings.TrimPrefix(panics.Text(p), "panic: "))
			broken = q.panicked
		}
	}()
	if a.Kind == model.Push {
		q.pushes++
	}
	done := len(q.ops)
	q.ops = q.subject.Do(a, client(a.Kind), q.pushes, q.now, q.ops)
	if a.Kind == model.Batch {
		if broken := q.half(a, q.ops[done:]); broken != "" {
			return broken
		}
	}
	for _, o := range q.ops[done:] {
		next, ok := q.spec.Step(q.state, o)
		if !ok {
			return fmt.Sprintf("with %v in the deque, the oldest first: %v", q.state, o)
		}
		if o.Status == model.Retry {
			return fmt.Sprintf("with %v in the deque: %v, though nothing else was going on", q.state, o)
		}
		q.state = next
	}
	return ""
}

// half checks the size of a batch. The specification does not, because it is about single
// items.
func (q *sequential) half(a model.Action, ops []model.Operation) string {
	n := q.state.Len()
	want := min((n+1)/2, a.Max)
	if n == 0 || q.spec.Hidden != 0 || len(ops) == want && ops[0].Takes() {
		return ""
	}
	got := len(ops)
	if !ops[0].Takes() {
		got = 0
	}
	return fmt.Sprintf("with %v in the deque, a batch of at most %d took %d items, want %d", q.state, a.Max, got, want)
}

func (q *sequential) now() int64 {
	q.time++
	return q.time
}

func client(k model.Kind) int {
	if k.Owned() {
		return 0
	}
	return 1
}

func (q *sequential) finding(r Rule, name, broken string) *Finding {
	h := &model.History{Subject: name, Spec: q.spec, Ops: q.ops}
	return &Finding{Rule: r, Broken: broken, History: h, Panic: q.panicked}
}

var ruleSequential = Rule{"sequential", "in random operations by one goroutine, on a deque of tiny capacity from which up to 20 items were stolen at first, each answer is one that the specification allows"}

// machine is the body of a rapid property. It runs random operations on a new deque in one
// goroutine and compares each answer with the specification. The capacity is tiny, and the
// top has already advanced.
func machine(t *rapid.T, fresh func(capacity int) (model.Subject, model.Spec), found func(q *sequential, capacity int, broken string)) {
	capacity := rapid.IntRange(1, 4).Draw(t, "capacity")
	ahead := rapid.IntRange(0, 20).Draw(t, "stolen at first")
	subject, spec := fresh(capacity)
	q := &sequential{subject: subject, spec: spec}
	do := func(t *rapid.T, a model.Action) {
		if broken := q.do(a); broken != "" {
			found(q, capacity, broken)
			t.Fatalf("%s (capacity %d)\n%s", broken, capacity, q.table())
		}
	}
	for range ahead {
		do(t, model.Action{Kind: model.Push})
		do(t, model.Action{Kind: model.Steal})
	}
	actions := map[string]func(*rapid.T){}
	for _, k := range []model.Kind{model.Push, model.Pop, model.PopTop, model.Steal, model.Scrub} {
		if subject.Offers(k) {
			actions[k.String()] = func(t *rapid.T) { do(t, model.Action{Kind: k}) }
		}
	}
	// Without bursts of pushes, growth would be too rare.
	actions["burst"] = func(t *rapid.T) {
		for range rapid.IntRange(2, 12).Draw(t, "pushes") {
			do(t, model.Action{Kind: model.Push})
		}
	}
	if subject.Offers(model.Batch) {
		actions["batch"] = func(t *rapid.T) {
			do(t, model.Action{Kind: model.Batch, Max: rapid.IntRange(1, 6).Draw(t, "at most")})
		}
	}
	t.Repeat(actions)
	// The items that are left come out in order.
	for q.state.Len() > 0 {
		do(t, model.Action{Kind: model.Pop})
	}
	do(t, model.Action{Kind: model.Pop})
}

func (q *sequential) table() string {
	var b strings.Builder
	h := model.History{Spec: q.spec, Ops: q.ops}
	if h.WriteTable(&b) != nil {
		return ""
	}
	return b.String()
}

// sequentialRule runs machine under rapid, which shrinks a failure.
func (s *suite[T]) sequentialRule(context.Context) (evidence, *Finding, error) {
	var last *Finding
	property := func(rt *rapid.T) {
		machine(rt, s.fresh, func(q *sequential, capacity int, broken string) {
			last = q.finding(ruleSequential, s.name, fmt.Sprintf("%s (capacity %d)", broken, capacity))
		})
	}
	log, failed := quietly(s.name, s.Seed, property)
	switch {
	case !failed:
		return did("%d random programs", programs), nil, nil
	case last == nil:
		return evidence{}, nil, fmt.Errorf("rapid: %s", log)
	}
	return evidence{}, last, nil
}
