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
	takes time.Duration // about how long it takes
	// do measures. It returns the result in a few words, or "" if there was nothing to do. It also
	// returns a function that notes the result. Another goroutine calls that function, with the
	// number of processors that other processes kept busy, or NaN.
	do func(context.Context) (says string, note func(foreign float64), err error)
}

// series is a measurement that each round does once.
type series struct {
	name    string
	takes   time.Duration // about how long it takes each time
	measure func(context.Context) (sample, error)
	show    func(float64) string
	values  []float64 // by round; NaN if not measured
	foreign []float64 // by round; processors that other processes kept busy
	samples []sample  // by round
	last    sample
}

// sample is the result of a series in one round.
type sample struct {
	value      float64
	executions int // number of executions, if the series counts them
	// Allocated for each counted thing; nil if unknown.
	bytes, allocations *float64
	seen               workload.Measured // for programs of package workload
}

// interleave returns the tasks of a number of rounds. Each round measures every series once.
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

// performed is the outcome of a list of tasks.
type performed struct {
	problems []string  // of failed tasks
	foreign  []float64 // by task; processors that other processes kept busy
	cut      string    // why the run was cut short, or ""
}

// perform does the tasks one after the other, and shows its progress on stderr.
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
		p.cut = "" // the signal came too late to cut anything
	case p.cut == "":
		p.cut = context.Cause(ctx).Error()
	}
	return p
}

// done is the outcome of one task.
type done struct {
	says    string
	note    func(foreign float64)
	took    time.Duration
	foreign float64 // processors that other processes kept busy, or NaN
	err     error
}

// measure does the task and observes the foreign load.
func (t task) measure(ctx context.Context) done {
	start := time.Now()
	before, known := readUsage(proc)
	d := done{foreign: math.NaN()}
	d.says, d.note, d.err = t.do(ctx)
	if d.err != nil {
		// An interrupt also ends the children, perhaps before ctx.
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

// estimate compares the time that tasks took with the expected time.
type estimate struct{ expected, took time.Duration }

func (e *estimate) add(expected, took time.Duration) {
	e.expected += expected
	e.took += took
}

// settled is about the time after which measured times outweigh expected ones.
const settled = 20 * time.Second

// left says how long the remaining tasks will take.
func (e *estimate) left(rest []task) string {
	var d time.Duration
	for _, t := range rest {
		d += t.takes
	}
	d = time.Duration(float64(d) * float64(e.took+settled) / float64(e.expected+settled))
	return d.Round(time.Second).String()
}
