//go:build !linux

package park

// bell does not exist on this system; see bell_linux.go.
type bell struct{}

func (*bell) hung() bool { return false }
func (*bell) wait() bool { return false }
func (*bell) ring()      {}
func (*bell) close()     {}
