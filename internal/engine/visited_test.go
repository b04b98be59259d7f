package engine_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

type (
	visitee         struct{ n int }
	byEmbedding     struct{ *visitee }
	byInterface     struct{ taker }
	hiding          struct{ *visitee }
	generic[T any]  struct{ v T }
	twice           struct{ byEmbedding }
	taker           interface{ Take() }
	besideInterface struct {
		taker
		name string
	}
)

func (v *visitee) Take()   { v.n++ }
func (hiding) Take()       {}
func (g generic[T]) Take() {}

// The method that a call through an interface reaches is found behind embedded fields, unless a type
// has its own.
func TestVisitedMethod(t *testing.T) {
	path := reflect.TypeFor[visitee]().PkgPath()
	engine.RegisterVisited(path, "visitee.Ta* generic.Take")
	const name = "(*github.com/stealproof/stealproof/internal/engine_test.visitee).Take"
	for of, c := range map[string]struct {
		v    taker
		want string
	}{
		"itself":                {new(visitee), name},
		"embedded":              {byEmbedding{new(visitee)}, name},
		"a pointer to that":     {&byEmbedding{new(visitee)}, name},
		"embedded twice":        {&twice{byEmbedding{new(visitee)}}, name},
		"an embedded interface": {besideInterface{taker: &byInterface{new(visitee)}, name: "x"}, name},
		"its own":               {hiding{new(visitee)}, ""},
		"its own, by a pointer": {&hiding{new(visitee)}, ""},
		"behind its own":        {byInterface{&hiding{new(visitee)}}, ""},
		"a generic type":        {generic[int]{1}, "(" + path + ".generic).Take"},
		"nil":                   {nil, ""},
		"nil inside":            {byInterface{}, ""},
		"a nil pointer":         {(*byEmbedding)(nil), ""},
	} {
		require.Equal(t, c.want, engine.VisitedMethod(reflect.ValueOf(&c.v).Elem(), "Take"), of)
	}
	require.Empty(t, engine.VisitedMethod(reflect.ValueOf(new(visitee)), "Other"))
}

// A call whose end is not seen may end at any time after its beginning. It orders nothing that comes
// before it.
func TestVisits_WhoseEndIsNotSeen(t *testing.T) {
	registersVisits()
	for _, c := range []struct {
		second func(add func())
		ending report.Ending
	}{
		{func(add func()) { access.Visits(visitSite, 0); add() }, report.NotChecked},
		{func(add func()) { add(); access.Visits(visitSite, 0) }, report.Failed},
	} {
		r := search(func(s *sched.S) {
			n := new(int)
			add := func() { *access.W(1, n)++ }
			s.Go(func() { access.Visits(visitSite, 0); add() })
			s.Go(func() { c.second(add) })
			s.Wait()
		}, engine.Options{})
		require.Equal(t, c.ending, r.Ending, "%v", r.Failure)
	}
}

// A call may wait between its beginning and the lock that it takes. Then the end of another call comes
// after its beginning, and orders the two.
func TestVisits_ThatBeginEarly(t *testing.T) {
	registersVisits()
	for _, ends := range []bool{true, false} {
		r := search(func(s *sched.S) {
			n := new(int)
			var begun atomic.Bool
			s.Go(func() {
				access.Begin(visitSite, func() {})()
				begun.Store(true)
				if !ends {
					access.Ends(visitSite)
				}
				*access.W(1, n)++
				access.Ends(visitSite)
			})
			s.Go(func() {
				if begun.Load() {
					access.Begin(visitSite, func() {})()
					*access.W(1, n)++
					access.Ends(visitSite)
				}
			})
			s.Wait()
		}, engine.Options{})
		want := report.NotChecked
		if !ends {
			want = report.Failed
		}
		require.Equal(t, want, r.Ending, "%v", r.Failure)
	}
}

// Go's race detector sees what locks of std order. A package that could not be rewritten comes first.
func TestVisits_OfStd(t *testing.T) {
	registersVisits()
	const std = visitSite + 1
	engine.RegisterSites(std, []engine.Site{{Pos: "counter.go:8", Expr: "(*log.Logger).Print"}})
	for _, c := range []struct {
		sites []uint32
		rule  string
	}{
		{[]uint32{std}, report.RuleOrder},
		{[]uint32{visitSite}, report.RuleUnseen},
		{[]uint32{std, visitSite}, report.RuleUnseen},
	} {
		r := search(func(s *sched.S) {
			n := new(int)
			for range 2 {
				s.Go(func() {
					for _, site := range c.sites {
						access.Visit(site, func() { *access.W(1, n)++ })()
					}
				})
			}
			s.Wait()
		}, engine.Options{})
		require.Equal(t, report.NotChecked, r.Ending, "%v", r.Failure)
		require.Equal(t, c.rule, r.Failure.Rule)
	}
}
