package strategy

import "fmt"

// differs says that the same schedule did not give the same execution. The frames do not belong to this execution
// then, so nothing more is recorded.
func (d *DPOR) differs(format string, args ...any) {
	if d.fault == nil {
		d.fault = fmt.Errorf(format, args...)
	}
}

// anyOf returns an enabled thread, the current one if it is.
func anyOf(s *State) int {
	if s.Enabled.Has(s.Current) {
		return s.Current
	}
	return s.Enabled.First()
}

// Fault implements [Strategy].
func (d *DPOR) Fault() error { return d.fault }
