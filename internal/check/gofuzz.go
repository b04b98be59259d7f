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

// GoFuzzing is how go test -fuzz fuzzes a target.
type GoFuzzing struct {
	Target  string
	Time    string // or executions, as -fuzztime has it; for ever if it is ""
	Jobs    int    // processes, as many as Go likes if it is 0
	Corpora string // the directory that has a directory of kept inputs for each target; "" is Go's own
	Env     []string
}

// GoFuzz has go test -fuzz fuzz a target of the rewritten package, and reports
// whether it found nothing.
func (b *Binary) GoFuzz(ctx context.Context, how GoFuzzing, out io.Writer) (held bool, err error) {
	args := append([]string{"test", "-vet=off"}, b.flags...)
	// For each input with a new order of accesses Go would look for a smaller one, up to a
	// minute. New orders are many, and hardly anything else would be done.
	args = append(args, "-run=^$", "-fuzz=^"+regexp.QuoteMeta(how.Target)+"$", "-fuzzminimizetime=0x")
	if how.Time != "" {
		args = append(args, "-fuzztime="+how.Time)
	}
	if how.Jobs > 0 {
		args = append(args, fmt.Sprintf("-parallel=%d", how.Jobs))
	}
	args = append(args, b.Package)
	if how.Corpora != "" {
		// The go command sets it, too, before; the last one counts.
		args = append(args, "-args", "-test.fuzzcachedir="+how.Corpora)
	}
	c := exec.CommandContext(ctx, "go", args...)
	nothing := &seeker{text: "no fuzz tests to fuzz"}
	both := io.MultiWriter(nothing, out)
	c.Dir, c.Stdout, c.Stderr = b.Module, both, both
	c.Env = append(append(os.Environ(), report.EnvOrigin+"="+b.origin), how.Env...)
	Group(c)
	c.WaitDelay = 10 * time.Second
	err = c.Run()
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if errors.As(err, new(*exec.ExitError)) {
		return false, nil
	}
	if err == nil && nothing.found {
		return false, fmt.Errorf("%s has no fuzz target %s, so nothing was fuzzed", b.Package, how.Target)
	}
	return err == nil, err
}

// seeker notes whether a text is written, in one piece.
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
		return nil, fmt.Errorf("the fuzz targets of %s cannot be listed: %w", b.Package, err)
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
