package sync

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
	var (
		once   Once
		valid  bool
		cause  any // the value of f's panic, if valid is false
		result T
	)
	return func() T {
		once.Do(func() {
			defer func() {
				f = nil
				cause = recover()
				if !valid {
					panic(cause)
				}
			}()
			result = f()
			valid = true
		})
		if !valid {
			panic(cause)
		}
		return result
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
