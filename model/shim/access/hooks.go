package access

import (
	"unsafe"

	"github.com/stealproof/stealproof/model/sched"
)

// All calls of the scheduler are in this file.

// Site is a place in the source: an access, or a call on a labelled line.
type Site = sched.Site

// Register makes known the sites with the numbers from first on.
func Register(first uint32, sites []Site) { sched.RegisterSites(first, sites) }

// Variables makes package variables known, by their addresses.
func Variables(addresses ...any) { sched.RegisterVariables(addresses...) }

func on() bool           { return sched.On() }
func setSite(id uint32)  { sched.SetSite(id) }
func setLabel(id uint32) { sched.SetLabel(id) }

// read and write tell of a plain access to size bytes at p. A nil p is about to
// panic. They are not inlined, so that R and W can be.

//go:noinline
func read(id uint32, p unsafe.Pointer, size uintptr) {
	if p != nil && size != 0 {
		sched.PlainRead(id, p, size)
	}
}

//go:noinline
func write(id uint32, p unsafe.Pointer, size uintptr) {
	if p != nil && size != 0 {
		sched.PlainWrite(id, p, size)
	}
}

func spawn(id uint32, f func()) { sched.Spawn(id, f) }
