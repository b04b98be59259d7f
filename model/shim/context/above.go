package context

import (
	"context"
	"reflect"
)

// above returns the context of this package that cancels the children of a parent: the parent, or one that it
// derives from. It returns nil if there is none. Types of the program may contain such a context, and have a method Done of their
// own. Then the method decides.
func above(parent context.Context) *cancelCtx {
	c, is := parent.Value(&cancelKey).(*cancelCtx)
	if !is || !isOurs(parent) && parent.Done() != c.Done() {
		return nil
	}
	return c
}

// isOurs reports whether a context and those that it derives from, up to one that can be canceled, have no methods of the
// program. Asking them for the channel would make one.
func isOurs(c context.Context) bool {
	for reflect.TypeOf(c) == valueCtx {
		c = reflect.ValueOf(c).Elem().Field(0).Interface().(context.Context)
	}
	switch c.(type) {
	case *cancelCtx, *timerCtx, *afterFunc:
		return true
	}
	return false
}

// valueCtx is the type of the contexts that package context makes for a value. Its first field is the parent.
var valueCtx = reflect.TypeOf(context.WithValue(context.Background(), &cancelKey, nil))

func (c *cancelCtx) String() string { return nameOf(c.Context) + ".WithCancel" }

func (c *timerCtx) String() string {
	return nameOf(c.Context) + ".WithDeadline(" + c.deadline.String() + ")"
}

func (c withoutCancel) String() string { return nameOf(c.parent) + ".WithoutCancel" }

// nameOf returns the text of a context. It reads nothing that may change.
func nameOf(c context.Context) string {
	if s, is := c.(interface{ String() string }); is {
		return s.String()
	}
	return reflect.TypeOf(c).String()
}
