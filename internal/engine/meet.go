package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// meet makes the current thread communicate with another one. The other thread then goes on
// until it stands before its next step.
func (e *engine) meet(t *thread, o option) Exchange {
	u := o.partner
	mine, theirs := t.comm.cases[o.at], u.comm.cases[o.theirs]
	out := Exchange{Case: o.at}
	if u.comm.served, u.comm.outcome = true, (Exchange{Case: o.theirs}); mine.Sends {
		u.comm.outcome.Value, u.comm.outcome.OK = mine.Value, true
	} else {
		out.Value, out.OK = theirs.Value, true
	}
	if Tracing() {
		Describe(withPartner(mine, theirs, Title(u.id)))
	}
	if e.races != nil {
		e.races.meet(t.id, u.id)
	}
	e.goRace.meets(u)
	op := strategy.Op{Kind: strategy.Wait, Object: e.objects.number(mine.On.pointer), Also: e.touchesBut(u.comm.cases, mine.On, looked)}
	e.settle()
	if !e.fate.free {
		e.met(u, op)
	}
	u.launcher, u.ran = t, e.clock.steps
	e.stands.open(u)
	e.stands.talked(u.id)
	t.switchTo(e, u)
	return out
}

// met reports the other thread's part of a step.
func (e *engine) met(u *thread, op strategy.Op) {
	e.follow(u, op)
	if op.Also != 0 {
		e.followOthers(u, op)
	}
	if e.classes != nil {
		e.classes.step(u.id, op, u.at.site())
		e.countMore(u.id, op, u.comm.outcome.Case)
	}
	if m, is := e.strategy.(strategy.Meeter); is && !e.clock.fair && !e.fixed.is() {
		m.Met(&e.state, u.id, op)
	}
}
