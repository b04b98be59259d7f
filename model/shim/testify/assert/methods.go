package assert

import (
	"reflect"
	std "time"
	"unsafe"
)

// The methods of an Assertions are rewritten to calls of the functions below. The first argument is the
// receiver.

// Of returns the test of an Assertions.
func Of[T any](a any) T {
	f := reflect.ValueOf(a).Elem().FieldByName("t")
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface().(T)
}

// OfEventually is the method Eventually.
func OfEventually(a any, condition func() bool, waitFor, tick std.Duration, msgAndArgs ...any) bool {
	return Eventually(Of[TestingT](a), condition, waitFor, tick, msgAndArgs...)
}

// OfEventuallyf is the method Eventuallyf.
func OfEventuallyf(a any, condition func() bool, waitFor, tick std.Duration, msg string, args ...any) bool {
	return Eventuallyf(Of[TestingT](a), condition, waitFor, tick, msg, args...)
}

// OfEventuallyWithT is the method EventuallyWithT.
func OfEventuallyWithT[C any](a any, condition func(*C), waitFor, tick std.Duration, msgAndArgs ...any) bool {
	return EventuallyWithT(Of[TestingT](a), condition, waitFor, tick, msgAndArgs...)
}

// OfEventuallyWithTf is the method EventuallyWithTf.
func OfEventuallyWithTf[C any](a any, condition func(*C), waitFor, tick std.Duration, msg string, args ...any) bool {
	return EventuallyWithTf(Of[TestingT](a), condition, waitFor, tick, msg, args...)
}

// OfNever is the method Never.
func OfNever(a any, condition func() bool, waitFor, tick std.Duration, msgAndArgs ...any) bool {
	return Never(Of[TestingT](a), condition, waitFor, tick, msgAndArgs...)
}

// OfNeverf is the method Neverf.
func OfNeverf(a any, condition func() bool, waitFor, tick std.Duration, msg string, args ...any) bool {
	return Neverf(Of[TestingT](a), condition, waitFor, tick, msg, args...)
}
