package park_test

import (
	"syscall"
	"testing"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stretchr/testify/require"
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
