package wsqtest

import "github.com/stealproof/stealproof/wsq"

// Methods are the operations of a deque whose methods differ from [wsq.Deque]. Most deques
// elsewhere answer a thief with a value and a bool, with nil, or with an error.
//
//	wsqtest.Methods[*Task]{
//		Push:  wsqtest.Always(d.PushBottom), // has no result
//		Pop:   wsqtest.NotNil(d.PopBottom),  // returns nil if there is no item
//		Steal: d.Steal,                      // returns (*Task, bool)
//	}
//
// If owner and thieves have different types, take each method from its own type.
type Methods[T any] struct {
	Push  func(T) bool
	Pop   func() (T, bool)
	Steal func() (T, bool)
	// Contract is the deque's contract. The zero value fits a deque whose thieves cannot
	// tell an empty deque from a lost race: [wsq.StrictOrRetry], unbounded. For a bounded
	// deque, set Capacity to the capacity that newDeque gets.
	Contract wsq.Contract
}

// Adapt returns a function that makes deques for [Run], [Check], [Explore], [ExploreAll]
// and [Fuzz]. The returned function panics if a method is nil.
//
// If the contract's Empty is [wsq.Strict], the zero value, it becomes [wsq.StrictOrRetry].
// With [wsq.AllButOne], a false may mean a lost race, too. Set NeverRetries if it never
// does. The suite does not wait for a Retry, since no adapted deque returns it.
func Adapt[T any](newDeque func(capacity int) Methods[T]) func(capacity int) wsq.Deque[T] {
	return func(capacity int) wsq.Deque[T] {
		m := newDeque(capacity)
		if m.Push == nil || m.Pop == nil || m.Steal == nil {
			panic("wsqtest: Methods wants Push, Pop and Steal")
		}
		if m.Contract.Empty == wsq.Strict && !m.Contract.NeverRetries {
			m.Contract.Empty = wsq.StrictOrRetry
		}
		contended := m.Contract.Empty == wsq.AllButOne && !m.Contract.NeverRetries
		if m.Contract.Empty == wsq.AllButOne || m.Contract.Empty == wsq.Public {
			m.Contract.NeverRetries = true
		}
		return adapted[T]{m, contended}
	}
}

type adapted[T any] struct {
	m         Methods[T]
	contended bool // a thief's Empty may mean a lost race, beside what the contract says
}

func (a adapted[T]) mayLoseRaces() bool { return a.contended }

func (a adapted[T]) Push(v T) bool          { return a.m.Push(v) }
func (a adapted[T]) Pop() (T, bool)         { return a.m.Pop() }
func (a adapted[T]) Contract() wsq.Contract { return a.m.Contract }

func (a adapted[T]) Steal() (T, wsq.StealResult) {
	v, ok := a.m.Steal()
	if !ok {
		return v, wsq.Empty
	}
	return v, wsq.Stolen
}

// Always makes a Push from a method that always succeeds.
func Always[T any](push func(T)) func(T) bool {
	return func(v T) bool {
		push(v)
		return true
	}
}

// NoErrorPush makes a Push from a method that returns an error if it has no room.
func NoErrorPush[T any](push func(T) error) func(T) bool {
	return func(v T) bool { return push(v) == nil }
}

// NotNil makes a Pop or a Steal from a method that returns nil if it has no item.
func NotNil[T any](take func() *T) func() (*T, bool) {
	return func() (*T, bool) {
		v := take()
		return v, v != nil
	}
}

// NoError makes a Pop or a Steal from a method that returns an error if it has no item.
func NoError[T any](take func() (T, error)) func() (T, bool) {
	return func() (T, bool) {
		v, err := take()
		return v, err == nil
	}
}
