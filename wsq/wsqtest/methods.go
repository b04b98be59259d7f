package wsqtest

import "github.com/stealproof/stealproof/wsq"

// Methods are the operations of a deque that has others than [wsq.Deque]: most deques elsewhere
// answer a thief with a value and a bool, with nil, or with an error.
//
//	wsqtest.Methods[*Task]{
//		Push:  wsqtest.Always(d.PushBottom), // it has no result
//		Pop:   wsqtest.NotNil(d.PopBottom),  // nil if there is none
//		Steal: d.Steal,                      // (*Task, bool)
//	}
//
// Where the owner and the thieves have types of their own, each method is of its type.
type Methods[T any] struct {
	Push  func(T) bool
	Pop   func() (T, bool)
	Steal func() (T, bool)
	// Contract is what the deque promises. The zero value stands for what a deque can promise
	// whose thieves are told in one way that it was empty or that another operation got in the way:
	// [wsq.StrictOrRetry], without a bound. For a bounded deque give a Capacity.
	Contract wsq.Contract
}

// Adapt returns a function that makes deques for [Run], [Check], [Explore], [ExploreAll] and [Fuzz].
// If the contract's Empty is [wsq.Strict], which is its zero value, it becomes [wsq.StrictOrRetry]:
// a deque whose false is never a lost race has NeverRetries.
func Adapt[T any](newDeque func(capacity int) Methods[T]) func(capacity int) wsq.Deque[T] {
	return func(capacity int) wsq.Deque[T] {
		m := newDeque(capacity)
		if m.Push == nil || m.Pop == nil || m.Steal == nil {
			panic("wsqtest: Methods wants Push, Pop and Steal")
		}
		if m.Contract.Empty == wsq.Strict && !m.Contract.NeverRetries {
			m.Contract.Empty = wsq.StrictOrRetry
		}
		return adapted[T]{m}
	}
}

type adapted[T any] struct{ m Methods[T] }

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

// Always makes a Push of one that never refuses.
func Always[T any](push func(T)) func(T) bool {
	return func(v T) bool {
		push(v)
		return true
	}
}

// NoErrorPush makes a Push of one that refuses by an error.
func NoErrorPush[T any](push func(T) error) func(T) bool {
	return func(v T) bool { return push(v) == nil }
}

// NotNil makes a Pop or Steal of one that answers nil if it has no item.
func NotNil[T any](take func() *T) func() (*T, bool) {
	return func() (*T, bool) {
		v := take()
		return v, v != nil
	}
}

// NoError makes a Pop or Steal of one that answers by an error if it has no item.
func NoError[T any](take func() (T, error)) func() (T, bool) {
	return func() (T, bool) {
		v, err := take()
		return v, err == nil
	}
}
