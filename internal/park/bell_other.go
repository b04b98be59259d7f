//go:build !linux

package park

// bell is what this system does not have: see bell_linux.go.
type bell struct{}

func (*bell) hung() bool { return false }
func (*bell) wait() bool { return false }
func (*bell) ring()      {}
func (*bell) close()     {}
