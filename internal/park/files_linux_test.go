package park_test

import (
	"bytes"
	"os"
	"runtime"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// ParkDirect works in a process that cannot open more files.
func TestParkDirect_OutOfFiles(t *testing.T) {
	var was syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was))
	none := was
	none.Cur = 0
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none))
	defer func() { require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was)) }()

	p := park.New()
	defer p.Close()
	parkedDirectly(p, "chan receive", p.Unpark)
}

// Of the files that a process may have, parkers take only the lower half. So the program around a pool of many
// workers can still open files and accept connections.
func TestParkDirect_LeavesFilesToTheProgram(t *testing.T) {
	const parkers, limit = 200, 100
	var was syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was))
	few := was
	few.Cur = limit
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few))
	defer func() { require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was)) }()

	var all []*park.Parker
	var wait sync.WaitGroup
	for range parkers {
		p := park.New()
		all = append(all, p)
		wait.Go(p.ParkDirect)
	}
	for parked() < parkers {
		runtime.Gosched()
	}
	for range limit / 2 {
		f, err := os.Open(os.DevNull)
		if err == nil {
			defer func() { _ = f.Close() }()
		}
		assert.NoError(t, err)
	}
	for _, p := range all {
		p.Unpark()
	}
	wait.Wait()
	for _, p := range all {
		p.Close()
	}
}

// parked returns how many goroutines are parked in ParkDirect.
func parked() (n int) {
	stacks := make([]byte, 1<<20)
	for one := range bytes.SplitSeq(stacks[:runtime.Stack(stacks, true)], []byte("\n\n")) {
		head, frames, _ := bytes.Cut(one, []byte("\n"))
		if (bytes.Contains(head, []byte("IO wait")) || bytes.Contains(head, []byte("chan receive"))) && bytes.Contains(frames, []byte("ParkDirect")) {
			n++
		}
	}
	return n
}
