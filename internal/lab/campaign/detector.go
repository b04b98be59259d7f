// Package campaign runs the detectors of this repository on mutants. It records which detector
// noticed a mutant, and after how many executions. A [Lab] builds one test binary with many
// mutants. Each cell of the matrix is a process of that binary, which is told to be one mutant.
package campaign

import "slices"

// A Detector is a way to notice a fault.
type Detector string

// The detectors.
const (
	TLC       Detector = "tlc"       // the specification with the same fault
	Machine   Detector = "machine"   // its machine in Go
	Step      Detector = "step"      // every schedule; assertions, deadlocks and panics
	History   Detector = "history"   // every schedule; each history is judged
	Race      Detector = "race"      // every schedule; data races
	Unit      Detector = "unit"      // the package's own tests, and the fixed rules of wsqtest
	Rapid     Detector = "rapid"     // random programs in one goroutine, and random trees of the pool
	Fuzz      Detector = "fuzz"      // the same programs, chosen by Go's fuzzer
	Schedules Detector = "schedules" // operations and schedules chosen by a fuzzer; judges histories and races
	Stress    Detector = "stress"    // on real cores: random scenarios of deques, with their histories judged, and lives of pools
	TSan      Detector = "tsan"      // stress with -race
)

// Detectors has all of them, in the order of the matrix.
var Detectors = []Detector{TLC, Machine, Step, History, Race, Unit, Rapid, Fuzz, Schedules, Stress, TSan}

// Deterministic reports whether the detector does the same each time.
func (d Detector) Deterministic() bool {
	return slices.Contains([]Detector{TLC, Machine, Step, History, Race}, d)
}

// families maps each detector to its family. Detectors of one family would fail together, because
// they share the code that runs or chooses the programs. Random trees of pools are an exception.
// TLC and Machine have no family: they run a model with a fault of the same kind, and never the
// code.
var families = map[Detector]string{
	Step: "scheduler", History: "scheduler", Race: "scheduler",
	Unit: "tests", Rapid: "random programs", Fuzz: "random programs", Schedules: "scheduler",
	Stress: "real cores", TSan: "real cores",
}

// Independent returns the number of families among the detectors. Detectors that do not run the
// code do not count.
func Independent(of []Detector) int {
	seen := map[string]bool{}
	for _, d := range of {
		if family, runs := families[d]; runs {
			seen[family] = true
		}
	}
	return len(seen)
}
