package refine

import "fmt"

// Check returns an error if nothing was followed.
func (s *Shadow) Check() error {
	for i, n := range s.taken {
		if n > 0 {
			s.Taken[s.names[i]] = n
		}
	}
	for _, r := range s.matched {
		if r.used > 0 {
			s.Used[r.key] += r.used
			r.used = 0
		}
	}
	if s.Steps == 0 || s.Executions == 0 {
		return fmt.Errorf("refine: nothing was followed: %d steps in %d executions. Are there labels of %s in the code?", s.Steps, s.Executions, s.p.Module)
	}
	return nil
}

// States returns the states that the machine may be in, as text.
func (s *Shadow) States() (all []string) {
	for _, c := range s.states {
		s.w.Return(c.mark)
		all = append(all, s.w.State())
	}
	return all
}

// Actions returns the actions that are accesses.
func (s *Shadow) Actions() (all []string) {
	for _, l := range s.w.Actions() {
		if !l.Silent {
			all = append(all, l.Name)
		}
	}
	return all
}
