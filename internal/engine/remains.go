package engine

import "unsafe"

// remains is the memory that outlives an execution. Each execution must find it as the first one did.
type remains struct {
	left   leftovers // of synchronization objects
	memory *memory   // of package variables; searches of one program share it
}

// begins begins a search. If the memory is nil, the search finds it.
func (r *remains) begins(shared *memory) {
	if r.memory = shared; shared == nil {
		r.memory = takeMemory()
	}
}

// shared returns the memory for another search of the program.
func (r *remains) shared() *memory { return r.memory }

// hooked reports whether wrote must be called.
func (r *remains) hooked() bool { return r.memory.hooked }

// keep is called before a word of a synchronization object changes, and kept after that.
func (r *remains) keep(word unsafe.Pointer, size uintptr) { r.left.keep(word, size) }
func (r *remains) kept(word unsafe.Pointer)               { r.left.kept(word) }

// wrote says that rewritten code writes to the memory at p.
func (r *remains) wrote(p unsafe.Pointer) { r.memory.wrote(p) }

// gives says that code that was not rewritten is given memory.
func (r *remains) gives() { r.memory.given = true }

// restore puts back what an execution has changed. With all it looks at everything.
func (r *remains) restore(all bool) {
	r.left.restore()
	r.memory.restore(all)
}

// failure returns what could not be put back, or nil. It is called at the end of a search.
func (r *remains) failure() *Failure {
	r.memory.restore(true)
	if r.memory.changed == "" {
		return nil
	}
	return r.memory.failure()
}
