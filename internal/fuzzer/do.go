package fuzzer

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer/loop"
	"github.com/stealproof/stealproof/internal/report"
)

// do does the job.
func (r *running) do(j Job) {
	switch j.Do {
	case DoLoop:
		r.loop(j)
	case DoMinimize:
		r.minimize(j)
	case DoToken:
		r.token(j)
	case DoFile:
		r.file(j)
	default:
		r.Fatalf("%s: unknown job %q", EnvJob, j.Do)
	}
	if !r.Failed() {
		r.Skip("done")
	}
}

// stored is a directory of corpus files that several processes write.
type stored struct {
	dir   string
	known map[string]bool
}

// news returns the inputs that have been added since the last call.
func (s *stored) news() (all []Bytes, err error) {
	list, err := loop.Names(s.dir)
	if err != nil {
		return nil, err
	}
	for _, name := range list {
		if s.known[name] {
			continue
		}
		s.known[name] = true
		b, err := ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// loop fuzzes in this process.
func (r *running) loop(j Job) {
	part, parts := 1, 1
	if text := os.Getenv(report.EnvShard); text != "" {
		var err error
		if part, parts, err = report.ParsePart(text); err != nil {
			r.Fatalf("%s is %v", report.EnvShard, err)
		}
	}
	kept := stored{j.Corpus, map[string]bool{}}
	more, err := kept.news()
	if err != nil {
		r.Fatal(err)
	}
	seeds := slices.Concat([]Bytes{{}}, r.given(), more)
	origin := report.Token{Origin: os.Getenv(report.EnvOrigin), Test: r.Name(), Search: 1}
	var trouble error
	l := Loop{
		Target: r.target, Seed: j.Seed + uint64(part-1)<<32, For: j.For, Executions: j.Executions, Blind: j.Blind, Seeds: seeds,
		Keep: func(b Bytes) {
			if kept.known[b.Name()] {
				return
			}
			kept.known[b.Name()] = true
			if _, err := b.WriteFile(j.Corpus); err != nil && trouble == nil {
				trouble = err
			}
		},
		Tell: func(p Progress) {
			told := resultOf(p, report.Running).Report(origin)
			told.Doing = says(p)
			told.Save()
		},
	}
	if parts > 1 {
		l.Others = func() []Bytes {
			more, err := kept.news()
			if err != nil && trouble == nil {
				trouble = err
			}
			return more
		}
	}
	runtime.GOMAXPROCS(1) // the other processes use the other cores
	found := l.Run()
	switch {
	case found.Failure != nil:
		r.failed(found)
	case trouble != nil:
		r.Fatalf("cannot keep the corpus: %v", trouble)
	default:
		r.held(found, j.Blind).Report(origin).Save()
	}
}

// held returns the result of a loop that found no failure.
func (r *running) held(found Found, blind bool) engine.Result {
	result := resultOf(found.Progress, report.BoundHit)
	result.History = r.judges()
	if result.Bound = says(found.Progress); found.Bound != "" {
		result.Bound = found.Bound
	}
	if found.Features == 0 && !blind {
		result.Bound = fmt.Sprintf("in none of %d executions did two threads access the same object, one of them writing", found.Executions)
		r.Error(result.Bound)
	}
	return result
}

// given returns the inputs that go test would run: those of F.Add, and the committed corpus.
func (r *running) given() (all []Bytes) {
	r.F.Fuzz(func(_ *testing.T, program, schedule []byte) {
		all = append(all, Bytes{Program: slices.Clone(program), Schedule: slices.Clone(schedule)})
	})
	return all
}

// failed reports a failure, and adds its input to the corpus that go test runs.
func (r *running) failed(found Found) {
	result := resultOf(found.Progress, report.Failed)
	result.History = found.Failure.History != nil
	result.Failure = found.Failure
	told := result.Report(r.origin(found.Input.Program))
	b := found.Input
	if told.Token != "" {
		if token, err := report.ParseToken(told.Token); err == nil {
			input := r.target(b.Program)
			if schedule, err := engine.Encode(input.Program, input.Options, token); err == nil {
				b.Schedule = schedule // of the smallest failure
			}
		}
	}
	path, err := b.WriteFile(committed(r.Name()))
	if err == nil {
		told.Text += fmt.Sprintf("corpus: %s, which stealproof fuzz -regress runs\n", path)
	}
	told.Save()
	r.Error(told.Text)
	if err != nil {
		r.Errorf("cannot keep the failing input: %v", err)
	}
}

// minimize removes the inputs that the corpus does not need for its features.
func (r *running) minimize(j Job) {
	from := stored{j.Corpus, map[string]bool{}}
	seeds, err := from.news()
	if err != nil {
		r.Fatal(err)
	}
	if len(seeds) == 0 {
		return
	}
	found := Loop{Target: r.target, Executions: 2 * len(seeds), Seeds: seeds}.Run()
	if found.Failure != nil {
		r.failed(found)
		return
	}
	needed := map[string]bool{}
	for _, b := range found.Minimal {
		needed[b.Name()] = true
		if _, err := b.WriteFile(j.Corpus); err != nil {
			r.Fatal(err)
		}
	}
	for name := range from.known {
		if !needed[name] {
			if err := os.Remove(filepath.Join(j.Corpus, name)); err != nil {
				r.Fatal(err)
			}
		}
	}
}

// token turns a corpus file into a token.
func (r *running) token(j Job) {
	b, err := ReadFile(j.File)
	if err != nil {
		r.Fatal(err)
	}
	input := r.target(b.Program)
	input.Schedule = b.Schedule
	t := engine.Decode(input, r.origin(b.Program))
	report.Report{Test: r.Name(), Search: 1, Ending: report.BoundHit, Token: t.String()}.Save()
}

// file turns a token into a corpus file.
func (r *running) file(j Job) {
	t, err := report.ParseToken(j.Token)
	if err != nil {
		r.Fatal(err)
	}
	name, program, ok := TargetOf(t)
	if !ok || name != r.Name() {
		r.Fatalf("the token is from %s", t.Test)
	}
	input := r.target(program)
	schedule, err := engine.Encode(input.Program, input.Options, t)
	if err != nil {
		r.Fatalf("the code has changed since the token was made: %v", err)
	}
	path, err := Bytes{Program: program, Schedule: schedule}.WriteFile(j.Corpus)
	if err != nil {
		r.Fatal(err)
	}
	report.Report{Test: r.Name(), Search: 1, Ending: report.BoundHit, Detail: path}.Save()
}

func resultOf(p Progress, ending report.Ending) engine.Result {
	return engine.Result{Ending: ending, Executions: p.Executions, Steps: p.Steps, Deepest: p.Deepest, Took: p.Took}
}

// says describes the features that were found.
func says(p Progress) string {
	return fmt.Sprintf("%d orders of accesses by %d inputs", p.Features, p.Entries)
}
