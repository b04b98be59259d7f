package refine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/machine"
)

// NewShadow returns a shadow of a machine. The machine must not be explored at the same time.
func NewShadow(p Protocol, m machine.Machine) (*Shadow, error) {
	s := &Shadow{p: p, w: m.Walker(), actions: map[string]int{}, words: map[string]int{}, Taken: map[string]int{}, Ignored: map[string]int{}, Movers: map[string]Movers{}, Used: map[string]int{}}
	for i, l := range s.w.Actions() {
		s.actions[l.Name] = i
		s.names = append(s.names, l.Name)
	}
	s.taken = make([]int, len(s.names))
	for _, thread := range s.w.Threads() {
		silent := make([]string, len(s.names))
		for i, name := range s.names {
			for _, key := range []string{name, p.role(thread) + " " + name} {
				if p.Silent[key] != "" {
					silent[i] = key
				}
			}
		}
		s.silent = append(s.silent, silent)
		s.unshared = append(s.unshared, s.unsharedOf(thread))
	}
	n := 0
	for _, v := range slices.Concat(s.w.Words(), s.w.Privates()) {
		for i := range v.Words {
			s.words[s.w.WordName(v.First+i)] = v.First + i
		}
		n = max(n, v.First+v.Words)
	}
	s.places = make([]*object, n)
	for word := range n {
		name := variable(s.w.WordName(word))
		s.parkers = append(s.parkers, slices.Contains(p.Parkers, name))
		s.late = append(s.late, p.Late[name])
	}
	s.rules = make([][]*rules, len(s.w.Threads()))
	if n := len(s.w.Threads()); n > maxThreads {
		return nil, fmt.Errorf("refine: %d threads; there is room for %d", n, maxThreads)
	}
	return s, s.check()
}

// check returns an error if the protocol is wrong.
func (s *Shadow) check() error {
	known := func(names ...string) error {
		for _, name := range names {
			if _, is := s.actions[name[strings.LastIndexByte(name, ' ')+1:]]; !is {
				return fmt.Errorf("refine: the protocol of %s has %s, which is not an action", s.p.Module, name)
			}
		}
		return nil
	}
	claims := s.p.Regions()
	for role, rules := range s.p.Roles {
		for _, r := range rules {
			if err := known(r.Do...); err != nil {
				return err
			}
			why := r.claim()
			if all := claims[r.region()]; r.Form >= Locked && (all.Claim != r.Moves || all.Commit != r.Commit || all.Unseen != r.Unseen) {
				why = "has two claims about a region"
			}
			if why != "" {
				return fmt.Errorf("refine: the protocol of %s %s: %s of a %s", s.p.Module, why, r.region(), role)
			}
			own, is := strings.CutPrefix(r.Label, s.p.Module+".")
			if plain := is && len(r.Do) == 1 && own == r.Do[0] && r.Form == Same && r.Looks == nil && r.Passes == nil; !plain && r.Why == "" {
				return fmt.Errorf("refine: the protocol of %s does not say why %s%s of a %s is %v", s.p.Module, r.Label, r.Expr, role, r.Do)
			}
		}
	}
	for _, reasons := range []map[string]string{s.p.Unfollowed, s.p.Stops, s.p.Silent} {
		if err := known(slices.Collect(maps.Keys(reasons))...); err != nil {
			return err
		}
	}
	return nil
}
