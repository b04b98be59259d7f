package specs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// try runs the changes of -try, which has the form "CONFIG: CHANGE; CHANGE". It prints the controls that they could be: one
// for each property that fails, with the parts without which the property does not fail as soon. It writes no file.
func (k *controls) try(ctx context.Context, args []string) (err error) {
	config, changes, found := strings.Cut(k.tried, ": ")
	if !found || len(args) != 1 {
		return fmt.Errorf("want one module and -try 'CONFIG: CHANGE; CHANGE'")
	}
	m, err := k.tree.Find(args[0])
	if err != nil {
		return err
	}
	if k.tools, err = tlc.Find(ctx, k.tree, k.Stderr); err != nil {
		return err
	}
	r, err := m.Row(config)
	if err != nil {
		return err
	}
	claims, err := m.Claims(nil)
	if err != nil {
		return err
	}
	var trials []tla.Trial
	for text := range strings.SplitSeq(changes, "; ") {
		var c tla.Change
		if err := c.UnmarshalText([]byte(text)); err != nil {
			return err
		}
		b := broken(ctx, m, r, c, claims, map[string]int{}, k.wide)
		t := tla.Trial{Change: c}
		for property, at := range b.broken {
			if k.properties.MatchString(m.Name + "." + property) {
				t.Watched, t.Levels = append(t.Watched, property), max(t.Levels, at)
			}
		}
		if slices.Sort(t.Watched); len(t.Watched) > 0 {
			trials = append(trials, t)
		} else {
			fmt.Fprintf(k.Stdout, "%s: breaks %v\n", text, b.broken)
		}
	}
	all, err := k.batch(ctx, m, config, trials)
	if err != nil {
		return err
	}
	for i, of := range all {
		for property, b := range of {
			message := ""
			if m.IsProperty(property) {
				message = "Action property " + property + " is violated."
			}
			k.Stdout.Write(tla.EncodeControls([]tla.Control{{
				Module: m.Name, Property: property, Config: config, Change: trials[i].Change, ByHand: true, Message: message, Trace: b.Trace, Parts: b.Parts,
			}}))
		}
	}
	return nil
}
