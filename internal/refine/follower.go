package refine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// Follower lets a machine take the steps of the code, and rejects any step that the machine does not have. It
// implements [model.Follower] and [model.Witness].
//
// The first access of an operation decides which thread of the machine does the operation: an idle one that can
// take this step. Threads of one kind are alike, so any such thread will do.
//
// A followed search takes about twice as long: see the package comment.
type Follower struct {
	// Executions counts the executions that were followed to their end. Steps counts the steps of the machine.
	// Torn counts the regions whose result differs from that of a single step; these are not edges of the
	// graph.
	Executions, Steps, Torn int
	// Taken has the number of steps of each action, by the action's name.
	Taken map[string]int
	// Movers has what the regions of each action show, by the action's name.
	Movers map[string]Movers

	b       Binding
	w       machine.Walker
	values  []Values // of the binding
	actions []action
	byLabel map[string]int
	places  []int32 // by place: the action, or one of the constants below
	words   []word
	objects []int32 // by object: the word, or one of the constants below
	threads []int32 // by thread of the code: the thread of the machine, or none
	holders []int32 // by thread of the machine: the thread of the code, or none
	regions []region
	taken   []int

	calls []call // by thread of the code

	fixed bool // thread n of the code is thread n-1 of the machine
	after func(thread int, s machine.Step)
	ended func() // called after each execution
	fresh bool   // the execution has not taken a step
	now   *model.Access
}

const (
	none    = -1 // also means: not known yet
	foreign = -2 // the label is from another module; the object no longer has a word
)

// action is an action of the machine, with the facts that each step needs.
type action struct {
	machine.Label
	lock   bool  // it writes a variable of the binding's Locks
	region int32 // 1 if it is a region, 0 if not, none if this is not known yet
}

// word is a word of the machine, with its object in the code.
type word struct {
	object int32
	values Values
}

// call is an operation of the code.
type call struct {
	kind    model.Kind
	stepped bool // it has taken a step of the machine
}

// New returns a follower for code with this binding. The machine must not be explored at the same time.
func New(b Binding, m machine.Machine) (*Follower, error) {
	f := &Follower{b: b, w: m.Walker(), byLabel: map[string]int{}, Taken: map[string]int{}, Movers: map[string]Movers{}}
	if f.b.Plain == nil {
		f.b.Plain = Elements
	}
	for i, l := range f.w.Actions() {
		lock := slices.ContainsFunc(b.Locks, func(v string) bool { return slices.Contains(l.Writes, v) })
		f.actions = append(f.actions, action{l, lock, none})
		f.byLabel[l.Name] = i
	}
	known := map[string]bool{}
	for _, v := range f.w.Words() {
		known[v.Name] = true
		values := b.Values[v.Name]
		if values == nil {
			switch v.Kind {
			case machine.Natural:
				values = Numbers{}
			case machine.Integer:
				values = Signed{}
			case machine.Boolean:
				values = Flags{}
			default:
				return nil, fmt.Errorf("refine: the binding of %s has no Values for %s", b.Module, v.Name)
			}
		}
		for range v.Words {
			f.words = append(f.words, word{none, values})
		}
	}
	for name, values := range b.Values {
		f.values = append(f.values, values)
		if !known[name] {
			return nil, fmt.Errorf("refine: the binding of %s names %s, which is not a shared variable", b.Module, name)
		}
	}
	f.holders = make([]int32, len(f.w.Threads()))
	f.regions = make([]region, len(f.holders))
	f.taken = make([]int, len(f.actions))
	return f, nil
}

// WithoutGhosts removes the history variables from the machine. If the machine still follows the code, no step
// depends on them.
func (f *Follower) WithoutGhosts() *Follower {
	f.w.WithoutGhosts()
	return f
}

// Begin implements [model.Observer].
func (f *Follower) Begin() {
	f.w.Begin()
	f.fresh = true
	for _, o := range f.objects {
		if o >= 0 {
			f.words[o].object = none
		}
	}
	for _, v := range f.values {
		v.Reset()
	}
	f.objects, f.threads = f.objects[:0], f.threads[:0]
	for i := range f.holders {
		f.holders[i] = none
		f.regions[i].on = false
	}
}

