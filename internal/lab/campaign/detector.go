// Package lab puts mutants to the detectors of this repository, and says which ones
// noticed, and after how much. A [Lab] builds a test binary with many mutants once; a
// cell of the matrix is a process of that binary, told to be one mutant.
package campaign

import "slices"

// A Detector is a way to notice a fault.
type Detector string

// The detectors.
const (
	TLC       Detector = "tlc"       // the specification with the same fault
	Machine   Detector = "machine"   // its machine in Go
	Step      Detector = "step"      // every schedule; what the program itself notices, deadlocks, panics
	History   Detector = "history"   // every schedule; porcupine judges each history
	Race      Detector = "race"      // every schedule; data races
	Unit      Detector = "unit"      // the package's own tests, and the fixed rules of wsqtest
	Rapid     Detector = "rapid"     // random programs in one goroutine; random trees of the pool
	Fuzz      Detector = "fuzz"      // the same, chosen by Go's fuzzer
	Schedules Detector = "schedules" // a fuzzer chooses operations and schedules; histories and races are judged
	Stress    Detector = "stress"    // random scenarios of deques on real cores, judged by porcupine, and lives of pools
	TSan      Detector = "tsan"      // that with -race
)

// Detectors are all of them, in the order of the matrix.
var Detectors = []Detector{TLC, Machine, Step, History, Race, Unit, Rapid, Fuzz, Schedules, Stress, TSan}

// Deterministic reports whether the detector does the same each time.
func (d Detector) Deterministic() bool {
	return slices.Contains([]Detector{TLC, Machine, Step, History, Race}, d)
}

// families are detectors that would fail together: they share what runs the code, or
// what chooses the programs; random trees of pools are the exception. TLC and Machine
// are of none: they are put to a fault of the same kind in the model, and never run the code.
var families = map[Detector]string{
	Step: "scheduler", History: "scheduler", Race: "scheduler",
	Unit: "tests", Rapid: "random programs", Fuzz: "random programs", Schedules: "scheduler",
	Stress: "real cores", TSan: "real cores",
}

// Independent returns how many of the detectors run the code and are independent of each other.
func Independent(of []Detector) int {
	seen := map[string]bool{}
	for _, d := range of {
		if family, runs := families[d]; runs {
			seen[family] = true
		}
	}
	return len(seen)
}
