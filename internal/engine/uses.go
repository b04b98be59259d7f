package engine

import "unsafe"

// copied says that rewritten code copies or assigns objects of package sync, or structs that have
// them. Otherwise no plain access can race with their methods.
var copied bool

// Copies says so. It is called while the program is initialized.
func Copies() { copied = true }

// Uses reports that the step just done accesses an object of package sync, of size bytes. Like an
// atomic access, it races with plain accesses only. The caller reports it before a Release that
// belongs to the step.
func Uses(p unsafe.Pointer, size uintptr, write bool) {
	if copied {
		active.uses(p, size, write)
	}
}

func (e *engine) uses(p unsafe.Pointer, size uintptr, write bool) {
	t := e.current()
	if e.solo() || e.fate.free || t.cut.is() || e.races == nil {
		return
	}
	now := access{site: t.at.site(), how: atomically}
	if write {
		now.how |= writing
	}
	if a := e.races.touch(t.id, p, size, now); a != nil {
		e.race(t.id, now, *a)
	}
}
