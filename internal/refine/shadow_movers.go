package refine

import (
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
)

// A region of a lock acts as one step if its accesses move to one point. Two checks look for accesses that do
// not. The first one looks at the order of the run: did another thread make a conflicting access within the
// region? The second one does not depend on that order. It asks whether another thread makes a conflicting
// access anywhere in the execution without the lock. Then some schedule may put that access into the region.
// An access that both checks pass moves both ways. Plain accesses are not looked at: a search finds data
// races, so other accesses order them.

// crossings has the accesses of an execution, and its regions of locks.
type crossings struct {
	accesses []moved
	spans    []span
	uses     [][]use // by object; only during End
	locks    []*object
}

// span is a region of a lock: the accesses in [from, to).
type span struct {
	rule     *rule
	thread   int
	lock     int32
	from, to int
	told     int // number of accesses when it ended
}

// use is a way in which a thread accesses an object.
type use struct {
	thread int
	writes bool
	held   uint32
}

func (x *crossings) begin() {
	x.accesses, x.spans, x.locks = x.accesses[:0], x.spans[:0], x.locks[:0]
}

// repeat goes back to the time after so many accesses.
func (x *crossings) repeat(accesses int) {
	x.accesses = x.accesses[:accesses]
	for n := len(x.spans); n > 0 && x.spans[n-1].told > accesses; n-- {
		x.spans = x.spans[:n-1]
	}
}

// during records an access.
func (s *Shadow) during(a *model.Access) {
	held := uint32(0)
	for i, l := range s.crossed.locks {
		if l.holder == a.Thread {
			held |= 1 << i
		}
	}
	s.crossed.accesses = append(s.crossed.accesses, moved{a.Thread, a.Object, writes(a), a.Alone, held, a.Site})
}

// locks makes an object a lock that has regions.
func (s *Shadow) locks(o *object) {
	if !o.isLock {
		o.isLock = true
		s.crossed.locks = append(s.crossed.locks, o)
	}
}

// movedRegion judges the region of a lock, which ends before the access of the number to.
func (s *Shadow) movedRegion(l *object, to int) {
	one := span{l.region, s.now.Thread, l.number, l.began, to, s.trail.told}
	s.crossed.spans = append(s.crossed.spans, one)
	during := s.crossed.accesses[one.from:one.to]
	commit := -1
	if l.region.Commit != "" {
		commit = slices.IndexFunc(during, func(m moved) bool { return one.has(m) && engine.Where(m.site).Expr == l.region.Commit })
	}
	found := l.region.claims()
	found.region(one.thread, commit, during)
	s.moved(one.rule, found)
}

// has reports whether an access is one of the region, and not one of its lock.
func (n *span) has(m moved) bool { return m.thread == n.thread && m.object != n.lock }

func (s *Shadow) moved(r *rule, found Movers) {
	all := s.Movers[r.region()]
	all.Add(found)
	s.Movers[r.region()] = all
}

// protects looks for accesses of the execution's regions that their locks do not protect.
func (s *Shadow) protects() {
	x := &s.crossed
	for _, m := range x.accesses {
		for int(m.object) >= len(x.uses) {
			x.uses = append(x.uses, nil)
		}
		if one := (use{m.thread, m.writes, m.held}); !m.alone && !slices.Contains(x.uses[m.object], one) {
			x.uses[m.object] = append(x.uses[m.object], one)
		}
	}
	for i := range x.spans {
		s.protectsIn(&x.spans[i])
	}
	for i := range x.uses {
		x.uses[i] = x.uses[i][:0]
	}
}

// protectsIn does so for one region. Its first unprotected access to the commit is the commit.
func (s *Shadow) protectsIn(n *span) {
	r, committed := n.rule, false
	for _, m := range s.crossed.accesses[n.from:n.to] {
		if !n.has(m) || !slices.ContainsFunc(s.crossed.uses[m.object], func(u use) bool {
			return u.thread != m.thread && (u.writes || m.writes) && u.held&m.held == 0
		}) {
			continue
		}
		at := engine.Where(m.site)
		found := r.claims()
		switch {
		case at.Expr == r.Commit && r.Commit != "" && !committed:
			committed, found.Loose = true, 1
		case r.Besides[at.Expr] != "":
			s.Used[r.besides(at.Expr)]++
		default:
			found.unprotected(strings.TrimSpace(at.Expr+" at "+at.Pos), 1)
		}
		s.moved(r, found)
	}
}
