package refine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// The accesses under a lock may be one step. Other threads can see when the step happens only through words
// that they read without the lock. So the step happens when such a word is written or, if there is none, when
// the lock is released. At the release, the words that are used only under the lock are compared.

// lock handles an access to a lock.
func (s *Shadow) lock(t *threadInfo, o *object, a *model.Access) error {
	if o.holder != a.Thread {
		o.holder, o.region, o.written, o.wrote = a.Thread, nil, 0, false
		if r := s.rulesFor(t, a).region; r != nil {
			t.inside = o
			return s.enter(t, o, r)
		}
		return nil // other threads read there, and do no more
	}
	if t.inside != o {
		o.holder = -1
		return nil
	}
	if r := s.rulesFor(t, a).region; r != nil && r.Rule != o.region.Rule {
		if err := s.enter(t, o, r); err != nil {
			return err
		}
	}
	return s.leave(t, o)
}

// enter begins a region. While a thread holds a lock, there may be several regions, one after the other.
func (s *Shadow) enter(t *threadInfo, o *object, r *rule) error {
	next := s.room()
	for _, c := range s.states {
		open := &c.open[t.machine]
		if o.region != nil && !open.stepped && !o.region.looks(s.now) {
			continue
		}
		*open = opened{}
		there := r.looks(s.now)
		s.ways(c, t.machine, r.do, func(int, machine.Step, state) { there = true })
		if there {
			next = s.add(next, c)
		}
	}
	if o.region != nil {
		s.movedRegion(o, s.trail.told-1)
	}
	o.region, o.began = r, s.trail.told-1
	return s.keep(next, noAction)
}

// inRegion handles an access of a thread that is in a region.
func (s *Shadow) inRegion(t *threadInfo, o *object, a *model.Access, r *rule) error {
	l := t.inside
	if r != nil && r.Rule != l.region.Rule {
		if err := s.enter(t, l, r); err != nil {
			return err
		}
	}
	if writes(a) {
		l.written |= o.bit
		l.wrote = true
	}
	if o.only || o.lock != nil {
		return nil // its final value is compared at the end of the region
	}
	if !writes(a) && l.region.Form != LockedRead {
		return s.looks(a)
	}
	next := s.room()
	action := noAction
	for _, c := range s.states {
		if c.open[t.machine].stepped {
			s.w.Return(c.mark)
			if s.agrees() {
				next = s.add(next, c)
			}
			continue
		}
		next = s.take(t, c, l.region, next, &action)
	}
	return s.keep(next, action)
}

// take adds the states to which the region's step leads from c.
func (s *Shadow) take(t *threadInfo, c state, r *rule, next []state, action *int) []state {
	s.ways(c, t.machine, r.do, func(before int, step machine.Step, to state) {
		if step.Form != machine.Region && step.Form != machine.Single {
			s.tries(before, t.machine, 1, "the machine cannot go on")
			return
		}
		if !s.agrees() {
			s.tries(before, t.machine, 2, "")
			return
		}
		if r.used++; *action == noAction {
			*action = step.Action
		}
		to.mark = s.w.Mark()
		to.open[t.machine] = opened{stepped: true}
		for _, o := range s.onlys {
			is := s.w.Word(o.word)
			s.w.Return(before)
			if s.w.Word(o.word) != is {
				to.open[t.machine].changed |= o.bit
			}
			s.w.Return(to.mark)
		}
		if to = s.tour.step(nil, before, step, c, to); to.said != c.said {
			to.open[t.machine].said = to.said
		}
		next = s.add(next, s.tour.on(to))
	})
	return next
}

// leave ends a region.
func (s *Shadow) leave(t *threadInfo, l *object) error {
	s.movedRegion(l, s.trail.told)
	l.holder, t.inside = -1, nil
	next := s.room()
	action := noAction
	for _, c := range s.states {
		if c.open[t.machine].stepped {
			s.w.Return(c.mark)
			if s.agrees() {
				next = s.add(next, c)
			}
			continue
		}
		if l.region.looks(s.now) && !l.wrote {
			s.w.Return(c.mark)
			if s.agrees() {
				next = s.add(next, c)
			}
		}
		next = s.take(t, c, l.region, next, &action)
	}
	// The code must have written each place that the machine has changed.
	next = slices.DeleteFunc(next, func(c state) bool {
		lacks := c.open[t.machine].changed&^l.written != 0
		if lacks {
			s.tries(c.mark, t.machine, 3, "the machine would have changed more")
		}
		return lacks
	})
	ended := next[:0]
	for _, c := range next {
		if c.open[t.machine].stepped {
			c = s.tour.over(c, t.machine)
		}
		c.open[t.machine] = opened{}
		ended = s.add(ended, c)
	}
	l.region = nil
	return s.keep(ended, action)
}
