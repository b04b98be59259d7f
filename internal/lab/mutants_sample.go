package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/stealproof/stealproof/internal/lab/campaign"
	"github.com/stealproof/stealproof/internal/mutation"
)

// sampled keeps m.sample of the chosen mutants, and picks them one by one. Each is a random mutant without
// a result, in the file that then has the smallest share of results. So a run that is cut short has an
// even sample, too.
func (m *mutating) sampled() error {
	if m.sample == 0 {
		return nil
	}
	cells, err := campaign.Read(m.to)
	if err != nil {
		return err
	}
	digests, err := campaign.Digests(m.root, m.mutants)
	if err != nil {
		return err
	}
	if m.seed == 0 {
		m.seed = rand.Uint64()
	}
	fmt.Fprintf(m.Stderr, "the sample has seed %d\n", m.seed)
	of := campaign.Matrix{Mutants: m.mutants, Digests: digests, Cells: cells}
	m.mutants = evenly(m.mutants, func(one mutation.Mutant) bool { return len(of.Row(one.Name)) > 0 },
		m.sample, rand.New(rand.NewPCG(m.seed, 0)))
	if len(m.mutants) == 0 {
		return fmt.Errorf("-sample: each chosen mutant has a result in %s", m.to)
	}
	return nil
}

// evenly chooses n mutants that have no result.
func evenly(all []mutation.Mutant, has func(mutation.Mutant) bool, n int, random *rand.Rand) []mutation.Mutant {
	type source struct {
		open      []mutation.Mutant
		done, all int
	}
	var files []*source // in the order of the mutants
	byName := map[string]*source{}
	for _, one := range all {
		f := byName[one.File]
		if f == nil {
			f = &source{}
			byName[one.File], files = f, append(files, f)
		}
		f.all++
		if has(one) {
			f.done++
		} else {
			f.open = append(f.open, one)
		}
	}
	var chosen []mutation.Mutant
	for len(chosen) < n {
		var least *source
		for _, f := range files {
			if len(f.open) > 0 && (least == nil || f.done*least.all < least.done*f.all) {
				least = f
			}
		}
		if least == nil {
			break
		}
		i := random.IntN(len(least.open))
		last := len(least.open) - 1
		chosen = append(chosen, least.open[i])
		least.open[i] = least.open[last]
		least.open = least.open[:last]
		least.done++
	}
	return chosen
}
