package assert

import (
	"fmt"
	"reflect"
	std "time"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// EventuallyWithT fails the test if no call of the condition passes in time. C is the CollectT of
// the program's version of testify.
func EventuallyWithT[C any](t TestingT, condition func(*C), waitFor, tick std.Duration, msgAndArgs ...any) bool {
	var last []error
	passes := func() bool {
		c := new(C)
		engine.Apart(func() { condition(c) })
		last = *errorsOf(c)
		return last == nil
	}
	if polls(passes, true, waitFor, tick) {
		return true
	}
	for _, err := range last {
		t.Errorf("%v", err)
	}
	return fails(t, "Condition never satisfied", msgAndArgs)
}

// EventuallyWithTf is [EventuallyWithT] with a message.
func EventuallyWithTf[C any](t TestingT, condition func(*C), waitFor, tick std.Duration, msg string, args ...any) bool {
	return EventuallyWithT(t, condition, waitFor, tick, append([]any{msg}, args...)...)
}

// errorsOf returns the errors of a CollectT. It has failed if they are not nil.
func errorsOf[C any](c *C) *[]error {
	f := reflect.ValueOf(c).Elem().FieldByName("errors")
	if f.Type() != reflect.TypeFor[[]error]() {
		panic(fmt.Sprintf("%T has no errors", c))
	}
	return (*[]error)(unsafe.Pointer(f.UnsafeAddr()))
}
