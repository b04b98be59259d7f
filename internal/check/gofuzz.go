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

	"github.com/stealproof/stealproof/model/sched"
)

// GoFuzz has go test -fuzz fuzz a target of the rewritten package, and reports
// whether it found nothing. It goes on for a time, or for executions, as
// -fuzztime has it, or for ever if that is "".
func (b *Binary) GoFuzz(ctx context.Context, target, fuzztime string, jobs int, env []string, out io.Writer) (held bool, err error) {
	args := append([]string{"test", "-vet=off"}, b.flags...)
	args = append(args, "-run=^$", "-fuzz=^"+regexp.QuoteMeta(target)+"$")
	if fuzztime != "" {
		args = append(args, "-fuzztime="+fuzztime)
	}
	if jobs > 0 {
		args = append(args, fmt.Sprintf("-parallel=%d", jobs))
	}
	c := exec.CommandContext(ctx, "go", append(args, b.Package)...)
	nothing := &seeker{text: "no fuzz tests to fuzz"}
	both := io.MultiWriter(nothing, out)
	c.Dir, c.Stdout, c.Stderr = b.Module, both, both
	c.Env = append(append(os.Environ(), sched.EnvOrigin+"="+b.origin), env...)
	group(c)
	c.WaitDelay = 10 * time.Second
	err = c.Run()
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if errors.As(err, new(*exec.ExitError)) {
		return false, nil
	}
	if err == nil && nothing.found {
		return false, fmt.Errorf("%s has no fuzz target %s, so nothing was fuzzed", b.Package, target)
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
