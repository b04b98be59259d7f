package console

// The exit codes. Where two apply the smaller one is it.
const (
	ExitHeld   = 0
	ExitBroken = 1
	ExitUsage  = 2
	ExitCut    = 3
)

const ExitCodes = `EXIT CODES
  0  everything held, each check within the bound that the output names
  1  a rule is broken, or could not be judged, or the run met too little to say anything
  2  wrong use: flags, scenarios, files
  3  cut short by -timeout or a signal, and nothing broken until then`
