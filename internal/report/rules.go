package report

// The rules that an execution can break.
const (
	RulePanic      = "does not panic"
	RuleAssertion  = "assertion"
	RuleDeadlock   = "no deadlock"
	RuleLeak       = "no goroutine waits for ever"
	RuleLivelock   = "no livelock"
	RuleSteps      = "ends within the step limit"
	RuleRace       = "no data race"
	RuleHistory    = "linearizable"
	RuleObserver   = "each step is what the observer expects"
	RuleStray      = "starts goroutines only where the scheduler sees it"
	RuleBlocked    = "blocks only where the scheduler sees it"
	RuleRepeatable = "the same schedule gives the same execution"
)
