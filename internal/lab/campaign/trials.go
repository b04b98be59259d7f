package campaign

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/mutation"
)

// A trialRun is one process of a detector.
type trialRun struct {
	scheduled bool     // runs under the scheduler
	pkg       string   // package of the tests
	flags     []string // build flags
	run, skip string   // patterns of tests, as go test takes them
	fuzz      string   // fuzz target, if any
	args      []string
	endless   bool          // runs for the whole budget
	programs  int           // random programs of each test, for rapid
	longest   time.Duration // longest silence of the tests on the unchanged code; 0 if unknown
}

// Random programs of each test. Real workers run those of the pool, which takes longer.
const (
	dequePrograms = 1000
	poolPrograms  = 100
)

// random returns a trial of rapid. It leaves out -test.short, which would reduce the number of
// programs.
func random(pkg, run string, programs int) trialRun {
	return trialRun{pkg: pkg, run: run, programs: programs, args: []string{"-rapid.seed=1", "-rapid.nofailfile", fmt.Sprintf("-rapid.checks=%d", programs)}}
}

// stressed returns the trial on real cores of a package with its own stress test.
func stressed(pkg string, flags ...string) trialRun {
	return trialRun{pkg: pkg, flags: flags, run: "^TestStress_(Pools|Systems)$", endless: true}
}

func (t trialRun) String() string {
	return strings.Join(append([]string{"go test", strings.Join(t.flags, " "), "-run", t.run + t.fuzz, "./" + t.pkg}, t.args...), " ")
}

// dequesOf maps a source file to the names of its deques in wsqtest.Family.
var dequesOf = map[string][]string{
	"abp": {"abp"}, "chaselev": {"chaselev"}, "chaselev_ring": {"chaselev"}, "duffy": {"duffy"}, "foreignlock": {"duffy"},
	"split": {"split"}, "split_ring": {"split"}, "the": {"the", "the-keeplast"}, "locked": {"locked"},
	"ring": {"chaselev", "split"}, "circular": {"chaselev", "split", "duffy", "the"},
}

// trialsOf returns the trials of a detector for a mutant. It returns none if the detector does not
// look at such code.
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
		all = append(all, followed(m)...) // last, so that trials that notice the harm itself run first
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

// notForMutants matches tests of the pool that would take too long with a fault, or that measure
// the cost of a switch.
const notForMutants = "^TestSched_|^TestCost|^TestHunt_|^TestTree_|^TestStress_"

// refines is the test that compares each step with the specification.
const refines = "TestSched_Refines"

// followed returns the trial that compares each step with the machines of the deque, or of the
// pool's protocols. It would refuse an equivalent mutant, which has other accesses or another
// order of them.
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
		{scheduled: true, pkg: "pool", run: "^TestSched_(Protocols|Cancelled|Errors|Guest)$", args: []string{"-test.short", "-test.failfast"}},
	},
	Unit:   {{pkg: "pool", run: "^Test", skip: notForMutants}},
	Rapid:  {random("pool", "^TestTree_", poolPrograms)},
	Fuzz:   {{pkg: "pool", flags: []string{"-fuzz=."}, fuzz: "^FuzzTree$", endless: true}},
	Stress: {stressed("pool")},
	TSan:   {stressed("pool", "-race")},
}

// classicTrials are the trials of pool/classic. Under the scheduler each mutant has a program of
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
