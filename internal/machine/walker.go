package machine

// A Walker takes the steps of a machine that its caller chooses, and tells what each
// reads and writes. Threads and actions have numbers, and so do the words of the shared
// variables. A word is what one access reads or writes. Its value is made of its cells,
// the first in the lowest byte.
//
// While a machine has a Walker it must not be explored.
type Walker interface {
	// Threads and Actions return the names, by number.
	Threads() []string
	Actions() []Label
	// Words returns the shared variables, by their first word. Privates returns those that
	// one thread uses; their words have the numbers behind.
	Words() []Variable
	Privates() []Variable
	// WordName returns what a word is called, such as slots[2].
	WordName(word int) string
	// WordText returns a value of a word as text, and WordTLA as TLA+ has it.
	WordText(word int, value uint64) string
	WordTLA(word int, value uint64) string
	// Process returns which process of the module a thread is.
	Process(thread int) int

	// Begin goes back to the initial state.
	Begin()
	// At returns the action that a thread is about to do, and whether it has come
	// back to where it began.
	At(thread int) (action int, idle bool)
	// Leads reports whether a thread that is about to choose can choose to come to
	// an action next, and which choice that takes.
	Leads(thread, action int) (choice int, leads bool)
	// Choices returns in how many ways a thread can do its next action. Some of them may
	// be disabled. Some may make no access, although others do.
	Choices(thread int) int
	// Peek returns the access that a thread would do next, without the values; its
	// Form is Disabled if it cannot go on.
	Peek(thread, choice int) Step
	// Do takes a thread's step.
	Do(thread, choice int) Step
	// Undo takes the last Do or DoRegion back.
	Undo()
	// Mark notes the state until the next Begin, Return goes back to it, and Alike reports
	// whether two were the same. Marks returns how many there are, and Forget forgets all
	// but the first n.
	Mark() int
	Return(mark int)
	Alike(mark, other int) bool
	Marks() int
	Forget(n int)
	// Region returns the accesses of the region that a thread is about to do, if
	// its words had other values than they have now.
	Region(thread int, views []View) []Part
	// DoRegion does it. Torn says that it would have come out otherwise with the
	// values that its words have now.
	DoRegion(thread int, views []View) (step Step, torn bool)
	// Word returns the value of a word.
	Word(word int) uint64

	// Own returns the values of the variables that only this thread uses, as text of TLA+,
	// by names such as next[2].
	Own(thread int) (names, values []string)
	// State returns what is not as in the initial state, as text, and Enabled what
	// each thread can do next.
	State() string
	Enabled() []string
	// Node returns the number of the state in the graph, -1 if there is none.
	Node(g *Graph) int
	// WithoutGhosts makes the variables that no step depends on stay as they were in
	// the beginning.
	WithoutGhosts()
}

// A Variable is a variable of a machine.
type Variable struct {
	Name  string
	First int // its first word
	Words int
	Kind  ValueKind
}

// ValueKind says what the value of a word is.
type ValueKind uint8

const (
	Natural ValueKind = iota // a number
	Integer                  // a number of 8 bits with a sign
	Boolean
	Other // a record, a name, a set, a sequence
)

// A Step is what a thread of a machine has done.
type Step struct {
	Access
	Action      int
	Word        int    // of a single access
	Read, Wrote uint64 // what the word was before, and is now
}

// A View is a word with a value that it had when it was accessed.
type View struct {
	Word  int
	Value uint64
}
