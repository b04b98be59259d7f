//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"
)

// A run that gets two signals at once still prints its results. A later signal ends the process.
func TestMain_TwoSignalsAtOnce(t *testing.T) {
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), asCommand+"=stress -for 1h -deque locked")
	var out strings.Builder
	c.Stdout = &out
	problems, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	lines := bufio.NewReader(problems)
	says := func(what string) {
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, what)
	}
	says("machine: ") // the run has begun
	require.NoError(t, c.Process.Signal(os.Interrupt))
	says("stopping: interrupt")
	require.NoError(t, c.Process.Signal(syscall.SIGTERM))
	_ = c.Wait()
	require.Equal(t, console.ExitCut, c.ProcessState.ExitCode(), c.ProcessState)
	require.Contains(t, out.String(), "Cut short after ")
}
