package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Program is a built project.
type Program struct {
	Project
	Version string   // reported by the compiler or runtime
	line    []string // the command line before the arguments
}

// patience is the time that a program may take to end after its measurement.
const patience = time.Minute

// Run runs the program and decodes the line of JSON that it prints. It returns an error if the
// program fails, prints more than that or unknown fields, or does not end in time.
func (p *Program) Run(ctx context.Context, takes time.Duration, into any, args ...string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, takes+patience, fmt.Errorf("it did not end within %v", takes+patience))
	defer cancel()
	line := append(slices.Clone(p.line), args...)
	c := exec.CommandContext(ctx, line[0], line[1:]...)
	c.Env = environment()
	c.WaitDelay = 5 * time.Second
	var out, problems bytes.Buffer
	c.Stdout, c.Stderr = &out, &problems
	fail := func(err error) error {
		if said := strings.TrimSpace(problems.String()); said != "" {
			err = fmt.Errorf("%w\n%s", err, last(said, 20))
		}
		return fmt.Errorf("%s %s: %w", p.Name, strings.Join(args, " "), err)
	}
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return fail(err)
	}
	if err := parse(out.Bytes(), into); err != nil {
		return fail(err)
	}
	return nil
}

// tuning has the prefixes of variables that change a peer's search or its speed.
var tuning = []string{"LOOM_", "SHUTTLE_", "RAYON_", "GOMAXPROCS=", "GOGC=", "GOMEMLIMIT=", "GODEBUG=", "JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS="}

// environment returns the environment of this process without tuning.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return slices.ContainsFunc(tuning, func(prefix string) bool { return strings.HasPrefix(v, prefix) })
	})
}

// parse decodes the line that a program has printed.
func parse(out []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("it printed no result")
		}
		return fmt.Errorf("it printed no result but %.200q: %w", out, err)
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return fmt.Errorf("it printed more than a result: %.200q", out)
	}
	return nil
}
