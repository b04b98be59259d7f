package sync

import "github.com/stealproof/stealproof/internal/engine"

// OnceFunc is [std.OnceFunc].
func OnceFunc(f func()) func() {
	once := OnceValue(func() struct{} {
		f()
		return struct{}{}
	})
	return func() { once() }
}

// OnceValue is [std.OnceValue].
func OnceValue[T any](f func() T) func() T {
	state := &struct {
		once   Once
		f      func() T
		valid  bool
		cause  any // the value of f's panic, if valid is false
		result T
	}{f: f}
	engine.Outlives("a function of sync.OnceFunc, sync.OnceValue or sync.OnceValues", state)
	return func() T {
		state.once.Do(func() {
			defer func() {
				state.f = nil
				state.cause = recover()
				if !state.valid {
					panic(state.cause)
				}
			}()
			state.result = state.f()
			state.valid = true
		})
		if !state.valid {
			panic(state.cause)
		}
		return state.result
	}
}

// OnceValues is [std.OnceValues].
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	type both struct {
		a T1
		b T2
	}
	once := OnceValue(func() both {
		a, b := f()
		return both{a, b}
	})
	return func() (T1, T2) {
		r := once()
		return r.a, r.b
	}
}
