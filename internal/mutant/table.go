package mutant

import (
	"slices"

	"github.com/stealproof/stealproof/wsq"
)

// Mutant is a deque to try a checker on.
type Mutant struct {
	// Name identifies it, in kebab case.
	Name string
	// Source says where it was printed, or which known fault it has.
	Source string
	// Mechanism says what is wrong, or why nothing is. The comment of its type has the interleaving.
	Mechanism string
	// Sound is true if a checker that respects Empty and Slots must not complain. Otherwise the checker should.
	Sound bool
	// Breaks lists the rules of which a checker should see one broken. A sound deque breaks none.
	Breaks []Rule
	// Sequential is true if one goroutine is enough to see the fault.
	Sequential bool
	// Empty says what a thief's Empty is meant to mean.
	Empty wsq.EmptyContract
	// NeedsScheduler is true if a goroutine must stop between two given instructions while others go on. Real cores may
	// do that at once, or not within a minute.
	NeedsScheduler bool
	// NeverRetries is true if Steal waits for a lock, and never answers Retry.
	NeverRetries bool
	// Slots, if not 0, is the most calls of Push on one deque. The deque itself does not check it.
	Slots int
	// New returns an empty deque. A bounded one holds about capacity items; another one grows beyond that. A small deque
	// is easier to break.
	New func(capacity int) wsq.Deque[*int]
}

// A Rule is a rule that a deque breaks.
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

// slots is the size of an array without a bounds check, if another fault is the point.
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
