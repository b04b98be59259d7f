package refine

import "github.com/stealproof/stealproof/model"

// Binding says how values of the code correspond to values of a machine. It says nothing about labels, because
// code and machine use the same labels.
type Binding struct {
	// Module is the name of the machine's module.
	Module string
	// Values says how the code represents shared variables. A variable that is not listed must be a number or a
	// boolean.
	Values map[string]Values
	// Locks are variables that are words in the code. The word is 0 while the lock is free. A failed attempt
	// to lock is not a step of the machine, and neither is waiting for the lock.
	Locks []string
	// Owner has an operation for each choice of the first thread when that is idle: the choice begins the
	// operation. All other threads do the operation Thief.
	Owner []model.Kind
	Thief model.Action
	// Plain reports whether a plain access to the source expression expr is an access to shared memory. If
	// Plain is nil, [Elements] decides.
	Plain func(expr string) bool
}

// Elements reports true for elements of slices and arrays, and for targets of pointers. Other plain accesses
// are to fields of a deque, which never change or which only the owner uses.
func Elements(expr string) bool {
	return expr != "" && (expr[0] == '*' || expr[len(expr)-1] == ']')
}

// Values compares values of a machine with values of the code. Each execution begins with Reset. Variables that
// share one Values also share the facts that it learns.
type Values interface {
	// Same reports whether the code's value of a word, as bits, corresponds to the machine's value.
	Same(word int, machine, code uint64) bool
	// Reset forgets the facts learned in the last execution.
	Reset()
}

// Numbers correspond if they are equal.
type Numbers struct{}

// Same implements [Values].
func (Numbers) Same(_ int, machine, code uint64) bool { return machine == code }

// Reset implements [Values].
func (Numbers) Reset() {}

// Renamed is like [Names], but writing a value gives it a new name.
type Renamed struct{ names map[uint64]uint64 }

// Same implements [Values].
func (n *Renamed) Same(_ int, machine, code uint64) bool {
	if machine == 0 || code == 0 {
		return machine == code
	}
	return n.names[machine] == code
}

// Name says that the value code of the code stands for a value of the machine.
func (n *Renamed) Name(machine, code uint64) {
	if machine != 0 {
		n.names[machine] = code
	}
}

// Reset implements [Values].
func (n *Renamed) Reset() { n.names = map[uint64]uint64{} }

// Signed numbers have 8 bits in the machine.
type Signed struct{}

// Same implements [Values].
func (Signed) Same(_ int, machine, code uint64) bool { return int64(int8(machine)) == int64(code) }

// Reset implements [Values].
func (Signed) Reset() {}

// Flags correspond if both are 0, or both are not 0.
type Flags struct{}

// Same implements [Values].
func (Flags) Same(_ int, machine, code uint64) bool { return (machine == 0) == (code == 0) }

// Reset implements [Values].
func (Flags) Reset() {}

// Names gives each value of the machine the name under which the code has it. The first comparison of a value
// decides the name. In the same execution, no other value may have this name. With Nil, 0 always corresponds to
// 0.
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

// Func computes the machine's value from the code's value.
type Func func(code uint64) (machine uint64)

// Same implements [Values].
func (f Func) Same(_ int, machine, code uint64) bool { return f(code) == machine }

// Reset implements [Values].
func (Func) Reset() {}

// Judge reports whether two values correspond.
type Judge func(machine, code uint64) bool

// Same implements [Values].
func (j Judge) Same(_ int, machine, code uint64) bool { return j(machine, code) }

// Reset implements [Values].
func (Judge) Reset() {}

// Unset is like Values, except that where the machine has 0, the code may also have Value. This does not hold
// for the first word.
type Unset struct {
	Values
	Value uint64
}

// Same implements [Values].
func (u Unset) Same(word int, machine, code uint64) bool {
	return machine == 0 && code == u.Value && word != 0 || u.Values.Same(word, machine, code)
}
