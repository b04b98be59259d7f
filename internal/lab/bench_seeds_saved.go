package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/results"
)

// overwrites returns an error if -save would write over the samples of another run. It would do so
// with its first sample.
func (b *seedsBench) overwrites() error {
	if b.save == "" || b.resume != "" && filepath.Clean(b.save) == filepath.Clean(b.resume) {
		return nil
	}
	if _, err := readSeeds(b.save); err != nil {
		return nil
	}
	return fmt.Errorf("-save: %s has the samples of another run: go on with it by -resume, name another file, or remove it", b.save)
}

// restore reads the samples of an earlier run of the same commit on the same machine. They are all
// samples until there are more.
func (b *seedsBench) restore(ctx context.Context) error {
	d, err := readSeeds(b.resume)
	if err != nil {
		return fmt.Errorf("-resume: %w", err)
	}
	module, err := checkout(ctx, b.verb)
	if err != nil {
		return err
	}
	b.version = checkedOut(ctx, module)
	switch {
	case d.Version != b.version:
		return fmt.Errorf("-resume: %s was measured at %s, and this is %s; check that out, or measure anew", b.resume, d.Version, b.version)
	case d.Quick != b.quick:
		return fmt.Errorf("-resume: %s has a run with -quick=%v", b.resume, d.Quick)
	case d.Go != runtime.Version() || d.Processor != processor(proc) || d.Cores != runtime.NumCPU():
		return fmt.Errorf("-resume: %s was measured with %s on %d cores, %s", b.resume, d.Go, d.Cores, d.Processor)
	}
	b.kept, b.samples, b.were = d.Samples, d.Samples, d.Versions
	b.before = time.Duration(d.Seconds * float64(time.Second))
	return nil
}

// inherit takes over the versions of the resumed run. It fails if a tool now has another version,
// because figures of both versions would not be one run.
func (b *seedsBench) inherit() error {
	var others []string
	for _, name := range slices.Sorted(maps.Keys(b.were)) {
		was, is := b.were[name], b.versions[name]
		if is != "" && is != was {
			others = append(others, fmt.Sprintf("%s, and this is %s", was, is))
		}
		b.versions[name] = was
	}
	if len(others) > 0 {
		return misuse{fmt.Errorf("-resume: %s was measured with %s; install that, leave it out by -peers, or measure anew", b.resume, strings.Join(others, "; with "))}
	}
	return nil
}

// readSeeds reads a file that -save has written.
func readSeeds(file string) (benchDocument, error) {
	var d benchDocument
	text, err := results.Read(file)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return d, fmt.Errorf("%s is not what -save writes: %w", file, err)
	}
	if d.Verb != "bench seeds" || len(d.Samples) == 0 {
		return d, fmt.Errorf("%s has no samples of bench seeds", file)
	}
	d.source = filepath.Base(file)
	return d, nil
}

// gather collects the samples, by round. Samples of the resumed run that belong to no current
// series come last.
func (b *seedsBench) gather() {
	type at struct {
		seedRun
		round int
	}
	days := map[at]string{}
	for _, k := range b.kept {
		days[at{k.seedRun, k.Round}] = k.Date
	}
	b.samples = nil
	for i := range b.rounds {
		for _, r := range b.runs {
			s := b.series[r]
			if s == nil || math.IsNaN(s.values[i]) {
				continue
			}
			k := seedSample{seedRun: r, Round: i + 1, Date: days[at{r, i + 1}], Measured: s.samples[i].seen}
			if k.Date == "" {
				k.Date = b.date.UTC().Format(time.DateOnly)
			}
			if f := s.foreign[i]; !math.IsNaN(f) {
				f = math.Round(100*f) / 100
				k.Foreign = &f
			}
			b.samples = append(b.samples, k)
		}
	}
	for _, k := range b.kept {
		if b.series[k.seedRun] == nil || k.Round > b.rounds {
			b.samples = append(b.samples, k)
		}
	}
	b.weigh()
}

// weigh collects the foreign load of all samples, including those of the resumed run.
func (b *seedsBench) weigh() {
	b.foreign = nil
	for _, k := range b.samples {
		if k.Foreign != nil {
			b.foreign = append(b.foreign, *k.Foreign)
		}
	}
}

// keep gathers all samples and writes them, so that a killed run can be resumed.
func (b *seedsBench) keep() {
	b.gather()
	if b.save == "" {
		return
	}
	b.took = b.before + time.Since(b.date)
	d := b.document(nil, nil)
	d.ExitCode = console.ExitCut                         // the end of the run sets another code
	_ = results.Write(b.save, []byte(console.Encode(d))) // the last write reports an error
}
