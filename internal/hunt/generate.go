package hunt

import (
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Scenarios returns a rapid generator of scenarios that have the given shape and that the subject can run. It shrinks
// to fewer and simpler operations.
func Scenarios(shape model.Shape, on model.Subject) *rapid.Generator[model.Scenario] {
	return rapid.Custom(func(t *rapid.T) model.Scenario {
		return shape.Random(on, func(n int) int {
			if n <= 1 {
				return 0
			}
			return rapid.IntRange(0, n-1).Draw(t, "choice")
		})
	})
}

// Target returns a deque of package wsq as a target for stress runs.
func Target(m wsqtest.Member) linearizability.Target {
	t, err := wsqtest.Target(m.Name, m.New, wsqtest.Options[*wsqtest.Item]{})
	if err != nil {
		panic(err) // cannot be: the options are right
	}
	return t
}
