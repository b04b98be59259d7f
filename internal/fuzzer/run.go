package fuzzer

import (
	"cmp"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer/loop"
	"github.com/stealproof/stealproof/internal/report"
)

// mark separates the name of a target from the bytes of a program.
const mark = "/program="

// EnvBlind, if set, turns off the feedback for go test -fuzz, as a control.
const EnvBlind = "STEALPROOF_FUZZ_BLIND"

// maxSteps bounds an execution of a target that sets no bound. So many steps take about a millisecond; Go's
// fuzzer gives up after ten seconds.
const maxSteps = 2_000

// Run fuzzes a target, runs its corpus, or does the job of the command. If the code has not been rewritten, Run
// skips the target, and fails if go test is fuzzing it.
func Run(f *testing.F, target Target) {
	f.Helper()
	if !engine.Instrumented() {
		what := fmt.Sprintf("the code under test has not been rewritten for the scheduler, so nothing would guide the fuzzer; run in the directory of the package: stealproof fuzz -go %s .", f.Name())
		if fuzzed(f) {
			f.Fatal(what)
		}
		f.Skip(left(committed(f.Name())) + what)
	}
	r := &running{F: f, target: bounded(target)}
	job, asked, err := job()
	switch {
	case err != nil:
		f.Fatalf("%s: %v", EnvJob, err)
	case os.Getenv(report.EnvReplay) != "":
		r.replay(os.Getenv(report.EnvReplay))
	case asked:
		r.do(job)
	default:
		r.fuzz()
	}
}

// left returns a message if a corpus exists, because go test does not run it. For other targets go test does.
func left(dir string) string {
	inputs, err := loop.Names(dir)
	switch {
	case err != nil:
		return fmt.Sprintf("NOT RUN: the corpus: %v\n", err)
	case len(inputs) == 0:
		return ""
	}
	return fmt.Sprintf("NOT RUN: the corpus in %s (%d); run in the directory of the package: stealproof fuzz -regress .\n", filepath.ToSlash(dir), len(inputs))
}

// bounded returns the target with a bound on the steps of an execution, and on the bytes of a program. Further
// bytes are ignored. Every program that is run, made into a token, or read from a token goes through here, so
// its bytes always mean the same. If the target panics, the program panics, and the panic is reported like any
// other.
func bounded(target Target) Target {
	return func(program []byte) (i engine.Input) {
		defer func() {
			if v := recover(); v != nil {
				i = engine.Input{Program: func() { panic(fmt.Sprintf("the function of the target: %v", v)) }}
			}
			if i.Options.Steps == 0 {
				i.Options.Steps = maxSteps
			}
		}()
		return target(program[:min(len(program), loop.LongestProgram)])
	}
}

// fuzzed reports whether go test -fuzz fuzzes the target.
func fuzzed(f *testing.F) bool {
	pattern := flag.Lookup("test.fuzz")
	if pattern == nil || pattern.Value.String() == "" {
		return false
	}
	is, err := regexp.MatchString(pattern.Value.String(), f.Name())
	return is && err == nil
}

// running is a target that is being run.
type running struct {
	*testing.F
	target Target
}

// judges reports whether histories are judged. The program for no bytes decides.
func (r *running) judges() bool { return r.target(nil).Options.Judge != nil }

// origin returns a token of a program without an execution.
func (r *running) origin(program []byte) report.Token {
	return report.Token{Origin: os.Getenv(report.EnvOrigin), Test: r.Name() + mark + hex.EncodeToString(program), Search: 1}
}

// TargetOf returns the target of a token, and the bytes of its program. If the token is from another kind of
// test, ok is false.
func TargetOf(t report.Token) (target string, program []byte, ok bool) {
	target, text, found := strings.Cut(t.Test, mark)
	program, err := hex.DecodeString(text)
	return target, program, found && err == nil
}

// fuzz does the work of go test: it fuzzes, or runs the corpus.
func (r *running) fuzz() {
	guided := fuzzed(r.F)
	blind := os.Getenv(EnvBlind) != ""
	all := engine.Result{Ending: report.BoundHit, History: r.judges()}
	features := map[uint16]bool{}
	met, err := newMet()
	if err != nil {
		r.Fatalf("%s: %v", EnvMet, err)
	}
	r.Add([]byte{}, []byte{})
	r.F.Fuzz(func(t *testing.T, program, schedule []byte) {
		input := r.target(program)
		input.Schedule = schedule
		var failure *engine.Failure
		done := false
		one := engine.Fuzz(func(before *engine.Outcome) (engine.Input, bool) {
			if before == nil {
				return input, true
			}
			done = true
			failure = before.Failure
			if met != nil {
				met.note(before.Features)
			}
			for _, n := range before.Features {
				if guided && !blind {
					count(n)
				} else if !guided {
					features[n] = true
				}
			}
			return engine.Input{}, false
		})
		failure = cmp.Or(failure, one.Failure)
		one.History = input.Options.Judge != nil
		all.History = all.History || one.History
		if failure != nil {
			b := Bytes{Program: program, Schedule: schedule}
			if guided { // there is no time for more; a run of the corpus looks for it
				b, failure = loop.Shrunk(r.target, b, failure)
			}
			one.Ending, one.Failure = report.Failed, engine.Smallest(r.target(b.Program), failure, !guided)
			told := one.Report(r.origin(b.Program))
			told.Save()
			all.Ending = report.Failed
			t.Fatal(told.Text)
		}
		if !done {
			t.Fatalf("not run: %s", one.Bound)
		}
		all.Executions++
		all.Steps += one.Steps
		all.Deepest = max(all.Deepest, one.Deepest)
		all.Took += one.Took
	})
	if !guided && all.Executions > 0 {
		r.regressed(all, len(features))
	}
}

// regressed reports the results of the corpus.
func (r *running) regressed(all engine.Result, features int) {
	all.Bound = fmt.Sprintf("the corpus: %d orders of accesses", features)
	told := all.Report(report.Token{Origin: os.Getenv(report.EnvOrigin), Test: r.Name(), Search: 1})
	if all.Ending != report.Failed {
		told.Save()
		if all.Executions > 1 && features == 0 {
			r.Errorf("in none of %d inputs did two threads access the same object, one of them writing", all.Executions)
		}
	}
}

// replay repeats the execution of a token.
func (r *running) replay(text string) {
	token, err := report.ParseToken(text)
	if err != nil {
		r.Fatalf("%s: %v", report.EnvReplay, err)
	}
	name, program, ok := TargetOf(token)
	if !ok || name != r.Name() {
		r.Skip("the token is from another test")
	}
	input := r.target(program)
	result := engine.Repeat(input.Program, input.Options, token)
	told := result.Report(r.origin(program))
	told.Save()
	if result.Failure != nil {
		r.Fatal(told.Text)
	}
	r.Skip("the execution broke no rule")
}

// committed returns the directory in which go test looks for the corpus of a target.
func committed(target string) string { return filepath.Join("testdata", "fuzz", target) }
