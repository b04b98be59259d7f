package pool

import (
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

var promotions = []refinetest.Program{
	{Name: "a thief that sleeps, a frame", Protocol: promotionProtocol(1), Constants: "Forks = 1 Thieves = 1 Closes = TRUE Leaf = FALSE", Run: promotesFollowed(1, 1, closesSometime), Schedules: refinetest.Most},
	{Name: "a thief that sleeps, two frames", Protocol: promotionProtocol(1), Constants: "Forks = 2 Thieves = 1 Closes = TRUE Leaf = FALSE", Run: promotesFollowed(2, 1, closesLate), Schedules: refinetest.Some},
	{Name: "a thief, three frames", Protocol: promotionProtocol(1), Constants: "Forks = 3 Thieves = 1 Closes = FALSE Leaf = FALSE", Run: promotesFollowed(3, 1, closesNot)},
	{Name: "two thieves, a frame", Protocol: promotionProtocol(2), Constants: "Forks = 1 Thieves = 2 Closes = FALSE Leaf = FALSE", Run: promotesFollowed(1, 2, closesNot), Schedules: refinetest.Most},
	{Name: "two thieves, two frames", Protocol: promotionProtocol(2), Constants: "Forks = 2 Thieves = 2 Closes = FALSE Leaf = FALSE", Run: promotesFollowed(2, 2, closesNot), Schedules: refinetest.Most},
}

func promotionProtocol(thieves uint64) func() refine.Protocol {
	// Thief t is worker t, and the owner is worker 0.
	status := refine.Judge(func(machine, code uint64) bool {
		if machine == thieves+2 {
			return code == uint64(complete)
		}
		return code == machine
	})
	return func() refine.Protocol { return promotionRules(status) }
}

func promotionRules(status refine.Values) refine.Protocol {
	const again = "a waiting worker looks at one place after the other before it sleeps"
	return refine.Protocol{
		Module:  "Promotion",
		Parkers: []string{"permit"},
		Roles: map[string][]refine.Rule{
			"owner": {
				{Label: "Promotion.Poll", In: "(*Ctx).Fork", Do: []string{"Poll"}, Passes: refine.Found, Why: "if it is not 0, answer loads it again"},
				{Label: "Promotion.Poll", In: "(*runner).answer", Do: []string{"Poll"}},
				{Label: "Promotion.ClearRequest", Do: []string{"ClearRequest"}},
				{Label: "Promotion.ReadSlot", Do: []string{"ReadSlot"}},
				{Expr: "j.arg", In: "(*Ctx).promote", Do: []string{"WriteJob"}, Form: refine.Whole, Writes: "content", Renews: []string{"content", "status"}, Why: "the fields of a job that no other worker has"},
				{Label: "Promotion.Publish", Do: []string{"Publish"}},
				{Label: "Park.NotifyLook", Do: []string{"NotifyClaim"}, Form: refine.Whole, Passes: wakes, Why: "notify looks twice for a sleeper, in Park"},
				{Label: "Park.NotifyLock", Do: []string{"NotifyClaim"}, Form: refine.Whole, Passes: wakes, Why: "the second look, under the lock"},
				{Label: "Park.NotifyClaim", Do: []string{"NotifyClaim"}, Form: refine.Whole, Why: "it takes a sleeper from the list and counts it"},
				{Label: "Park.NotifyUnpark", Do: []string{"Unpark"}, Why: "the end of notify"},
				{Label: "Promotion.TakeBack", Do: []string{"TakeBack"}},
				{Label: "Promotion.Rearm", Do: []string{"Rearm"}},
				{Label: "Join.Look", In: "(*runner).await", Do: []string{"ReadStatus"}, Why: "a step of Join"},
				{Label: "Join.Look", In: "(*searcher).look", Do: []string{"ReadStatus"}, Looks: refine.Always, Passes: notRunning, Why: again},
				{Label: "Park.LookLatch", Do: []string{"ReadStatus"}, Looks: refine.Always, Passes: notRunning, Why: again},
				{Label: "Park.RecheckLatch", Do: []string{"ReadStatus"}, Looks: refine.Always, Passes: notRunning, Why: again},
				{Label: "Join.Claim", Do: []string{"OwnClaim"}, Why: "a step of Join"},
				{Label: "Join.Complete", Do: []string{"OwnDone"}, Why: "a step of Join"},
			},
			"thief": {
				{Label: "Promotion.ReadVictim", Do: []string{"ReadVictim"}},
				{Label: "Promotion.Claim", Do: []string{"Claim"}},
				{Label: "Promotion.Rerequest", Do: []string{"Rerequest"}},
				{Label: "Join.Claim", Do: []string{"ClaimJob"}, Why: "a step of Join"},
				{Expr: "j.arg", In: "(*job).run", Do: []string{"ReadJob"}, Why: "a plain field"},
				{Label: "Join.Complete", Do: []string{"StoreDone"}, Why: "a step of Join"},
				{Label: "Promotion.Request", Do: []string{"Request"}},
				{In: "(*mailbox).ask", Do: []string{"Request"}, Form: refine.Whole, Passes: unasked, Why: "if the request is set already, it is not made again"},
				{Label: "Park.Announce", Do: []string{"Announce"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: "a region of the lock of Park"},
				{Label: "Park.Park", Do: []string{"Park"}, Why: "a step of Park"},
				{Label: "Park.Retract", Do: []string{"Retract"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: "a region of the lock of Park"},
				{Label: "Park.Leave", Do: []string{"PassOn"}, Form: refine.Whole, Looks: refine.Always, Why: "a step of Park, which goes on if a sleeper must be woken"},
				{Label: "Promotion.ReadClosed", Do: []string{"ReadClosed"}},
			},
			"closer": {
				{Label: "Promotion.Close", Do: []string{"Close"}},
				{Label: "Promotion.CloseUnpark", Do: []string{"CloseUnpark"}, Form: refine.Whole, Why: "one thief"},
			},
		},
		Late: map[string]refine.Values{"content": refine.Numbers{}, "status": status},
		Stops: map[string]string{
			"ReadClosed": "the scenario's thief does not sleep",
		},
	}
}

// numbered forks frames with the machine's numbers, and joins them.
var numbered = Define(func(c *Ctx[int, int], n int) int {
	if n >= 0 {
		return 1
	}
	h := make([]int, -n)
	for i := range h {
		h[i] = c.Fork(i + 1)
	}
	sum := 0
	for i := range h {
		sum += c.Join(h[len(h)-1-i])
	}
	return sum
})

// unasked reports whether a poll word has no request.
func unasked(poll uint64) bool { return uint32(poll)&request == 0 }

// notRunning reports whether the status says that no worker runs the task.
func notRunning(status uint64) bool {
	return status == uint64(notStarted) || status == uint64(complete)
}

// wakes reports whether a publication must wake a worker.
func wakes(state uint64) bool { return !noneToWake(state) }

// sleeping compares the number of sleepers in the code's counters with the machine's set of
// sleepers.
var sleeping = refine.Judge(func(machine, code uint64) bool {
	n := uint64(0)
	for ; machine != 0; machine >>= 8 {
		n += machine & 1
	}
	return n == code/oneSleeps&counted
})

// closes is a bit of the test's closer: the pool clears its own bits.
const closes = 1 << 3

// polled turns the poll word into the machine's record [close, request].
var polled = refine.Func(func(code uint64) uint64 { return code/closes&1 | code&1<<8 })

// closing says when the closer comes. If it never does, thieves do not sleep.
type closing int

const (
	closesNot  closing = iota
	closesLate         // when the owner has ended
	closesSometime
)

func promotesFollowed(forks, thieves int, comes closing) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return func(s *sched.S) {
			root := &job[int, int]{def: numbered, arg: -forks}
			promotesAs(s, f, root, thieves, comes)
			if root.result != forks {
				s.Errorf("%d, want %d", root.result, forks)
			}
		}
	}
}

// promotesAs makes an owner run a root, while thieves take its frames.
func promotesAs(s *sched.S, f *refine.Shadow, root *job[int, int], thieves int, comes closing) {
	p, workers := newParts(1+thieves, 1, noDeque)
	owner := workers[0]
	owner.poll = request // as in a pool: the first frame is published
	root.body, root.root = root, &root.Task
	places := []refine.Place{
		{Word: "poll", At: unsafe.Pointer(&owner.poll), Values: polled},
		{Word: "slot", At: unsafe.Pointer(&owner.slot), Values: &refine.Renamed{}},
		{Word: "idle", At: unsafe.Pointer(&p.sleepers.state), Values: sleeping},
	}
	f.Ignore(s, "a context that has not forked yet polls a word of its own", unsafe.Pointer(&never))
	f.Ignore(s, "the status of the root", unsafe.Pointer(&root.status))
	for i, w := range workers {
		if i > 0 {
			places = append(places, refine.Place{Word: "permit[" + string(rune('0'+i)) + "]", At: unsafe.Pointer(w.parker), Values: refine.Flags{}})
			f.Ignore(s, "a thief's own mailbox, which is for its role as an owner", unsafe.Pointer(&w.poll), unsafe.Pointer(&w.slot))
		}
	}
	f.Ignore(s, "the owner's own sleep", unsafe.Pointer(owner.parker))
	f.Lock(s, unsafe.Pointer(&p.sleepers.mu))
	f.Watch(s, places...)
	closer := func() {
		atomic.OrUint32(&owner.poll, closes) //tla:Promotion.Close
		workers[1].parker.Unpark()           //tla:Promotion.CloseUnpark
	}
	s.GoNamed("owner", func() {
		owner.run(&root.Task)
		if comes == closesLate {
			s.GoNamed("closer", closer)
		}
	})
	for i, w := range workers[1:] {
		s.GoNamed("thief "+string(rune('1'+i)), func() { stealsFrom(p, w, owner, comes != closesNot) })
	}
	if comes == closesSometime {
		s.GoNamed("closer", closer)
	}
	s.Wait()
}

// stealsFrom is the thief of the module.
func stealsFrom(p *state, w, owner *Worker, sleeps bool) {
	for {
		t := w.steal(&owner.searcher, nil)
		if t == nil {
			w.requestAll()
			if !sleeps || atomic.LoadUint32(&owner.poll)&closes != 0 { //tla:Promotion.ReadClosed
				return
			}
			p.sleepers.beginSearch(idle)             //tla:Park.Search
			p.sleepers.announce(&w.sleeper, idle, 0) //tla:Park.Announce
			if t = w.steal(&owner.searcher, nil); t == nil {
				w.parker.Park() //tla:Park.Park
			}
			p.sleepers.retract(&w.sleeper, idle, false) //tla:Park.Retract
			passOn(p)
		}
		if t != nil {
			w.run(t)
		}
	}
}
