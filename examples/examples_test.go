package examples

import (
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/linearizability/lin"
	"github.com/stealproof/stealproof/model/sched"
)

// broken skips the test in a plain go test, in which it may fail or not. In stealproof check it must
// fail: gallery_test.go sees to that.
func broken(t *testing.T) {
	t.Helper()
	if !sched.Instrumented() {
		t.Skip("the structure is broken; to see how, run: stealproof check")
	}
}

func TestNodes(t *testing.T) {
	lin.Check(t, NewNodes, newFree, lin.Op("Take", (*Nodes).Take), lin.Op("TakeSecond", (*Nodes).TakeSecond))
}

func TestNodes_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenNodes, newFree, lin.Op("Take", (*BrokenNodes).Take), lin.Op("TakeSecond", (*BrokenNodes).TakeSecond))
}

func TestQueue(t *testing.T) {
	lin.Check(t, NewQueue, newFIFO, lin.Op("Push", (*Queue).Push), lin.Op("Pop", (*Queue).Pop), lin.LockFree)
}

func TestQueue_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenQueue, newFIFO, lin.Op("Push", (*BrokenQueue).Push), lin.Op("Pop", (*BrokenQueue).Pop, lin.Role("consumer")))
}

func TestRing(t *testing.T) {
	lin.Check(t, NewRing, newImpatient, lin.Op("Push", (*Ring).Push), lin.Op("Pop", (*Ring).Pop))
}

func TestRing_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenRing, newImpatient, lin.Op("Push", (*BrokenRing).Push), lin.Op("Pop", (*BrokenRing).Pop))
}

func TestSPSC(t *testing.T) {
	lin.Check(t, NewSPSC, newRoomForTwo,
		lin.Op("Push", (*SPSC).Push, lin.Role("producer")), lin.Op("Pop", (*SPSC).Pop, lin.Role("consumer")))
}

func TestSPSC_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenSPSC, newRoomForTwo,
		lin.Op("Push", (*BrokenSPSC).Push, lin.Role("producer")), lin.Op("Pop", (*BrokenSPSC).Pop, lin.Role("consumer")))
}

func TestPair(t *testing.T) {
	lin.Check(t, NewPair, newPair, lin.Op("Set", (*Pair).Set), lin.Op("Get", (*Pair).Get))
}

func TestPair_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenPair, newPair, lin.Op("Set", (*BrokenPair).Set), lin.Op("Get", (*BrokenPair).Get))
}

func TestRWSpin(t *testing.T) {
	type number = Guarded[*RWSpin]
	lin.Check(t, func() *number { return &number{lock: &RWSpin{}} }, newSum, lin.Op("Add", (*number).Add), lin.Op("Get", (*number).Get))
}

func TestRWSpin_Broken(t *testing.T) {
	broken(t)
	type number = Guarded[*BrokenRWSpin]
	lin.Check(t, func() *number { return &number{lock: &BrokenRWSpin{}} }, newSum, lin.Op("Add", (*number).Add), lin.Op("Get", (*number).Get),
		lin.Scenario("Add(1) | Get"))
}

func TestMCS(t *testing.T) {
	lin.Check(t, NewMCS, newSum, lin.Op("Add", (*MCS).Add))
}

func TestMCS_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenMCS, newSum, lin.Op("Add", (*BrokenMCS).Add))
}

func TestMap(t *testing.T) {
	lin.Check(t, NewMap, newTable, lin.Op("Get", (*Map).Get), lin.Op("Put", (*Map).Put), lin.Op("Delete", (*Map).Delete))
}

func TestMap_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenMap, newTable, lin.Op("Get", (*BrokenMap).Get), lin.Op("Put", (*BrokenMap).Put), lin.Op("Delete", (*BrokenMap).Delete))
}

func TestLRU(t *testing.T) {
	lin.Check(t, NewLRU, newRecent, lin.Op("Get", (*LRU).Get, lin.Args(1, 2, 3)), lin.Op("Put", (*LRU).Put, lin.Args(1, 2, 3)))
}

func TestLRU_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenLRU, newRecent, lin.Op("Get", (*BrokenLRU).Get), lin.Op("Put", (*BrokenLRU).Put))
}

// Forget and two later calls of Do meet a call that began before.
const flightPlan = "Do | Forget Do | Do"

func TestGroup(t *testing.T) {
	lin.Check(t, NewGroup, newFlights,
		lin.Op("Do", func(g *Group) bool { return g.Do(work) }), lin.Op("Forget", func(g *Group) { g.Forget() }), lin.Scenario(flightPlan))
}

func TestGroup_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenGroup, newFlights,
		lin.Op("Do", func(g *BrokenGroup) bool { return g.Do(work) }), lin.Op("Forget", func(g *BrokenGroup) { g.Forget() }), lin.Scenario(flightPlan))
}

// work is a function that others can overtake.
func work() { new(atomic.Int32).Add(1) }

func TestMailbox(t *testing.T) {
	lin.Check(t, NewMailbox, newBox, lin.Op("Put", (*Mailbox).Put), lin.Op("Take", (*Mailbox).Take))
}

func TestMailbox_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenMailbox, newBox, lin.Op("Put", (*Mailbox).Put), lin.Op("Take", (*Mailbox).Take))
}

func TestSemaphore(t *testing.T) {
	lin.Check(t, NewSemaphore, newPermit, lin.Op("Acquire", (*Semaphore).Acquire), lin.Op("Release", (*Semaphore).Release))
}

func TestSemaphore_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenSemaphore, newPermit, lin.Op("Acquire", (*BrokenSemaphore).Acquire), lin.Op("Release", (*BrokenSemaphore).Release))
}

func TestPool(t *testing.T) {
	lin.Check(t, NewPool, newConnections, lin.Op("Use", (*Pool).Use), lin.Op("Close", (*Pool).Close), lin.Op("Leaks", (*Pool).Leaks),
		lin.Scenario("Use; Use | Close; Leaks"))
}

func TestPool_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenPool, newConnections, lin.Op("Use", (*BrokenPool).Use), lin.Op("Close", (*BrokenPool).Close), lin.Op("Leaks", (*BrokenPool).Leaks),
		lin.Scenario("Use; Use | Close; Leaks"))
}

func TestSet(t *testing.T) {
	lin.Check(t, NewSet, newModelSet, lin.Op("Add", (*Set).Add), lin.Op("Remove", (*Set).Remove), lin.Op("Has", (*Set).Has))
}

func TestSet_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenSet, newModelSet, lin.Op("Add", (*BrokenSet).Add), lin.Op("Remove", (*BrokenSet).Remove), lin.Op("Has", (*BrokenSet).Has))
}

func TestDeque(t *testing.T) {
	lin.Check(t, NewDeque, newEnds, lin.Op("Push", (*Deque).Push, lin.Role("owner")), lin.Op("Pop", (*Deque).Pop, lin.Role("owner")), lin.Op("Steal", (*Deque).Steal))
}

func TestDeque_Broken(t *testing.T) {
	broken(t)
	lin.Check(t, NewBrokenDeque, newEnds,
		lin.Op("Push", (*BrokenDeque).Push, lin.Role("owner")), lin.Op("Pop", (*BrokenDeque).Pop, lin.Role("owner")), lin.Op("Steal", (*BrokenDeque).Steal))
}
