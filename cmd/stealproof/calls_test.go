package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

//go:embed testdata/calls/lock.txt
var lockSource string

//go:embed testdata/calls/calls.txt
var callsSource string

// A lock that is not rewritten may be called through an interface, a function value, or a function whose
// type arguments are left out. No program is accused of a race that such a lock prevents.
func TestCheck_CallsOfLocksThatAreNotRewritten(t *testing.T) {
	takesLong(t)
	somebodysWith(t, map[string]string{"modules/lock/lock.go": lockSource, "calls/a.go": "package calls\n", "calls/a_test.go": callsSource}, "lock")
	_, stdout, stderr := call(t, t.Context(), "", "check", "-json", "-race=false", "./calls")
	counts := map[string]int{}
	for d := json.NewDecoder(strings.NewReader(stdout)); ; {
		var r report.Report
		err := d.Decode(&r)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, "%s%s", stdout, stderr)
		switch kind := strings.TrimPrefix(r.Test, "Test"); {
		case strings.HasPrefix(kind, "Sound"):
			counts["sound"]++
			require.Equal(t, report.NotChecked, r.Ending, "%s: %s", r.Test, r.Text)
			require.Contains(t, []string{report.RuleUnseen, report.RuleOrder}, r.Rule, "%s: %s", r.Test, r.Text)
			require.Regexp(t, `example\.org/lock|log\.Logger|gob\.Encoder|log\.Prefix|token\.FileSet`, r.Text, r.Test)
		case strings.HasPrefix(kind, "Seen"):
			counts["seen"]++
			require.Equal(t, report.Exhausted, r.Ending, "%s: %s", r.Test, r.Text)
		case strings.HasPrefix(kind, "Racy"):
			counts["racy"]++
			require.Equal(t, report.RuleRace, r.Rule, "%s: %s", r.Test, r.Text)
		}
	}
	require.Equal(t, map[string]int{"sound": 27, "seen": 3, "racy": 5}, counts, stderr)
}
