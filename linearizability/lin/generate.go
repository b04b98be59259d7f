package lin

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
)

// template is a call whose fresh arguments are not chosen yet.
type template struct {
	op   *operation
	args []reflect.Value // those that are not fresh
}

// ends reports whether the context of the call is cancelled.
func (t template) ends() bool {
	return (&instance{op: t.op, args: slices.DeleteFunc(slices.Clone(t.args), func(v reflect.Value) bool { return !v.IsValid() })}).ends()
}

// level is the scenarios of one shape.
type level struct {
	name string
	all  []*script
	of   int // how many there are, if all are not
	most int // executions after which no more of them are begun; 0 is those of all levels
}

// Bounds of the generated scenarios.
const (
	mostTemplates = 6 // of one operation
	mostPrepared  = 10
	mostAfter     = 8
)

type generator struct {
	m         *machine
	templates []template
	prepared  [][]template
	filled    [][]template // longer preparations
	observers []template
	rng       *rand.Rand
}

func newGenerator(m *machine) *generator {
	g := &generator{m: m, rng: rand.New(rand.NewPCG(1, 2))}
	for _, o := range m.ops {
		g.templates = append(g.templates, templatesOf(o)...)
	}
	for _, t := range g.templates {
		if len(t.op.out) > 0 && !t.ends() && len(t.op.from) == 0 {
			g.observers = append(g.observers, t)
		}
	}
	g.prepare()
	g.fill()
	return g
}

// templatesOf returns the operation with all combinations of its arguments, up to a bound.
func templatesOf(o *operation) (all []template) {
	all = []template{{op: o}}
	for i, set := range o.sets {
		if o.fresh[i] || o.from[i] != nil {
			set = []reflect.Value{{}}
		}
		var more []template
		for _, t := range all {
			for _, v := range set {
				more = append(more, template{o, append(t.args[:len(t.args):len(t.args)], v)})
			}
		}
		all = more
	}
	return spread(all, mostTemplates)
}

