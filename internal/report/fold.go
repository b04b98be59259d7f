package report

// Bounds of what is folded.
const (
	longestRound = 40
	leastRounds  = 4
	shownRounds  = 2
)

// Span is a run of steps that are shown, or of rounds of a loop that are not.
type Span struct {
	Steps  []Step
	Hidden int // how many rounds these are, 0 if they are shown
}

// Fold leaves out rounds of loops, where many do the same.
func Fold(steps []Step) (spans []Span) {
	from := 0
	for i := 0; i < len(steps); {
		n, rounds := loopAt(steps[i:])
		if rounds < leastRounds {
			i++
			continue
		}
		shown := i + shownRounds*n
		spans = append(spans, Span{Steps: steps[from:shown]}, Span{steps[shown : i+rounds*n], rounds - shownRounds})
		i += rounds * n
		from = i
	}
	if from < len(steps) {
		spans = append(spans, Span{Steps: steps[from:]})
	}
	return spans
}

// loopAt returns the length and number of the shortest rounds that the steps
// begin with.
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

// repeats reports whether a step does the same as another, if not with the same
// values.
func (s Step) repeats(t Step) bool {
	return s.Thread == t.Thread && s.Kind == t.Kind && s.Object == t.Object && s.Pos == t.Pos && s.Call == t.Call && !s.Broke && !t.Broke
}
