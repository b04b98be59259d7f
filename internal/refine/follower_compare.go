package refine

import (
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// These methods compare an access of the code with a step of the machine.

// compare returns the difference, or "".
func (f *Follower) compare(a *model.Access, s *machine.Step) string {
	if a.Kind != s.Kind {
		return "another kind of access"
	}
	if !f.bind(a.Object, s.Word) {
		return "another object"
	}
	values := f.words[s.Word].values
	switch a.Kind {
	case model.Load, model.CASFailed, model.ReadWrite:
		if !values.Same(s.Word, s.Read, a.Read) {
			return "another value read"
		}
	case model.PlainRead:
		if a.Size > 0 && !values.Same(s.Word, s.Read, a.Read) {
			return "another value read"
		}
	}
	switch a.Kind {
	case model.Store, model.ReadWrite:
		if !values.Same(s.Word, s.Wrote, a.Wrote) {
			return "another value written"
		}
	case model.PlainWrite:
		if a.Size > 0 && !values.Same(s.Word, s.Wrote, a.Wrote) {
			return "another value written"
		}
	}
	return ""
}

// object returns a pointer to the word of an object, or to one of the constants.
func (f *Follower) object(object int32) *int32 {
	for int(object) >= len(f.objects) {
		f.objects = append(f.objects, none)
	}
	return &f.objects[object]
}

// bind reports whether an object is the object of a word. It binds the two if neither is bound yet.
func (f *Follower) bind(object int32, word int) bool {
	is := f.object(object)
	if *is == int32(word) {
		return true
	}
	if *is != none || f.words[word].object != none {
		return false
	}
	*is, f.words[word].object = int32(word), object
	return true
}
