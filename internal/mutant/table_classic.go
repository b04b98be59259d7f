package mutant

import "github.com/stealproof/stealproof/wsq"

// classic has deques with faults that are easily made in a correct deque.
var classic = []Mutant{
	{
		Name:      "abp-no-stamp",
		Source:    `N. S. Arora, R. D. Blumofe and C. G. Plaxton, "Thread Scheduling for Multiprogrammed Multiprocessors" (SPAA 1998); changed`,
		Mechanism: "top has no tag, so a CAS succeeds after the indices have started again at 0 (ABA)",
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
		Mechanism:  "Pop computes the size without a sign, so an empty deque looks very full",
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
		Mechanism:  "indices are no wider than the ring's length, so a full ring looks empty",
		Breaks:     []Rule{PopEmpty, StealEmpty, Lost, Duplicate},
		Sequential: true,
		New:        func(capacity int) wsq.Deque[*int] { return NewFullLooksEmpty[int](capacity) },
	},
}
