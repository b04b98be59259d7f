package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// GoFuzzing says how go test -fuzz fuzzes a target.
type GoFuzzing struct {
	Target  string
	Time    string // a time or a number of executions, in the format of -fuzztime; "" means without end
	Jobs    int    // number of processes; 0 leaves the choice to Go
	Corpora string // a directory with one directory of kept inputs for each target; "" means Go's own
	Env     []string
}

// GoFuzz fuzzes a target of the rewritten package with go test -fuzz. It reports whether the fuzzer found
// nothing.
func (b *Binary) GoFuzz(ctx context.Context, how GoFuzzing, out io.Writer) (held bool, err error) {
	args := append([]string{"test", "-vet=off"}, b.flags...)
	// Go would try to minimize each input with a new order of accesses, for up to a minute. New orders are so
	// frequent that little else would be done.
	args = append(args, "-run=^$", "-fuzz=^"+regexp.QuoteMeta(how.Target)+"$", "-fuzzminimizetime=0x")
	if how.Time != "" {
		args = append(args, "-fuzztime="+how.Time)
	}
	if how.Jobs > 0 {
		args = append(args, fmt.Sprintf("-parallel=%d", how.Jobs))
	}
	args = append(args, b.Package)
	if how.Corpora != "" {
		// The go command sets this flag too, but before ours, and the last one counts.
		args = append(args, "-args", "-test.fuzzcachedir="+how.Corpora)
	}
	c := exec.CommandContext(ctx, "go", args...)
	nothing := &seeker{text: "no fuzz tests to fuzz"}
	tail := &tail{}
	both := io.MultiWriter(nothing, tail, out)
	c.Dir, c.Stdout, c.Stderr = b.Module, both, both
	c.Env = append(append(os.Environ(), report.EnvOrigin+"="+b.origin), how.Env...)
	Group(c)
	c.WaitDelay = 10 * time.Second
	err = c.Run()
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if errors.As(err, new(*exec.ExitError)) {
		return how.Time != "" && onlyDeadline(string(tail.text)), nil
	}
	if err == nil && nothing.found {
		return false, fmt.Errorf("%s has no fuzz target %s, so nothing was fuzzed", b.Package, how.Target)
	}
	return err == nil, err
}

// onlyDeadline reports whether the output of a fuzzer that has failed names only the end of its own
// time. Go's fuzzer does that now and then (golang/go#75804).
func onlyDeadline(output string) bool {
	_, why, is := strings.Cut(output, "--- FAIL: ")
	if !is || strings.Contains(output, "Failing input written to") || strings.Contains(output, "panic: ") {
		return false
	}
	deadline := false
	for i, line := range strings.Split(why, "\n") {
		switch line = strings.TrimSpace(line); {
		case i == 0, line == "", line == "FAIL", strings.HasPrefix(line, "FAIL\t"), strings.HasPrefix(line, "exit status"):
		case line == "context deadline exceeded":
			deadline = true
		default:
			return false
		}
	}
	return deadline
}

// tail keeps the end of what is written.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 1 << 14
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(p), nil
}

// seeker notes whether a text is written in a single Write.
type seeker struct {
	text  string
	found bool
}

func (s *seeker) Write(p []byte) (int, error) {
	s.found = s.found || strings.Contains(string(p), s.text)
	return len(p), nil
}

// FuzzTargets returns the names of the fuzz targets that match.
func (b *Binary) FuzzTargets(ctx context.Context, match *regexp.Regexp) (targets []string, err error) {
	c := exec.CommandContext(ctx, b.path, "-test.list=^Fuzz")
	c.Dir = b.packages
	list, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("cannot list the fuzz targets of %s: %w", b.Package, err)
	}
	for name := range strings.FieldsSeq(string(list)) {
		if strings.HasPrefix(name, "Fuzz") && match.MatchString(name) {
			targets = append(targets, name)
		}
	}
	return targets, nil
}

// Dir returns the directory of the package.
func (b *Binary) Dir() string { return b.packages }
