package lin

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Cancels says that a call of the operation gives up if its context is cancelled. The operation has a parameter of
// type [context.Context], and its last result is an error. Some scenarios cancel the context of one call, at any
// moment: its argument is then written as canceled, and ctx otherwise. Such a call may return the error of its
// context, or one of these errors, and must have had no effect. If it returns something else, that must be right by
// the specification. It must return even if CanX of the specification is false for ever.
func Cancels(errs ...error) OpOption {
	return opOption(func(o *operation) { o.cancels, o.givesUp = true, errs })
}

var contextType = reflect.TypeFor[context.Context]()

// ending is the argument of a call whose context is cancelled.
type ending struct{ context.Context }

// The words for arguments that are contexts.
const (
	plainContext  = "ctx"
	endingContext = "canceled"
)

// contexts returns the values of a parameter that is a context.
func (o *operation) contexts() (set []reflect.Value) {
	values := []context.Context{context.Background()}
	if o.cancels {
		values = append(values, ending{context.Background()})
	}
	for _, ctx := range values {
		set = append(set, reflect.ValueOf(&ctx).Elem())
	}
	return set
}

// contextWords returns the words for a context, or "".
func contextWords(v reflect.Value) string {
	if v.Type() != contextType || !v.CanInterface() {
		return ""
	}
	switch ctx := v.Interface().(type) {
	case ending:
		return endingContext
	default:
		if ctx == context.Background() {
			return plainContext
		}
	}
	return ""
}

// cancelable checks that the operation can be cancelled.
func (o *operation) cancelable() error {
	if !o.cancels {
		return nil
	}
	if n := len(o.out); n == 0 || o.out[n-1] != errorType {
		return fmt.Errorf("%s has the option Cancels, so its last result must be an error", o.name)
	}
	at := slices.Index(o.in, contextType)
	if at < 0 {
		return fmt.Errorf("%s has the option Cancels, so it must have a parameter of type context.Context", o.name)
	}
	if at < len(o.given) {
		return fmt.Errorf("%s has the option Cancels, so it can have no Args for its context", o.name)
	}
	return nil
}

// ends reports whether the context of the call is cancelled.
func (in *instance) ends() bool {
	return in.op.cancels && slices.ContainsFunc(in.args, func(v reflect.Value) bool { return v.Type() == contextType && contextWords(v) == endingContext })
}

// gaveUp reports whether results say that the call was cancelled.
func (o *operation) gaveUp(out []reflect.Value) bool {
	err, _ := out[len(out)-1].Interface().(error)
	if err == nil {
		return false
	}
	is := func(target error) bool { return errors.Is(err, target) }
	return is(context.Canceled) || slices.ContainsFunc(o.givesUp, is)
}

// ends returns the number of calls that are cancelled, and whether all of them are in threads.
func (s *script) ends() (n int, inThreads bool) {
	is := (*instance).ends
	for _, calls := range s.Threads {
		for _, in := range calls {
			if is(in) {
				n++
			}
		}
	}
	return n, !slices.ContainsFunc(s.Prepare, is) && !slices.ContainsFunc(s.After, is)
}

// cancelation is the contexts of a scenario's calls in one execution, by thread and call.
type cancelation struct {
	of      [][]context.Context
	cancels []context.CancelFunc
}

// newCancelation makes the contexts. None is made if no call is cancelled. Real cores have contexts of std, and the
// scheduler has its own.
func newCancelation(s *script, withCancel func(context.Context) (context.Context, context.CancelFunc)) *cancelation {
	if n, _ := s.ends(); n == 0 {
		return nil
	}
	c := &cancelation{}
	for _, calls := range s.Threads {
		of := make([]context.Context, len(calls))
		for i, in := range calls {
			if in.ends() {
				ctx, cancel := withCancel(context.Background())
				of[i] = ctx
				c.cancels = append(c.cancels, cancel)
			}
		}
		c.of = append(c.of, of)
	}
	return c
}

// context returns the context of call number n of a client, or nil.
func (c *cancelation) context(client, n int) context.Context {
	if c == nil || client < 1 || client > len(c.of) {
		return nil
	}
	return c.of[client-1][n]
}

// cancel ends all contexts.
func (c *cancelation) cancel() {
	for _, cancel := range c.cancels {
		cancel()
	}
}
