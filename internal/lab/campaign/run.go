package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/stealproof/stealproof/internal/mutation"
)

// Blank returns the cell of a mutant before a detector has filled it.
func (l *Lab) Blank(m mutation.Mutant, d Detector) Cell {
	c := blank(m, d, l.Budget)
	c.Digest = l.digests[m.Name]
	return c
}

func blank(m mutation.Mutant, d Detector, budget time.Duration) Cell {
	c := Cell{Mutant: m.Name, Detector: d}
	for _, of := range trialsOf(m, d) {
		if of.endless {
			c.Budget = budget.Seconds()
		}
		c.Programs = of.programs
	}
	return c
}

// Looks reports whether a detector looks at the code of a mutant.
func Looks(m mutation.Mutant, d Detector) bool {
	if d != TLC && d != Machine {
		return len(trialsOf(m, d)) > 0
	}
	_, row, err := configuration(m.Model)
	return err == nil && (d == TLC || row.TLCOnly == "")
}

// Run runs a detector on a mutant. It first runs the detector on the unchanged code, once for each
// trial, and returns an error if the detector finds a fault there. A cell without a verdict means
// that the detector does not look at such code.
func (l *Lab) Run(ctx context.Context, m mutation.Mutant, d Detector) (Cell, error) {
	c := l.Blank(m, d)
	c.Date = time.Now().UTC().Format(time.RFC3339)
	start := time.Now()
	var err error
	if d == TLC || d == Machine {
		err = l.specified(ctx, m, &c)
	} else {
		err = l.executed(ctx, m, &c)
		start = time.Now().Add(-time.Duration(c.Seconds * float64(time.Second)))
	}
	if ctx.Err() != nil {
		return c, context.Cause(ctx)
	}
	c.Seconds = float64(time.Since(start).Milliseconds()) / 1000
	return c, err
}

// executed runs the mutant's code.
func (l *Lab) executed(ctx context.Context, m mutation.Mutant, c *Cell) error {
	g, number := l.find(m)
	if g == nil {
		return fmt.Errorf("mutant %s is not in the lab", m.Name)
	}
	for _, of := range trialsOf(m, c.Detector) {
		found, err := l.tried(ctx, g, m, number, of, c.Detector)
		if err != nil {
			return err
		}
		if c.Detector == Schedules {
			found.Token = "" // the program is made of bytes, which are not in the token
		}
		c.add(found)
		if c.Verdict == Killed {
			return nil
		}
	}
	return nil
}

// tried runs a trial with a mutant.
func (l *Lab) tried(ctx context.Context, g *group, m mutation.Mutant, number int, of trialRun, d Detector) (Cell, error) {
	if l.selects(g, of, d) {
		return l.selected(ctx, g, m, number, of)
	}
	if err := l.control(ctx, g, of); err != nil {
		return Cell{}, err
	}
	found, reached, err := l.process(ctx, g, number, of)
	if g.switched && !reached && found.Verdict == Survived {
		found.Verdict = Unreached
	}
	return found, err
}

var errChangedControl = errors.New("the control failed: the process without a mutant ran changed code")

// failedControl returns an error for a trial that finds a fault in the unchanged code.
func failedControl(of trialRun, found Cell) error {
	return fmt.Errorf("the control failed: %s finds a fault in the unchanged code: %s", of, found.Rule)
}

// control runs the unchanged code, once for each trial.
func (l *Lab) control(ctx context.Context, g *group, of trialRun) error {
	l.controlling.Lock()
	defer l.controlling.Unlock()
	for _, other := range l.groups {
		if other.pkg == g.pkg && other.switched {
			g = other
		}
	}
	key := g.pkg + " " + of.String()
	err, known := l.controls[key]
	if known {
		return err
	}
	found, reached, err := l.process(ctx, g, 0, of)
	switch {
	case err != nil:
		return err
	case found.Verdict != Survived:
		err = failedControl(of, found)
	case reached:
		err = errChangedControl
	}
	l.controls[key] = err
	return err
}

// process runs one process.
func (l *Lab) process(ctx context.Context, g *group, number int, of trialRun) (found Cell, reached bool, err error) {
	env, file, err := l.env(number)
	if err != nil {
		return Cell{}, false, err
	}
	if of.scheduled {
		found, err = l.search(ctx, g, env, of)
	} else {
		found, err = l.test(ctx, g, env, of)
	}
	_, missing := os.Stat(file)
	return found, missing == nil, err
}

// add adds the result of another trial of the same detector.
func (c *Cell) add(d Cell) {
	c.Executions += d.Executions
	c.Seconds += d.Seconds
	if c.Verdict != Survived || d.Verdict == Killed {
		c.Verdict = d.Verdict
	}
	c.Rule, c.Test, c.Token = d.Rule, d.Test, d.Token
}
