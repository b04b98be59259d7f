package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/lab/campaign"
	"github.com/stealproof/stealproof/internal/lab/results"
	"github.com/stealproof/stealproof/internal/mutation"
)

// mutating is the verb mutants.
type mutating struct {
	*console.Command
	only     string
	detector string
	all      bool
	lines    bool
	nth      int
	sample   int
	seed     uint64
	anew     bool
	list     bool
	replay   bool
	again    bool
	document bool
	budget   time.Duration
	parallel int
	to       string

	root      string
	every     []mutation.Mutant
	mutants   []mutation.Mutant // the chosen ones
	detectors []campaign.Detector
	mu        sync.Mutex // guards the output, the rows and the file of results
}

func mutantsVerb(c *console.Command) *ffcli.Command {
	m := &mutating{Command: c}
	fs := c.FlagSet("mutants")
	fs.StringVar(&m.only, "run", "", "only the mutants whose names match this `regexp`")
	fs.StringVar(&m.detector, "detector", "", "only these `detectors`, with commas: "+joined(campaign.Detectors, ", "))
	fs.BoolVar(&m.all, "all", false, "all mutants and all detectors; cells that the file has are not filled again, so an interrupted run goes on")
	fs.BoolVar(&m.lines, "lines", false, "the mutants of lines without a label, each with the package's tests, and if these do not notice it with the scheduler")
	fs.IntVar(&m.nth, "each", 1, "only each `n`th of the chosen mutants")
	fs.IntVar(&m.sample, "sample", 0, "only so `many` of the chosen mutants, at random among those without a result, from files with the smallest share of results first; 0 means all. Needs -all")
	fs.Uint64Var(&m.seed, "seed", 0, "the `number` that repeats a sample; 0 means a new one, which is printed")
	fs.BoolVar(&m.anew, "anew", false, "also fill cells that the file has, for example after a detector has changed")
	fs.BoolVar(&m.list, "list", false, "list the mutants and their faults, and the tokens of schedules if they are few; run nothing")
	fs.BoolVar(&m.replay, "replay", false, "repeat one schedule of each mutant, by the tokens of the file")
	fs.BoolVar(&m.again, "again", false, "repeat every deterministic kill of the file: its schedule, or the search of a machine; the verb tlc repeats TLC")
	fs.BoolVar(&m.document, "document", false, "write docs/"+campaign.Page+" and docs/"+campaign.RowsPage+" from the file, name the missing cells, and run nothing")
	fs.DurationVar(&m.budget, "budget", 3*time.Second, "how long to run a detector that does not end by itself")
	fs.IntVar(&m.parallel, "j", 1, "how `many` mutants to run at once; more than the processors help, since tests also wait")
	fs.StringVar(&m.to, "to", "", "the `file` of results to add to; the default is the newest "+campaign.Folder+"/kill-matrix-*, or none if mutants or detectors are chosen without -all. If its name ends in "+results.Packed+" it is compressed, and a plain file stands beside it while the run lasts")
	return &ffcli.Command{
		Name:       "mutants",
		ShortUsage: "lab mutants [flags]",
		ShortHelp:  "put faults into the deques and the pools, and see which detectors notice",
		LongHelp: `  Builds the production code with faults and runs the detectors on each. The detectors are
  the scheduler, the tests, random and fuzzed programs, real cores with and without the race
  detector, and specifications with the same fault. An overlay puts the faults in, so the
  sources do not change. Each detector first runs on the unchanged code. The results are in
  docs/kill-matrix.md. A result belongs to the mutant's code at that time: once the changed
  functions differ, it counts as not run.

EXIT CODES
  0  some detector noticed each mutant, in this run or in the committed results, or the mutant
     is known to be equivalent
  1  a mutant survived or is stale, or a detector found a fault in the unchanged code; with
     -replay and -again, a result has changed; with -document, cells are missing, or nothing
     says why one kind of detector is enough for a mutant
  2  wrong use: flags, files
  3  cut short by a signal; the results so far are in the file`,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.NoArguments("mutants", args); err != nil {
				return err
			}
			if err := m.choose(ctx); err != nil {
				return err
			}
			switch {
			case m.list:
				return m.printList()
			case m.document:
				return m.writeDocument()
			case m.replay:
				return m.replayAll(ctx)
			case m.again:
				return m.runAgain(ctx)
			}
			return m.run(ctx)
		},
	}
}

func joined[T ~string](list []T, with string) string {
	var all []string
	for _, s := range list {
		all = append(all, string(s))
	}
	return strings.Join(all, with)
}

