// Package queues has the queues lscq and UMPSCQueue with small rings, as if a user had written them. The test
// TestSmallQueues copies them into this directory.
package queues

import (
	"sync"
	"sync/atomic"
)

// twoWords is held by the instructions on two words, which are written in assembly.
var twoWords sync.Mutex

func compareAndSwapSCQNodeUint64(at *scqNodeUint64, old, new scqNodeUint64) bool {
	twoWords.Lock()
	defer twoWords.Unlock()
	if atomic.LoadUint64(&at.flags) != old.flags || at.data != old.data {
		return false
	}
	at.data = new.data
	atomic.StoreUint64(&at.flags, new.flags)
	return true
}

func loadSCQNodeUint64(at *scqNodeUint64) scqNodeUint64 {
	twoWords.Lock()
	defer twoWords.Unlock()
	return scqNodeUint64{flags: atomic.LoadUint64(&at.flags), data: at.data}
}

// resetNode is two instructions.
func resetNode(at *scqNodeUint64) {
	twoWords.Lock()
	at.data = 0
	twoWords.Unlock()
	twoWords.Lock()
	atomic.OrUint64(&at.flags, 1<<62)
	twoWords.Unlock()
}

func atomicTestAndSetFirstBit(at *uint64) uint64 { return atomic.OrUint64(at, 1<<63) }
