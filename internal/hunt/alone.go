package hunt

import (
	"fmt"

	"github.com/stealproof/stealproof/model"
)

// Alone runs a scenario in one goroutine, the thieves' operations last, and compares each answer with the specification.
// It returns the first wrong answer. Retry is wrong here, because no other operation can interfere.
func Alone(subject model.Subject, spec model.Spec, sc model.Scenario) error {
	state, pushes, clock := spec.Init(), 0, int64(0)
	now := func() int64 { clock++; return clock }
	for _, actions := range append([][]model.Action{sc.Prepare, sc.Owner}, sc.Thieves...) {
		for _, a := range actions {
			if a.Kind == model.Push {
				pushes++
			}
			for _, o := range subject.Do(a, 0, pushes, now, nil) {
				next, ok := spec.Step(state, o)
				if !ok || o.Status == model.Retry {
					return fmt.Errorf("with %v in the deque: %v (%v)", state, o, sc)
				}
				state = next
			}
		}
	}
	return nil
}
