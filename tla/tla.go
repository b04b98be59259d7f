// Package tla holds the TLA+ modules, their configurations, and what each is
// expected to give. README.md says how to read and to run them.
//
// The command and the machines read it; users read the modules. It may change in any release.
package tla

// A Manifest has the configurations of one algorithm, and what each is expected to
// give. It is the file Name.json beside Name.tla. TLC's .cfg files are written from it.
type Manifest struct {
	Name string `json:"-"` // of the algorithm's module
	Dir  string `json:"-"` // where it stands

	tree *Tree // that it was read from

	// Code lists the Go files whose labels are the module's, from the root of this
	// repository. Modules that share them all list the same. Abstract says of the
	// others why there are none.
	Code     []string `json:"code,omitempty"`
	Abstract string   `json:"abstract,omitempty"`
	// Elsewhere names the actions that are not in the code under their own names, each
	// with the label of another module that the code has in their place, such as
	// Park.Announce, or with a dash and the reason why it has none.
	Elsewhere map[string]string `json:"elsewhere,omitempty"`
	// PlusCal lists the modules whose algorithm is translated.
	PlusCal []string `json:"pluscal,omitempty"`
	// Never names the actions, or the parts of them, that no configuration takes,
	// each with the reason.
	Never map[string]string `json:"never,omitempty"`

	// Groups names lists of invariants or of properties that several rows share. The
	// name of a group begins with a small letter.
	Groups map[string][]string `json:"groups,omitempty"`

	Rows []Row `json:"configurations"`
}

// A Row is one configuration and what is expected of it.
type Row struct {
	Config string `json:"config"` // its name begins with MC, Reach or Naive
	Module string `json:"module"` // what TLC runs
	Shows  string `json:"shows"`  // for people
	Note   string `json:"note,omitempty"`

	Constants     Constants `json:"constants"`
	Specification string    `json:"specification"`
	Invariants    []string  `json:"invariants,omitempty"` // and groups of them
	Properties    []string  `json:"properties,omitempty"` // and groups of them
	Constraint    string    `json:"constraint,omitempty"` // ACTION_CONSTRAINT
	Deadlock      Deadlock  `json:"deadlock,omitempty"`

	Tier    Tier   `json:"tier"`
	Covers  bool   `json:"covers,omitempty"`  // TLC counts how often each part of an action is taken
	TLCOnly string `json:"tlconly,omitempty"` // why no machine runs it
	GoOnly  string `json:"goonly,omitempty"`  // why TLC does not, unless it is named

	Expected `json:"expected"`
	Graph    *Graph `json:"graph,omitempty"` // nil if it is too large, or incomplete
}

// Expected is what a run of the configuration gives. The verbs write it with -update.
type Expected struct {
	Exit    int    `json:"exit"`
	Message string `json:"message,omitempty"` // of TLC, a line of it; the file leaves Success out
	// Of a complete search.
	Generated int `json:"generated,omitempty"`
	Distinct  int `json:"distinct,omitempty"`
	Depth     int `json:"depth,omitempty"` // states on the longest shortest path
	// Of a search by one worker that fails: states of the trace it prints.
	Trace   int     `json:"trace,omitempty"`
	Seconds float64 `json:"seconds"` // of TLC's processor time, or of the machine
}

// Success is TLC's message if everything holds.
const Success = "Model checking completed. No error has been found."

// Deadlock says what a state without a next step means to a configuration. If it is
// "", such a state is a violation beside the others.
type Deadlock string

const (
	Allowed Deadlock = "allowed" // such a state may be reached
	Claim   Deadlock = "claim"   // that none is reached is all that the configuration checks
)

// A Graph is the digest of the complete labelled graph of a configuration.
type Graph struct {
	States int    `json:"states"`
	Edges  int    `json:"edges"`
	Digest string `json:"digest"` // see package machine
	// Constraint stands in for the configuration's own specification, whose steps
	// TLC does not name: it runs Spec with this action constraint.
	Constraint string `json:"constraint,omitempty"`
	// Large says that the graph is compared on demand only: TLC may leave out the
	// configuration otherwise.
	Large bool `json:"large,omitempty"`
}

// Tier is when a configuration is run.
type Tier string

// What is Quick is part of Full.
const (
	Quick Tier = "quick"
	Full  Tier = "full"
)

// Fails reports whether TLC is expected to find a violation.
func (r Row) Fails() bool { return r.Exit != 0 }

// Long reports whether TLC takes so long that it is worth two cores.
func (r Row) Long() bool { return r.Seconds > 8 || r.GoOnly != "" }

// Workers returns how many TLC may use. With more than one a trace need not be
// shortest, and the depth may differ from run to run.
func (r Row) Workers() int {
	if r.Fails() || !r.Long() {
		return 1
	}
	return 2
}

// Cost returns how many seconds TLC takes for rows on two cores that it has for
// itself.
func Cost(rows []Row) float64 {
	sum := 0.0
	for _, r := range rows {
		if r.GoOnly == "" {
			sum += r.Seconds / 2
		}
	}
	return sum
}
