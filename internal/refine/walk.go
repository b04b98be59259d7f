package refine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// Walk makes the code take each edge of a machine's graph. It is both the program and the strategy of a search.
// The search needs [sched.Options] with Stops, and with the Walk's Follower as Observer.
//
// Each execution follows a plan: a shortest path to an edge that was not walked yet, continued by further such
// edges as long as possible. The path says which operations each thread does and, step by step, which thread
// goes next. An edge counts as walked if the code took it, from its first state to its second. Edges after the
// plan count too, until all operations have ended.
type Walk struct {
	Follower *Follower
	edges
	// Steps counts the steps of all executions.
	Steps int

	b    Binding
	w    machine.Walker
	lost []Lost

	at      int // position in the plan
	node    int // node of the machine's state; -1 if the state is not in the graph
	waiting int // number of picks since the last step
	ops     [][]operation
}

// Lost is an edge that could not be walked.
type Lost struct {
	Edge   int
	Action string
	Why    string
}

// operation is an operation that a thread of the code must do.
type operation struct {
	action model.Action
	choice int // of the machine's idle thread; -1 if it has no choice
}

// NewWalk returns a walk of a machine's graph by code with this binding. It returns an error if the graph has
// more than limit states.
func NewWalk(b Binding, m machine.Machine, name string, limit int) (*Walk, error) {
	all, err := newEdges(m, name, limit)
	if err != nil {
		return nil, err
	}
	f, err := New(b, m)
	if err != nil {
		return nil, err
	}
	w := &Walk{edges: all, Follower: f, b: b, w: f.w}
	f.fixed, f.after = true, w.took
	return w, nil
}

// Program returns a program that follows the plan on a new subject.
func (w *Walk) Program(subject func() model.Subject) func(*sched.S) {
	return func(s *sched.S) {
		d, pushed := subject(), 0
		for m, ops := range w.ops {
			s.GoNamed(w.w.Threads()[m], func() {
				for _, op := range ops {
					engine.Local()
					if op.choice >= 0 {
						w.Follower.did(m, w.w.Do(m, op.choice))
					}
					if op.action.Kind == model.Push {
						pushed++
					}
					d.Do(op.action, m, pushed, func() int64 { return 0 }, nil)
				}
			})
		}
		s.Wait()
	}
}

// took is called after each step of the machine.
func (w *Walk) took(thread int, s machine.Step) {
	if w.node < 0 {
		return
	}
	w.waiting = 0
	w.Steps++
	to := w.w.Node(w.g)
	e := -1
	if to >= 0 {
		e = w.g.Between(w.node, thread, s.Action, to)
	}
	w.node = to
	if e >= 0 {
		w.take(e)
	}
	if w.at < len(w.plan) {
		if e == w.plan[w.at] {
			w.at++
		} else {
			w.giveUp("the code has taken another edge")
		}
	}
}

// giveUp drops the rest of the plan, because the code does not follow it.
func (w *Walk) giveUp(why string) {
	w.lose(w.plan[w.at], why)
	w.lose(w.aim, "the code does not follow the way there") // so that it is not tried again
	w.plan = w.plan[:w.at]
}

func (w *Walk) lose(e int, why string) {
	if !w.given[e] && !w.taken[e] {
		w.given[e] = true
		w.lost = append(w.lost, Lost{e, w.Follower.actions[w.g.Edges[e].Action].Name, why})
	}
}

// Next implements [strategy.Strategy].
func (w *Walk) Next() bool {
	if !w.left() {
		return false
	}
	w.Executions++
	w.plan, w.at, w.node, w.waiting = w.plan[:0], 0, 0, 0
	for n := w.g.Edges[w.aim].From; n != 0; n = w.g.Edges[w.g.Tree[n]].From {
		w.plan = append(w.plan, w.g.Tree[n])
	}
	slices.Reverse(w.plan)
	w.plan = append(w.plan, w.aim)
	w.goOn()
	w.operations()
	return true
}

// operations determines the operations of the plan.
func (w *Walk) operations() {
	w.ops = make([][]operation, len(w.w.Threads()))
	w.w.Begin()
	for _, e := range w.plan {
		edge := &w.g.Edges[e]
		if _, idle := w.w.At(edge.Thread); idle {
			op := operation{w.b.Thief, -1}
			if edge.Thread == 0 {
				op = operation{model.Action{Kind: w.b.Owner[edge.Choice]}, edge.Choice}
			}
			w.ops[edge.Thread] = append(w.ops[edge.Thread], op)
		}
		w.w.Do(edge.Thread, edge.Choice)
	}
}

// Pick implements [strategy.Strategy].
func (w *Walk) Pick(s *strategy.State) int {
	if w.at < len(w.plan) {
		t := w.g.Edges[w.plan[w.at]].Thread + 1 // main is 0
		w.waiting++
		switch {
		case !s.Enabled.Has(t):
			w.giveUp("the code's thread cannot go on")
		case w.waiting > 100:
			w.giveUp("the code's thread does other things")
		default:
			return t
		}
	}
	if s.Enabled.Has(s.Current) {
		return s.Current
	}
	return s.Enabled.First()
}

// Choose implements [strategy.Strategy].
func (w *Walk) Choose(*strategy.State, int) int { return 0 }

// Did implements [strategy.Strategy].
func (w *Walk) Did(*strategy.State, int, strategy.Op) {}

// End implements [strategy.Strategy].
func (w *Walk) End(*strategy.State, strategy.End) {
	if w.at < len(w.plan) {
		w.giveUp("the code has ended before")
	}
}

// Fault implements [strategy.Strategy].
func (w *Walk) Fault() error { return nil }

// Exhausted implements [strategy.Strategy].
func (w *Walk) Exhausted() (bool, float64) {
	return false, 0 // it counts edges, not schedules
}

// Lost returns the edges that could not be walked.
func (w *Walk) Lost() []Lost { return w.lost }

// Check returns an error unless each edge was walked or is excused. For each action, reasons says why its edges
// cannot be walked.
func (w *Walk) Check(reasons map[string]string) error {
	if w.Walked == 0 {
		return fmt.Errorf("refine: none of %d edges was walked", w.Edges())
	}
	var faults []error
	for e, walked := range w.taken {
		action := w.Follower.actions[w.g.Edges[e].Action].Name
		if _, excused := reasons[action]; walked || excused {
			continue
		}
		faults = append(faults, fmt.Errorf("refine: the code does not take %s, edge %d of %s", action, e, w.name))
		if len(faults) == 10 {
			break
		}
	}
	return errors.Join(faults...)
}
