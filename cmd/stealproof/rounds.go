package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"
)

// task is one measurement of a run.
type task struct {
	name  string
	takes time.Duration // about
	// do measures. It returns what came of it, in short, or "" if there was
	// nothing to do, and a function that notes it, which another goroutine runs.
	do func(context.Context) (says string, note func(), err error)
}

// series is something that is measured once in each round.
type series struct {
	name  string
	takes time.Duration // about, each time
	// measure returns the value, and of how many executions it is.
	measure    func(context.Context) (float64, int, error)
	show       func(float64) string
	values     []float64 // by round; NaN is not measured
	executions int       // of the last round
}

// interleave returns the tasks of some rounds, each of which measures every series
// once.
func interleave(rounds int, all []*series) []task {
	var tasks []task
	for _, s := range all {
		s.values = make([]float64, rounds)
		for i := range s.values {
			s.values[i] = math.NaN()
		}
	}
	for i := range rounds {
		for _, s := range all {
			tasks = append(tasks, task{
				name: fmt.Sprintf("round %d: %s", i+1, s.name), takes: s.takes,
				do: func(ctx context.Context) (string, func(), error) {
					v, n, err := s.measure(ctx)
					if err != nil {
						return "", nil, err
					}
					return s.show(v), func() { s.values[i], s.executions = v, n }, nil
				},
			})
		}
	}
	return tasks
}

// performed is what became of a list of tasks.
type performed struct {
	problems []string  // of tasks that failed
	foreign  []float64 // processors that others kept busy, in each task
	cut      string    // why it was cut short, or ""
}

// perform does the tasks one after the other, and shows how far it is on stderr.
func perform(ctx context.Context, stderr io.Writer, tasks []task) *performed {
	p := &performed{}
	show := newProgress(stderr, len(tasks))
	stopping := func() {
		p.cut = context.Cause(ctx).Error()
		show.clear()
		fmt.Fprintf(stderr, "stealproof: stopping: %s\n", p.cut)
	}
	done := 0
	watch(ctx, show.tick, stopping, func(post func(func())) {
		clock := estimate{}
		for i, t := range tasks {
			if ctx.Err() != nil {
				return
			}
			left := "about " + clock.left(tasks[i:]) + " left"
			post(func() {
				show.begin(t.name)
				show.beginRule(left)
			})
			start := time.Now()
			before, known := readUsage(proc)
			says, note, err := t.do(ctx)
			if err != nil {
				// An interrupt ends the children too, perhaps before ctx.
				select {
				case <-ctx.Done():
				case <-time.After(100 * time.Millisecond):
				}
			}
			if ctx.Err() != nil {
				return
			}
			took := time.Since(start)
			after, _ := readUsage(proc)
			if says != "" {
				clock.add(t.takes, took)
			}
			leftThen := "about " + clock.left(tasks[i+1:]) + " left"
			post(func() {
				done++
				if known && says != "" {
					p.foreign = append(p.foreign, after.foreign(before))
				}
				switch {
				case err != nil:
					p.problems = append(p.problems, fmt.Sprintf("%s: %v", t.name, err))
					show.clear()
					fmt.Fprintf(stderr, "%s: %v\n", t.name, err)
				case says != "":
					show.end(says + " (" + leftThen + ")")
				}
				if note != nil {
					note()
				}
			})
		}
	})
	show.clear()
	switch {
	case done == len(tasks):
		p.cut = "" // it came too late to cut anything
	case p.cut == "":
		p.cut = context.Cause(ctx).Error()
	}
	return p
}

// estimate compares how long tasks have taken with what was expected.
type estimate struct{ expected, took time.Duration }

func (e *estimate) add(expected, took time.Duration) {
	e.expected += expected
	e.took += took
}

// settled is about when what was measured outweighs what was expected.
const settled = 20 * time.Second

// left says how long the rest will take.
func (e *estimate) left(rest []task) string {
	var d time.Duration
	for _, t := range rest {
		d += t.takes
	}
	d = time.Duration(float64(d) * float64(e.took+settled) / float64(e.expected+settled))
	return d.Round(time.Second).String()
}
