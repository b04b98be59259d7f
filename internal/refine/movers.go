package refine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// Mover is the claim how a region moves: see [machine.Mover].
type Mover = machine.Mover

// The claims of rules and machines.
const (
	Both    = machine.Both
	Right   = machine.Right
	Left    = machine.Left
	Commits = machine.Commits
	Point   = machine.Point
)

// Movers says whether the accesses of a region could be moved together, over the accesses of other
// threads between them. An access that never meets a conflicting one after it, in its region, is a
// right mover there. One that never meets a conflicting one before it is a left mover. A region whose
// accesses are right movers up to some point, and left movers from there on, is one step: see
// Lipton, Reduction, 1975. The accesses before a commit need only be right movers, and those after it
// left movers.
type Movers struct {
	Claim  Mover
	Commit string // the source expression of the commit; "" if the claim has none
	Unseen string // why no region comes to its commit

	Seen      int // regions
	Regions   int // those in which other threads took part
	Committed int // those with the commit
	NotRight  int // accesses after which another thread made a conflicting one, in the region
	NotLeft   int // accesses before which another thread did so, in the region
	Stuck     int // regions without a point to which all accesses can be moved

	Mixed bool // regions of the same name make different claims

	// The rest is about regions of a lock. An access is protected if no other thread has a conflicting one, in
	// the execution, without the lock. Loose counts the commits that are not protected, and Unprotected counts
	// the other accesses that are not, by place.
	Loose       int
	Unprotected map[string]int
}

// moved is an access in the time of a region.
type moved struct {
	thread int
	object int32
	writes bool
	alone  bool
	held   uint32 // the locks that the thread holds, by number; a shadow's only
	site   uint32
}

// region adds a region of a thread. during has all accesses while it was open, and commit is the index of the
// commit, or -1. Each conflict says on which side of an access of another thread the point must be to which
// the region is moved.
func (m *Movers) region(thread, commit int, during []moved) {
	m.Seen++
	if commit >= 0 {
		m.Committed++
	}
	after, before := -1, len(during)
	others := false
	for i, x := range during {
		if x.thread == thread {
			continue
		}
		others = true
		for k, y := range during {
			switch {
			case y.thread != thread || y.object != x.object || !x.writes && !y.writes:
			case k < i:
				if before = min(before, i); commit < 0 || k < commit {
					m.NotRight++
				}
			default:
				if after = max(after, i); commit < 0 || k > commit {
					m.NotLeft++
				}
			}
		}
	}
	if others {
		m.Regions++
	}
	if after >= before {
		m.Stuck++
	}
}

// Add adds what other runs have shown.
func (m *Movers) Add(more Movers) {
	m.Mixed = m.Mixed || more.Mixed || m.Claim != machine.Unclaimed && m.Claim != more.Claim
	m.Claim, m.Commit, m.Unseen = more.Claim, more.Commit, more.Unseen
	m.Seen += more.Seen
	m.Regions += more.Regions
	m.Committed += more.Committed
	m.NotRight += more.NotRight
	m.NotLeft += more.NotLeft
	m.Stuck += more.Stuck
	m.Loose += more.Loose
	for place, n := range more.Unprotected {
		m.unprotected(place, n)
	}
}

func (m *Movers) unprotected(place string, n int) {
	if m.Unprotected == nil {
		m.Unprotected = map[string]int{}
	}
	m.Unprotected[place] += n
}

// Wrong says what the runs show against the claim.
func (m *Movers) Wrong() (all []string) {
	says := func(is bool, text string, values ...any) {
		if is {
			all = append(all, fmt.Sprintf(text, values...))
		}
	}
	says(m.Claim == machine.Unclaimed, "the region has no claim")
	says(m.Mixed, "its regions make different claims")
	says(m.Stuck > 0, "it is not one step, %d times", m.Stuck)
	says(m.NotRight > 0 && m.Claim != Left && m.Claim != Point, "%d accesses are no right movers", m.NotRight)
	says(m.NotLeft > 0 && m.Claim != Right && m.Claim != Point, "%d accesses are no left movers", m.NotLeft)
	says(m.Committed > 0 && m.Unseen != "", "its commit, %s, was seen, though %s", m.Commit, m.Unseen)
	says(m.Committed > 0 && m.Loose == 0, "the lock protects the commit, %s: the claim is too weak", m.Commit)
	for _, place := range slices.Sorted(maps.Keys(m.Unprotected)) {
		says(true, "the lock does not protect %s, %d times", place, m.Unprotected[place])
	}
	return all
}

// Untested says why the runs do not show that the claim is needed, and as strong as it can be. It returns "" if they
// do.
func (m *Movers) Untested() string {
	lefts, rights := m.Claim == Right || m.Claim == Point, m.Claim == Left || m.Claim == Point
	switch {
	case m.Regions == 0:
		return "no other thread took part"
	case lefts && m.NotLeft == 0 && rights && m.NotRight == 0:
		return "all accesses are both movers"
	case lefts && m.NotLeft == 0:
		return "all accesses are left movers"
	case rights && m.NotRight == 0:
		return "all accesses are right movers"
	}
	return ""
}

// String says what the runs show.
func (m *Movers) String() string {
	text := m.Claim.String()
	if m.Commit != "" {
		text += fmt.Sprintf(", %s, which %d regions have", m.Commit, m.Committed)
	}
	return fmt.Sprintf("%s; %d regions, other threads took part in %d; %d accesses are no right movers, %d no left movers",
		text, m.Seen, m.Regions, m.NotRight, m.NotLeft)
}

// during reports an access of thread m to the regions that are open.
func (f *Follower) during(m int, a *model.Access) {
	for i := range f.regions {
		if r := &f.regions[i]; r.on {
			r.during = append(r.during, moved{thread: m, object: a.Object, writes: writes(a)})
		}
	}
}

// movedRegion judges the region of thread m, which ends. The claim is the machine's.
func (f *Follower) movedRegion(m int, s machine.Step) {
	name := f.actions[s.Action].Name
	if s.Moves == Point { // the action has another claim in other states
		name += ", at a point"
	}
	one := Movers{Claim: s.Moves}
	one.region(m, -1, f.regions[m].during)
	all := f.Movers[name]
	all.Add(one)
	f.Movers[name] = all
}
