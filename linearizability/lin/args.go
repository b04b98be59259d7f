package lin

import (
	"fmt"
	"slices"
)

// A Generator makes values of one type, the same value for the same seed. A generator of
// pgregory.net/rapid is one.
type Generator[V any] interface{ Example(seed ...int) V }

// ArgsFrom takes the values of an operation's next parameter from a generator, as [Args] lists them. It takes the
// first n different values of the seeds from 0 on. If the generator does not make so many, it takes fewer. It fails
// the test if n is below 1, if a seed makes two different values, or if the generator panics.
func ArgsFrom[V any](g Generator[V], n int) OpOption {
	return opOption(func(o *operation) {
		values, err := generated(g, n)
		o.given = append(o.given, values)
		if err != nil && o.wrong == nil {
			o.wrong = fmt.Errorf("ArgsFrom, parameter %d of %s: %w", len(o.given), o.name, err)
		}
	})
}

// mostSeeds is how many seeds are tried for each value.
const mostSeeds = 20

func generated[V any](g Generator[V], n int) (values []any, err error) {
	if n < 1 {
		return nil, fmt.Errorf("want 1 value or more, not %d", n)
	}
	defer func() {
		if p := recover(); p != nil {
			values, err = nil, fmt.Errorf("the generator panics: %v", p)
		}
	}()
	var met []string
	for seed := 0; seed < n*mostSeeds && len(values) < n; seed++ {
		v := g.Example(seed)
		text := words(typed(v))
		if again := words(typed(g.Example(seed))); again != text {
			return nil, fmt.Errorf("the generator makes %s and %s of one seed", text, again)
		}
		if !slices.Contains(met, text) {
			met, values = append(met, text), append(values, any(v))
		}
	}
	return values, nil
}
