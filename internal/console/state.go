package console

// State is what is known of one rule, one deque, or a whole run.
type State string

const (
	Held          State = "held"
	Violation     State = "violation"
	Unknown       State = "unknown" // could not be judged in time
	Failed        State = "error"   // could not be run
	Vacuous       State = "vacuous" // met too little
	CutShort      State = "cut_short"
	NotRun        State = "not_run"
	NotApplicable State = "not_applicable"
)

// gravity orders states: the worst of several stands for all.
var gravity = []State{NotApplicable, Held, NotRun, CutShort, Vacuous, Failed, Unknown, Violation}

// Worse reports whether a is worse than b: the worst of several stands for all.
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
