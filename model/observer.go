package model

// Access is what one thread did to shared memory, as an [Observer] is told it.
type Access struct {
	Thread int    // from 0, in the order of their start
	Name   string // of the thread, "" if it has none
	Kind   AccessKind
	Object int32  // numbered by first use in an execution
	Label  string // of the step: the line's //tla: comment, or that of the call
	Place  uint32 // stands for the label: the same place has the same label for ever
	Site   uint32 // where it is, see package sched
	Expr   string // what is accessed, as written
	Pos    string // file:line
	Alone  bool   // no other thread was there: the preparation, or the end

	// The value found and the value left, as bits; a pointer is its address. They
	// mean something if the kind has them, and for a plain access if Size is not 0.
	Read, Wrote uint64
	Size        uint8 // of a plain access: how many bytes it has, 0 if more than 8
}

// AccessKind is the kind of an Access.
type AccessKind uint8

const (
	Load       AccessKind = iota // atomic; Read
	Store                        // atomic; Wrote
	ReadWrite                    // atomic read-modify-write; both
	CASFailed                    // a compare-and-swap that found another value; Read
	PlainRead                    // Read
	PlainWrite                   // Wrote
	LockStep                     // lock, unlock or wait, and what ends a wait: then Wrote is 1
)

var accessNames = [...]string{"load", "store", "read-modify-write", "failed compare-and-swap", "plain read", "plain write", "lock step"}

func (k AccessKind) String() string { return accessNames[k] }

// Observer is shown every access of every execution, and may reject it.
type Observer interface {
	// Begin is called before each execution.
	Begin()
	// Access is called after each access; the Access is used again for the next.
	// An error ends the execution as a failure.
	Access(*Access) error
	// End is called after each execution that was not cut off.
	End() error
}

// Follower is an Observer that holds the code against its labels. It is shown
// less, and told more; but Expr and Pos only by the Site.
type Follower interface {
	Observer
	// Wants reports whether it is to be shown plain accesses to what the source
	// calls expr. It is asked once for each place.
	Wants(expr string) bool
	// Enter is called when a thread comes to a call on a labelled line, and place
	// stands for the label; what is accessed in there follows. An error ends the
	// execution as a failure.
	Enter(thread int, place uint32, label string) error
}

// Repeater is an Observer that need not be told again what executions have in common.
type Repeater interface {
	Observer
	// Repeat goes back to where it was after so many accesses of the execution before. They
	// are those of the next one, too, which it is told from there on; but pointers may have
	// other values. If it cannot, it reports that: then Begin is called, as ever. A Follower is
	// told again where threads enter; a Witness is told of all.
	Repeat(accesses int) bool
}

// Witness is an Observer that is also told of the operations of a program, as far as
// they are made known to package sched. What a thread accesses in between is part of the
// operation.
type Witness interface {
	Observer
	// Call is called when a thread begins an operation; alone as in Access.
	Call(thread int, kind Kind, alone bool)
	// Return is called when it has ended, with the values that it has pushed or taken.
	// An error ends the execution as a failure.
	Return(thread int, status Status, values ...int) error
}
