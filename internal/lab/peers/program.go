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

// Program is a project that has been built.
type Program struct {
	Project
	Version string   // of the compiler or runtime, as it calls itself
	line    []string // the command line, to which arguments are added
}

// patience is how long a program may take to end after its time.
const patience = time.Minute

// Run runs the program and decodes the one line of JSON that it prints. It fails
// if the program does, prints anything else or fields that are not in the value,
// or goes on for long after its time.
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

// tuning begins what changes a peer's search, or its speed.
var tuning = []string{"LOOM_", "SHUTTLE_", "RAYON_", "GOMAXPROCS=", "GOGC=", "GOMEMLIMIT=", "GODEBUG=", "JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS="}

// environment is that of this process without tuning.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return slices.ContainsFunc(tuning, func(prefix string) bool { return strings.HasPrefix(v, prefix) })
	})
}

// parse decodes the one line that a program has printed.
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