// spread returns at most n elements, from the whole list.
func spread[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	some := make([]T, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}

// build makes a scenario of templates. Each fresh argument gets the next number. Each result that is an argument is used
// once, the latest first.
func (g *generator) build(prepare []template, threads [][]template) *script {
	n := 0
	s := &script{}
	var before hand
	make := func(ts []template, mine *hand) (calls []*instance) {
		for _, t := range ts {
			args := slices.Clone(t.args)
			var refs []ref
			for i := range args {
				switch from := t.op.from[i]; {
				case t.op.fresh[i]:
					n++
					args[i] = reflect.New(t.op.in[i]).Elem()
					args[i].Set(reflect.ValueOf(n).Convert(t.op.in[i]))
				case from != nil:
					if args[i] = reflect.Zero(t.op.in[i]); refs == nil {
						refs = append(refs, slices.Repeat([]ref{{}}, len(args))...)
					}
					refs[i] = mine.take(&before, from.op)
					s.unfit = s.unfit || refs[i].n == 0
				}
			}
			if calls = append(calls, g.m.instanceOf(t.op, args, refs)); t.op.handle >= 0 {
				mine.add(&before, t.op)
			}
		}
		return calls
	}
	s.Prepare = make(prepare, &before)
	for _, t := range threads {
		s.Threads = append(s.Threads, make(t, &hand{}))
	}
	return s
}

// finish adds calls that look at the structure when the threads have ended. It returns false if the
// scenario is not allowed.
func (g *generator) finish(s *script) bool {
	n := s.Size()
	blocking := func(t template) bool { return t.op.blocking() }
	for _, from := range [][]template{g.observers, slices.DeleteFunc(slices.Clone(g.observers), blocking), nil} {
		s.After = nil
		for round := 0; len(from) > 0 && round <= n && len(s.After) < mostAfter; round++ {
			for _, t := range from {
				if len(s.After) < mostAfter {
					s.After = append(s.After, g.build([]template{t}, nil).Prepare...)
				}
			}
		}
		// Nothing is seen after a call that waits for ever.
		if p, legal := g.m.prospect(s); legal && !p.blocksLast && !(p.unknown && s.waitsLast()) {
			return true
		}
	}
	return false
}

// waitsLast reports whether a call of the last part may wait.
func (s *script) waitsLast() bool {
	return slices.ContainsFunc(s.After, func(in *instance) bool { return in.op.blocking() })
}

// prepare finds the ways to prepare the structure: none, and short sequences that lead the
// specification to different states, or there by different last calls.
func (g *generator) prepare() {
	type seen struct {
		state int
		last  *operation
	}
	met := map[seen]bool{}
	g.prepared = [][]template{nil}
	from := [][]template{nil}
	for range 2 {
		var longer [][]template
		for _, p := range from {
			for _, t := range g.templates {
				if t.ends() {
					continue
				}
				try := append(p[:len(p):len(p)], t)
				s := g.build(try, nil)
				state, known, ok := g.m.inOrder(g.m.first, s.Prepare, 0)
				key := seen{state, t.op}
				if !known {
					key.state = -len(try)
				}
				if !ok || s.unfit || met[key] || known && state == g.m.first && len(try) == 1 {
					continue
				}
				met[key] = true
				longer = append(longer, try)
			}
		}
		g.prepared = append(g.prepared, longer...)
		from = longer
	}
	g.prepared = append(g.prepared[:1:1], spread(g.prepared[1:], mostPrepared-1)...)
}

// shape is the lengths of the threads of a level.
type shape struct {
	name    string
	threads []int
	most    int // scenarios
}

var shapes = []shape{
	{"pairs", []int{1, 1}, 240},
	{"triples", []int{2, 1}, 120},
	{"three threads", []int{1, 1, 1}, 80},
	{"two and two", []int{2, 2}, 40},
	{"two, one and one", []int{2, 1, 1}, 40},
}

// level returns the scenarios of a shape after some preparations.
func (g *generator) level(of shape, prepared [][]template) level {
	l, most := level{name: of.name}, of.most
	var rows [][][]template
	choose(g.templates, of.threads, nil, func(threads [][]template) { rows = append(rows, threads) })
	// Scenarios without a preparation come first. Beyond the bound, some are picked at random.
	var order [][2]int
	for p := range prepared {
		for r := range rows {
			order = append(order, [2]int{p, r})
		}
	}
	if len(order) > 3*most {
		g.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		order = order[:3*most]
		slices.SortStableFunc(order, func(a, b [2]int) int { return a[0] - b[0] })
		l.of = len(prepared) * len(rows)
	}
	legal := 0
	for _, o := range order {
		if s := g.build(prepared[o[0]], rows[o[1]]); g.finish(s) {
			legal++
			l.all = append(l.all, s)
		}
	}
	if len(l.all) > most {
		l.of = max(l.of, legal)
		l.all = spread(l.all, most)
	}
	return l
}

// choose calls each with all choices of calls for threads of these lengths. Threads of one length
// can be exchanged, so it keeps them in order.
func choose(from []template, shape []int, before []int, each func([][]template)) {
	if len(before) < sum(shape) {
		for i := range from {
			choose(from, shape, append(before[:len(before):len(before)], i), each)
		}
		return
	}
	var threads [][]template
	at := 0
	for i, n := range shape {
		mine := before[at : at+n]
		if i > 0 && shape[i-1] == n && slices.Compare(before[at-n:at], mine) > 0 {
			return
		}
		var calls []template
		for _, k := range mine {
			calls = append(calls, from[k])
		}
		threads = append(threads, calls)
		at += n
	}
	each(threads)
}

func sum(all []int) (n int) {
	for _, x := range all {
		n += x
	}
	return n
}

// uncalled returns an error if some operation is in no scenario.
func (g *generator) uncalled(levels []level) error {
	for _, o := range g.m.ops {
		has := func(in *instance) bool { return in.op == o }
		if slices.ContainsFunc(levels, func(l level) bool {
			return slices.ContainsFunc(l.all, func(s *script) bool {
				return slices.ContainsFunc(s.Threads, func(calls []*instance) bool { return slices.ContainsFunc(calls, has) })
			})
		}) {
			continue
		}
		err := fmt.Errorf("no generated scenario calls %s, since %s; give some with lin.Scenario", o.name, g.m.refuses(o))
		if g.m.panicked != "" {
			err = fmt.Errorf("%w; its last panic was: %s", err, g.m.panicked)
		}
		return err
	}
	return nil
}
