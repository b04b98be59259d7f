package specs

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// A batch runs all recorded controls of one configuration in one run of TLC. A run takes a
// second before it visits the first state.
type batch struct {
	manifest *tla.Manifest
	config   string
	trials   []tla.Trial
	controls []tla.Control

	once   sync.Once
	broken []map[string]tla.Broken
	failed error
}

// batches puts the controls that TLC can run in batches into them. It orders the rows such that
// each of the first ones begins a batch.
func (k *controls) batches() {
	k.batched = map[string]*batch{}
	var first, rest []*modelRow
	for _, r := range k.rows {
		c := k.variants[r.want.Config]
		row, err := r.manifest.Row(c.Config)
		if err != nil || row.TLCOnly != "" && !r.manifest.Refines(row.Module, c.Property) || !c.Batched() {
			rest = append(rest, r)
			continue
		}
		b := k.batched[c.Config]
		if b == nil {
			b = &batch{manifest: r.manifest, config: c.Config}
			k.batched[c.Config] = b
			first = append(first, r)
		} else {
			rest = append(rest, r)
		}
		b.add(c)
	}
	for _, b := range k.batched {
		if len(b.controls) == 1 && len(b.controls[0].Parts) == 0 && !b.refines() {
			delete(k.batched, b.config) // TLC itself names the property
		}
	}
	k.rows = append(first, rest...)
}

// add adds a control to a batch. Controls with the same change are one trial.
func (b *batch) add(c tla.Control) {
	b.controls = append(b.controls, c)
	i := slices.IndexFunc(b.trials, func(t tla.Trial) bool { return t.Change == c.Change })
	if i < 0 {
		b.trials, i = append(b.trials, tla.Trial{Change: c.Change, Brief: true}), len(b.trials)
	}
	t := &b.trials[i]
	t.Brief = t.Brief && len(c.Parts) == 0
	t.Parts = append(t.Parts, c.Parts...)
	if !slices.Contains(t.Watched, c.Property) {
		t.Watched = append(t.Watched, c.Property)
	}
	t.Levels = max(t.Levels, c.Trace)
}

// refines reports whether a control of the batch is about a refinement.
func (b *batch) refines() bool {
	return slices.ContainsFunc(b.controls, func(c tla.Control) bool {
		row, err := b.manifest.Row(c.Config)
		return err == nil && b.manifest.Refines(row.Module, c.Property)
	})
}

// of returns what TLC finds of a control. All controls of the batch run at the first call.
func (b *batch) of(ctx context.Context, k *controls, c tla.Control) (tla.Broken, error) {
	b.once.Do(func() { b.broken, b.failed = k.batch(ctx, b.manifest, b.config, b.trials) })
	if b.failed != nil {
		return tla.Broken{}, b.failed
	}
	for i, t := range b.trials {
		if t.Change == c.Change {
			return b.broken[i][c.Property], nil
		}
	}
	return tla.Broken{}, errors.New("the control is in no batch")
}

// An evaluationError says that TLC could not evaluate a state of a trial.
type evaluationError struct {
	trial   int
	at      int                     // states of the path to it
	broken  []map[string]tla.Broken // what was found before
	message string
}

func (e *evaluationError) Error() string { return e.message }

// stopped returns the error of a run that TLC could not end.
func stopped(config string, trials []tla.Trial, o *tlc.Outcome, broken []map[string]tla.Broken) error {
	e := &evaluationError{trial: lastTrial(o.Output), at: len(o.Trace), broken: broken}
	which := config
	if e.trial >= 0 {
		which += ", " + trials[e.trial].Change.String()
	}
	e.message = fmt.Sprintf("%s: TLC stopped after %d states: %s", which, e.at, firstLines(o.Output))
	return e
}

