// Package net is the shim for package net. It has Pipe, whose ends block. All other names of net stay
// as they are.
//
// Only rewritten code imports it, in place of net. It may change in any release.
package net

import (
	"fmt"
	"io"
	"net"
	"os"
	std "time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/sync"
	"github.com/stealproof/stealproof/model/shim/time"
)

// end is one end of a pipe.
type end struct {
	in, out *way
	writing sync.Mutex // one Write at a time
	closed  chan struct{}
	once    sync.Once
	other   *end

	reads, writes deadline
}

var (
	served = engine.Served{In: "a Write", Out: "a Read", Of: "the pipe"}
	closed = engine.Served{In: "a Close", Of: "the pipe"}
	over   = engine.Served{} // a deadline, which most pipes lack
)

// way is one direction of a pipe.
type way struct {
	data  chan []byte
	taken chan int
}

func newWay(site uint32) *way {
	return &way{channel.MadeFor(site, make(chan []byte), &served), channel.MadeFor(site, make(chan int), &served)}
}

func newEnd(site uint32, in, out *way) *end {
	e := &end{in: in, out: out, closed: channel.MadeFor(site, make(chan struct{}), &closed)}
	for _, d := range []*deadline{&e.reads, &e.writes} {
		d.site, d.over = site, channel.MadeFor(site, make(chan struct{}), &over)
	}
	return e
}

// Pipe is [net.Pipe].
func Pipe() (net.Conn, net.Conn) {
	if !engine.On() {
		return net.Pipe()
	}
	site := engine.Announced()
	there, back := newWay(site), newWay(site)
	a, b := newEnd(site, there, back), newEnd(site, back, there)
	a.other, b.other = b, a
	return a, b
}

type address struct{}

func (address) Network() string { return "pipe" }
func (address) String() string  { return "pipe" }

func (*end) LocalAddr() net.Addr  { return address{} }
func (*end) RemoteAddr() net.Addr { return address{} }

// ended returns the error of a call that cannot go on, or nil.
func (e *end) ended(d *deadline, remote error) error {
	for _, c := range []struct {
		on  <-chan struct{}
		err error
	}{{e.closed, io.ErrClosedPipe}, {e.other.closed, remote}, {d.channel(), os.ErrDeadlineExceeded}} {
		if channel.Select(0, true, channel.In(0, c.on)) == 0 {
			return c.err
		}
	}
	return nil
}

func (e *end) Read(data []byte) (n int, err error) {
	if err := e.ended(&e.reads, io.EOF); err != nil {
		return 0, failed("read", err)
	}
	from := channel.In(0, e.in.data)
	switch channel.Select(0, false, from, channel.In(0, e.closed), channel.In(0, e.other.closed), channel.In(0, e.reads.channel())) {
	case 0:
		n = copy(data, from.V)
		channel.To(0, e.in.taken).Send(n)
		engine.Says(fmt.Sprintf("reads %d bytes", n))
		return n, nil
	case 1:
		err = io.ErrClosedPipe
	case 2:
		err = io.EOF
	default:
		err = os.ErrDeadlineExceeded
	}
	return 0, failed("read", err)
}

func (e *end) Write(data []byte) (n int, err error) {
	if err := e.ended(&e.writes, io.ErrClosedPipe); err != nil {
		return 0, failed("write", err)
	}
	e.writing.Lock()
	defer e.writing.Unlock()
	to := channel.Out(0, e.out.data)
	for once := true; once || len(data) > 0; once = false {
		switch channel.Select(0, false, to.With(data), channel.In(0, e.closed), channel.In(0, e.other.closed), channel.In(0, e.writes.channel())) {
		case 0:
			k := channel.Receive(0, e.out.taken)
			data, n = data[k:], n+k
		case 1, 2:
			return n, failed("write", io.ErrClosedPipe)
		default:
			return n, failed("write", os.ErrDeadlineExceeded)
		}
	}
	return n, nil
}

// failed wraps an error as net.Pipe does.
func failed(op string, err error) error {
	if err == io.EOF || err == io.ErrClosedPipe {
		return err
	}
	return &net.OpError{Op: op, Net: "pipe", Err: err}
}

func (e *end) Close() error {
	e.once.Do(func() { channel.Close(0, e.closed) })
	return nil
}

func (e *end) SetDeadline(t std.Time) error {
	if err := e.set(&e.reads, t); err != nil {
		return err
	}
	return e.set(&e.writes, t)
}

func (e *end) SetReadDeadline(t std.Time) error  { return e.set(&e.reads, t) }
func (e *end) SetWriteDeadline(t std.Time) error { return e.set(&e.writes, t) }

func (e *end) set(d *deadline, t std.Time) error {
	for _, c := range []<-chan struct{}{e.closed, e.other.closed} {
		if channel.Select(0, true, channel.In(0, c)) == 0 {
			return io.ErrClosedPipe
		}
	}
	d.set(t)
	return nil
}

// deadline has a channel that is closed when the time has come.
type deadline struct {
	site  uint32
	mu    sync.Mutex
	over  chan struct{}
	ended bool
	timer *time.Timer
}

func (d *deadline) channel() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.over
}

func (d *deadline) set(t std.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	if d.ended && (t.IsZero() || time.Until(t) > 0) {
		d.over, d.ended = channel.MadeFor(d.site, make(chan struct{}), &over), false
	}
	switch {
	case t.IsZero() || d.ended:
	case time.Until(t) <= 0:
		d.end()
	default:
		over := d.over
		d.timer = time.AfterFunc(time.Until(t), func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			if d.over == over && !d.ended {
				d.end()
			}
		})
	}
}

func (d *deadline) end() {
	d.ended = true
	channel.Close(0, d.over)
}
