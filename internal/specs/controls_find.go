package specs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// tries is the number of variants that TLC runs for a property.
const tries = 12

// named returns the modules that the arguments name. It is empty if they name all modules, or none.
func (k *controls) named(args []string) (map[string]bool, error) {
	wanted := map[string]bool{}
	for _, name := range args {
		m, err := k.tree.Find(name)
		if err != nil && name != everyModule {
			return nil, err
		}
		if err == nil {
			wanted[m.Name] = true
		}
	}
	if slices.Contains(args, everyModule) {
		clear(wanted)
	}
	return wanted, nil
}

// find looks for controls of the properties that have none, and writes them. With anew it forgets those of the
// named modules before, except those that are written by hand.
func (k *controls) find(ctx context.Context, args []string) (err error) {
	wanted, err := k.named(args)
	if err != nil {
		return err
	}
	if k.tools, err = tlc.Find(ctx, k.tree, k.Stderr); err != nil {
		return err
	}
	dir, err := k.checkout()
	if err != nil {
		return err
	}
	manifests, err := k.tree.Manifests()
	if err != nil {
		return err
	}
	old, err := tla.Controls(k.tree)
	if err != nil {
		return err
	}
	var all []tla.Control
	var lock sync.Mutex
	var running sync.WaitGroup
	free := make(chan struct{}, k.jobs)
	for _, m := range manifests {
		if len(wanted) > 0 && !wanted[m.Name] {
			all = append(all, of(old, m.Name, false)...)
			continue
		}
		all = append(all, of(old, m.Name, k.anew)...)
		running.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			found, notes, failed := k.findFor(ctx, m)
			lock.Lock()
			defer lock.Unlock()
			all = append(all, found...)
			err = errors.Join(err, failed, writeFile(filepath.Join(dir, "controls.ndjson"), tla.EncodeControls(all)))
			for _, n := range notes {
				fmt.Fprintln(k.Stdout, n)
			}
		})
	}
	running.Wait()
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, "controls.ndjson"), tla.EncodeControls(all))
}

// of returns the controls of a module; with byHand, only those that are written by hand, since no machine
// finds them.
func of(all []tla.Control, module string, byHand bool) (some []tla.Control) {
	for _, c := range all {
		if c.Module == module && (c.ByHand || !byHand) {
			some = append(some, c)
		}
	}
	return some
}

// findFor looks for the controls of a module. The notes name the properties without one, and the
// variants in which TLC and the machine differ.
func (k *controls) findFor(ctx context.Context, m *tla.Manifest) (found []tla.Control, notes []string, err error) {
	ctx, cancel := k.limit(ctx)
	defer cancel()
	old, err := tla.Controls(k.tree)
	if err != nil {
		return nil, nil, err
	}
	had := of(old, m.Name, k.anew)
	claims, err := m.Claims(had)
	if err != nil {
		return nil, nil, err
	}
	better, err := candidates(ctx, m, claims)
	if err != nil {
		return nil, nil, err
	}
	for _, claim := range claims {
		if !claim.Uncontrolled() {
			continue
		}
		chosen := false
		for i, c := range better[claim.Property] {
			if i == tries || ctx.Err() != nil {
				break
			}
			f, err := k.outcome(ctx, m, c)
			if ctx.Err() != nil {
				break // TLC has not confirmed it
			}
			if err != nil {
				notes = append(notes, fmt.Sprintf("%s.%s: %s: %v", m.Name, c.Property, c.What(), err))
				continue
			}
			c.Message, c.Trace = f.Message, f.Trace
			found, chosen = append(found, c), true
			break
		}
		if !chosen {
			notes = append(notes, fmt.Sprintf("%s.%s: NO CONTROL among %d variants", m.Name, claim.Property, len(better[claim.Property])))
		}
	}
	more, others := k.findReached(ctx, m, had)
	found, notes = append(found, more...), append(notes, others...)
	more, others = k.findGoals(ctx, m, claims, had)
	found, notes = append(found, more...), append(notes, others...)
	more, others = k.findFair(ctx, m, claims, append(slices.Clone(had), found...))
	found, notes = append(found, more...), append(notes, others...)
	parts, others, err := k.findParts(ctx, m, append(had, found...))
	if err != nil {
		return nil, nil, err
	}
	return append(found, parts[len(had)+len(found):]...), append(notes, others...), ctx.Err()
}

// findReached returns the controls of the situations that must occur.
func (k *controls) findReached(ctx context.Context, m *tla.Manifest, had []tla.Control) (found []tla.Control, notes []string) {
	for _, r := range m.Rows {
		if _, is := m.Situations(r); !is {
			continue
		}
		c := tla.Control{Module: m.Name, Property: tla.ReachedAt, Config: r.Config}
		if slices.ContainsFunc(had, func(k tla.Control) bool { return k.Name() == c.Name() }) {
			continue
		}
		f, err := k.outcome(ctx, m, c)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s.%s: %s: %v", m.Name, c.Property, c.What(), err))
			continue
		}
		c.Message, c.Trace, c.Reached = f.Message, f.Trace, f.Reached
		found = append(found, c)
	}
	return found, notes
}
