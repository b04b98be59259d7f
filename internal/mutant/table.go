package mutant

import (
	"slices"

	"github.com/stealproof/stealproof/wsq"
)

// Mutant is a deque to try a checker on.
type Mutant struct {
	// Name identifies it, in kebab case.
	Name string
	// Source is where it was printed, or which known bug it has.
	Source string
	// Mechanism is what is wrong with it, or why not; the comment of its type
	// has the interleaving.
	Mechanism string
	// Sound: a checker that respects Empty and Slots must not complain.
	// Otherwise it should.
	Sound bool
	// Breaks is what a checker should see, any of it; nothing if Sound.
	Breaks []Rule
	// Sequential: one goroutine is enough to see it.
	Sequential bool
	// Empty is what a thief's Empty means, or is meant to mean.
	Empty wsq.EmptyContract
	// NeedsScheduler: it breaks only if a goroutine stops between two given
	// instructions while others go on, which real cores may bring about in a
	// moment or not in a minute.
	NeedsScheduler bool
	// NeverRetries: its Steal waits for a lock and never answers Retry.
	NeverRetries bool
	// Slots is not 0 if Push must not be called more often on one deque, since
	// nothing checks it.
	Slots int
	// New returns an empty deque: bounded ones hold about capacity items, others
	// have that much room before they grow. The smaller, the easier to break.
	New func(capacity int) wsq.Deque[*int]
}

// Rule is a rule that a deque breaks.
type Rule string

// The rules.
const (
	Duplicate  Rule = "an item is taken twice"
	Lost       Rule = "an item is never taken"
	Invented   Rule = "an item is taken that nobody pushed, such as nil"
	PopEmpty   Rule = "Pop answers false on a deque that was not empty"
	StealEmpty Rule = "Steal answers Empty against its contract"
	Panics     Rule = "a legal operation panics"
)

// slots is the size of arrays without a bounds check, where that is not the point.
const slots = 1 << 14

const (
	sourceJinLi   = `X. Jin and J. Li, "Work stealing Fork Join Framework in C++" (2021), section 2.1`
	sourceAgrawal = `A. Agrawal and K. Indurkhya, "Work Stealing Dequeues" (IIT Hyderabad), `
	sourceDuffy   = `J. Duffy, "Building a custom thread pool (series, part 2): a work stealing queue" (2008)`
	sourceCL      = `D. Chase and Y. Lev, "Dynamic Circular Work-Stealing Deque" (SPAA 2005)`
)

// logSize returns the logarithm of a capacity rounded up to a power of two.
func logSize(capacity int) (log int) {
	for 1<<log < ringSize(capacity) {
		log++
	}
	return log
}

// All returns every deque of this package.
func All() []Mutant { return slices.Concat(jinLi, agrawal, duffy, classic, sound) }
