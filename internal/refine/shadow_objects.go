package refine

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// object is one of the code that the module knows.
type object struct {
	number  int32
	word    int // of the machine, -1 if it is none
	values  Values
	lock    *object // under which it is used
	only    bool
	bit     uint32
	parker  bool
	ignored string // why it is of no interest
	isLock  bool
	content
}

// content is what changes of an object.
type content struct {
	known bool // its value is
	value uint64

	// Of a lock.
	holder  int // thread of the code, -1 if it is free
	region  *rule
	written uint32 // places written since it was taken
	wrote   bool
}

// Watch says where the code has what the machine has. The scenario calls it when that is
// as in the machine's initial state. A nil Shadow watches nothing.
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
			o.values = p.Values // they may look into what belongs to this execution
		}
	}
}

// watch says that an object is a place of a word, used under a lock if that is not nil.
func (s *Shadow) watch(number int32, lock *object, bit uint32, p Place) {
	word, known := s.words[p.Word]
	if !known {
		panic(fmt.Sprintf("refine: %s has no word %s", s.p.Module, p.Word))
	}
	p.Values.Reset()
	s.trail.learning = s.trail.learning || learns(p.Values)
	o := &object{number: number, word: word, values: p.Values, only: p.Only, bit: bit, content: content{holder: -1}, lock: lock, parker: s.parkers[word]}
	if lock != nil {
		lock.isLock = true
	}
	s.set(o)
	if !p.Only {
		s.bound = append(s.bound, o)
		s.places[word] = o
		return
	}
	for _, other := range s.onlys { // it is enough that one of them is written
		if other.word == word {
			o.bit = other.bit
		}
	}
	s.onlys = append(s.onlys, o)
}

// Lock says that an object is a lock in which there are regions, though no place is
// under it.
func (s *Shadow) Lock(t *sched.S, p unsafe.Pointer) {
	if s != nil {
		s.trail.prepares()
		s.objectAt(t.Object(p)).isLock = true
	}
}

// Ignore says that objects are of other instances of the protocol than the one that is
// followed, and why that is all right.
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

// learn notes the value that an object of the code has.
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

// renew forgets the objects of words that have others from this step on.
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

// bind returns the object of an access, which is made a word if that has an object that
// is found late. It is nil if it cannot be that.
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

// agrees reports whether the machine has what the code has, as far as that is known.
func (s *Shadow) agrees() bool {
	for _, o := range s.bound {
		if !s.agreesOn(o) {
			return false
		}
	}
	return true
}

// stillAgrees is agrees of a state that did so before the code has accessed an object, and
// the machine has changed a word, or none if that is -1.
func (s *Shadow) stillAgrees(accessed *object, word int) bool {
	for _, o := range s.bound {
		if (o == accessed || o.word == word) && !s.agreesOn(o) {
			return false
		}
	}
	return true
}

// hidden reports whether nobody may see yet what the code has there.
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
