//go:build unix

package check

import (
	"os/exec"
	"syscall"
)

// Group makes the command, with what it starts, a group of its own, which gets an
// interrupt when its context ends: so a fuzzer keeps what it has.
func Group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGINT) }
}
