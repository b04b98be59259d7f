package refine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// Own says where the code keeps a private variable of one of the machine's threads. Other threads use neither, so
// no access of the code shows its value. A Shadow looks at the memory instead, after each step of this thread.
type Own struct {
	Word string // of the machine, such as top
	// Is returns the value that the code has, written as the machine writes it. It is given the machine's value,
	// for words of which the code has only a part. It must read memory by its argument only.
	Is func(m Memory, machine uint64) uint64
}

// Memory is memory of the code. This package is not rewritten, so reading it is no access.
type Memory struct{ at unsafe.Pointer }

// Int returns the int at an offset.
func (m Memory) Int(offset uintptr) int { return *(*int)(unsafe.Add(m.at, offset)) }

// Pointer returns the memory that the pointer at an offset points to.
func (m Memory) Pointer(offset uintptr) Memory {
	return Memory{*(*unsafe.Pointer)(unsafe.Add(m.at, offset))}
}

// Nil reports whether there is no memory, because the pointer to it is nil.
func (m Memory) Nil() bool { return m.at == nil }

// owned is an Own of this execution.
type owned struct {
	Own
	thread int
	memory Memory
	object object // for the report
}

// Owns says where the code keeps private variables of a thread, relative to an address. The scenario calls it once,
// when they have the values of the machine's initial state. A nil Shadow does nothing.
func (s *Shadow) Owns(_ *sched.S, thread string, at unsafe.Pointer, all ...Own) {
	if s == nil {
		return
	}
	s.trail.prepares()
	s.owned = s.owned[:0]
	for _, o := range all {
		word, known := s.words[o.Word]
		if !known {
			panic(fmt.Sprintf("refine: %s has no word %s", s.p.Module, o.Word))
		}
		s.owned = append(s.owned, owned{
			Own: o, thread: slices.Index(s.w.Threads(), thread), memory: Memory{at}, object: object{word: word, private: true},
		})
	}
}

// ownAgrees reports whether the memory of a thread has the machine's values, after a step by a rule.
func (s *Shadow) ownAgrees(m int, r *rule) bool {
	if r.Amid {
		return true
	}
	for i := range s.owned {
		o := &s.owned[i]
		if o.thread != m {
			continue
		}
		is := s.w.Word(o.object.word)
		if o.object.value = o.Is(o.memory, is); o.object.value != is {
			s.other, s.would = &o.object, is
			return false
		}
	}
	return true
}

// unsharedOf returns the actions of a thread that are steps in memory of its own.
func (s *Shadow) unsharedOf(thread string) []bool {
	are := make([]bool, len(s.names))
	for _, r := range s.p.Roles[s.p.role(thread)] {
		for _, name := range r.Do {
			if at, is := s.actions[name]; is && r.Form == Unshared {
				are[at] = true
			}
		}
	}
	return are
}

// passed returns the actions that the machine's thread has passed without an access.
func (s *Shadow) passed() string {
	var all []string
	for _, at := range s.way {
		all = append(all, s.names[at])
	}
	return strings.Join(all, ", ")
}

// labelOf returns the label of the last access. A plain access has the names of the actions that it may be.
func (s *Shadow) labelOf(t *threadInfo, a *model.Access) string {
	if a.Kind != model.PlainRead && a.Kind != model.PlainWrite {
		return a.Label
	}
	var all []string
	for _, r := range s.rulesFor(t, a).steps {
		for _, name := range r.Do {
			all = append(all, s.p.Module+"."+name)
		}
	}
	return cmp.Or(strings.Join(all, " or "), a.Label)
}
