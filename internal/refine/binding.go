package refine

import "github.com/stealproof/stealproof/model"

// A Binding says how code has what a machine has. The labels are the same words, so
// it is about values only.
type Binding struct {
	// Module of the machine.
	Module string
	// Values says how shared variables stand in memory. Those not named are numbers,
	// or true and false.
	Values map[string]Values
	// Locks are variables that the code has as a word, which is 0 while nobody holds
	// the lock. Attempts that fail, and waiting, are no steps of the machine.
	Locks []string
	// Owner has, for each choice of the first thread when it is idle, the operation
	// that this begins; the other threads have one operation, Thief.
	Owner []model.Kind
	Thief model.Action
	// Plain reports whether a plain access to what the source calls expr is one to
	// shared memory. Nil is [Elements].
	Plain func(expr string) bool
}

// Elements holds for the elements of slices and arrays, and for what pointers point
// to: the fields of a deque are its owner's, or never change.
func Elements(expr string) bool {
	return expr != "" && (expr[0] == '*' || expr[len(expr)-1] == ']')
}

// Values says when a machine's value and the code's are the same. New returns one
// for an execution; variables that have the same New share what it learns.
type Values interface {
	// Same reports whether the code's value of a word, as bits, is the machine's.
	Same(word int, machine, code uint64) bool
	// Reset forgets what the last execution has taught.
	Reset()
}

// Numbers are the same if they are equal.
type Numbers struct{}

// Same implements [Values].
func (Numbers) Same(_ int, machine, code uint64) bool { return machine == code }

// Reset implements [Values].
func (Numbers) Reset() {}

// Renamed are what [Names] are, save that what is written gives a value another name.
type Renamed struct{ names map[uint64]uint64 }

// Same implements [Values].
func (n *Renamed) Same(_ int, machine, code uint64) bool {
	if machine == 0 || code == 0 {
		return machine == code
	}
	return n.names[machine] == code
}

// Name gives a value of the machine the name that the code has written.
func (n *Renamed) Name(machine, code uint64) {
	if machine != 0 {
		n.names[machine] = code
	}
}

// Reset implements [Values].
func (n *Renamed) Reset() { n.names = map[uint64]uint64{} }

// Signed numbers are of 8 bits in the machine.
type Signed struct{}

// Same implements [Values].
func (Signed) Same(_ int, machine, code uint64) bool { return int64(int8(machine)) == int64(code) }

// Reset implements [Values].
func (Signed) Reset() {}

// Flags are the same if both are 0, or neither is.
type Flags struct{}

// Same implements [Values].
func (Flags) Same(_ int, machine, code uint64) bool { return (machine == 0) == (code == 0) }

// Reset implements [Values].
func (Flags) Reset() {}

// Names are the same if they are the same each time: the first time that the
// machine has a value, it takes the name that the code has for it, and no other
// value ever has that name in the execution. With Nil, 0 is always 0.
type Names struct {
	Nil   bool
	pairs [][2]uint64
}

// Same implements [Values].
func (n *Names) Same(_ int, machine, code uint64) bool {
	if n.Nil && (machine == 0 || code == 0) {
		return machine == code
	}
	for _, p := range n.pairs {
		if p[0] == machine || p[1] == code {
			return p == [2]uint64{machine, code}
		}
	}
	n.pairs = append(n.pairs, [2]uint64{machine, code})
	return true
}

// Reset implements [Values].
func (n *Names) Reset() { n.pairs = n.pairs[:0] }

// A Func makes the machine's value out of the code's.
type Func func(code uint64) (machine uint64)

// Same implements [Values].
func (f Func) Same(_ int, machine, code uint64) bool { return f(code) == machine }

// Reset implements [Values].
func (Func) Reset() {}

// A Judge says itself when the two are the same.
type Judge func(machine, code uint64) bool

// Same implements [Values].
func (j Judge) Same(_ int, machine, code uint64) bool { return j(machine, code) }

// Reset implements [Values].
func (Judge) Reset() {}

// Unset is what Values are, save that where the machine has 0 the code may have a
// value of its own, in any word but the first.
type Unset struct {
	Values
	Value uint64
}

// Same implements [Values].
func (u Unset) Same(word int, machine, code uint64) bool {
	return machine == 0 && code == u.Value && word != 0 || u.Values.Same(word, machine, code)
}
