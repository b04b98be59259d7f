package specs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/explore"
	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// one runs a control on its machine and with TLC.
func (k *controls) one(ctx context.Context, r *modelRow, so func(string)) error {
	if g := k.goalRows[r.want.Config]; g != nil {
		return k.sameGoals(ctx, r, g)
	}
	c := k.variants[r.want.Config]
	f, err := k.outcome(ctx, r.manifest, c)
	differ, survived, stopped := new(differError), new(survivedError), new(evaluationError)
	if errors.As(err, &differ) || errors.As(err, &survived) || errors.As(err, &stopped) || errors.Is(err, errControlLimit) {
		r.miss("with %s: %v", c.What(), err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", r.want.Config, c.What(), err)
	}
	if ctx.Err() != nil {
		return nil
	}
	r.found = f
	if f.Message != c.Message {
		r.miss("with %s: %q, want %q", c.What(), f.Message, c.Message)
	}
	if !maps.Equal(f.Reached, c.Reached) {
		r.miss("situations occur after %v states, want %v", f.Reached, c.Reached)
	}
	if c.Trace > 0 {
		r.expect("states in the trace", f.Trace, c.Trace)
	}
	return nil
}

// outcome runs a control. It returns an error if TLC and the machine differ.
func (k *controls) outcome(ctx context.Context, m *tla.Manifest, c tla.Control) (f modelFound, err error) {
	config, row, err := m.Variant(c)
	if err != nil {
		return f, err
	}
	spoilt := ""
	onMachine := c.Replace == nil && row.TLCOnly == ""
	if onMachine {
		if err := m.Built(row); err != nil {
			return f, err
		}
		one, err := machines.New(m.Name, config)
		if err != nil {
			return f, err
		}
		if f, err = k.byMachine(ctx, c, one); err != nil {
			return f, err
		}
		spoilt = one.Spoilt(c.Change.What)
	}
	if k.noTLC || row.GoOnly != "" && c.Property == tla.ReachedAt {
		return f, nil
	}
	if b := k.batched[c.Config]; b != nil && c.Batched() {
		return k.inBatch(ctx, b, c, f, onMachine)
	}
	if c.Replace != nil && len(c.Parts) > 0 {
		return k.alone(ctx, m, c)
	}
	by, err := k.byTLC(ctx, m, c, row.Module, spoilt, "")
	if err == nil && onMachine && (by.Message != f.Message || by.Trace != f.Trace || !maps.Equal(by.Reached, f.Reached)) {
		return f, &differError{f, by}
	}
	if err == nil && by.Message == c.Message {
		err = k.needed(ctx, m, c, row.Module, spoilt)
	}
	return by, err
}

// needed returns an error if a property fails in a control although it lacks one of the control's parts, or if TLC can evaluate
// it although it lacks one of the guards.
func (k *controls) needed(ctx context.Context, m *tla.Manifest, c tla.Control, module, spoilt string) error {
	for i, part := range slices.Concat(c.Guards, c.Parts) {
		f, err := k.byTLC(ctx, m, c, module, spoilt, part)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if f.Message == c.Message {
			return &survivedError{part}
		}
		if i < len(c.Guards) && (f.Exit == nil || *f.Exit < firstFailure || f.Trace != c.Trace) {
			return &survivedError{fmt.Sprintf("%s (TLC says %q after %d states)", part, f.Message, f.Trace)}
		}
	}
	return nil
}

// byTLC runs a control with TLC. The refined module lacks a part, if one is given.
func (k *controls) byTLC(ctx context.Context, m *tla.Manifest, c tla.Control, module, spoilt, lacks string) (f modelFound, err error) {
	files, err := m.Files(c, spoilt)
	if err == nil && lacks != "" {
		err = m.Lacks(c, files, lacks)
	}
	if err != nil {
		return f, err
	}
	w, err := k.tools.NewWorkspaceOf(files)
	if err != nil {
		return f, err
	}
	defer w.Close()
	// A faulty variant may have infinitely many states.
	limited, cancel := context.WithTimeoutCause(ctx, controlLimit, errControlLimit)
	defer cancel()
	o, err := w.Check(limited, tlc.Run{Module: module, Config: "Control", Workers: 1, Brief: true})
	if err != nil {
		if ctx.Err() != nil {
			err = nil
		}
		return f, err
	}
	f.Exit, f.Message, f.Reached = &o.Exit, o.Message, reachedAt(o.Printed)
	if f.Message != temporalMessage {
		f.Trace = len(o.Trace)
	}
	return f, nil
}

// byMachine runs a control on its machine.
func (k *controls) byMachine(ctx context.Context, c tla.Control, one machines.Machine) (f modelFound, err error) {
	if c.Property == tla.ReachedAt {
		f.Reached = one.ReachedAt(reachStates)
	}
	res, err := one.Explore(ctx, explore.Options{States: reachStates, Workers: 1})
	if err != nil {
		return f, err
	}
	f.Message = machines.Message(res.Failure)
	if res.Failure != nil && !one.Temporal() {
		f.Trace = res.Failure.States()
	}
	return f, nil
}

// reachStates is the number of states after which a machine stops.
const reachStates = 200_000

var firstReached = regexp.MustCompile(`^<<"first reached", \{(.*)\}, (\d+)>>$`)

// reachedAt reads the output of tla.ReachedAt.
func reachedAt(printed []string) map[string]int {
	found := map[string]int{}
	for _, line := range printed {
		if m := firstReached.FindStringSubmatch(line); m != nil {
			for name := range strings.SplitSeq(m[1], ", ") {
				found[strings.Trim(name, `"`)], _ = strconv.Atoi(m[2])
			}
		}
	}
	return found
}

// firstFailure is the lowest of the exit codes with which TLC says that it cannot evaluate something.
const firstFailure = 75

const controlLimit = 2 * time.Minute

var errControlLimit = errors.New("TLC took longer than 2 minutes")

const temporalMessage = "Temporal properties were violated."
