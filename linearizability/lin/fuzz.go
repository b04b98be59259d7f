package lin

import (
	"fmt"
	"slices"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer/loop"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// Bounds of the fuzzer.
const (
	fuzzRuns    = 20_000          // executions
	fuzzTime    = 5 * time.Second // if no time was asked for
	fuzzSteps   = 2_000           // of an execution
	fuzzThreads = 3
	fuzzCalls   = 3    // of a thread
	mostDecoded = 4096 // programs that are remembered
)

// fuzz runs larger scenarios that a fuzzer makes together with their schedules. A new order of conflicting accesses
// counts as coverage. Of the scenarios of the test, it makes only the schedules.
func (s *searching) fuzz(every Part) (p Part, f *Failure) {
	switch {
	case engine.Watched():
		return Part{Ending: sched.NotChecked, Says: "not with Go's race detector"}, nil
	case len(s.texts) > 0 && every.Ending == sched.Exhausted:
		return Part{Ending: sched.NotChecked, Says: "every schedule of the test's scenarios was run"}, nil
	case !time.Now().Before(s.until):
		return Part{Ending: sched.NotChecked, Says: "the time was over"}, nil
	}
	most := time.Until(s.until)
	if !s.asked {
		most = min(most, fuzzTime)
	}
	d := &decoder{searching: s, known: map[string]*decoded{}}
	found := loop.Loop{
		Target: d.target, Seed: uint64(s.shard), For: most, Patient: !s.asked, Executions: fuzzRuns,
		Tell: func(loop.Progress) { s.tell("larger scenarios, chosen by a fuzzer") },
	}.Run()
	s.add(engine.Result{Executions: found.Executions, Steps: found.Steps, Deepest: found.Deepest})
	p = Part{Ending: sched.BoundHit, Scenarios: d.scenarios, Of: d.scenarios, Executions: found.Executions, Took: found.Took}
	p.Says = join(fmt.Sprintf("%d orders of accesses", found.Features), found.Bound)
	if found.Failure == nil {
		return p, nil
	}
	r := engine.Result{Ending: report.Failed, Failure: found.Failure}
	if report.IsLimit(found.Failure.Rule) {
		r.Ending = report.NotChecked
	}
	p.Ending, p.Says, f = s.broke(d.decode(found.Input.Program).scenario, r)
	return p, f
}

// decoder turns bytes into scenarios.
type decoder struct {
	*searching
	known     map[string]*decoded
	scenarios int
}

type decoded struct {
	scenario *script
	program  func()
}

// target implements [loop.Target].
func (d *decoder) target(program []byte) engine.Input {
	return engine.Input{Program: d.decode(program).program, Options: engine.Options{Judge: d.judge.verdict, Stuck: d.judge.stuck, Steps: fuzzSteps}}
}

func (d *decoder) decode(program []byte) *decoded {
	is, known := d.known[string(program)]
	if !known {
		if len(d.known) == mostDecoded {
			clear(d.known)
		}
		sc := d.scenario(program)
		is = &decoded{sc, d.player.program(sc)}
		d.known[string(program)] = is
		d.scenarios++
	}
	return is
}

// scenario returns the scenario that bytes stand for. Fewer bytes stand for a smaller one.
func (d *decoder) scenario(program []byte) *script {
	next := model.ByteSource(program)
	if own := d.levels[0].all; len(d.texts) > 0 {
		return own[next(len(own))]
	}
	if s := d.gen.draw(next, fuzzThreads, fuzzCalls); s != nil {
		return s
	}
	return d.gen.fallback(d.levels)
}

// draw returns a scenario of up to so many threads and calls of a thread. The function intn returns a number in
// [0, n). If the scenario is not allowed, calls are left out. It returns nil if none is left.
func (g *generator) draw(intn func(n int) int, threads, calls int) *script {
	all := make([][]template, 2+intn(threads-1))
	prepare := nth(intn(len(g.prepared)+len(g.filled)), g.prepared, g.filled)
	for i := range all {
		for range 1 + intn(calls) {
			all[i] = append(all[i], g.templates[intn(len(g.templates))])
		}
	}
	for ; all != nil; all = shorter(all) {
		if s := g.build(prepare, all); g.finish(s) {
			return s
		}
	}
	return nil
}

// nth returns element n of two lists.
func nth[T any](n int, a, b []T) T {
	if n < len(a) {
		return a[n]
	}
	return b[n-len(a)]
}

// shorter leaves out the last call of the last longest thread, or returns nil.
func shorter(threads [][]template) [][]template {
	longest := 0
	for i := range threads {
		if len(threads[i]) >= len(threads[longest]) {
			longest = i
		}
	}
	switch n := len(threads[longest]); {
	case n > 1:
		threads = slices.Clone(threads)
		threads[longest] = threads[longest][:n-1]
		return threads
	case len(threads) > 2:
		return threads[:len(threads)-1]
	}
	return nil
}

// fallback returns a generated scenario. There is one, since each operation is in some.
func (g *generator) fallback(levels []level) *script {
	for _, l := range levels {
		if len(l.all) > 0 {
			return l.all[0]
		}
	}
	panic("lin: no scenario")
}
