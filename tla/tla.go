// Package tla holds the TLA+ modules, their configurations, and the expected result of
// each. README.md explains how to read the modules and how to run the checks.
//
// The package serves the command and the Go machines; users read the modules instead.
// It may change in any release.
package tla

// A Manifest has the configurations of one algorithm, with the expected result of each. Its
// file is Name.json beside Name.tla. TLC's .cfg files are written from it.
type Manifest struct {
	Name string `json:"-"` // name of the algorithm's module
	Dir  string `json:"-"` // its directory

	tree *Tree // the tree that it was read from

	// Code lists the Go files that have the module's labels, as paths from the root of this
	// repository. Modules that share files all list the same files. If there are none,
	// Abstract says why.
	Code     []string `json:"code,omitempty"`
	Abstract string   `json:"abstract,omitempty"`
	// Elsewhere has the actions whose own label is not in the code. The value is the label
	// of another module that the code has instead, such as Park.Announce, or a dash and the
	// reason why there is none.
	Elsewhere map[string]string `json:"elsewhere,omitempty"`
	// PlusCal lists the modules with an algorithm in PlusCal, which has a translation.
	PlusCal []string `json:"pluscal,omitempty"`
	// Never has the actions, or parts of actions, that no configuration takes, each with
	// the reason.
	Never map[string]string `json:"never,omitempty"`

	// Specifications quotes each specification that a row names, with its conditions of fairness.
	// No command writes it: whoever strengthens a condition changes it here, too.
	Specifications map[string]string `json:"specifications"`

	// Groups has lists of invariants or properties that several rows share. A group's name
	// begins with a small letter.
	Groups map[string][]string `json:"groups,omitempty"`

	Rows []Row `json:"configurations"`
}

// A Row is one configuration with its expected result.
type Row struct {
	Config string `json:"config"` // begins with MC, Reach or Naive
	Module string `json:"module"` // the module that TLC runs
	Shows  string `json:"shows"`  // what the configuration shows, for a reader
	Note   string `json:"note,omitempty"`

	Constants     Constants `json:"constants"`
	Specification string    `json:"specification"`
	Invariants    []string  `json:"invariants,omitempty"` // and groups of them
	Properties    []string  `json:"properties,omitempty"` // and groups of them
	Deadlock      Deadlock  `json:"deadlock,omitempty"`

	Tier    Tier   `json:"tier"`
	Covers  bool   `json:"covers,omitempty"`  // TLC counts how often it takes each part of an action
	TLCOnly string `json:"tlconly,omitempty"` // why no Go machine runs it
	GoOnly  string `json:"goonly,omitempty"`  // why TLC runs it only when it is named

	Expected `json:"expected"`
	Graph    *Graph `json:"graph,omitempty"` // nil if the graph is too large or incomplete
}

// Expected is the expected result of a run. The commands write it with -update.
type Expected struct {
	Exit    int    `json:"exit"`
	Message string `json:"message,omitempty"` // a line of TLC's output; the file omits Success
	// These describe a complete search.
	Generated int `json:"generated,omitempty"`
	Distinct  int `json:"distinct,omitempty"`
	Depth     int `json:"depth,omitempty"` // number of states on the longest of all shortest paths
	// Trace is the number of states of the trace that a failing search by one worker
	// prints.
	Trace   int     `json:"trace,omitempty"`
	Seconds float64 `json:"seconds"` // TLC's processor time, or the machine's
	Checked string  `json:"checked"` // see Manifest.Checked
}

// Success is TLC's message if everything holds.
const Success = "Model checking completed. No error has been found."

// Deadlock says what a state without a next step means. If it is empty, such a state is a
// violation, besides those of the properties.
type Deadlock string

const (
	Allowed Deadlock = "allowed" // a run may reach such a state
	Claim   Deadlock = "claim"   // the configuration checks only that no run reaches such a state
)

// A Graph is the digest of the complete labelled graph of a configuration.
type Graph struct {
	States int    `json:"states"`
	Edges  int    `json:"edges"`
	Digest string `json:"digest"` // see package machine
	// Constraint is an action constraint. The graph is then that of Spec with this
	// constraint, and not of the configuration's own specification, whose steps TLC does
	// not name.
	Constraint string `json:"constraint,omitempty"`
	// Large says that the graph is compared only on demand. TLC need not run such a
	// configuration otherwise.
	Large bool `json:"large,omitempty"`
}

// Tier says when a configuration runs.
type Tier string

// The tiers. Full includes Quick.
const (
	Quick Tier = "quick"
	Full  Tier = "full"
)

// Fails reports whether TLC is expected to find a violation.
func (r Row) Fails() bool { return r.Exit != 0 }

// Long reports whether TLC takes long enough to get two cores.
func (r Row) Long() bool { return r.Seconds > 8 || r.GoOnly != "" }

// Workers returns the number of workers that TLC may use. With more than one, a trace may
// be longer than the shortest, and the depth may differ from run to run.
func (r Row) Workers() int {
	if r.Fails() || !r.Long() {
		return 1
	}
	return 2
}

// Cost returns the seconds that TLC takes for the rows on two free cores.
func Cost(rows []Row) float64 {
	sum := 0.0
	for _, r := range rows {
		if r.GoOnly == "" {
			sum += r.Seconds / 2
		}
	}
	return sum
}
