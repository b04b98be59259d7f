package sched

// WithProgress has the search tell how far it is.
func (o Options) WithProgress(tell func(so Result, doing string)) Options {
	o.progress = &progress{tell: tell}
	return o
}
