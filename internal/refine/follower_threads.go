package refine

import "github.com/stealproof/stealproof/internal/machine"

// These methods decide which thread of the machine does an access of the code.

// threadOf returns the thread of the machine that does the operation of a thread of the code, or none.
func (f *Follower) threadOf(thread int) int {
	if f.fixed {
		return thread - 1
	}
	for thread >= len(f.threads) {
		f.threads = append(f.threads, none)
	}
	return int(f.threads[thread])
}

// thread returns the thread of the machine for an access with the label of an action. This thread is about to
// take the action.
func (f *Follower) thread(m, thread, action int) (int, error) {
	if m >= 0 {
		if at, _ := f.w.At(m); at == action || f.chooses(m, action) {
			return m, nil
		}
		if f.passEmpty(m) {
			return f.thread(f.threadOf(thread), thread, action)
		}
		return 0, f.diverges(f.now, m, "the machine is not there")
	}
	for m := range f.holders {
		if f.holders[m] != none {
			continue
		}
		if at, idle := f.w.At(m); idle && (at == action || f.chooses(m, action)) {
			f.holders[m], f.threads[thread] = int32(thread), int32(m)
			return m, nil
		}
	}
	for m, by := range f.holders { // an operation may have ended in a region without accesses
		if by != none && f.passEmpty(m) {
			return f.thread(none, thread, action)
		}
	}
	return 0, f.diverges(f.now, none, "no thread of the machine can begin with "+f.actions[action].Name)
}

// chooses lets a thread of the machine make the choice that leads to an action, if there is one.
func (f *Follower) chooses(m, action int) bool {
	choice, leads := f.w.Leads(m, action)
	if leads {
		f.did(m, f.w.Do(m, choice))
	}
	return leads
}

// did counts a step of the machine.
func (f *Follower) did(m int, s machine.Step) {
	f.Steps++
	f.taken[s.Action]++
	if f.after != nil {
		f.after(m, s)
	}
	if _, idle := f.w.At(m); idle && !f.fixed && f.holders[m] != none {
		f.threads[f.holders[m]], f.holders[m] = none, none
	}
}
