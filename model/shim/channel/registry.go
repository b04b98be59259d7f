package channel

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// outside has the channels that rewritten code has made outside an execution. Such a channel is
// kept for ever, so that its address stays its own.
var outside sync.Map

// origin is where a channel was made.
type origin struct {
	site    uint32
	drained []any // what it held when it was found closed; it cannot be put back
}

// address returns the identity of a channel, or nil. C is a channel type.
func address[C any](c C) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&c)) }

// both returns a channel without its direction.
func both[T any, C any](c C) chan T { return *(*chan T)(unsafe.Pointer(&c)) }

// Made says that the program has just made c. It returns c.
func Made[C any](id uint32, c C) C {
	if p := address(c); engine.On() {
		engine.MadeChannel(p, id)
	} else if p != nil {
		outside.LoadOrStore(p, &origin{site: id})
	}
	return c
}

// of returns the channel for the scheduler, or nil for a nil channel.
func of[T any](c chan T, id uint32) *engine.Channel {
	p := address(c)
	if p == nil {
		return nil
	}
	return engine.ChannelAt(p, func(known bool) engine.Contents {
		made := engine.Contents{Capacity: cap(c)}
		if known {
			return made
		}
		at, found := outside.Load(p)
		if !found {
			engine.SetSite(id)
			engine.Fail(engine.RuleChannel, fmt.Sprintf("code that was not rewritten has made the channel that is used at %v", engine.Where(id)))
		}
		o := at.(*origin)
		made.Site = o.site
		made.Holds, made.Closed = o.holds(actual[T]{c})
		return made
	})
}

// real is an [actual], whatever its elements.
type real interface {
	take() (v any, ok, ready bool)
	put(v any)
	len() int
}

// actual is a real channel.
type actual[T any] struct{ c chan T }

func (r actual[T]) len() int { return len(r.c) }

func (r actual[T]) take() (v any, ok, ready bool) {
	select {
	case v, ok := <-r.c:
		return v, ok, true
	default:
		return nil, false, false
	}
}

func (r actual[T]) put(v any) {
	t, _ := v.(T)
	r.c <- t
}

// holds returns what a real channel holds, and whether it is closed. An open channel stays as it
// is.
func (o *origin) holds(c real) (values []any, closed bool) {
	for range c.len() {
		if v, ok, _ := c.take(); ok {
			values = append(values, v)
		}
	}
	if _, ok, ready := c.take(); ready && !ok {
		o.drained = append(o.drained, values...)
		return append([]any(nil), o.drained...), true
	}
	for _, v := range values {
		c.put(v)
	}
	return values, false
}

// Given ends the search: the program gives c to code that was not rewritten. It returns c.
func Given[C any](id uint32, c C, to string) C {
	if address(c) != nil && engine.On() {
		engine.SetSite(id)
		engine.Fail(engine.RuleChannel, fmt.Sprintf("%v: %s is given a channel", engine.Where(id), to))
	}
	return c
}
