package wsqtest

import (
	"fmt"
	"reflect"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq"
)

// Item is the recommended item of a deque under test. The suite can test only with Items
// whether the garbage collector can free taken items.
type Item struct {
	ID int
	// The runtime may put small values without pointers together, and then frees them
	// together. An Item is large enough, and has a pointer, so that the collector frees
	// each one by itself.
	_ *Item
	_ [6]uint64
}

// Options configure [Run] and [Check]. The zero value is right for a deque of *Item, *int
// or int that declares its contract. A deque that declares none is judged by the zero
// Contract: strict, unbounded, may return Retry.
type Options[T any] struct {
	// Contract replaces the deque's own contract. A Capacity other than 0 only says that
	// the deque is bounded: its bound is the capacity that newDeque gets.
	Contract *wsq.Contract
	// Make turns a number into an item, and ID turns the item back. Set both for items that
	// are not *Item, *int or int.
	Make func(id int) T
	ID   func(v T) int
	// Rounds is the number of rounds of the concurrent scenarios. The default is 20,000, or
	// 2,000 with -short.
	Rounds int
	// Items is the number of items of the long run. The default is 2,000,000, or 200,000
	// with -short.
	Items int
	// ItemsFor ends the long run after this time, even if it has not reached Items. Zero
	// means no limit.
	ItemsFor time.Duration
	// Seed seeds everything that is random. The default is 1.
	Seed uint64
	// Scenario replays a failure: the concurrent rules run only this scenario, in text
	// form.
	Scenario string
	// Capacity is the capacity of the deques in the concurrent rules. By default it varies.
	Capacity int
	// Patience is how long the linearizable rule runs on after its rounds if they have not
	// met every required situation. After that the rule fails as vacuous. The default is a
	// minute.
	Patience time.Duration
	// Retains says that the deque may keep references to taken items. The suite then leaves
	// out the rule "released", which is about memory only.
	Retains bool
	// NoRequests says that the owner of a [wsq.Public] deque need not answer a thief's
	// Empty: it publishes items by itself, such as a block when that is full. The suite then
	// leaves out the rule "request-is-answered".
	NoRequests bool
	// Progress, if not nil, is called now and then in the long rules, with the outcome so
	// far.
	Progress func(Outcome)
}

func (o Options[T]) orDefault(short bool) (Options[T], error) {
	fill := func(field *int, long, brief int) {
		if *field == 0 {
			*field = long
			if short {
				*field = brief
			}
		}
	}
	if o.Rounds < 0 || o.Items < 0 || o.Capacity < 0 {
		return o, fmt.Errorf("wsqtest: Rounds, Items and Capacity are %d, %d and %d; want 0 or more", o.Rounds, o.Items, o.Capacity)
	}
	if o.Scenario != "" {
		if _, err := model.ParseScenario(o.Scenario); err != nil {
			return o, fmt.Errorf("wsqtest: Options.Scenario: %w", err)
		}
	}
	fill(&o.Rounds, 20_000, 2_000)
	fill(&o.Items, 2_000_000, 200_000)
	if o.Seed == 0 {
		o.Seed = 1
	}
	if o.Patience == 0 {
		o.Patience = time.Minute
	}
	if o.Make == nil && o.ID == nil {
		var known any
		switch any(*new(T)).(type) {
		case int:
			known = Options[int]{Make: func(id int) int { return id }, ID: func(v int) int { return v }}
		case *int:
			known = Options[*int]{Make: func(id int) *int { return &id }, ID: func(v *int) int {
				if v == nil {
					return 0
				}
				return *v
			}}
		case *Item:
			known = Options[*Item]{Make: func(id int) *Item { return &Item{ID: id} }, ID: func(v *Item) int {
				if v == nil {
					return 0
				}
				return v.ID
			}}
		default:
			return o, fmt.Errorf("wsqtest: items are %s: set Options.Make and Options.ID, or test with *wsqtest.Item", reflect.TypeFor[T]())
		}
		k := known.(Options[T])
		o.Make, o.ID = k.Make, k.ID
	}
	if o.Make == nil || o.ID == nil {
		return o, fmt.Errorf("wsqtest: set both Options.Make and Options.ID, or neither")
	}
	return o, nil
}

// Spec returns the specification for a contract.
func Spec(c wsq.Contract) model.Spec {
	s := model.Spec{Capacity: c.Capacity, NeverRetries: c.NeverRetries}
	switch c.Empty {
	case wsq.AllButOne:
		s.Hidden = 1
	case wsq.Public:
		s.Hidden = model.AnyNumber
	case wsq.StrictOrRetry:
		s.Contended, s.NeverRetries = true, false
	}
	if c.KeepsLast {
		s.Keeps = 1
	}
	if c.FullUntilEmpty {
		s.Slots = model.UntilEmpty
	}
	return s
}

// suite is one deque under test, with its options filled in.
type suite[T any] struct {
	Options[T]
	name     string
	newDeque func(capacity int) wsq.Deque[T]
	hung     bool // an operation has not returned; its goroutine still runs
}

// declared reports whether the deque or the caller has stated a contract.
func (s *suite[T]) declared() bool {
	_, can := s.newDeque(1).(wsq.Declarer)
	return can || s.Contract != nil
}

func (s *suite[T]) contract(d wsq.Deque[T]) wsq.Contract {
	if s.Contract != nil {
		return *s.Contract
	}
	if d, can := d.(wsq.Declarer); can {
		return d.Contract()
	}
	return wsq.Contract{}
}

// fresh returns a new deque and its specification. The bound of a bounded deque is the
// argument capacity, unless the deque declares another.
func (s *suite[T]) fresh(capacity int) (model.Subject, model.Spec) {
	d := s.newDeque(capacity)
	spec := Spec(s.contract(d))
	if a, is := d.(interface{ mayLoseRaces() bool }); is && a.mayLoseRaces() {
		spec.Contended, spec.NeverRetries = true, false
	}
	if s.Contract != nil && spec.Capacity > 0 {
		spec.Capacity = capacity
	}
	return Subject(d, s.Make, s.ID), spec
}

func (s *suite[T]) progress(r Rule, so evidence) {
	if s.Progress != nil {
		s.Progress(so.outcome(r))
	}
}

// Target returns the deque in the form that package linearizability runs. It uses only the
// options Contract, Make and ID. It returns an error if these are wrong, or if newDeque
// makes no deque.
func Target[T any](name string, newDeque func(capacity int) wsq.Deque[T], o Options[T]) (linearizability.Target, error) {
	s, err := newSuite(name, newDeque, o, false)
	if err != nil {
		return linearizability.Target{}, err
	}
	return s.target(), nil
}

func (s *suite[T]) target() linearizability.Target {
	return linearizability.Target{
		Name: s.name,
		New:  func(capacity int) model.Subject { return Subject(s.newDeque(capacity), s.Make, s.ID) },
		Again: func() func(capacity int) model.Subject {
			a := newAdapter(s.Make, s.ID)
			return func(capacity int) model.Subject { return a.on(s.newDeque(capacity)) }
		},
		Spec: func(capacity int) model.Spec {
			_, spec := s.fresh(capacity)
			return spec
		},
	}
}