// End implements [model.Observer].
func (f *Follower) End() error {
	f.Executions++
	for t := range f.holders {
		for f.passEmpty(t) {
		}
		if _, idle := f.w.At(t); !idle {
			return f.diverges(nil, t, "the code has ended the operation, and the machine has not")
		}
	}
	if f.ended != nil {
		f.ended()
	}
	return nil
}

// Check returns an error if nothing was followed.
func (f *Follower) Check() error {
	for i, n := range f.taken {
		if n > 0 {
			f.Taken[f.actions[i].Name] = n
		}
	}
	if f.Steps == 0 || f.Executions == 0 {
		return fmt.Errorf("refine: nothing was followed: %d steps in %d executions. Are there labels of %s in the code?", f.Steps, f.Executions, f.b.Module)
	}
	return nil
}

// Wants implements [model.Follower].
func (f *Follower) Wants(expr string) bool { return f.b.Plain(expr) }

// action returns the action of a label, or foreign, or none.
func (f *Follower) action(place uint32, label string) int32 {
	for int(place) >= len(f.places) {
		f.places = append(f.places, -3)
	}
	if p := f.places[place]; p != -3 {
		return p
	}
	module, step, qualified := strings.Cut(label, ".")
	if !qualified {
		step = label
	}
	p := int32(none)
	if n, known := f.byLabel[step]; qualified && module != f.b.Module || label == "" {
		p = foreign
	} else if known {
		p = int32(n)
	}
	f.places[place] = p
	return p
}

// Enter implements [model.Follower].
func (f *Follower) Enter(thread int, place uint32, label string) error {
	a := f.action(place, label)
	if a < 0 {
		return nil
	}
	if m := f.threadOf(thread); m >= 0 {
		if at, _ := f.w.At(m); at == int(a) {
			f.passEmpty(m)
		}
	}
	return nil
}

// Access implements [model.Observer].
func (f *Follower) Access(a *model.Access) error {
	n := f.action(a.Place, a.Label)
	if n == foreign {
		f.during(none, a)
		if *f.object(a.Object) >= 0 {
			return f.diverges(a, f.threadOf(a.Thread), "the machine has what is accessed, and no step with this label")
		}
		return nil
	}
	if n == none {
		return fmt.Errorf("%s is not an action of %s", a.Label, f.b.Module)
	}
	f.now = a
	f.call(a.Thread).stepped = true
	m := f.threadOf(a.Thread)
	if f.actions[n].lock && a.Kind == model.LockStep {
		return nil // the thread waits, or wakes another one
	}
	m, err := f.thread(m, a.Thread, int(n))
	if err != nil {
		return err
	}
	switch {
	case f.actions[n].lock:
		return f.lock(m, a)
	case f.regions[m].on:
		f.during(m, a)
		return f.inRegion(m, a)
	}
	f.during(none, a)
	return f.single(m, a)
}

// call returns the operation of a thread.
func (f *Follower) call(thread int) *call {
	for thread >= len(f.calls) {
		f.calls = append(f.calls, call{})
	}
	return &f.calls[thread]
}

// Call implements [model.Witness].
func (f *Follower) Call(thread int, kind model.Kind, _ bool) { *f.call(thread) = call{kind: kind} }

// Return implements [model.Witness]. An operation without a step is allowed only for the owner: if the
// machine's owner is idle and can choose an operation that takes no step.
func (f *Follower) Return(thread int, status model.Status, _ ...int) error {
	const owner = 0
	c := f.call(thread)
	if c.stepped {
		return nil
	}
	if at, idle := f.w.At(owner); idle && c.kind != f.b.Thief.Kind && f.chooses(owner, at) {
		return nil
	}
	return f.diverges(nil, none, fmt.Sprintf("an operation has ended with %v, and taken no step", status))
}

// single compares an access with a step that is one access.
func (f *Follower) single(m int, a *model.Access) error {
	if f.atRegion(m) {
		f.beginRegion(m)
		f.regions[m].during = append(f.regions[m].during, moved{thread: m, object: a.Object, writes: writes(a)})
		return f.inRegion(m, a)
	}
	s := f.w.Do(m, 0)
	if s.Form != machine.Single {
		f.w.Undo()
		return f.diverges(a, m, "the machine does not access anything")
	}
	if why := f.compare(a, &s); why != "" {
		f.w.Undo()
		return f.diverges(a, m, why)
	}
	f.did(m, s)
	return nil
}
