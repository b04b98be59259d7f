package refine

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// object is an object of the code that matters to the module.
type object struct {
	number  int32
	word    int // of the machine; -1 if it has none
	values  Values
	lock    *object // the lock that protects it, or nil
	only    bool
	bit     uint32
	parker  bool
	ignored string // the reason if it is not compared
	isLock  bool
	private bool // it is not shared: see Owns
	content
}

// content is the part of an object that changes.
type content struct {
	known bool // whether the value is known
	value uint64

	// The fields of a lock.
	holder  int // a thread of the code; -1 if the lock is free
	region  *rule
	began   int    // number of accesses before the region
	written uint32 // places written since the lock was taken
	wrote   bool
}

// Watch says where the code keeps the machine's words. The scenario calls it when these have the values of the
// machine's initial state. A nil Shadow does nothing.
func (s *Shadow) Watch(t *sched.S, places ...Place) {
	if s == nil {
		return
	}
	again := s.trail.prepares()
	for i, p := range places {
		var lock *object
		if p.Under != nil {
			lock = s.objectAt(t.Object(p.Under))
		}
		number := t.Object(p.At)
		if !again {
			s.watch(number, lock, 1<<i, p)
		} else if o := s.object(number); o != nil {
			o.values = p.Values // they may look at memory of this execution
		}
	}
}

// watch makes an object the place of a word. If lock is not nil, the lock protects the place.
func (s *Shadow) watch(number int32, lock *object, bit uint32, p Place) {
	word, known := s.words[p.Word]
	if !known {
		panic(fmt.Sprintf("refine: %s has no word %s", s.p.Module, p.Word))
	}
	p.Values.Reset()
	s.trail.learning = s.trail.learning || learns(p.Values)
	o := &object{number: number, word: word, values: p.Values, only: p.Only, bit: bit, content: content{holder: -1}, lock: lock, parker: s.parkers[word]}
	if lock != nil {
		s.locks(lock)
	}
	s.set(o)
	if !p.Only {
		s.bound = append(s.bound, o)
		s.places[word] = o
		return
	}
	for _, other := range s.onlys { // places of one word share a bit: writing one of them is enough
		if other.word == word {
			o.bit = other.bit
		}
	}
	s.onlys = append(s.onlys, o)
}

// Lock makes an object a lock that has regions, even if it protects no place.
func (s *Shadow) Lock(t *sched.S, p unsafe.Pointer) {
	if s != nil {
		s.trail.prepares()
		s.locks(s.objectAt(t.Object(p)))
	}
}

// Ignore names objects of other instances of the protocol than the followed one, and the reason why they need
// not be compared.
func (s *Shadow) Ignore(t *sched.S, why string, all ...unsafe.Pointer) {
	if s == nil {
		return
	}
	s.trail.prepares()
	for _, p := range all {
		s.objectAt(t.Object(p)).ignored = why
	}
}

func (s *Shadow) objectAt(number int32) *object {
	o := s.object(number)
	if o == nil {
		o = &object{number: number, word: -1, content: content{holder: -1}}
		s.set(o)
	}
	return o
}

func (s *Shadow) object(number int32) *object {
	if int(number) < len(s.objects) {
		return s.objects[number]
	}
	return nil
}

func (s *Shadow) set(o *object) {
	for int(o.number) >= len(s.objects) {
		s.objects = append(s.objects, nil)
	}
	s.objects[o.number] = o
}

// learn records the value of an object of the code.
func (s *Shadow) learn(o *object, a *model.Access) {
	switch a.Kind {
	case model.Load, model.CASFailed:
		o.value, o.known = a.Read, true
	case model.Store, model.ReadWrite, model.LockStep:
		o.value, o.known = a.Wrote, true
	case model.PlainRead:
		o.value, o.known = a.Read, a.Size > 0
	case model.PlainWrite:
		o.value, o.known = a.Wrote, a.Size > 0
	}
}

func writes(a *model.Access) bool {
	return a.Kind == model.Store || a.Kind == model.ReadWrite || a.Kind == model.PlainWrite || a.Kind == model.LockStep
}

// renew forgets the objects of words that get other objects in this step.
func (s *Shadow) renew(r *rule, word int) {
	if len(r.Renews) == 0 {
		return
	}
	_, index, _ := strings.Cut(s.w.WordName(word), "[")
	for _, name := range r.Renews {
		if old := s.places[s.words[name+"["+index]]; old != nil {
			s.forget(old)
		}
	}
}

func (s *Shadow) forget(o *object) {
	s.places[o.word] = nil
	s.objects[o.number] = nil
	i := slices.Index(s.bound, o)
	s.trail.note(undo{what: undoForget, object: o, index: i})
	s.bound = slices.Delete(s.bound, i, i+1)
}

// bind returns the object of an access. If the word's object is found late and not bound yet, bind makes the
// object that of the word. It returns nil if this is not possible.
func (s *Shadow) bind(word int, a *model.Access) *object {
	if o := s.object(a.Object); o != nil {
		return o
	}
	values := s.late[word]
	if values == nil || s.places[word] != nil {
		return nil
	}
	o := &object{number: a.Object, word: word, values: values, content: content{holder: -1}, parker: s.parkers[word]}
	s.learn(o, a)
	s.set(o)
	s.places[word] = o
	s.bound = append(s.bound, o)
	s.trail.note(undo{what: undoBind, object: o})
	return o
}

// agrees reports whether the machine has the same values as the code, as far as the latter are known.
func (s *Shadow) agrees() bool {
	for _, o := range s.bound {
		if !s.agreesOn(o) {
			return false
		}
	}
	return true
}

// stillAgrees is like agrees, for a state that agreed before the code accessed one object and the machine
// changed one word. The word is -1 if the machine changed none.
func (s *Shadow) stillAgrees(accessed *object, word int) bool {
	for _, o := range s.bound {
		if (o == accessed || o.word == word) && !s.agreesOn(o) {
			return false
		}
	}
	return true
}

// hidden reports whether other threads cannot see the object's value yet.
func (o *object) hidden() bool {
	return o.lock != nil && o.lock.holder >= 0 && o.lock.region != nil
}

func (s *Shadow) agreesOn(o *object) bool {
	if !o.known || o.hidden() {
		return true
	}
	is := s.w.Word(o.word)
	if !o.values.Same(o.word, is, o.value) {
		s.other, s.would = o, is
		return false
	}
	return true
}
