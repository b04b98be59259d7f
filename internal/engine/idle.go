package engine

import (
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// alarms has the threads that wait for a time, if times come only when nothing else can go on.
//
// A thread that sleeps in a loop may stand before two kinds of steps. It polls if its rounds have
// changed nothing: then it is before an Await, and may go on earlier, when something changes. Otherwise
// it waits for its time alone.
type alarms struct {
	e          *engine
	on         bool
	at         [strategy.MaxThreads]time.Duration
	waits      strategy.Set                     // they wait for a time, and may poll
	rung       strategy.Set                     // their time has come
	polls      int                              // how often only threads that poll have gone on
	late       int                              // how often a time has come after the end of main
	stale      [strategy.MaxThreads]func() bool // reports whether the thread need not wait any more; or nil
	background strategy.Set                     // threads for whose end nothing waits
	ahead      ahead
	stopped    bool // no time comes any more
	exact      bool // the execution has a bubble, in which times are exact
}

const (
	mostPolls = 100 // beyond that, a later time comes, for which a thread waits that does not poll
	mostLate  = 5   // what sleeps after the end of main may do so again and again
)

func (a *alarms) reset() {
	a.waits, a.rung, a.background, a.polls, a.late = 0, 0, 0, 0, 0
	a.stopped, a.exact = false, false
	a.ahead.reset()
}

// Ready implements [Gate].
func (a *alarms) Ready(thread int) bool {
	return a.rung.Has(thread) || a.e.state.Live == strategy.Only(thread) || a.stale[thread] != nil && a.stale[thread]() || a.e.replays()
}

// polling returns the threads that poll.
func (a *alarms) polling() (threads strategy.Set) {
	for rest := a.waits; rest != 0; rest &= rest - 1 {
		if t := rest.First(); a.e.state.Pending[t].Kind == strategy.Await {
			threads |= strategy.Only(t)
		}
	}
	return threads
}

// later reports whether a thread waits for a time and does not poll. Then the threads that poll do not
// go round for ever.
func (a *alarms) later() bool { return a.waits&^a.polling() != 0 }

// asleep reports whether main has ended, and all threads that are left wait for a time. In real time
// nothing would wait for them. Threads that are blocked may be waiting for those: if some times have
// come in vain, this is not found out.
func (a *alarms) asleep() bool {
	live := a.e.state.Live &^ a.background
	return !live.Has(0) && (live == 0 || a.on && (live&^a.waits == 0 || a.waits != 0 && a.late >= mostLate))
}

// ring is called when no thread is enabled. It enables the threads that wait for the earliest time,
// and reports whether there are any. It leaves it to release if all of them poll.
func (a *alarms) ring() bool {
	polling := a.polling()
	if a.stopped || a.waits&^polling == 0 {
		return false
	}
	if a.e.holdsTime() {
		return true
	}
	among := a.waits
	if a.polls++; a.polls > mostPolls {
		among &^= polling
	}
	first := a.first(among)
	if first&^polling != 0 {
		a.polls = 0
	}
	a.rung |= first
	a.e.park()
	a.e.stands.openAll(first&polling, a.e.threads) // as in release
	a.e.state.Enabled = first
	return true
}

// first returns the threads with the earliest time.
func (a *alarms) first(among strategy.Set) (threads strategy.Set) {
	earliest := a.at[among.First()]
	for rest := among; rest != 0; rest &= rest - 1 {
		t := rest.First()
		if a.at[t] < earliest {
			earliest, threads = a.at[t], 0
		}
		if a.at[t] == earliest {
			threads |= strategy.Only(t)
		}
	}
	return threads
}

// timers returns the timers whose time has not come.
func (a *alarms) timers() (threads strategy.Set) {
	for rest := a.waits &^ a.rung; rest != 0; rest &= rest - 1 {
		if t := rest.First(); a.stale[t] != nil {
			threads |= strategy.Only(t)
		}
	}
	return threads
}

// drop makes timers wait for ever.
func (a *alarms) drop(timers strategy.Set) {
	a.waits &^= timers
	a.background |= timers
}

// Idle reports whether a time comes only when no thread can go on without it. Otherwise a time may
// come at any moment.
func Idle() bool { return active.alarms.on }

// WaitIdle returns when no other thread can go on, and none waits for an earlier time.
// If stale is not nil and returns true, it returns as well.
func WaitIdle(until time.Duration, stale func() bool) { active.waitFor(until, false, stale, nil) }

// SleepIdle is [Yield] and [WaitIdle].
func SleepIdle(until time.Duration) { active.waitFor(until, true, nil, nil) }

// waitFor reports whether the time has come, or might have come.
func (e *engine) waitFor(until time.Duration, polls bool, stale func() bool, clock unsafe.Pointer) (came bool) {
	t, a := e.current(), &e.alarms
	t.live()
	id := strategy.Only(t.id)
	a.at[t.id], a.stale[t.id] = until, stale
	a.waits |= id
	defer func() { a.waits, a.rung = a.waits&^id, a.rung&^id }()
	if polls {
		e.yield()
	}
	kind := strategy.Local
	if clock != nil {
		kind = strategy.Wait
	}
	e.before(kind, clock, a, t.id)
	Describe(itsTime)
	if stale != nil && stale() {
		return a.rung.Has(t.id) || a.ahead.on
	}
	if !e.state.Live.Has(0) {
		a.late++
	}
	if stale == nil || !a.firesAhead(t.id) {
		a.rang(t.id)
	}
	return true
}

// rang is called when the time of a thread has come. In a schedule that is repeated, ring is not
// called.
func (a *alarms) rang(thread int) {
	if a.rung.Has(thread) {
		return
	}
	for rest := a.waits; rest != 0; rest &= rest - 1 {
		if t := rest.First(); a.at[t] == a.at[thread] {
			a.rung |= strategy.Only(t)
		}
	}
	a.e.park()
}

// Background says that nothing waits for the end of the calling thread, such as that of a ticker. It may
// be blocked for ever.
func Background() { active.alarms.background |= strategy.Only(active.current().id) }

// NextTime returns the earliest time for which another thread waits, and false if there is none. It is
// for a thread whose own time has come.
func NextTime() (at time.Duration, is bool) {
	e := active
	a := &e.alarms
	if !a.on {
		return 0, false
	}
	others := a.waits &^ strategy.Only(e.current().id)
	if others == 0 {
		return 0, false
	}
	return a.at[a.first(others).First()], true
}

// Forever says that the calling thread is about to wait for ever on purpose, by an empty select. At the end
// of a plain test, that is no fault.
func Forever() {
	if active.alarms.on && active.current().id != 0 {
		Background()
	}
}
