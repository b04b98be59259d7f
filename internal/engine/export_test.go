package engine

import "time"

// SetHangTimeout sets the watchdog's time limit.
func SetHangTimeout(d time.Duration) { hangTimeout = d }

// Ungate never blocks a thread that yields, as in real code.
func (o Options) Ungate() Options {
	o.ungated = true
	return o
}

// SearchPast is Search, without a smaller schedule, that goes on after each failure.
func SearchPast(program func(), o Options, failed func(*Failure)) Result {
	r := newSearch(program, o)
	r.goOn = func(f *Failure) bool {
		failed(f)
		return true
	}
	r.run()
	return r.Result
}

// ForgetVariables returns a function that unregisters the variables registered from now on.
func ForgetVariables() func() {
	before := len(variables)
	return func() { variables = variables[:before] }
}

var FileName = fileName
