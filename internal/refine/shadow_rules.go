package refine

import (
	"strings"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
)

type rule struct {
	*Rule
	do   []int
	used int
	key  string
}

// looks reports whether an access may leave the machine where it is.
func (r *rule) looks(a *model.Access) bool { return r.Looks != nil && r.Looks(a.Read) || r.passes(a) }

// passes reports whether an access must leave the machine where it is.
func (r *rule) passes(a *model.Access) bool { return r.Passes != nil && r.Passes(a.Read) }

// rules are the rules for a place in the code and a thread of the machine.
type rules struct {
	place  uint32
	next   *rules  // rules of another place with the same site
	steps  []*rule // rules for single accesses
	region *rule   // the rule for accesses under a lock
	own    bool    // whether the label is from the module
}

// strange has the rules for threads that the machine does not have: none.
var strange rules

// rulesFor returns the rules that may make an access of a thread a step.
func (s *Shadow) rulesFor(t *threadInfo, a *model.Access) *rules {
	if t.machine < 0 {
		return &strange
	}
	at := &s.rules[t.machine]
	for int(a.Site) >= len(*at) {
		*at = append(*at, nil)
	}
	for r := (*at)[a.Site]; r != nil; r = r.next {
		if r.place == a.Place {
			return r
		}
	}
	found := &rules{place: a.Place, next: (*at)[a.Site]}
	(*at)[a.Site] = found
	site := engine.Where(a.Site)
	plain := a.Kind == model.PlainRead || a.Kind == model.PlainWrite
	found.own = !plain && strings.HasPrefix(a.Label, s.p.Module+".")
	all := s.p.Roles[t.role]
	for i := range all {
		r := &all[i]
		fits := r.Label == a.Label && !plain && (a.Label != "" || r.In != "")
		if r.Expr != "" {
			fits = plain && r.Expr == site.Expr && (r.Writes != "" || r.Form == Unshared) == (a.Kind == model.PlainWrite)
		}
		if fits && (r.In == "" || r.In == site.Func) && (r.Of == "" || r.Of == site.Expr) {
			one := &rule{Rule: r, key: r.key(t.role)}
			s.matched = append(s.matched, one)
			for _, name := range r.Do {
				one.do = append(one.do, s.actions[name])
			}
			if r.Form >= Locked {
				found.region = one
			} else {
				found.steps = append(found.steps, one)
			}
		}
	}
	return found
}
