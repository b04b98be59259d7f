package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/stealproof/stealproof/internal/lab/workload"
)

// These commands draw the charts of docs. They name files from the root of the checkout.
//go:generate go run . bench seeds -from internal/lab/results/seeds-001.json.gz -charts docs/charts -match ^seeds-001-speed-up
//go:generate go run . bench seeds -from internal/lab/results/seeds-full.json.gz -charts docs/charts -match ^seeds-(000-(mergesort|fib1)-time|003-even-time|004)
//go:generate go run . bench seeds -from internal/lab/results/deques.json.gz -charts docs/charts -match ^seeds-deques-pair

// seedText is the file with the samples. It stands beside the charts.
const seedText = "seeds.bench.txt"

// show prints or draws a saved run.
func (b *seedsBench) show(fs *flag.FlagSet) error {
	misused := ""
	fs.Visit(func(f *flag.Flag) {
		if f.Name != "from" && f.Name != "charts" && f.Name != "match" {
			misused = f.Name
		}
	})
	if misused != "" {
		return fmt.Errorf("-from measures nothing, so it cannot be combined with -%s", misused)
	}
	only, err := regexp.Compile(b.match)
	if err != nil {
		return fmt.Errorf("-match: %w", err)
	}
	d, err := readSeeds(b.from)
	if err != nil {
		return fmt.Errorf("-from: %w", err)
	}
	if b.charts != "" {
		return b.draw(d, only)
	}
	_, err = io.WriteString(b.Stdout, d.text(b.counts))
	return err
}

// draw draws the charts of a run. It also writes the samples for benchstat, and the ratios. It
// writes only files whose name matches. It removes matching files for which the run has no
// samples, because they show another run.
func (b *seedsBench) draw(d benchDocument, only *regexp.Regexp) error {
	if err := os.MkdirAll(b.charts, 0o755); err != nil {
		return fmt.Errorf("-charts: %w", err)
	}
	s := d.seedData()
	for _, k := range seedCharts() {
		if !only.MatchString(k.file()) {
			continue
		}
		c, some := k.chart(s)
		err := b.drawn(k.file(), some, c.Write)
		if err != nil {
			return err
		}
	}
	for name, text := range map[string]string{seedText: d.benchstat(), seedRatios: s.ratios()} { // a run of deques has no ratios
		if !only.MatchString(name) {
			continue
		}
		err := b.drawn(name, text != "", func(file string) error { return os.WriteFile(file, []byte(text), 0o644) })
		if err != nil {
			return err
		}
	}
	return nil
}

// drawn writes a file of -charts, or removes it.
func (b *seedsBench) drawn(name string, some bool, write func(file string) error) error {
	file := filepath.Join(b.charts, name)
	if !some {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("-charts: %w", err)
		}
		return nil
	}
	if err := write(file); err != nil {
		return fmt.Errorf("-charts: %s: %w", name, err)
	}
	fmt.Fprintln(b.Stdout, file)
	return nil
}

// benchstatUnits are the units of metrics that are not plain numbers or ratios.
var benchstatUnits = map[string]string{
	workload.Bytes: "B/op", workload.Allocated: "B-allocated", workload.Memory: "B-memory",
	workload.Waited: "sec-waited", workload.LockWaits: "sec-lockwaits",
}

// benchstat returns all samples with all their metrics, in the format of Go benchmarks.
func (d benchDocument) benchstat() string {
	lines := fmt.Sprintf("goos: %s\ngoarch: %s\ncpu: %s\n", d.OS, d.Arch, d.Processor)
	for _, k := range d.Samples {
		name := strings.NewReplacer(", ", "-", " ", "-").Replace(k.Scheduler)
		lines += fmt.Sprintf("BenchmarkSeeds/experiment=%s/program=%s/size=%d/scheduler=%s/workers=%d 1 %s ns/op",
			k.Experiment, k.Kernel, k.Size, name, k.Workers, strconv.FormatFloat(1e9*k.Seconds, 'g', 6, 64))
		for _, metric := range slices.Sorted(maps.Keys(k.Metrics)) {
			unit := metric
			if u, is := benchstatUnits[metric]; is {
				unit = u
			}
			lines += fmt.Sprintf(" %g %s", k.Metrics[metric], unit)
		}
		lines += "\n"
	}
	return lines
}
