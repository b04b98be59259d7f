package campaign

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/mutation"
)

// A trialRun is one process of a detector.
type trialRun struct {
	scheduled bool     // under the scheduler
	pkg       string   // whose tests
	flags     []string // of the build
	run, skip string   // of the tests, as go test has them
	fuzz      string   // the target, if it is one
	args      []string
	endless   bool // it goes on for the budget
	programs  int  // random ones of each test, if it is of rapid
}

// Random programs of each test. Those of the pool are run by real workers, and take longer.
const (
	dequePrograms = 1000
	poolPrograms  = 100
)

// random is a trial of rapid, without -test.short, with which there would be fewer programs.
func random(pkg, run string, programs int) trialRun {
	return trialRun{pkg: pkg, run: run, programs: programs, args: []string{"-rapid.seed=1", "-rapid.nofailfile", fmt.Sprintf("-rapid.checks=%d", programs)}}
}

// stressed is the trial on real cores of a package that has its own.
func stressed(pkg string, flags ...string) trialRun {
	return trialRun{pkg: pkg, flags: flags, run: "^TestStress_(Pools|Systems)$", endless: true}
}

func (t trialRun) String() string {
	return strings.Join(append([]string{"go test", strings.Join(t.flags, " "), "-run", t.run + t.fuzz, "./" + t.pkg}, t.args...), " ")
}

// dequesOf are the names of the deques that a file is of, in wsqtest.Family.
var dequesOf = map[string][]string{
	"abp": {"abp"}, "chaselev": {"chaselev"}, "chaselev_ring": {"chaselev"}, "duffy": {"duffy"}, "foreignlock": {"duffy"},
	"split": {"split"}, "split_ring": {"split"}, "the": {"the", "the-keeplast"}, "locked": {"locked"},
	"ring": {"chaselev", "split"}, "circular": {"chaselev", "split", "duffy", "the"},
}

// trialsOf returns what a detector does about a mutant: nothing if it does not look at
// such code.
func trialsOf(m mutation.Mutant, d Detector) []trialRun {
	var all []trialRun
	switch m.Package() {
	case "pool":
		all = slices.Clone(poolTrials[d])
	case "pool/classic":
		all = classicTrials(m, d)
	default:
		all = dequeTrials(m, d)
	}
	if d == Step && mutation.Equivalent()[m.Name] == "" {
		all = append(all, followed(m)...) // last, so that what notices the harm is asked first
	}
	return all
}

func dequeTrials(m mutation.Mutant, d Detector) (all []trialRun) {
	for _, deque := range dequesOf[strings.TrimSuffix(path.Base(m.File), ".go")] {
		name := "^" + deque + "$"
		switch d {
		case Step, History, Race:
			all = append(all, trialRun{scheduled: true, pkg: trial, run: "^TestScheduled$/" + name + "/^" + string(d) + "$"})
		case Schedules:
			all = append(all, trialRun{scheduled: true, pkg: trial, run: "^TestFuzzed$/" + name})
		case Unit:
			all = append(all, trialRun{pkg: trial, run: "^TestRules$/" + name})
		case Rapid:
			all = append(all, random(trial, "^TestRandom$/"+name, dequePrograms))
		case Fuzz:
			all = append(all, trialRun{pkg: trial, flags: []string{"-fuzz=."}, fuzz: "^FuzzOperations$", args: []string{"-trial.deque=" + deque}, endless: true})
		case Stress:
			all = append(all, trialRun{pkg: trial, run: "^TestStress$/" + name, endless: true})
		case TSan:
			all = append(all, trialRun{pkg: trial, flags: []string{"-race"}, run: "^TestStress$/" + name, endless: true})
		}
	}
	switch d {
	case Step:
		all = append(all, trialRun{scheduled: true, pkg: "wsq", run: "^TestSched_", args: []string{"-test.failfast"}})
	case Unit:
		all = append(all, trialRun{pkg: "wsq", run: "^Test"})
	}
	return all
}

// notForMutants are tests of the pool that would take too long beside a fault, or
// measure what a switch costs.
const notForMutants = "^TestSched_|^TestCost|^TestHunt_|^TestTree_|^TestStress_"

// refines is the test that holds each step against the specification.
const refines = "TestSched_Refines"

// followed holds each step against the machines of the deque, or of the pool's protocols. What is
// equivalent has other accesses, or another order of them, and would be refused.
func followed(m mutation.Mutant) []trialRun {
	follows := trialRun{scheduled: true, pkg: "pool", run: "^" + refines + "$", args: []string{"-test.short", "-test.failfast"}}
	switch m.Package() {
	case "pool":
		return []trialRun{follows}
	case "wsq":
		follows.pkg = refinements
		follows.run += "/(?i:^(" + strings.Join(dequesOf[strings.TrimSuffix(path.Base(m.File), ".go")], "|") + "))"
		return []trialRun{follows}
	}
	return nil
}

var poolTrials = map[Detector][]trialRun{
	Step: {
		{scheduled: true, pkg: "pool", run: "^TestSched_Whole$", args: []string{"-test.short", "-test.failfast"}},
		{scheduled: true, pkg: "pool", run: "^TestSched_(Protocols|Cancelled)$", args: []string{"-test.short", "-test.failfast"}},
	},
	Unit:   {{pkg: "pool", run: "^Test", skip: notForMutants}},
	Rapid:  {random("pool", "^TestTree_", poolPrograms)},
	Fuzz:   {{pkg: "pool", flags: []string{"-fuzz=."}, fuzz: "^FuzzTree$", endless: true}},
	Stress: {stressed("pool")},
	TSan:   {stressed("pool", "-race")},
}

// classicTrials are those of pool/classic. Under the scheduler a mutant has a program of
// its own.
func classicTrials(m mutation.Mutant, d Detector) []trialRun {
	switch d {
	case Step:
		return []trialRun{{scheduled: true, pkg: "pool/classic", run: "^TestSched_Mutants$/^" + m.Name + "$"}}
	case Unit:
		return []trialRun{{pkg: "pool/classic", run: "^Test", skip: "^TestSched_|^TestProp_|^TestStress_"}}
	case Rapid:
		return []trialRun{random("pool/classic", "^TestProp_", poolPrograms)}
	case Stress:
		return []trialRun{stressed("pool/classic")}
	case TSan:
		return []trialRun{stressed("pool/classic", "-race")}
	}
	return nil
}
