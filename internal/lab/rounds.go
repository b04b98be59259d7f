package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/lab/workload"
)

// task is one measurement of a run.
type task struct {
	name  string
	takes time.Duration // about
	// do measures. It returns what came of it, in short, or "" if there was
	// nothing to do, and a function that notes it, which another goroutine runs. It
	// is told how many processors others have kept busy, or NaN.
	do func(context.Context) (says string, note func(foreign float64), err error)
}

// series is something that is measured once in each round.
type series struct {
	name    string
	takes   time.Duration // about, each time
	measure func(context.Context) (sample, error)
	show    func(float64) string
	values  []float64 // by round; NaN is not measured
	foreign []float64 // by round; processors that others kept busy
	samples []sample  // by round
	last    sample
}

// sample is what a series gets in a round.
type sample struct {
	value      float64
	executions int // of which it is, where that is the point
	// What is allocated for each of whatever is counted; nil is not known.
	bytes, allocations *float64
	seen               workload.Measured // where a program of package workload is measured
}

// interleave returns the tasks of some rounds, each of which measures every series
// once.
func interleave(rounds int, all []*series) []task {
	var tasks []task
	for _, s := range all {
		s.values, s.foreign, s.samples = make([]float64, rounds), make([]float64, rounds), make([]sample, rounds)
		for i := range rounds {
			s.values[i], s.foreign[i] = math.NaN(), math.NaN()
		}
	}
	for i := range rounds {
		for _, s := range all {
			tasks = append(tasks, task{
				name: fmt.Sprintf("round %d: %s", i+1, s.name), takes: s.takes,
				do: func(ctx context.Context) (string, func(float64), error) {
					v, err := s.measure(ctx)
					if err != nil {
						return "", nil, err
					}
					return s.show(v.value), func(foreign float64) { s.values[i], s.foreign[i], s.samples[i], s.last = v.value, foreign, v, v }, nil
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
	show := console.NewProgress(stderr, len(tasks))
	stopping := func() {
		p.cut = context.Cause(ctx).Error()
		show.Clear()
		fmt.Fprintf(stderr, "lab: stopping: %s\n", p.cut)
	}
	ended := 0
	console.Watch(ctx, show.Tick, stopping, func(post func(func())) {
		clock := estimate{}
		for i, t := range tasks {
			if ctx.Err() != nil {
				return
			}
			left := "about " + clock.left(tasks[i:]) + " left"
			post(func() {
				show.Begin(t.name)
				show.BeginRule(left)
			})
			d := t.measure(ctx)
			if ctx.Err() != nil {
				return
			}
			if d.says != "" {
				clock.add(t.takes, d.took)
			}
			leftThen := "about " + clock.left(tasks[i+1:]) + " left"
			post(func() {
				ended++
				if !math.IsNaN(d.foreign) {
					p.foreign = append(p.foreign, d.foreign)
				}
				switch {
				case d.err != nil:
					p.problems = append(p.problems, fmt.Sprintf("%s: %v", t.name, d.err))
					show.Clear()
					fmt.Fprintf(stderr, "%s: %v\n", t.name, d.err)
				case d.says != "":
					show.End(d.says + " (" + leftThen + ")")
				}
				if d.note != nil {
					d.note(d.foreign)
				}
			})
		}
	})
	show.Clear()
	switch {
	case ended == len(tasks):
		p.cut = "" // it came too late to cut anything
	case p.cut == "":
		p.cut = context.Cause(ctx).Error()
	}
	return p
}

// done is what became of one task.
type done struct {
	says    string
	note    func(foreign float64)
	took    time.Duration
	foreign float64 // processors that others kept busy, or NaN
	err     error
}

// measure does the task.
func (t task) measure(ctx context.Context) done {
	start := time.Now()
	before, known := readUsage(proc)
	d := done{foreign: math.NaN()}
	d.says, d.note, d.err = t.do(ctx)
	if d.err != nil {
		// An interrupt ends the children too, perhaps before ctx.
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	d.took = time.Since(start)
	if after, _ := readUsage(proc); known && d.says != "" {
		d.foreign = after.foreign(before)
	}
	return d
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
