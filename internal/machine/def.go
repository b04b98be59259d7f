package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/model"
)

// A Def defines a machine for one configuration.
type Def[S comparable] struct {
	Init    S
	Threads []string // names, for people; thread i is process First+i of the module
	First   int
	Process map[string]string  // the module's names of processes, where the first words of Threads differ
	PC      func(s *S) []uint8 // for each thread, the index of its next action
	Actions []Action[S]
	Vars    []Var[S] // all of the module's, but pc

	// By the names that the configuration uses.
	Specs      map[string]Spec[S]
	Invariants map[string]func(s *S) bool
	Properties map[string]func(from, to *S) bool // of steps
	Temporal   map[string]explore.Temporal[S]
	Reached    map[string]func(s *S) bool // what SomethingUnreached wants

	parts *[]Part // of the region that is being done, nil if nobody wants to know
}

// An Action is what a thread does when it is at a label.
type Action[S any] struct {
	Name          string // the label
	Reads, Writes string // shared variables, separated by spaces
	// Do changes a state as thread t does, and says which access that was. If there
	// are several ways, choice says which, counted from 0.
	// It is nil for Done, where a thread has ended, and for Terminating, which must
	// be the last and is the step of all threads that have ended.
	Do      func(s *S, t, choice int) Access
	Choices int // 0 is 1
}

// A Spec is what a SPECIFICATION says beside Init and Next.
type Spec[S comparable] struct {
	Fair   []int                  // threads with weak fairness
	Within func(from, to *S) bool // the steps that are taken, nil for all
}

// An Access is what an action does to shared variables.
type Access struct {
	Form   Form
	Kind   model.AccessKind
	Object int32 // index of the word in its variable
	Var    string
	Moves  Mover // of a region of private memory
}

// Form is what kind of step an Access is.
type Form uint8

const (
	Disabled Form = iota // the thread cannot take the step
	Silent               // no access
	Single               // one access
	Region               // several, in a region that no other thread can tell from one step
	Anew                 // no access but new memory, see Part
)

// What an action may answer.
var (
	disabled = Access{Form: Disabled}
	silent   = Access{Form: Silent}
)

func single(kind model.AccessKind, i int32, variable string) Access {
	return Access{Form: Single, Kind: kind, Object: i, Var: variable}
}

func load(variable string) Access { return loadAt(variable, 0) }

func loadAt(variable string, i uint8) Access { return single(model.Load, int32(i), variable) }

func store(variable string) Access { return storeAt(variable, 0) }

func storeAt(variable string, i uint8) Access {
	return single(model.Store, int32(i), variable)
}

// swap is a read-modify-write that always writes.
func swap(variable string) Access { return casAt(variable, 0, true) }

// cas is a compare-and-swap.
func cas(variable string, swapped bool) Access { return casAt(variable, 0, swapped) }

func casAt(variable string, i uint8, swapped bool) Access {
	if swapped {
		return single(model.ReadWrite, int32(i), variable)
	}
	return single(model.CASFailed, int32(i), variable)
}

func plainReadAt(variable string, i uint8) Access {
	return single(model.PlainRead, int32(i), variable)
}

func plainWriteAt(variable string, i uint8) Access {
	return single(model.PlainWrite, int32(i), variable)
}

// lock is a lock, unlock or wait. A thread that cannot lock is disabled.
func lock(variable string) Access { return single(model.LockStep, 0, variable) }

// region is several accesses, to the variables that the action's table names. Each
// is told by tell, in the order of the code.
func region() Access { return Access{Form: Region} }

// private is a region of private memory, with the claim how it moves. For a region of a lock, the
// protocol that the code follows has the claim.
func private(moves Mover) Access { return Access{Form: Region, Moves: moves} }

// A Part is one access of a region. If its Form is Anew, it is new memory that takes the
// place of Count words, so these words have other objects from then on.
type Part struct {
	Access
	Count int
}

