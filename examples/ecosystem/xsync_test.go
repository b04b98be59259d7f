package ecosystem

import (
	"testing"

	"github.com/puzpuzpuz/xsync/v4"

	"github.com/stealproof/stealproof/linearizability/lin"
)

func TestXsyncMap(t *testing.T) {
	type Map = xsync.Map[int, int]
	lin.Check(t, func() *Map { return xsync.NewMap[int, int]() }, newTable,
		lin.Op("Get", (*Map).Load), lin.Op("Put", (*Map).Store), lin.Op("GetOrPut", (*Map).LoadOrStore),
		lin.Op("Take", (*Map).LoadAndDelete))
}

func TestXsyncMPMCQueue(t *testing.T) {
	type Queue = xsync.MPMCQueue[int]
	lin.Check(t, func() *Queue { return xsync.NewMPMCQueue[int](2) }, newImpatient,
		lin.Op("Push", (*Queue).TryEnqueue), lin.Op("Pop", (*Queue).TryDequeue))
}

func TestXsyncSPSCQueue(t *testing.T) {
	type Queue = xsync.SPSCQueue[int]
	lin.Check(t, func() *Queue { return xsync.NewSPSCQueue[int](2) }, newRoomForTwo,
		lin.Op("Push", (*Queue).TryEnqueue, lin.Role("producer")), lin.Op("Pop", (*Queue).TryDequeue, lin.Role("consumer")))
}
