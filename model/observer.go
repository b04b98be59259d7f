package model

// Access is one access of a thread to shared memory, as an [Observer] sees it.
type Access struct {
	Thread int    // from 0, in the order of their start
	Name   string // of the thread, "" if it has none
	Kind   AccessKind
	Object int32  // numbered by first use in an execution
	Label  string // of the step: the line's //tla: comment, or that of the call
	Place  uint32 // number of the label: one place always has the same label
	Site   uint32 // number of the place in the source
	Expr   string // the accessed expression, as written
	Pos    string // file:line
	Alone  bool   // the thread is the only one: during the preparation, or at the end

	// Read is the value found, and Wrote the value left, as bits. A pointer is its address. They
	// have a meaning if the kind has them. For a plain access, they have one if Size is not 0.
	Read, Wrote uint64
	Size        uint8 // bytes of a plain access, 0 if more than 8
}

// AccessKind is the kind of an Access.
type AccessKind uint8

const (
	Load       AccessKind = iota // atomic; has Read
	Store                        // atomic; has Wrote
	ReadWrite                    // atomic read-modify-write; has both
	CASFailed                    // a compare-and-swap that found another value; has Read
	PlainRead                    // has Read
	PlainWrite                   // has Wrote
	LockStep                     // lock, unlock or wait; with Wrote 1, the step enables a waiting thread
)

var accessNames = [...]string{"load", "store", "read-modify-write", "failed compare-and-swap", "plain read", "plain write", "lock step"}

// String returns the kind in words, such as "failed compare-and-swap".
func (k AccessKind) String() string { return accessNames[k] }

// Observer is shown every access of every execution, and may reject an execution.
type Observer interface {
	// Begin is called before each execution.
	Begin()
	// Access is called after each access. The Access is reused for the next one. An error ends the
	// execution as a failure.
	Access(*Access) error
	// End is called after each execution that was not cut off. An error is a failure.
	End() error
}

// Follower is an Observer that compares the code with its labels. It can leave out plain accesses,
// and is told of labelled calls. Its accesses have no Expr and no Pos; the Site stands for them.
type Follower interface {
	Observer
	// Wants reports whether it is to be shown plain accesses to an expression, as written in the
	// source. It is called once for each place.
	Wants(expr string) bool
	// Enter is called when a thread comes to a call on a labelled line. Place is the number of the
	// label. The call's accesses follow. An error ends the execution as a failure.
	Enter(thread int, place uint32, label string) error
}

// Repeater is an Observer that can skip the beginning of an execution, if it is the same as in the
// execution before.
type Repeater interface {
	Observer
	// Repeat goes back to the observer's state after that many accesses of the execution before.
	// The new execution begins with the same accesses, though their pointers may have other
	// values. The observer is shown only the rest. If it cannot go back, it returns false, and
	// Begin is called. A Follower's Enter is called for the skipped part, too. A Witness never
	// skips.
	Repeat(accesses int) bool
}

// Witness is an Observer that is also told of the operations of a program, if the program records
// them with package sched. The accesses of a thread between Call and Return are part of the
// operation.
type Witness interface {
	Observer
	// Call is called when a thread begins an operation. Alone is as in Access.
	Call(thread int, kind Kind, alone bool)
	// Return is called when the operation has ended, with the values that it has pushed or taken.
	// An error ends the execution as a failure.
	Return(thread int, status Status, values ...int) error
}
