package report

// The rules that an execution can break.
const (
	RulePanic      = "does not panic"
	RuleAssertion  = "assertion"
	RuleDeadlock   = "no deadlock"
	RuleLeak       = "no goroutine waits for ever"
	RuleLivelock   = "no livelock"
	RuleSteps      = "ends within the step limit"
	RuleOwnSteps   = "an operation ends within its bound of own steps"
	RuleRace       = "no data race"
	RuleHistory    = "linearizable"
	RuleObserver   = "each step is what the observer expects"
	RuleStray      = "starts goroutines only where the scheduler sees it"
	RuleRefused    = "runs only code that the scheduler can control"
	RuleBlocked    = "blocks only where the scheduler sees it"
	RuleChannel    = "its channels come from rewritten code, and go only there"
	RuleRepeatable = "the same schedule gives the same execution"
	RuleSubtest    = "runs no subtests"
	RuleBefore     = "the other parts of the test break no rule"
	RuleState      = "each execution begins in the same state"
	RuleEarlier    = "its goroutines serve each other"
	RuleOnlyHere   = "does the same without the scheduler"
	RuleAfter      = "needs no earlier test"
	RuleWorld      = "depends on nothing outside of the program"
	RuleOrder      = "its order does not depend on locks of std"
	RuleUnseen     = "synchronizes where the scheduler sees it"
)

// limits says what a program did that the scheduler cannot control, by rule, and what to do about it.
var limits = map[string]struct{ why, do string }{
	RuleStray: {
		"code that was not rewritten started a goroutine, so the scheduler does not control it",
		"Start the goroutine in rewritten code, or replace the package in this test.",
	},
	RuleRefused: {
		"the program ran code that the scheduler cannot control",
		"Keep this call out of the test, or replace the package.",
	},
	RuleBlocked: {
		"the program blocked in code that was not rewritten",
		"Replace the blocking call in this test: the network, a file, a channel, or a lock of a package that was not rewritten.",
	},
	RuleSubtest: {
		"the program calls t.Run, and the scheduler does not control the subtest's goroutine",
		"Call t.Run outside of the program, and sched.Explore in each subtest.",
	},
	RuleBefore: {
		"another part of the test breaks a rule in its first schedule",
		"See the result of that part.",
	},
	RuleChannel: {
		"a channel comes from code that was not rewritten, or goes to it",
		"Replace the other end of the channel in this test: a signal, a connection, a timer of another package.",
	},
	RuleEarlier: {
		"a goroutine that was started before the test may end a wait, and the scheduler does not control it",
		"Start the goroutine in the test, so that each execution has its own.",
	},
	RuleUnseen: {
		"code that was not rewritten synchronizes, so the scheduler does not see what it orders",
		"Protect the memory by package sync or by channels, or replace the package in this test.",
	},
	RuleOnlyHere: {
		"the test starts no goroutine, and fails only under the scheduler",
		"It may depend on an earlier test, on its stack, on real time or on the memory layout. Run it with go test.",
	},
	RuleAfter: {
		"the test needs what an earlier test has set, and each search begins without that",
		"Set it in the test itself, or in TestMain.",
	},
	RuleWorld: {
		"the test uses what the scheduler does not control, and its failure may come from there",
		"Use a fake for it in this test, or run the test with go test.",
	},
	RuleOrder: {
		"only Go's race detector sees what code of std orders, and it has not looked",
		"Run check -race, which needs a C compiler.",
	},
	RuleState: {
		"an execution left something behind, and a later one began in another state than the first",
		"Make the object in the program itself, so that each execution has a new one.",
	},
	RuleRepeatable: {
		"the same schedule did not give the same execution",
		"Take out of the program what changes from run to run: time, random numbers, the order of a map, state that an earlier execution left behind.",
	},
}

// IsLimit reports whether a rule is about what the tool can check. A program that breaks it is
// not wrong; it was not checked.
func IsLimit(rule string) bool { return limits[rule].why != "" }

// Headline returns the first line of a failure's text.
func Headline(rule string) string {
	if l := limits[rule]; l.why != "" {
		return "not checked: " + l.why
	}
	return "rule broken: " + rule
}

// Advice returns a line that says what to do about a limit of the tool, or "".
func Advice(rule string) string {
	if l := limits[rule]; l.do != "" {
		return "to do: " + l.do + "\n"
	}
	return ""
}

// FailedOutside begins the detail of an assertion whose message only the output of the test has.
const FailedOutside = "the test failed in code that was not rewritten"

// LeftBehind is the bound of a search in a process where an earlier search could not be ended.
const LeftBehind = "an earlier search in this process left a blocked goroutine behind; nothing more can be searched"