// choose finds the chosen mutants and detectors.
func (m *mutating) choose(ctx context.Context) error {
	modes := 0
	for _, on := range []bool{m.list, m.replay, m.again, m.document} {
		if on {
			modes++
		}
	}
	if err := m.misused(modes); err != nil {
		return err
	}
	only, err := regexp.Compile(m.only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if err := m.chooseDetectors(); err != nil {
		return err
	}
	if m.root, err = check.ModuleDir(ctx); err != nil {
		return err
	}
	if err := m.chooseFile(modes > 0); err != nil {
		return err
	}
	if m.lines {
		m.every, err = mutation.Lines(m.root, campaign.Operated...)
	} else {
		m.every, err = mutation.All(m.root)
	}
	if err != nil {
		return err
	}
	matched := 0
	for _, one := range m.every {
		if !only.MatchString(one.Name) {
			continue
		}
		if matched%m.nth == 0 {
			m.mutants = append(m.mutants, one)
		}
		matched++
	}
	if len(m.mutants) == 0 {
		return fmt.Errorf("-run %s matches none of the %d mutants", m.only, len(m.every))
	}
	return m.sampled()
}

// misused returns what is wrong with the flags. modes is how many of them run no mutants.
func (m *mutating) misused(modes int) error {
	switch {
	case modes > 1:
		return errors.New("-list, -replay, -again and -document exclude each other")
	case modes == 0 && !m.all && m.only == "" && m.detector == "":
		return errors.New("mutants needs -run, -detector, -all, -list, -replay, -again or -document, because running everything takes hours")
	case modes > 0 && m.anew:
		return errors.New("-anew runs mutants, so it excludes -list, -replay, -again and -document")
	case m.nth < 1:
		return fmt.Errorf("-each is %d; want 1 or more", m.nth)
	case m.sample < 0:
		return fmt.Errorf("-sample is %d; want 0 or more", m.sample)
	case m.sample > 0 && (!m.all || modes > 0):
		return errors.New("-sample chooses mutants that -all runs, so it needs -all, and no -list, -replay, -again or -document")
	case m.seed != 0 && m.sample == 0:
		return errors.New("-seed repeats a sample, so it needs -sample")
	case m.lines && m.again:
		return errors.New("-again repeats searches of the kill matrix, so it excludes -lines; -replay repeats the schedules of both")
	case m.parallel < 1:
		return fmt.Errorf("-j is %d; want 1 or more", m.parallel)
	case m.budget <= 0:
		return fmt.Errorf("-budget is %v; want more than 0", m.budget)
	case m.document && (m.only != "" || m.detector != ""):
		return errors.New("-document covers all mutants, so it excludes -run and -detector")
	}
	return nil
}

func (m *mutating) chooseDetectors() error {
	m.detectors = campaign.Detectors
	if m.lines {
		m.detectors = campaign.OfALine
	}
	if m.detector == "" {
		return nil
	}
	m.detectors = nil
	for _, name := range strings.Split(m.detector, ",") {
		d := campaign.Detector(strings.TrimSpace(name))
		if !slices.Contains(campaign.Detectors, d) {
			return fmt.Errorf("-detector: unknown detector %q; want %s", name, joined(campaign.Detectors, ", "))
		}
		if !slices.Contains(m.detectors, d) {
			m.detectors = append(m.detectors, d)
		}
	}
	return nil
}

// chooseFile finds the file of results. If the file is only read, it must exist.
func (m *mutating) chooseFile(read bool) error {
	chosen := m.to == "" && m.all && !read
	if m.to == "" && (read || m.all) {
		newest, err := campaign.Newest(m.root, m.kind())
		switch {
		case err != nil:
			return err
		case newest == "" && m.all:
			newest = campaign.Today(m.root, m.kind())
		case chosen && !results.IsPacked(newest): // left by a killed campaign, and packed when this one ends
			newest += results.Packed
		}
		m.to = newest
	}
	if read && !m.list && m.to == "" {
		return fmt.Errorf("there is no %s/%s-*; make one with mutants -all", campaign.Folder, m.kind())
	}
	if read {
		return nil
	}
	if chosen {
		fmt.Fprintf(m.Stderr, "results go to %s\n", m.to)
	}
	return console.WritableFile("-to", m.to)
}

// kind returns the kind of the file of results.
func (m *mutating) kind() string {
	if m.lines {
		return campaign.OfLines
	}
	return campaign.OfMatrix
}

func (m *mutating) printList() error {
	var cells []campaign.Cell
	if len(m.mutants) <= fewRows && m.to != "" {
		var err error
		if cells, err = campaign.Read(m.to); err != nil {
			return err
		}
	}
	for _, one := range m.mutants {
		digests, err := campaign.Digests(m.root, []mutation.Mutant{one})
		if err != nil { // the mutant is stale
			m.fails(err)
		}
		origin := one.Origin
		if one.Generated() {
			origin = "an operator"
		}
		line := fmt.Sprintf("%s\n    %s\n    %s; %s\n", one.Name, one.Mechanism, one.File, origin)
		if c, is := (campaign.Matrix{Digests: digests, Cells: cells}).Token(one.Name); is {
			line += fmt.Sprintf("    token of %s, %s: %s\n", c.Detector, c.Rule, c.Token)
		}
		if _, err := io.WriteString(m.Stdout, line); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(m.Stdout, console.Plural(len(m.mutants), "mutant"))
	return err
}
