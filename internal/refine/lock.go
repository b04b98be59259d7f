package refine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// lock compares an access to a lock with the machine. Taking or releasing the lock is a step.
func (f *Follower) lock(m int, a *model.Access) error {
	s := f.w.Do(m, 0)
	if s.Form == machine.Disabled { // another thread holds it
		word := f.lockWord(m)
		if !f.bind(a.Object, word) {
			return f.diverges(a, m, "another object")
		}
		if a.Kind == model.Store || a.Read == 0 {
			return f.diverges(a, m, "the machine cannot go on: the lock is taken")
		}
		if a.Kind == model.ReadWrite && a.Wrote == 0 {
			return f.diverges(a, m, "the thread releases a lock that it does not hold")
		}
		return nil
	}
	why := ""
	switch {
	case s.Form != machine.Single:
		why = "another kind of access"
	case !f.bind(a.Object, s.Word):
		why = "another object"
	case s.Kind == model.CASFailed:
		if a.Kind != model.CASFailed || a.Read == 0 {
			why = "another kind of access"
		}
	case (a.Read == 0) != (s.Read == 0) || a.Kind != model.ReadWrite:
		why = "another value read"
	case (a.Wrote == 0) != (s.Wrote == 0):
		why = "another value written"
	}
	if why != "" {
		f.w.Undo()
		return f.diverges(a, m, why)
	}
	f.did(m, s)
	return nil
}

// lockWord returns the word of the lock that a thread is about to take.
func (f *Follower) lockWord(m int) int {
	at, _ := f.w.At(m)
	for _, v := range f.w.Words() {
		if slices.Contains(f.b.Locks, v.Name) && slices.Contains(f.actions[at].Writes, v.Name) {
			return v.First
		}
	}
	panic("refine: no lock at " + f.actions[at].Name)
}
