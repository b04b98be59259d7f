//go:build unix

package check

import (
	"os/exec"
	"syscall"
)

// Group puts the command and its child processes into a process group of their own. The group gets an interrupt
// when the context ends, so that a fuzzer can save its corpus.
func Group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGINT) }
}
