package report

// Bounds for folding rounds of a loop.
const (
	longestRound = 40
	leastRounds  = 4
	shownRounds  = 2
)

// Span is a run of steps to show, or steps to leave out.
type Span struct {
	Steps  []Step
	Hidden int  // how many rounds of a loop these steps are, which are left out; 0 if they are none
	Left   bool // the steps are left out since there are too many
}

// Of more than mostShown steps only the first and the last are shown, and those that break the rule.
const (
	mostShown  = 600
	firstShown = 100
	lastShown  = 300
)

// shorten leaves out the middle of a story with more than mostShown steps. Rounds that Fold has hidden there count as steps
// that are left out.
func shorten(spans []Span) (short []Span) {
	shown := 0
	for _, span := range spans {
		if span.Hidden == 0 {
			shown += len(span.Steps)
		}
	}
	if shown <= mostShown {
		return spans
	}
	add := func(s Step, left bool) {
		if n := len(short); n == 0 || short[n-1].Hidden > 0 || short[n-1].Left != left {
			short = append(short, Span{Left: left})
		}
		short[len(short)-1].Steps = append(short[len(short)-1].Steps, s)
	}
	before := 0 // steps before this one, without hidden ones
	isMiddle := func() bool { return before >= firstShown && before < shown-lastShown }
	for _, span := range spans {
		if span.Hidden > 0 && !isMiddle() {
			short = append(short, span)
			continue
		}
		for _, s := range span.Steps {
			add(s, isMiddle() && !s.Broke)
			if span.Hidden == 0 {
				before++
			}
		}
	}
	return short
}

// Fold leaves out rounds of loops, if there are many equal ones.
func Fold(steps []Step) (spans []Span) {
	from := 0
	for i := 0; i < len(steps); {
		n, rounds := loopAt(steps[i:])
		if rounds < leastRounds {
			i++
			continue
		}
		shown := i + shownRounds*n
		spans = append(spans, Span{Steps: steps[from:shown]}, Span{Steps: steps[shown : i+rounds*n], Hidden: rounds - shownRounds})
		i += rounds * n
		from = i
	}
	if from < len(steps) {
		spans = append(spans, Span{Steps: steps[from:]})
	}
	return spans
}

// loopAt returns the length and the number of the shortest rounds at the beginning of the steps.
func loopAt(steps []Step) (length, rounds int) {
	for length = 1; length <= min(longestRound, len(steps)/leastRounds); length++ {
		n := length
		for n < len(steps) && steps[n].repeats(steps[n-length]) {
			n++
		}
		if n/length >= leastRounds {
			return length, n / length
		}
	}
	return 0, 0
}

// repeats reports whether two steps do the same, perhaps with other values.
func (s Step) repeats(t Step) bool {
	return s.Thread == t.Thread && s.Kind == t.Kind && s.Object == t.Object && s.Pos == t.Pos && s.Call == t.Call && !s.Broke && !t.Broke
}
