package mutant_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// The conformance suite must fail on each wrong deque of this package, and on no sound one. Each deque runs in a child
// process, which may hang, die of a panic or stop at a data race. Under -race, the detector's report also counts as
// caught.

const childVariable = "STEALPROOF_MUTANT"

// budget returns the time to catch one mutant. Nearly all are caught in a second. How long it takes is chance, so
// that only the bounds of CI require that each is caught.
func budget() time.Duration {
	if long.Asked() {
		return 10 * time.Minute
	}
	return time.Second
}

func TestControls(t *testing.T) {
	if os.Getenv(childVariable) != "" {
		t.Skip("inside a child process")
	}
	var survived []string
	for _, m := range mutant.All() {
		t.Run(m.Name, func(t *testing.T) {
			caught, after, output := runChild(t, m)
			switch {
			case m.Sound:
				require.Empty(t, caught, "a false alarm on a sound deque\n%s", output)
				t.Log("no complaint")
			case caught == "" && m.NeedsScheduler:
				t.Logf("survived %v on real cores, as expected: %s", after.Round(time.Second), m.Mechanism)
			case caught == "" && !long.Asked():
				survived = append(survived, m.Name)
				t.Logf("survived %v on real cores: %s", after.Round(time.Second), m.Mechanism)
			case caught == "":
				require.Fail(t, "survived", "%s: nothing noticed in %v: %s\n%s", m.Name, budget(), m.Mechanism, output)
			default:
				// A panic must be a rule that this mutant breaks.
				require.Equal(t, strings.Contains(caught, "panicked: ") || strings.Contains(caught, "panic"), slices.Contains(m.Breaks, mutant.Panics), caught)
				t.Logf("caught after %v: %s", after.Round(time.Millisecond), caught)
			}
		})
	}
	require.Less(t, 4*len(survived), len(mutant.All()), "a quarter of the mutants survived: %v", survived)
}

// runChild runs the suite on one mutant in a process of its own. It returns the
// rule that was seen broken, or "".
func runChild(t *testing.T, m mutant.Mutant) (caught string, after time.Duration, output string) {
	limit := budget() + 30*time.Second
	if m.Sound || slices.Contains(m.Breaks, mutant.Panics) {
		limit = 20 * time.Minute // it does not hang, and the machine may be busy
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestChild$", "-test.v", fmt.Sprintf("-test.short=%v", testing.Short()))
	child.Env = append(os.Environ(), childVariable+"="+m.Name, "GORACE=halt_on_error=1")
	child.Dir = t.TempDir() // removes the files that it leaves behind
	var out bytes.Buffer
	child.Stdout, child.Stderr = &out, &out
	start := time.Now()
	err := child.Run()
	after = time.Since(start)
	output = out.String()
	if _, rest, found := strings.Cut(output, "caught by "); found {
		rule, _, _ := strings.Cut(rest, "--- ")
		return strings.TrimSpace(rule), after, output
	}
	switch {
	case strings.Contains(output, "WARNING: DATA RACE"):
		return "race detector", after, output
	case ctx.Err() != nil:
		return "does not end", after, output
	case strings.Contains(output, "panic: ") || strings.Contains(output, "fatal error: "):
		return "the end of the process", after, output
	}
	require.NoError(t, err, "the child itself failed:\n%s", output)
	return "", after, output
}

// TestChild is the child process. It runs the suite with one seed after the other until it finds a failure.
func TestChild(t *testing.T) {
	name := os.Getenv(childVariable)
	if name == "" {
		t.Skip("only as a child of TestControls")
	}
	var m mutant.Mutant
	for _, candidate := range mutant.All() {
		if candidate.Name == name {
			m = candidate
		}
	}
	require.NotEmpty(t, m.Name, "no mutant %q", name)
	// A new seed finds more than a longer run with this one.
	options := wsqtest.Options[*int]{Rounds: 5_000, Items: 300_000, Patience: time.Second}
	if _, declares := m.New(4).(wsq.Declarer); !declares {
		options.Contract = &wsq.Contract{Empty: m.Empty, NeverRetries: m.NeverRetries}
	}
	const patience = 300 * time.Millisecond // for a mutant that needs the scheduler
	if testing.Short() || m.Sound && !long.Asked() {
		options.Rounds, options.Items = 1_000, 50_000
	}
	if m.Slots > 0 {
		options.Items = m.Slots / 2
	}
	cores := runtime.GOMAXPROCS(0)
	since := engine.StartWatch()
	for seed := uint64(1); ; seed++ {
		options.Seed = seed
		// Every other time, use more threads than cores: then the system stops some in the middle of an operation.
		runtime.GOMAXPROCS(cores * int(1+3*(seed%2)))
		if check(t, m, options) || m.Sound || since.Took() > budget() {
			return
		}
		if m.NeedsScheduler && since.Took() > patience {
			return
		}
	}
}

func check(t *testing.T, m mutant.Mutant, options wsqtest.Options[*int]) (caught bool) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := wsqtest.Check(ctx, m.Name, m.New, options, nil, func(o wsqtest.Outcome) {
		switch {
		case caught:
		case o.Found != nil && o.Found.Vacuous:
			// The operations met too rarely. That says nothing about the deque.
		case o.Found != nil:
			caught = true
			fmt.Printf("caught by %s: %s\n", o.Rule.Name, strings.SplitN(o.Found.Broken, "\n", 2)[0])
			if o.Found.History != nil {
				require.NoError(t, o.Found.History.WriteTable(os.Stdout))
			}
			cancel() // the first is enough
		case o.Err != nil && !errors.Is(o.Err, context.Canceled):
			require.NoError(t, o.Err, o.Rule.Name)
		}
	})
	require.NoError(t, err)
	return caught
}
