package report

// Bounds for folding rounds of a loop.
const (
	longestRound = 40
	leastRounds  = 4
	shownRounds  = 2
)

// Span is a run of steps. A table shows them, unless Rounds or Omitted is set.
type Span struct {
	Steps   []Step
	Rounds  int  // the number of these rounds of a loop, which equal those before them; 0 if the steps are no such rounds
	Omitted bool // the schedule has too many steps
}

// If there are more than mostShown steps, only the first ones, the last ones and those that break the rule are shown.
const (
	mostShown  = 600
	firstShown = 100
	lastShown  = 300
)

// shorten leaves out the middle of a schedule with more than mostShown steps. Equal rounds of a loop there count as steps
// that are left out.
func shorten(spans []Span) (short []Span) {
	shown := 0
	for _, span := range spans {
		if span.Rounds == 0 {
			shown += len(span.Steps)
		}
	}
	if shown <= mostShown {
		return spans
	}
	add := func(s Step, omitted bool) {
		if n := len(short); n == 0 || short[n-1].Rounds > 0 || short[n-1].Omitted != omitted {
			short = append(short, Span{Omitted: omitted})
		}
		short[len(short)-1].Steps = append(short[len(short)-1].Steps, s)
	}
	before := 0 // steps before this one, without equal rounds
	isMiddle := func() bool { return before >= firstShown && before < shown-lastShown }
	for _, span := range spans {
		if span.Rounds > 0 && !isMiddle() {
			short = append(short, span)
			continue
		}
		for _, s := range span.Steps {
			add(s, isMiddle() && !s.Broke)
			if span.Rounds == 0 {
				before++
			}
		}
	}
	return short
}

// Fold divides steps into spans. If a loop has many equal rounds, all but the first of them have a span of their own.
func Fold(steps []Step) (spans []Span) {
	from := 0
	for i := 0; i < len(steps); {
		n, rounds := loopAt(steps[i:])
		if rounds < leastRounds {
			i++
			continue
		}
		shown := i + shownRounds*n
		spans = append(spans, Span{Steps: steps[from:shown]}, Span{Steps: steps[shown : i+rounds*n], Rounds: rounds - shownRounds})
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
