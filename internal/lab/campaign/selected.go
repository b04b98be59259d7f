package campaign

import (
	"context"
	"os"
	"path/filepath"

	"github.com/stealproof/stealproof/internal/mutation"
)

// fewMutants is the number of mutants below which all tests run. To learn what each test covers would take longer.
const fewMutants = 10

// controlTries is how often the tests of the unchanged code may fail before that is an error: on a loaded machine some tests
// rarely fail.
const controlTries = 3

// selects reports whether the tests of a trial are chosen by what they cover.
func (l *Lab) selects(g *group, of trialRun, d Detector) bool {
	return d == Unit && of.pkg == g.pkg && len(l.digests) >= fewMutants
}

// selected runs a trial with the tests that chooseTests chooses for the mutant. If no test covers its lines, nothing runs,
// and the verdict is Unreached.
func (l *Lab) selected(ctx context.Context, g *group, m mutation.Mutant, number int, of trialRun) (Cell, error) {
	source, err := os.ReadFile(filepath.Join(l.Root, filepath.FromSlash(m.File)))
	if err != nil {
		return Cell{}, err
	}
	places, err := m.Places(source)
	if err != nil {
		return Cell{}, err
	}
	tests, err := l.coverageOf(ctx, g.pkg, of)
	if err != nil {
		return Cell{}, err
	}
	if places != nil {
		tests = chooseTests(tests, m.File, places)
	}
	total := Cell{Verdict: Unreached}
	for _, batch := range batches(tests) {
		part := of
		part.run, part.skip = patternOf(batch), ""
		for _, t := range batch {
			part.longest = max(part.longest, t.took)
		}
		found, err := twice(number, part, func(number int, of trialRun) (Cell, error) {
			found, reached, err := l.process(ctx, g, number, of)
			if err == nil && number == 0 && reached {
				err = errChangedControl
			}
			return found, err
		})
		if err != nil {
			return total, err
		}
		total.add(found)
		if total.Verdict == Killed {
			break
		}
	}
	return total, nil
}

// twice runs tests with a mutant. A kill counts if it happens twice, and if the unchanged code passes the same tests in
// between. The limit of silence in the second run follows from the run of the unchanged code. So neither a loaded machine nor
// a test that rarely fails makes a kill. The function run gets the number of the mutant, or 0 for the unchanged code.
func twice(number int, of trialRun, run func(int, trialRun) (Cell, error)) (Cell, error) {
	first, err := run(number, of)
	if err != nil || first.Verdict != Killed {
		return first, err
	}
	for range controlTries {
		patient := of
		patient.longest = 0
		control, failed := run(0, patient)
		if failed != nil {
			return first, failed
		}
		if control.Verdict == Survived {
			of.longest = max(of.longest, control.longest)
			second, err := run(number, of)
			second.Seconds += first.Seconds
			return second, err
		}
		err = failedControl(of, control)
	}
	return first, err
}
