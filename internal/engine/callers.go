package engine

import "unsafe"

// ReadResult reports that the caller of the operation that has just ended reads size bytes of its result. It is no
// step. A write that nothing orders after it is a data race, so a structure that keeps on changing what it has
// returned is found.
func ReadResult(p unsafe.Pointer, size uintptr) {
	if e := active; e != nil && e.Owned() && e.looks {
		e.plain(p, size, callerSite, false)
	}
}

// excused reports whether one of two accesses that race is a caller's, and the other is atomic. The caller may
// as well read atomically.
func excused(a, b access) bool {
	return (a.how|b.how)&atomically != 0 && (a.site == callerSite || b.site == callerSite)
}
