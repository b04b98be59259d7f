package report

// Environment variables of the tests that are programs of their own.
const (
	// EnvSeed is the seed of the random schedules.
	EnvSeed = "STEALPROOF_SEED"
	// EnvOnly is the name of the only test or subtest to search, or "" for all.
	EnvOnly = "STEALPROOF_ONLY"
)

// Plain is what the search of a plain test has to say besides its result. A plain test is one that
// calls no search itself.
type Plain struct {
	Threads int      `json:"threads"`           // most goroutines that the search has scheduled
	Skipped string   `json:"skipped,omitempty"` // why the test skips itself
	Subs    int      `json:"subtests,omitempty"`
	Uses    []string `json:"uses,omitempty"`    // what the scheduler does not control, with the lines
	Covered string   `json:"covered,omitempty"` // what was run, if not all schedules
	New     bool     `json:"new,omitempty"`     // whether the last random schedules were still of new classes
}

// Trivial reports whether there was only one schedule.
func (p *Plain) Trivial() bool { return p != nil && p.Threads < 2 && p.Skipped == "" }
