package engine

import "unsafe"

// leftovers are the synchronization objects whose state differs from that at the beginning of the
// execution. When it ends they get that state again. Otherwise a mutex that outlives the execution
// would stay locked if its thread was cut off, and the next execution would end in a deadlock.
type leftovers []leftover

// leftover is a word of an object, and its value at the beginning of the execution.
type leftover struct {
	word unsafe.Pointer
	size uintptr // 4 or 8
	was  uint64
}

// Keep is called before a word of a synchronization object changes, and Kept after that. The word
// has 4 or 8 bytes, and no pointers.

func Keep(word unsafe.Pointer, size uintptr) {
	active.remains.keep(word, size)
}

func Kept(word unsafe.Pointer) { active.remains.kept(word) }

func (all *leftovers) keep(word unsafe.Pointer, size uintptr) {
	l := *all
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].word == word {
			return
		}
	}
	*all = append(l, leftover{word, size, stateOf(word, size)})
}

func (all *leftovers) kept(word unsafe.Pointer) {
	l := *all
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].word != word {
			continue
		}
		if last := len(l) - 1; stateOf(word, l[i].size) == l[i].was {
			l[i], l[last] = l[last], leftover{}
			*all = l[:last]
		}
		return
	}
}

// restore gives all objects their states again.
func (l *leftovers) restore() {
	if len(*l) == 0 {
		return
	}
	for _, o := range *l {
		if o.size == 4 {
			*(*uint32)(o.word) = uint32(o.was)
		} else {
			*(*uint64)(o.word) = o.was
		}
	}
	clear(*l)
	*l = (*l)[:0]
}

func stateOf(p unsafe.Pointer, size uintptr) uint64 {
	if size == 4 {
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}
