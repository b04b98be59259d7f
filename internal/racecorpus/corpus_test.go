package racecorpus_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/racecorpus"
)

func TestCorpus_Names(t *testing.T) {
	known := map[string]bool{}
	racy := 0
	for _, s := range slices.Concat(racecorpus.All(), racecorpus.Unrewritten()) {
		require.False(t, known[s.Name], s.Name)
		known[s.Name] = true
		if s.Racy {
			racy++
		}
		require.True(t, s.Racy || s.Missed == "", s.Name)
	}
	t.Logf("%d snippets, %d of them racy", len(known), racy)
}

// Go's race detector reports the snippets that are marked racy, and no others.
func TestCorpus_GoRaceDetector(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run.exe")
	c := exec.Command("go", "build", "-race", "-o", run, "./testdata/run")
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("THE CORPUS WAS NOT HELD AGAINST GO'S RACE DETECTOR: %v\n%s", err, out)
	}
	for _, s := range slices.Concat(racecorpus.All(), racecorpus.Unrewritten()) {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			reported, err := reports(run, s)
			for tries := 1; err == nil && s.Racy && s.Missed == "" && !reported && tries < 20; tries++ {
				reported, err = reports(run, s) // on a busy machine some races take long to occur
			}
			require.NoError(t, err)
			if !reported && s.Missed != "" {
				t.Logf("not reported: %s", s.Missed)
				return
			}
			require.Equal(t, s.Racy, reported)
		})
	}
}

// reports runs a snippet, and returns whether the race detector ended it.
func reports(run string, s racecorpus.Snippet) (bool, error) {
	rounds := 100
	if s.Racy {
		rounds = 2000
	}
	c := exec.Command(run, s.Name, fmt.Sprint(rounds))
	c.Env = append(os.Environ(), "GORACE=halt_on_error=1 exitcode=66 atexit_sleep_ms=0",
		fmt.Sprint("GOMAXPROCS=", max(2, runtime.GOMAXPROCS(0))))
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return false, nil
	case errors.As(err, &exit) && exit.ExitCode() == 66 && strings.Contains(string(out), "DATA RACE"):
		return true, nil
	}
	return false, fmt.Errorf("%w\n%s", err, out)
}
