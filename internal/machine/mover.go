package machine

// Mover is a claim about a region: how its accesses can be moved over the accesses of other threads that
// come between them. An access moves right if it may as well happen after the next access of another
// thread, and left if it may as well happen before the previous one. If the claim holds, the region acts
// as one step: see Lipton, Reduction, 1975.
type Mover uint8

const (
	Unclaimed Mover = iota
	// Both: all accesses move both ways. While the region lasts, no other thread has a conflicting access.
	Both
	// Right: all accesses move right. The step is at the last one.
	Right
	// Left: all accesses move left. The step is at the first one.
	Left
	// Commits: one access, the commit, may move neither way, and the step is there. Accesses before it move
	// right, and accesses after it move left. A region without the commit is like Both.
	Commits
	// Point: accesses up to some point move right, and accesses after it move left. The point is between two
	// accesses, and differs from run to run. The step is there.
	Point
)

var movers = [...]string{"unclaimed", "both movers", "right movers", "left movers", "movers around a commit", "movers around a point"}

// String says what the accesses are.
func (m Mover) String() string { return movers[m] }