// batch runs trials of a configuration with TLC.
func (k *controls) batch(ctx context.Context, m *tla.Manifest, config string, trials []tla.Trial) ([]map[string]tla.Broken, error) {
	row, err := m.Row(config)
	if err != nil {
		return nil, err
	}
	c, err := m.Config(row)
	if err != nil {
		return nil, err
	}
	c.Invariants, c.Properties = nil, nil // a machine does not know refinements
	one, err := machines.New(m.Name, c)
	if err != nil {
		return nil, err
	}
	trials = slices.Clone(trials)
	for i := range trials {
		trials[i].Spoilt = one.Spoilt(trials[i].Change.What)
	}
	b, err := tla.NewBatch(m, row, trials)
	if err != nil {
		return nil, err
	}
	return k.runBatch(ctx, b, row, trials)
}

func (k *controls) runBatch(ctx context.Context, b *tla.Batch, row tla.Row, trials []tla.Trial) ([]map[string]tla.Broken, error) {
	w, err := k.tools.NewWorkspaceOf(b.Files)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	o, err := w.Check(ctx, tlc.Run{Module: row.Module, Config: "Control", Workers: 1, Brief: len(trials) < 40})
	if err != nil {
		return nil, err
	}
	if o.Exit != 0 {
		return nil, stopped(row.Config, trials, o, b.Read(o.Printed, len(trials)))
	}
	return b.Read(o.Printed, len(trials)), nil
}

// alone runs a control that replaces text of a module. TLC checks its property, and the property without each part.
func (k *controls) alone(ctx context.Context, m *tla.Manifest, c tla.Control) (f modelFound, err error) {
	row, err := m.Row(c.Config)
	if err != nil {
		return f, err
	}
	b, err := tla.Alone(m, c)
	if err != nil {
		return f, err
	}
	found, err := k.runBatch(ctx, b, row, make([]tla.Trial, 1))
	if err != nil {
		return f, err
	}
	if f.Trace = found[0][c.Property].Trace; f.Trace > 0 {
		f.Message = c.Message
	}
	return f, survived(c, found[0][c.Property])
}

var trialLine = regexp.MustCompile(`controlVariant = (\d+)`)

// lastTrial returns the number of the trial whose state TLC printed last, counted from 0; -1 if
// there is none.
func lastTrial(output string) int {
	all := trialLine.FindAllStringSubmatch(output, -1)
	if len(all) == 0 {
		return -1
	}
	n, _ := strconv.Atoi(all[len(all)-1][1])
	return n - 1
}

// firstLines returns the text of TLC's first messages about an error.
func firstLines(output string) string {
	_, after, _ := strings.Cut(output, ":1 @!@!@\n")
	lines := strings.SplitN(after, "\n", 7)
	return strings.Join(lines[:min(6, len(lines))], " ")
}

// inBatch looks for a control in its batch. f is what the machine found, if a machine can check the property.
func (k *controls) inBatch(ctx context.Context, b *batch, c tla.Control, f modelFound, onMachine bool) (modelFound, error) {
	broken, err := b.of(ctx, k, c)
	if err != nil {
		return f, err
	}
	if !onMachine {
		if f.Trace = broken.Trace; f.Trace > 0 {
			f.Message = c.Message
		}
	}
	if broken.Trace != f.Trace {
		by := modelFound{}
		by.Trace = broken.Trace
		return f, &differError{f, by}
	}
	return f, survived(c, broken)
}

// survived returns an error if a control fails as soon without one of its parts.
func survived(c tla.Control, broken tla.Broken) error {
	for _, part := range c.Parts {
		if !slices.Contains(broken.Parts, part) {
			return &survivedError{part}
		}
	}
	return nil
}

// A survivedError says that a property fails as soon without a part.
type survivedError struct{ part string }

func (e *survivedError) Error() string {
	return fmt.Sprintf("it fails as soon without its part %s", e.part)
}

// A differError says that TLC does not find what the machine finds.
type differError struct{ machine, tlc modelFound }

func (e *differError) Error() string {
	return fmt.Sprintf("the machine says %q after %d states, and TLC %q after %d; %v and %v", e.machine.Message, e.machine.Trace, e.tlc.Message, e.tlc.Trace, e.machine.Reached, e.tlc.Reached)
}
