package explore

import "fmt"

// Walk visits all states and steps one after the other, breadth first, and keeps all states in memory. It calls
// visit for each initial state, with a nil step, and for each step. If visit returns an error, Walk ends with
// it. Walk returns an error if there are more than limit states.
func (m *Model[S]) Walk(limit int, visit func(from *S, step *Step[S], isNew bool) error) error {
	seen := map[S]bool{}
	var queue []S
	for _, s := range m.Init {
		if m.Canonical != nil {
			m.Canonical(&s)
		}
		if !seen[s] {
			seen[s] = true
			queue = append(queue, s)
			if err := visit(&s, nil, true); err != nil {
				return err
			}
		}
	}
	var steps []Step[S]
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		steps = m.Next(&s, steps[:0])
		for i := range steps {
			step := &steps[i]
			if m.Within != nil && !m.Within(&s, step) {
				continue
			}
			if m.Canonical != nil {
				m.Canonical(&step.To)
			}
			isNew := !seen[step.To]
			if isNew {
				if len(seen) == limit {
					return fmt.Errorf("explore: more than %d states", limit)
				}
				seen[step.To] = true
				queue = append(queue, step.To)
			}
			if err := visit(&s, step, isNew); err != nil {
				return err
			}
		}
	}
	return nil
}
