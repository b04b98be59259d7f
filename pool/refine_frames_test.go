package pool

import (
	"fmt"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// typedFrames are programs that the module Frames follows. In a script of the owner, + forks a
// frame, a digit joins the frame with this number, and a letter does the same by Take and Await.
var typedFrames = []refinetest.Program{
	framesProgram("a frame", true, 3, "+1"),
	framesProgram("three frames that move at different times", false, 2, "+++321"),
	framesProgram("two frames", false, 3, "++21"),
	framesProgram("two frames, by Take", true, 2, "++ba"),
	framesProgram("frames that take the places of others", true, 2, "++2+31"),
	framesProgram("a frame that is dropped with a newer one", false, 2, "++1+3"),
	framesProgram("two dropped frames", true, 2, "+++1"),
}

// framesProgram returns a program in which the thief looks for a frame so many times.
func framesProgram(name string, asked bool, looks int, script string) refinetest.Program {
	forks := strings.Count(script, "+")
	return refinetest.Program{
		Name: name, Protocol: framesProtocol, Constants: framesSizes(forks, asked),
		Run: func(f *refine.Shadow) func(*sched.S) {
			return func(s *sched.S) {
				runsFrames(s, f, forks, asked, scriptOf(script), func(n int) bool { return n < looks })
			}
		},
	}
}

func framesSizes(forks int, asked bool) string {
	return fmt.Sprintf("Forks = %d Thieves = 1 Asked = %s Cuts = TRUE", forks, strings.ToUpper(fmt.Sprint(asked)))
}

// ofFrames says which accesses of the owner, and of a thief, are which actions. Push, Take and
// Drop are the writes of the field stack that end these steps.
func ofFrames() map[string][]refine.Rule {
	const of = "a step of Promotion"
	const join = "a step of Join"
	const own = "private memory of the owner"
	const again = "a waiting worker looks at one place after the other before it sleeps"
	return map[string][]refine.Rule{
		"owner": {
			{Expr: "c.stack", In: "(*Ctx).Fork", Do: []string{"Push"}, Form: refine.Unshared, Why: own},
			{Expr: "c.stack", In: "(*Ctx).Join", Do: []string{"Take"}, Form: refine.Unshared, Why: own},
			{Expr: "c.stack", In: "(*Ctx).Take", Do: []string{"Take"}, Form: refine.Unshared, Why: own},
			{Expr: "c.stack", In: "(*Ctx).drop", Do: []string{"Drop"}, Form: refine.Unshared, Why: own},
			{Expr: "j.arg", In: "(*Ctx).promote", Do: []string{"WriteJob"}, Form: refine.Whole, Amid: true, Writes: "content", Renews: []string{"content", "status"}, Why: "the fields of a job that no other worker has"},
			{Label: "Promotion.Poll", In: "(*Ctx).Fork", Do: []string{"Poll"}, Passes: refine.Found, Why: "if it is not 0, answer loads it again"},
			{Label: "Promotion.Poll", In: "(*runner).answer", Do: []string{"Poll"}, Why: of},
			{Label: "Promotion.ClearRequest", Do: []string{"ClearRequest"}, Why: of},
			{Label: "Promotion.ReadSlot", Do: []string{"ReadSlot"}, Why: of},
			{Label: "Promotion.Publish", Do: []string{"Publish"}, Why: of},
			{Label: "Promotion.TakeBack", Do: []string{"TakeBack"}, Why: of},
			{Label: "Promotion.Rearm", Do: []string{"Rearm"}, Why: of},
			{Label: "Join.Look", In: "(*runner).await", Do: []string{"ReadStatus"}, Why: join},
			{Label: "Join.Look", In: "(*searcher).look", Do: []string{"ReadStatus", "Withdraw"}, Looks: refine.Always, Passes: notRunning, Why: again},
			{Label: "Park.RecheckLatch", Do: []string{"ReadStatus"}, Looks: refine.Always, Passes: notRunning, Why: again},
			{Label: "Join.Claim", Do: []string{"OwnClaim", "Discard"}, Why: join},
			{Label: "Join.Complete", Do: []string{"OwnDone", "DiscardDone"}, Why: join},
		},
		"thief": {
			{Label: "Promotion.ReadVictim", Do: []string{"ReadVictim"}, Why: of},
			{Label: "Promotion.Claim", Do: []string{"Claim"}, Why: of},
			{Label: "Promotion.Rerequest", Do: []string{"Rerequest"}, Why: of},
			{Label: "Join.Claim", Do: []string{"ClaimJob"}, Why: join},
			{Label: "Join.Complete", Do: []string{"StoreDone"}, Why: join},
			{Label: "Promotion.Request", Do: []string{"Request"}, Why: of},
			{In: "(*mailbox).ask", Do: []string{"Request"}, Form: refine.Whole, Passes: unasked, Why: "if the request is set already, it is not made again"},
		},
	}
}

func framesProtocol() refine.Protocol {
	// The owner is worker 0, and the thief is worker 1.
	status := refine.Judge(func(machine, code uint64) bool {
		switch machine {
		case 3: // complete
			return code == uint64(complete)
		case 1: // run or dropped by the owner
			return code == 1 || code == uint64(nobody)
		}
		return code == machine
	})
	return refine.Protocol{
		Module: "Frames",
		Roles:  ofFrames(),
		Plain:  []string{"c.shift"}, // each operation reads it, or c.stack, before it changes more
		Late:   map[string]refine.Values{"content": refine.Numbers{}, "status": status},
		Silent: map[string]string{
			"Withdraw": "a worker that has withdrawn a job waits in the list of its waiters",
		},
		Stops: map[string]string{"ReadVictim": "the scenario's thief does not sleep"},
	}
}

// ownWords are the private variables of the owner, in the memory of its context.
func ownWords(forks int) []refine.Own {
	const (
		stack, length = unsafe.Offsetof(Ctx[int, int]{}.stack), unsafe.Sizeof(0)
		shift         = unsafe.Offsetof(Ctx[int, int]{}.shift)
		jobs          = unsafe.Offsetof(Ctx[int, int]{}.jobs)
		marks         = unsafe.Offsetof(Ctx[int, int]{}.marks)
		spare         = unsafe.Offsetof(Ctx[int, int]{}.spare)
	)
	all := []refine.Own{
		{Word: "top", Is: func(c refine.Memory, _ uint64) uint64 { return uint64(c.Int(stack + length)) }},
		{Word: "shift", Is: func(c refine.Memory, _ uint64) uint64 { return uint64(c.Int(shift)) }},
		{Word: "jobs", Is: func(c refine.Memory, is uint64) uint64 { // their number; which job it is shows when it is published, and when it is taken back
			return is&^0xff | uint64(c.Int(jobs+length))
		}},
		{Word: "marks", Is: func(c refine.Memory, _ uint64) uint64 {
			n := uintptr(c.Int(marks + length))
			is := uint64(n)
			for i := range n {
				at := c.Pointer(marks)
				is |= uint64(at.Int(2*i*length))<<(8+16*i) | uint64(at.Int((2*i+1)*length))<<(16+16*i)
			}
			return is
		}},
		{Word: "spare", Is: func(c refine.Memory, is uint64) uint64 { // whether there is one
			if c.Pointer(spare).Nil() {
				return 0
			}
			return max(is, 1)
		}},
	}
	for i := range 2 * forks {
		all = append(all, refine.Own{Word: fmt.Sprintf("memory[%d]", i), Is: func(c refine.Memory, is uint64) uint64 {
			if i < c.Int(jobs+length)+c.Int(shift) || i >= c.Int(stack+length) {
				return is // the element is unused
			}
			return uint64(c.Pointer(stack).Int(uintptr(i) * length))
		}})
	}
	return all
}

// byOwner is the definition of the frames. The frame with the number 0 is the root.
var byOwner = Define(func(c *Ctx[int, int], n int) int {
	if n > 0 {
		return n
	}
	return ownerRuns(c)
})

// ownerRuns is what the root does: executions run one at a time. It returns the number of joins
// whose result is that of another frame.
var ownerRuns func(c *Ctx[int, int]) int

// requested turns the poll word into the flag request.
var requested = refine.Func(func(code uint64) uint64 { return code & uint64(request) })

// runsFrames makes an owner run a root, while a thief looks for frames as often as goesOn says.
func runsFrames(s *sched.S, f *refine.Shadow, forks int, asked bool, owns func(c *Ctx[int, int]) int, goesOn func(n int) bool) {
	_, workers := newParts(2, 1, noDeque)
	owner, thief := workers[0], workers[1]
	if asked {
		owner.poll = request
	}
	ownerRuns = owns
	root := &job[int, int]{def: byOwner}
	root.body, root.root = root, &root.Task
	f.Ignore(s, "a context that has not forked yet polls a word of its own", unsafe.Pointer(&never))
	f.Ignore(s, "the status of the root", unsafe.Pointer(&root.status))
	f.Ignore(s, "the thief's own mailbox, which is for its role as an owner", unsafe.Pointer(&thief.poll), unsafe.Pointer(&thief.slot))
	f.Watch(s,
		refine.Place{Word: "request", At: unsafe.Pointer(&owner.poll), Values: requested},
		refine.Place{Word: "slot", At: unsafe.Pointer(&owner.slot), Values: &refine.Renamed{}},
	)
	f.Owns(s, "owner", unsafe.Pointer(byOwner.in(owner)), ownWords(forks)...)
	s.GoNamed("owner", func() { owner.run(&root.Task) })
	s.GoNamed("thief 1", func() {
		for n := 0; goesOn(n); n++ {
			if t := thief.steal(&owner.searcher, nil); t != nil {
				thief.run(t)
			} else {
				thief.requestAll()
			}
		}
	})
	s.Wait()
	if root.result != 0 {
		s.Errorf("%d joins have the result of another frame", root.result)
	}
}

// scriptOf returns what an owner does by a script.
func scriptOf(script string) func(c *Ctx[int, int]) int {
	return func(c *Ctx[int, int]) int {
		var handles []int
		wrong := 0
		for _, do := range script {
			f, got := int(do-'0'), 0
			switch {
			case do == '+':
				handles = append(handles, c.Fork(len(handles)+1))
				continue
			case f <= len(handles):
				got = c.Join(handles[f-1])
			default:
				f = int(do-'a') + 1
				if got = f; !c.Take(handles[f-1]) {
					got = c.Await(handles[f-1])
				}
			}
			if got != f {
				wrong++
			}
		}
		return wrong
	}
}

// framesPlanned makes the owner choose what the plan of a tour says, and the thief look as often.
func framesPlanned(forks int, asked bool) func(*refine.Shadow, *refine.Tour) func(*sched.S) {
	return func(f *refine.Shadow, t *refine.Tour) func(*sched.S) {
		return func(s *sched.S) {
			choices, _ := t.Choices("owner", "OwnerIdle")
			runsFrames(s, f, forks, asked, chosen(choices, forks), func(int) bool {
				all, done := t.Choices("thief 1", "ReadVictim")
				return done < len(all)
			})
		}
	}
}

// chosen returns what an owner does by choices of the action OwnerIdle, and then the rest.
func chosen(choices []int, forks int) func(c *Ctx[int, int]) int {
	return func(c *Ctx[int, int]) int {
		var handles, live []int   // live has the numbers of the frames
		var between atomic.Uint32 // its accesses let the thief go on between two operations
		wrong := 0
		fork := func() {
			between.Load()
			live = append(live, len(handles))
			handles = append(handles, c.Fork(len(handles)+1))
		}
		join := func(i int) {
			f := live[i]
			live = live[:i]
			between.Load()
			if c.Join(handles[f]) != f+1 {
				wrong++
			}
		}
		for _, choice := range choices {
			if i := choice - firstJoin; i >= 0 && i < len(live) {
				join(i)
			} else if choice == forksOne && len(handles) < forks {
				fork()
			}
		}
		for len(handles) < forks {
			fork()
		}
		for len(live) > 0 {
			join(len(live) - 1)
		}
		return wrong
	}
}

// firstJoin is the choice of OwnerIdle that joins the oldest frame. The choice before it is Done.
const firstJoin = 2
