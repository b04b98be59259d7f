package campaign

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/mutation"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// specified explores the specification with the same fault, if there is one.
func (l *Lab) specified(ctx context.Context, m mutation.Mutant, c *Cell) error {
	if m.Model == "" {
		return nil
	}
	of, row, err := configuration(m.Model)
	if err != nil {
		return err
	}
	c.Test, c.Verdict = m.Model, Survived
	if c.Detector == TLC {
		return byTLC(ctx, row, c)
	}
	if row.TLCOnly != "" {
		c.Verdict = Inapplicable
		return nil
	}
	config, err := of.Config(row)
	if err != nil {
		return err
	}
	machine, err := machine.New(of.Name, config)
	if err != nil {
		return err
	}
	r, err := machine.Explore(ctx, explore.Options{})
	if err != nil {
		return err
	}
	c.Executions = r.States
	if r.Failure != nil {
		c.Verdict, c.Rule = Killed, r.Failure.Name
	}
	return nil
}

func byTLC(ctx context.Context, row tla.Row, c *Cell) error {
	tools, err := tlc.Find(ctx, tla.Embedded, io.Discard)
	if err != nil {
		return err
	}
	w, err := tools.NewWorkspace(tla.Embedded, nil)
	if err != nil {
		return err
	}
	defer w.Close()
	o, err := w.Check(ctx, tlc.Run{Module: row.Module, Config: row.Config, Workers: row.Workers(), Brief: true})
	if err != nil {
		return err
	}
	c.Executions = o.Distinct
	if o.Exit != 0 {
		c.Verdict, c.Rule = Killed, o.Message
	}
	return nil
}

var manifests = sync.OnceValues(tla.Manifests)

// configuration returns a row of a manifest by its name.
func configuration(name string) (*tla.Manifest, tla.Row, error) {
	all, err := manifests()
	if err != nil {
		return nil, tla.Row{}, err
	}
	for _, m := range all {
		for _, r := range m.Rows {
			if r.Config == name {
				return m, r, nil
			}
		}
	}
	return nil, tla.Row{}, fmt.Errorf("there is no configuration %s", name)
}
