package report

// Environment variables of the tests that are programs of their own.
const (
	// EnvSeed is the seed of the random schedules.
	EnvSeed = "STEALPROOF_SEED"
	// EnvOnly is the name of the only test or subtest to search, or "" for all.
	EnvOnly = "STEALPROOF_ONLY"
	// EnvTimers says which timers may fire while anything else can go on.
	EnvTimers = "STEALPROOF_TIMERS"
)

// Values of EnvTimers.
const (
	TimersIdle  = "idle"  // none may
	TimersEarly = "early" // some may, and then a failure by the test's own check is only a remark
	TimersAny   = "any"   // some may, and each failure counts
)

// Plain is what the search of a plain test has to say besides its result. A plain test is one that
// calls no search itself.
type Plain struct {
	Threads int      `json:"threads"`           // most goroutines that the search has scheduled
	Skipped string   `json:"skipped,omitempty"` // why the test skips itself
	Subs    int      `json:"subtests,omitempty"`
	Uses    []string `json:"uses,omitempty"`    // what the scheduler does not control, with the lines
	Covered string   `json:"covered,omitempty"` // what was run, if not all schedules
	Early   string   `json:"early,omitempty"`   // how the test fails by its own check if a timer fires early
	Ahead   int      `json:"ahead,omitempty"`   // executions in which timers could fire early
	New     bool     `json:"new,omitempty"`     // whether the last random schedules were still of new classes
}

// Trivial reports whether there was only one schedule.
func (p *Plain) Trivial() bool { return p != nil && p.Threads < 2 && p.Skipped == "" }
