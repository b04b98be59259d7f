package mutant

import "github.com/stealproof/stealproof/wsq"

// jinLi has the deque of X. Jin and J. Li, and variants that isolate one fault each.
var jinLi = []Mutant{
	{
		Name:         "jin-li-entry-lock",
		Source:       sourceJinLi,
		Mechanism:    "as printed: Push publishes the index before the slot, but thieves never take the last item, so that is harmless",
		Sound:        true,
		Empty:        wsq.AllButOne,
		Slots:        slots,
		NeverRetries: true,
		New:          func(capacity int) wsq.Deque[*int] { return NewJinLi[*int](max(capacity, slots)) },
	},
	{
		Name:         "jin-li-small-array",
		Source:       sourceJinLi,
		Mechanism:    "as printed, with an array of capacity slots: it has no bounds check, and stolen slots never come back",
		Breaks:       []Rule{Panics},
		Sequential:   true,
		Empty:        wsq.AllButOne,
		NeverRetries: true,
		New:          func(capacity int) wsq.Deque[*int] { return NewJinLi[*int](capacity) },
	},
	{
		Name:         "jin-li-last-stealable",
		Source:       sourceJinLi + "; changed",
		Mechanism:    "take has <= for <, so thieves reach the last item, and Push publishes the index before the slot",
		Breaks:       []Rule{Invented, Duplicate, Lost},
		Slots:        slots,
		NeverRetries: true,
		New:          func(capacity int) wsq.Deque[*int] { return NewJinLiLastStealable[*int](max(capacity, slots)) },
	},
}

// agrawal has the deques of A. Agrawal and K. Indurkhya, and variants that isolate one fault each.
var agrawal = []Mutant{
	{
		Name:       "agrawal-bounded",
		Source:     sourceAgrawal + "BDEQueue",
		Mechanism:  "as printed: popBottom sets top to 0 but not bottom, so taken items are back; popTop answers a pointer into the array",
		Breaks:     []Rule{Duplicate, Lost},
		Sequential: true,
		Slots:      slots,
		New:        func(capacity int) wsq.Deque[*int] { return NewAgrawalBounded[*int](max(capacity, slots)) },
	},
	{
		Name:      "agrawal-bounded-slot-pointer",
		Source:    sourceAgrawal + "BDEQueue; changed",
		Mechanism: "bottom is set to 0 as well, but popTop answers a pointer into the array, and its caller reads it after the slot was reused",
		Breaks:    []Rule{Duplicate, Lost},
		Slots:     slots,
		New:       func(capacity int) wsq.Deque[*int] { return NewAgrawalBoundedReset[*int](max(capacity, slots)) },
	},
	{
		Name:       "agrawal-bounded-small-array",
		Source:     sourceAgrawal + "BDEQueue; changed",
		Mechanism:  "bottom is set to 0 as well, but the array of capacity slots has no bounds check",
		Breaks:     []Rule{Panics, Duplicate, Lost},
		Sequential: true,
		New:        func(capacity int) wsq.Deque[*int] { return NewAgrawalBoundedReset[*int](capacity) },
	},
	{
		Name:      "agrawal-unbounded",
		Source:    sourceAgrawal + "UnboundedDEQueue",
		Mechanism: "as printed: popTop answers a pointer into the array, and its caller reads it after the ring has come round",
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
}

// duffy has J. Duffy's queue, and variants that isolate one fault each.
var duffy = []Mutant{
	{
		Name:         "duffy-as-printed",
		Source:       sourceDuffy,
		Mechanism:    "as printed: LocalPop trusts a head that a thief has raised for a moment; TrySteal answers false because the lock is held",
		Breaks:       []Rule{PopEmpty, StealEmpty},
		NeverRetries: true,
		New:          func(capacity int) wsq.Deque[*int] { return NewDuffy[*int](capacity) },
	},
	{
		Name:      "duffy-early-empty",
		Source:    sourceDuffy,
		Mechanism: "with Retry if the lock is held: LocalPop trusts a head that a thief has raised for a moment",
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
}
