package tests

import "github.com/stealproof/stealproof/internal/engine"

// The numbers of a program's searches in tokens. In the last two, the rest of the test runs too.
const (
	searchFirst = 1 + iota
	searchAhead
	searchRest
	searchRestAhead
)

// number returns the number of a search.
func (p *program) number(ahead bool) int {
	switch {
	case p.rest && ahead:
		return searchRestAhead
	case p.rest:
		return searchRest
	case ahead:
		return searchAhead
	}
	return searchFirst
}

// settled returns the result of a search. An execution is left once the searched subtest has ended.
// If a goroutine of the subtest fails after that, the code that was left out may prevent the
// failure: it may wait for the goroutine. So the search is repeated with that code.
func (p *program) settled(search func() engine.Result) engine.Result {
	r := search()
	if r.Failure == nil || !p.over || p.rest {
		return r
	}
	p.rest = true
	return search()
}
