package time

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/channel"
)

// Ticker is [time.Ticker].
type Ticker struct {
	C <-chan time.Time
	*ticker
}

// ticker is a real ticker, or a ticker of an execution.
type ticker struct {
	real   *time.Ticker
	on     *engine.Channel
	period time.Duration
	next   time.Duration
	round  int // how often it was set or stopped
}

var served = engine.Served{In: "a tick", Of: "the ticker"}

// NewTicker is [time.NewTicker]. A thread sends the ticks. A tick that finds the last one in the channel
// changes nothing, so the thread waits until the channel is empty.
func NewTicker(d time.Duration) *Ticker {
	if d <= 0 {
		panic("non-positive interval for NewTicker")
	}
	if !engine.On() {
		real := time.NewTicker(d)
		return &Ticker{C: real.C, ticker: &ticker{real: real}}
	}
	c, on := channel.ForTimer[time.Time](&served)
	t := &Ticker{C: c, ticker: &ticker{on: on}}
	engine.Read(clockPointer())
	t.start(d)
	return t
}

// Tick is [time.Tick].
func Tick(d time.Duration) <-chan time.Time {
	if d <= 0 {
		return nil
	}
	return NewTicker(d).C
}

// start sets the ticker. It is a part of a step.
func (t *ticker) start(d time.Duration) {
	t.round++
	t.period, t.next = d, theClock().now+d
	round := t.round
	stale := func() bool { return t.round != round }
	engine.Go("ticker", func() {
		engine.Background()
		for t.tick(stale) {
		}
	})
}

// tick waits for the next tick, and sends it. It reports whether there will be another.
func (t *ticker) tick(stale func() bool) bool {
	came := comes(t.next, stale)
	engine.Write(clockPointer())
	if stale() {
		engine.OnlyRead()
		engine.Describe("has been stopped")
		if came {
			t.on.Missed()
		}
		engine.Fired()
		return false
	}
	engine.Fires("the ticker ticks")
	clock := theClock()
	clock.reach(t.next)
	for t.next <= clock.now {
		t.next += t.period
	}
	t.on.Put(clock.date(clock.now), func() bool { return !stale() })
	engine.Fired()
	t.on.WaitForRoom(stale)
	return !stale()
}

// Stop is [time.Ticker.Stop].
func (t *Ticker) Stop() {
	switch {
	case t.ticker == nil: // as in Go
	case t.real != nil:
		t.real.Stop()
	case engine.On():
		t.stop()
	}
}

// stop is a step.
func (t *ticker) stop() {
	t.on.Drop(func(int) bool {
		t.round++
		return true
	})
}

// Reset is [time.Ticker.Reset].
func (t *Ticker) Reset(d time.Duration) {
	switch {
	case d <= 0:
		panic("non-positive interval for Ticker.Reset")
	case t.ticker == nil:
		panic("time: Reset called on uninitialized Ticker")
	case t.real != nil:
		t.real.Reset(d)
	case engine.On():
		engine.Read(clockPointer())
		t.stop()
		t.start(d)
	}
}