// tell reports an access of the region that the machine is doing.
func (d *Def[S]) tell(a Access) {
	if d.parts != nil {
		*d.parts = append(*d.parts, Part{Access: a})
	}
}

// takes tells that a slot is read and cleared.
func (d *Def[S]) takes(variable string, i uint8) {
	if d.parts != nil {
		d.tell(plainReadAt(variable, i))
		d.tell(plainWriteAt(variable, i))
	}
}

// anew tells that words of a variable have other objects from now on.
func (d *Def[S]) anew(variable string, first, count int) {
	if d.parts != nil {
		*d.parts = append(*d.parts, Part{Access{Form: Anew, Object: int32(first), Var: variable}, count})
	}
}

// next appends all steps from a state.
func (d *Def[S]) next(s *S, steps []explore.Step[S]) []explore.Step[S] {
	labels := d.PC(s)
	first, ended := len(steps), 0
	for t := range d.Threads {
		label := labels[t]
		a := &d.Actions[label]
		if a.Do == nil {
			ended++
			continue
		}
		for choice := range max(1, a.Choices) {
			steps = append(steps, explore.Step[S]{To: *s, Thread: uint8(t), Action: label})
			if a.Do(&steps[len(steps)-1].To, t, choice).Form == Disabled {
				steps = steps[:len(steps)-1]
			}
		}
	}
	if last := len(d.Actions) - 1; ended == len(d.Threads) && d.Actions[last].Do == nil && len(steps) == first {
		steps = append(steps, explore.Step[S]{To: *s, Action: uint8(last)})
	}
	return steps
}

// enabled reports whether a thread can take a step.
func (d *Def[S]) enabled(s *S, t int) bool {
	a := &d.Actions[d.PC(s)[t]]
	for choice := range max(1, a.Choices) {
		to := *s
		if a.Do != nil && a.Do(&to, t, choice).Form != Disabled {
			return true
		}
	}
	return false
}

// allEnabled reports whether each thread can take a step.
func (d *Def[S]) allEnabled(s *S) bool {
	for t := range d.Threads {
		if !d.enabled(s, t) {
			return false
		}
	}
	return true
}

// access returns the access that a step was.
func (d *Def[S]) access(from *S, step *explore.Step[S]) Access {
	a := &d.Actions[step.Action]
	for choice := range max(1, a.Choices) {
		to := *from
		if did := a.Do(&to, int(step.Thread), choice); did.Form != Disabled && to == step.To {
			return did
		}
	}
	panic(fmt.Sprintf("machine: %s does not lead there", a.Name))
}

// say describes a step for a table.
func (d *Def[S]) say(from *S, step *explore.Step[S]) string {
	a := &d.Actions[step.Action]
	if a.Do == nil {
		return a.Name
	}
	did := d.access(from, step)
	switch did.Form {
	case Silent:
		return fmt.Sprintf("%s, then %s", a.Name, d.Actions[d.PC(&step.To)[step.Thread]].Name)
	case Region:
		return a.Name
	}
	v := d.variable(did.Var)
	name := v.objectName(int(did.Object))
	read, wrote := v.object(from, int(did.Object)), v.object(&step.To, int(did.Object))
	switch did.Kind {
	case model.Load, model.PlainRead:
		return fmt.Sprintf("%s: %s = %s", a.Name, name, read)
	case model.Store, model.PlainWrite:
		return fmt.Sprintf("%s: %s := %s", a.Name, name, wrote)
	case model.LockStep:
		return a.Name
	case model.CASFailed:
		return fmt.Sprintf("%s fails: %s = %s", a.Name, name, read)
	}
	return fmt.Sprintf("%s: %s = %s, := %s", a.Name, name, read, wrote)
}

func (d *Def[S]) variable(name string) *Var[S] {
	for i := range d.Vars {
		if d.Vars[i].Name == name {
			return &d.Vars[i]
		}
	}
	panic("machine: no variable " + name)
}
