package mutant

import "github.com/stealproof/stealproof/wsq"

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
func All() []Mutant {
	return []Mutant{
		// Printed, and what isolates one fault of it.
		{
			Name:         "jin-li-entry-lock",
			Source:       sourceJinLi,
			Mechanism:    "as printed: publishes the index before the slot, which is harmless as thieves never take the last item",
			Sound:        true,
			Empty:        wsq.AllButOne,
			Slots:        slots,
			NeverRetries: true,
			New:          func(capacity int) wsq.Deque[*int] { return NewJinLi[*int](max(capacity, slots)) },
		},
		{
			Name:         "jin-li-small-array",
			Source:       sourceJinLi,
			Mechanism:    "as printed, with an array of capacity slots: no bounds check, and stolen slots never come back",
			Breaks:       []Rule{Panics},
			Sequential:   true,
			Empty:        wsq.AllButOne,
			NeverRetries: true,
			New:          func(capacity int) wsq.Deque[*int] { return NewJinLi[*int](capacity) },
		},
		{
			Name:         "jin-li-last-stealable",
			Source:       sourceJinLi + "; changed",
			Mechanism:    "with <= for < in take, so that thieves reach the last item: Push publishes the index before the slot",
			Breaks:       []Rule{Invented, Duplicate, Lost},
			Slots:        slots,
			NeverRetries: true,
			New:          func(capacity int) wsq.Deque[*int] { return NewJinLiLastStealable[*int](max(capacity, slots)) },
		},
		{
			Name:       "agrawal-bounded",
			Source:     sourceAgrawal + "BDEQueue",
			Mechanism:  "as printed: popBottom sets top to 0 without bottom, and items taken are back; popTop answers a pointer into the array",
			Breaks:     []Rule{Duplicate, Lost},
			Sequential: true,
			Slots:      slots,
			New:        func(capacity int) wsq.Deque[*int] { return NewAgrawalBounded[*int](max(capacity, slots)) },
		},
		{
			Name:      "agrawal-bounded-slot-pointer",
			Source:    sourceAgrawal + "BDEQueue; changed",
			Mechanism: "with bottom set to 0, too: popTop answers a pointer into the array, which its caller reads after the slot was used again",
			Breaks:    []Rule{Duplicate, Lost},
			Slots:     slots,
			New:       func(capacity int) wsq.Deque[*int] { return NewAgrawalBoundedReset[*int](max(capacity, slots)) },
		},
		{
			Name:       "agrawal-bounded-small-array",
			Source:     sourceAgrawal + "BDEQueue; changed",
			Mechanism:  "with bottom set to 0, too, and an array of capacity slots: no bounds check",
			Breaks:     []Rule{Panics, Duplicate, Lost},
			Sequential: true,
			New:        func(capacity int) wsq.Deque[*int] { return NewAgrawalBoundedReset[*int](capacity) },
		},
		{
			Name:      "agrawal-unbounded",
			Source:    sourceAgrawal + "UnboundedDEQueue",
			Mechanism: "as printed: popTop answers a pointer into the array, which its caller reads after the ring came round",
			Breaks:    []Rule{Duplicate, Lost},
			New:       func(capacity int) wsq.Deque[*int] { return NewAgrawalUnbounded[*int](int32(logSize(capacity))) },
		},
		{
			Name:       "agrawal-unbounded-late",
			Source:     sourceAgrawal + "UnboundedDEQueue",
			Mechanism:  "as printed, after nearly 2^31 items: the index overflows, and its remainder is negative",
			Breaks:     []Rule{Panics, Duplicate, Lost},
			Sequential: true,
			New:        func(capacity int) wsq.Deque[*int] { return NewAgrawalUnboundedLate[*int](int32(logSize(capacity))) },
		},
		{
			Name:         "duffy-as-printed",
			Source:       sourceDuffy,
			Mechanism:    "as printed: LocalPop believes a head that a thief has raised for a moment; TrySteal answers false because the lock is held",
			Breaks:       []Rule{PopEmpty, StealEmpty},
			NeverRetries: true,
			New:          func(capacity int) wsq.Deque[*int] { return NewDuffy[*int](capacity) },
		},
		{
			Name:      "duffy-early-empty",
			Source:    sourceDuffy,
			Mechanism: "with Retry if the lock is held: LocalPop believes a head that a thief has raised for a moment",
			Breaks:    []Rule{PopEmpty},
			New:       func(capacity int) wsq.Deque[*int] { return NewDuffyRetry[*int](capacity) },
		},
		{
			Name:       "duffy-late",
			Source:     sourceDuffy,
			Mechanism:  "with Retry if the lock is held, after 2^31 - 1 items: tail overflows, and neither end finds the items",
			Breaks:     []Rule{PopEmpty, StealEmpty, Lost},
			Sequential: true,
			New:        func(capacity int) wsq.Deque[*int] { return NewDuffyLate[*int](capacity) },
		},

		// Classic.
		{
			Name:      "abp-no-stamp",
			Source:    `N. S. Arora, R. D. Blumofe and C. G. Plaxton, "Thread Scheduling for Multiprogrammed Multiprocessors" (SPAA 1998); changed`,
			Mechanism: "top has no tag, so that a CAS succeeds after the indices started again at 0 (ABA)",
			Breaks:    []Rule{Duplicate, Lost},
			New:       func(capacity int) wsq.Deque[*int] { return NewABPNoStamp[int](capacity) },
		},
		{
			Name:      "pop-last-without-cas",
			Source:    sourceCL + "; changed",
			Mechanism: "Pop takes the last item without a CAS",
			Breaks:    []Rule{Duplicate},
			New:       func(capacity int) wsq.Deque[*int] { return NewPopLastNoCAS[int](capacity) },
		},
		{
			Name:      "pop-reads-top-first",
			Source:    sourceCL + "; changed",
			Mechanism: "Pop reads top before it lowers bottom",
			Breaks:    []Rule{Duplicate, Lost},
			New:       func(capacity int) wsq.Deque[*int] { return NewPopReadsTopFirst[int](capacity) },
		},
		{
			Name:       "pop-unsigned-size",
			Source:     sourceCL + "; changed after the review of crossbeam-rs/crossbeam#33",
			Mechanism:  "Pop computes the size without a sign: an empty deque looks very full",
			Breaks:     []Rule{Duplicate, Invented},
			Sequential: true,
			New:        func(capacity int) wsq.Deque[*int] { return NewPopUnsignedSize[int](capacity) },
		},
		{
			Name:      "steal-without-cas",
			Source:    sourceCL + "; changed",
			Mechanism: "Steal stores top instead of a CAS",
			Breaks:    []Rule{Duplicate},
			New:       func(capacity int) wsq.Deque[*int] { return NewStealNoCAS[int](capacity) },
		},
		{
			Name:           "steal-reads-bottom-first",
			Source:         sourceCL + "; changed after crossbeam-rs/crossbeam#85",
			Mechanism:      "Steal reads bottom before top",
			Breaks:         []Rule{Duplicate, Lost},
			NeedsScheduler: true,
			New:            func(capacity int) wsq.Deque[*int] { return NewStealBottomFirst[int](capacity) },
		},
		{
			Name:           "steal-stale-array",
			Source:         sourceCL + "; changed after crossbeam-rs/crossbeam#726",
			Mechanism:      "Steal loads the array before the indices, and its CAS confirms only the index",
			Breaks:         []Rule{Invented, Duplicate, Lost},
			NeedsScheduler: true,
			New:            func(capacity int) wsq.Deque[*int] { return NewStealStaleArray[int](capacity) },
		},
		{
			Name:      "steal-reads-after-cas",
			Source:    sourceCL + "; changed after ssbl/concurrent-deque#2",
			Mechanism: "Steal reads the slot after its CAS, when the ring may have come round",
			Breaks:    []Rule{Duplicate, Lost},
			New:       func(capacity int) wsq.Deque[*int] { return NewStealReadAfterCAS[int](capacity) },
		},
		{
			Name:      "publish-before-write",
			Source:    sourceCL + "; changed",
			Mechanism: "Push raises bottom before it writes the slot",
			Breaks:    []Rule{Invented, Duplicate, Lost},
			New:       func(capacity int) wsq.Deque[*int] { return NewPublishBeforeWrite[int](capacity) },
		},
		{
			Name:      "grow-before-copy",
			Source:    sourceCL + "; changed",
			Mechanism: "Push publishes the larger ring before it has copied the items",
			Breaks:    []Rule{Invented, Lost},
			New:       func(capacity int) wsq.Deque[*int] { return NewGrowBeforeCopy[int](capacity) },
		},
		{
			Name:       "full-looks-empty",
			Source:     "a bounded ring after " + sourceCL + ", changed after tokio-rs/tokio#2387",
			Mechanism:  "indices are no wider than the ring is long: when full it looks empty",
			Breaks:     []Rule{PopEmpty, StealEmpty, Lost, Duplicate},
			Sequential: true,
			New:        func(capacity int) wsq.Deque[*int] { return NewFullLooksEmpty[int](capacity) },
		},

		// Sound.
		{
			Name:      "chase-lev",
			Source:    sourceCL,
			Mechanism: "textbook form, with atomic slots",
			Sound:     true,
			New:       func(capacity int) wsq.Deque[*int] { return NewChaseLev[int](capacity) },
		},
		{
			Name:      "agrawal-corrected",
			Source:    sourceAgrawal + "UnboundedDEQueue; corrected",
			Mechanism: "the item is read, and before the CAS; indices have 64 bits",
			Sound:     true,
			New:       func(capacity int) wsq.Deque[*int] { return NewAgrawalCorrected[int](logSize(capacity)) },
		},
		{
			Name:         "mutex-list",
			Source:       "none",
			Mechanism:    "a linked list under a mutex",
			Sound:        true,
			NeverRetries: true,
			New:          func(int) wsq.Deque[*int] { return NewMutexList[*int]() },
		},
	}
}
