package channel

import "github.com/stealproof/stealproof/internal/engine"

// Sender is a channel to send to.
type Sender[T any] struct {
	c  chan<- T
	id uint32
}

// To returns c to send to. T is inferred from c alone, so that a value need only be assignable.
func To[T any](id uint32, c chan<- T) Sender[T] { return Sender[T]{c, id} }

// Send is c <- v.
func (s Sender[T]) Send(v T) {
	if !engine.On() {
		s.c <- v
		return
	}
	engine.SetSite(s.id)
	if engine.CommunicateOne(engine.Case{On: of(both[T](s.c), s.id), Sends: true, Value: v}).Closed {
		panicClosed()
	}
}

// panicClosed panics as Go does for a send on a closed channel.
func panicClosed() {
	c := make(chan struct{})
	close(c)
	c <- struct{}{}
}

// Receive is <-c.
func Receive[T any](id uint32, c <-chan T) T {
	if !engine.On() {
		return <-c
	}
	v, _ := receive(id, c)
	return v
}

// ReceiveOK is v, ok := <-c.
func ReceiveOK[T any](id uint32, c <-chan T) (T, bool) {
	if !engine.On() {
		v, ok := <-c
		return v, ok
	}
	return receive(id, c)
}

// ReceiveAs is ReceiveOK for a place of another type than bool.
func ReceiveAs[B ~bool, T any](id uint32, c <-chan T) (T, B) {
	v, ok := ReceiveOK(id, c)
	return v, B(ok)
}

func receive[T any](id uint32, c <-chan T) (T, bool) {
	engine.SetSite(id)
	x := engine.CommunicateOne(engine.Case{On: of(both[T](c), id)})
	v, _ := x.Value.(T)
	return v, x.OK
}

// Close is close(c).
func Close[T any](id uint32, c chan<- T) {
	if !engine.On() || c == nil {
		close(c)
		return
	}
	on := of(both[T](c), id)
	engine.SetSite(id)
	if !on.Close() {
		c := make(chan struct{})
		close(c)
		close(c)
	}
}

// Closer returns a func() that closes c.
func Closer[T any](id uint32, c chan<- T) func() { return func() { Close(id, c) } }

// Len is len(c).
func Len[T any](id uint32, c <-chan T) int {
	if !engine.On() || c == nil {
		return len(c)
	}
	on := of(both[T](c), id)
	engine.SetSite(id)
	return on.Len()
}

// LenOfSends is len(c) for a channel that only sends.
func LenOfSends[T any](id uint32, c chan<- T) int { return Len(id, both[T](c)) }

// Zero returns what a receive from a closed channel returns.
func Zero[T any](<-chan T) (v T, ok bool) { return v, false }

// Forever is the empty select.
func Forever(id uint32) {
	if !engine.On() {
		select {}
	}
	engine.SetSite(id)
	engine.Forever()
	engine.Communicate(nil, false)
}
