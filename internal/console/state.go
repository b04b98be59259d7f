package console

// State is the result of one rule, one deque, or a whole run.
type State string

const (
	Held          State = "held"
	Violation     State = "violation"
	Unknown       State = "unknown" // no verdict in time
	Failed        State = "error"   // it did not run correctly
	Vacuous       State = "vacuous" // covered too little
	CutShort      State = "cut_short"
	NotRun        State = "not_run"
	NotApplicable State = "not_applicable"
)

// gravity lists the states from good to bad.
var gravity = []State{NotApplicable, Held, NotRun, CutShort, Vacuous, Failed, Unknown, Violation}

// Worse reports whether a is worse than b. The worst of several states stands for all.
func Worse(a, b State) bool {
	rank := map[State]int{}
	for i, s := range gravity {
		rank[s] = i
	}
	return rank[a] > rank[b]
}

// ExitCode returns the exit code of a run that ended in a state.
func ExitCode(s State) int {
	switch s {
	case Held:
		return ExitHeld
	case CutShort, NotRun:
		return ExitCut
	}
	return ExitBroken
}
