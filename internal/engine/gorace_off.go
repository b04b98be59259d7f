//go:build !race

package engine

import (
	"iter"
	"unsafe"
)

// goRace tells Go's race detector of the program's synchronization. Without the detector it does
// nothing; see the file for builds with it.
type goRace struct{}

// Watched reports whether Go's race detector judges the executions too.
func Watched() bool { return false }

func (goRace) acquire(unsafe.Pointer) {}
func (goRace) release(unsafe.Pointer) {}
func (goRace) publish(*thread)        {}
func (goRace) meet()                  {}
func (goRace) shift()                 {}
func (goRace) meets(*thread)          {}
func (goRace) resumed(*thread)        {}
func (goRace) look(*engine)           {}

func (goRace) aside(call func() error) error { return call() }

// pull starts a coroutine.
func pull(_ int, body func(yield func(struct{}) bool)) (resume func() (struct{}, bool), end func()) {
	return iter.Pull(body)
}
