package mutant

import "github.com/stealproof/stealproof/wsq"

// sound has the deques without a fault.
var sound = []Mutant{
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
		Mechanism: "the item itself is read, before the CAS; indices have 64 bits",
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
