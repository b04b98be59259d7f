package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
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

//go:embed testdata/calls/std.txt
var stdSource string

// Code of std may order accesses: the environment, files, templates, caches and tables have locks. No program is accused of
// a race that they prevent. Go's race detector sees these locks, so it tells such programs from those that race.
func TestCheck_StdThatOrders(t *testing.T) {
	takesLong(t)
	somebodysWith(t, map[string]string{"std/a.go": "package std\n", "std/a_test.go": stdSource})
	for _, race := range []string{"false", "auto"} {
		if race == "auto" {
			needsDetector(t)
		}
		_, stdout, stderr := call(t, t.Context(), "", "check", "-json", "-race="+race, "./std")
		counts := map[string]int{}
		for d := json.NewDecoder(strings.NewReader(stdout)); ; {
			var r report.Report
			err := d.Decode(&r)
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, "%s%s", stdout, stderr)
			kind := strings.TrimPrefix(r.Test, "Test")[:4]
			counts[kind]++
			switch {
			case kind == "Stuc":
				require.Equal(t, report.RuleDeadlock, r.Rule, "%s: %s", r.Test, r.Text)
			case kind == "Tell" && race == "auto":
				require.Equal(t, report.RuleAssertion, r.Rule, "%s: %s", r.Test, r.Text)
			case kind == "Tell":
				require.Contains(t, strings.Join(r.Given, " "), "os.Getenv")
			case kind == "Kept" && race == "auto":
				require.Equal(t, report.NotChecked, r.Ending, "%s: %s", r.Test, r.Text)
				require.Equal(t, report.RuleRepeatable, r.Rule, "%s: %s", r.Test, r.Text)
			case kind == "Racy":
				require.Equal(t, report.RuleRace, r.Rule, "%s: %s", r.Test, r.Text)
			case race == "auto":
				require.Equal(t, report.Exhausted, r.Ending, "%s: %s", r.Test, r.Text)
			default:
				require.Equal(t, report.RuleOrder, r.Rule, "%s: %s", r.Test, r.Text)
			}
		}
		require.Equal(t, map[string]int{"Soun": 16, "Kept": 1, "Tell": 1, "Racy": 15, "Stuc": 1}, counts, stderr)
	}
}

//go:embed testdata/calls/servers.txt
var serversSource string

//go:embed testdata/calls/clients.txt
var clientsSource string

// The handlers of a test's server are searched, with Go's race detector and without. A server on the client's goroutine cannot do all that a real
// one can. Tests that need more end not checked. The same tests pass without the scheduler.
func TestCheck_Servers(t *testing.T) {
	takesLong(t)
	somebodysWith(t, map[string]string{"servers/a.go": "package servers\n", "servers/a_test.go": serversSource, "servers/b_test.go": clientsSource})
	out, err := exec.CommandContext(t.Context(), "go", "test", "-count=1", "./servers").CombinedOutput()
	require.NoError(t, err, "%s", out)
	got := reportsOf(t, "-tests", ".", "-race=false", "./servers")
	require.Len(t, got, 21)
	for name, r := range got {
		switch strings.TrimPrefix(name, "Test") {
		case "RacyServed", "RacyBetween":
			require.Equal(t, report.RuleOrder, r.Rule, r.Text)
		case "Flushes":
			require.Equal(t, report.RuleRefused, r.Rule, r.Text)
			require.Contains(t, r.Detail, "the handler of a server flushes a response")
		case "Timeout", "TimeoutHandler", "Proxy", "Streamed":
			require.Equal(t, report.NotChecked, r.Ending, r.Text)
			require.Equal(t, report.RuleStray, r.Rule, r.Text)
		default:
			require.Equal(t, report.Exhausted, r.Ending, "%s: %s", name, r.Text)
		}
	}
	needsDetector(t)
	got = reportsOf(t, "-tests", "Racy|Sound", "-time=1s", "./servers")
	require.Len(t, got, 6)
	for name, r := range got {
		if strings.HasPrefix(name, "TestRacy") {
			require.Equal(t, report.RuleRace, r.Rule, "%s: %s", name, r.Text)
		} else {
			require.Equal(t, report.Exhausted, r.Ending, "%s: %s", name, r.Text)
		}
	}
}

// reportsOf returns the reports of a call of check, by the name of the test.
func reportsOf(t *testing.T, args ...string) map[string]report.Report {
	t.Helper()
	_, stdout, stderr := call(t, t.Context(), "", append([]string{"check", "-json"}, args...)...)
	got := map[string]report.Report{}
	for d := json.NewDecoder(strings.NewReader(stdout)); ; {
		var r report.Report
		err := d.Decode(&r)
		if errors.Is(err, io.EOF) {
			return got
		}
		require.NoError(t, err, "%s%s", stdout, stderr)
		got[r.Test] = r
	}
}
