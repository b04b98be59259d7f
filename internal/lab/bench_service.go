package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/peers"
)

// serviceJobs are the parts of a service that bench service measures: the name that the program
// knows, and the title in the table.
var serviceJobs = [][2]string{
	{"mix, light p99", "server mix: 99th percentile of light requests"},
	{"mix, heavy", "server mix: a heavy request"},
	{"blocking", "blocking: 2,000 waits of 1 ms, 66 at once"},
	{"walk", "walk: 8,191 directories, a hash in each"},
	{"json", "JSON: 500 documents"},
	{"loop", "loop: a million square roots, 64 parts"},
	{"sort", "sort: 500,000 ints"},
}

// serviceLibraries are the libraries, and for each the module that has its version.
var serviceLibraries = [][2]string{
	{"goroutines", ""}, {"errgroup", "golang.org/x/sync"}, {"conc", "github.com/sourcegraph/conc"},
	{"pond", "github.com/alitto/pond/v2"}, {"ants", "github.com/panjf2000/ants/v2"},
}

// servicePeers are the names of serviceLibraries.
func servicePeers() (names []string) {
	for _, l := range serviceLibraries {
		names = append(names, l[0])
	}
	return names
}

// serviceTakes is about how long a measurement takes, with its process.
const serviceTakes = time.Second

// serviceBench compares the pool with other libraries in the jobs of a service.
type serviceBench struct {
	benchmark
	runs   *peers.Program
	series map[[2]string]*series // by job and library
}

const serviceHelp = `  Measures the jobs of a service with the pool and with goroutines, errgroup, conc, pond
  and ants: a mix of heavy and light requests, calls that block, a walk, JSON, a loop and
  a sort. Each round measures everything once, each time in a new process. Three rounds
  take about two minutes.

`

func benchService(c *console.Command) *ffcli.Command {
	b := &serviceBench{benchmark: benchmark{Command: c, verb: "bench service", counts: "bytes"}, series: map[[2]string]*series{}}
	fs := c.FlagSet(b.verb)
	b.register(fs, servicePeers())
	return b.subcommand(fs, "the pool in a service, beside goroutines and other libraries", serviceHelp, b.run)
}

func (b *serviceBench) run(ctx context.Context) error {
	if err := b.validate(servicePeers()); err != nil {
		return err
	}
	rounds := 3
	if b.quick {
		rounds = 1
	}
	return b.measure(ctx, rounds, b)
}

// prepare builds the program of all libraries, which also has ours.
func (b *serviceBench) prepare(ctx context.Context, module string) error {
	b.runs = b.program(ctx, module, "gopools", "all libraries")
	return nil
}

// libraries returns ours and the chosen ones.
func (b *serviceBench) libraries() []string { return slices.Concat([]string{ours}, b.chosen()) }

func (b *serviceBench) tasks() []task {
	if b.runs == nil {
		return nil
	}
	var all []*series
	for _, job := range serviceJobs {
		for _, library := range b.libraries() {
			s := &series{name: job[1] + ", " + library, takes: serviceTakes, show: nanoseconds.show}
			s.measure = func(ctx context.Context) (sample, error) {
				var r struct{ Nanoseconds float64 }
				err := b.runs.Run(ctx, serviceTakes, &r, "service", job[0], library)
				return sample{value: r.Nanoseconds}, err
			}
			b.series[[2]string{job[0], library}] = s
			all = append(all, s)
		}
	}
	return interleave(b.rounds, all)
}

// rows returns a row for each job and library. Its ratios divide its time by ours, of the same
// round.
func (b *serviceBench) rows() []benchRow {
	var rows []benchRow
	for _, job := range serviceJobs {
		our := b.series[[2]string{job[0], ours}]
		for _, library := range b.libraries() {
			r := benchRow{Group: job[1], What: b.label(library), Scenario: job[0], Unit: nanoseconds}
			if s := b.series[[2]string{job[0], library}]; s != nil {
				r.Values = s.values
				for i := range s.values {
					if library != ours {
						r.Ratios = append(r.Ratios, s.values[i]/our.values[i])
					}
				}
			}
			rows = append(rows, r.judged())
		}
	}
	return rows
}

// label returns the library with its version.
func (b *serviceBench) label(library string) string {
	for _, l := range serviceLibraries {
		if l[0] != library || l[1] == "" || b.runs == nil {
			continue
		}
		if v, err := b.runs.Library(l[1]); err == nil {
			return fmt.Sprintf("%s %s", library, v)
		}
	}
	return library
}

func (b *serviceBench) notes() []string {
	return []string{
		"Times are medians over the rounds, with minimum and maximum. Less is better. Ratios divide the time of a library by ours in the same round.",
		"The pool has as many workers as processors. Other libraries get the same limit, except in recursions, where a limit would hang them.",
	}
}
