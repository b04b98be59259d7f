package console

// The exit codes. If two apply, the smaller one counts.
const (
	ExitHeld   = 0
	ExitBroken = 1
	ExitUsage  = 2
	ExitCut    = 3
)

const ExitCodes = `EXIT CODES
  0  every check held within the bound that the output names
  1  a rule is broken, a rule could not be judged, or the run covered too little
  2  a flag, scenario or file is wrong
  3  cut short by -timeout or a signal, a bound was hit, or a program could not be checked, and no rule broken before`
