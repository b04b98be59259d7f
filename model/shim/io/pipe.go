// Package io is the shim for package io. It has the pipe, which blocks. Each read and write is a
// rendezvous of two goroutines. All other names of io stay as they are.
//
// Only rewritten code imports it, in place of io. It may change in any release.
package io

import (
	"fmt"
	"io"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// pipe is the state that both ends share.
type pipe struct {
	writing sync.Mutex // one Write at a time
	data    chan []byte
	taken   chan int // how much of the data a Read has taken

	mu         sync.Mutex // protects the errors
	rerr, werr error      // of the side that was closed
	once       sync.Once
	done       chan struct{}
}

// PipeReader is [io.PipeReader].
type PipeReader struct {
	real *io.PipeReader
	p    *pipe
}

// PipeWriter is [io.PipeWriter].
type PipeWriter struct {
	real *io.PipeWriter
	p    *pipe
}

var (
	served = engine.Served{In: "a Write", Out: "a Read", Of: "the pipe"}
	closed = engine.Served{In: "a Close", Of: "the pipe"}
)

// Pipe is [io.Pipe].
func Pipe() (*PipeReader, *PipeWriter) {
	if !engine.On() {
		r, w := io.Pipe()
		return &PipeReader{real: r}, &PipeWriter{real: w}
	}
	site := engine.Announced()
	p := &pipe{
		data: channel.MadeFor(site, make(chan []byte), &served), taken: channel.MadeFor(site, make(chan int), &served),
		done: channel.MadeFor(site, make(chan struct{}), &closed),
	}
	return &PipeReader{p: p}, &PipeWriter{p: p}
}

// Read is [io.PipeReader.Read].
func (r *PipeReader) Read(data []byte) (n int, err error) {
	if r.real != nil {
		return r.real.Read(data)
	}
	p := r.p
	if channel.Select(0, true, channel.In(0, p.done)) == 0 {
		return 0, p.failed(&p.rerr, &p.werr)
	}
	from := channel.In(0, p.data)
	switch channel.Select(0, false, from, channel.In(0, p.done)) {
	case 0:
		n = copy(data, from.V)
		channel.To(0, p.taken).Send(n)
		engine.Says(fmt.Sprintf("reads %d bytes", n))
		return n, nil
	default:
		return 0, p.failed(&p.rerr, &p.werr)
	}
}

// Close is [io.PipeReader.Close].
func (r *PipeReader) Close() error { return r.CloseWithError(nil) }

// CloseWithError is [io.PipeReader.CloseWithError].
func (r *PipeReader) CloseWithError(err error) error {
	if r.real != nil {
		return r.real.CloseWithError(err)
	}
	if err == nil {
		err = io.ErrClosedPipe
	}
	r.p.close(&r.p.rerr, err)
	return nil
}

// Write is [io.PipeWriter.Write].
func (w *PipeWriter) Write(data []byte) (n int, err error) {
	if w.real != nil {
		return w.real.Write(data)
	}
	p := w.p
	if channel.Select(0, true, channel.In(0, p.done)) == 0 {
		return 0, p.failed(&p.werr, &p.rerr)
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	to, done := channel.Out(0, p.data), channel.In(0, p.done)
	for once := true; once || len(data) > 0; once = false {
		if channel.Select(0, false, to.With(data), done) == 1 {
			return n, p.failed(&p.werr, &p.rerr)
		}
		k := channel.Receive(0, p.taken)
		data, n = data[k:], n+k
	}
	return n, nil
}

// Close is [io.PipeWriter.Close].
func (w *PipeWriter) Close() error { return w.CloseWithError(nil) }

// CloseWithError is [io.PipeWriter.CloseWithError].
func (w *PipeWriter) CloseWithError(err error) error {
	if w.real != nil {
		return w.real.CloseWithError(err)
	}
	if err == nil {
		err = io.EOF
	}
	w.p.close(&w.p.werr, err)
	return nil
}

// close keeps the first error of a side, and ends all calls.
func (p *pipe) close(side *error, err error) {
	p.mu.Lock()
	if *side == nil {
		*side = err
	}
	p.mu.Unlock()
	p.once.Do(func() { channel.Close(0, p.done) })
}

// failed returns the error of a call, given the errors of its own side and of the other.
func (p *pipe) failed(own, other *error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if *own == nil && *other != nil {
		return *other
	}
	return io.ErrClosedPipe
}
