package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
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
	anew     bool
	list     bool
	replay   bool
	again    bool
	document bool
	budget   time.Duration
	to       string

	root      string
	every     []mutation.Mutant
	mutants   []mutation.Mutant // that are chosen
	detectors []campaign.Detector
}

func mutantsVerb(c *console.Command) *ffcli.Command {
	m := &mutating{Command: c}
	fs := c.FlagSet("mutants")
	fs.StringVar(&m.only, "run", "", "only the mutants whose names match this `regexp`")
	fs.StringVar(&m.detector, "detector", "", "only these `detectors`, with commas: "+joined(campaign.Detectors, ", "))
	fs.BoolVar(&m.all, "all", false, "all mutants and all detectors; what the file has is left out, so an interrupted run goes on")
	fs.BoolVar(&m.anew, "anew", false, "fill what the file has as well, such as when a detector has learnt something")
	fs.BoolVar(&m.list, "list", false, "list the mutants and what is wrong with them, and of a few the tokens of their schedules; run nothing")
	fs.BoolVar(&m.replay, "replay", false, "repeat one schedule of each mutant, by the tokens of the file")
	fs.BoolVar(&m.again, "again", false, "repeat every deterministic kill of the file: its schedule, or the search of a machine; TLC is left to its verb")
	fs.BoolVar(&m.document, "document", false, "write docs/"+campaign.Page+" and docs/"+campaign.RowsPage+" from the file, and run nothing; say what is missing there")
	fs.DurationVar(&m.budget, "budget", 3*time.Second, "how long a detector goes on that would go on for ever")
	fs.StringVar(&m.to, "to", "", "the `file` of results, to which lines are added; the newest "+campaign.Folder+"/kill-matrix-*; none if mutants or detectors are chosen without -all. One whose name ends in "+results.Packed+" is compressed, and unpacked beside it while lines are added")
	return &ffcli.Command{
		Name:       "mutants",
		ShortUsage: "lab mutants [flags]",
		ShortHelp:  "put faults into the deques and the pools, and see who notices",
		LongHelp: `  Builds the production code with faults, which an overlay puts in, and puts each to the
  detectors: the scheduler, the tests, random and fuzzed programs, real cores with and without
  the race detector, and specifications with the same fault. The sources are not changed, and
  the unchanged code is put to each detector first. docs/kill-matrix.md has what came of it.
  A result is of a mutant's code as it was then: if the changed functions are others now, it
  counts as not run.

EXIT CODES
  0  each mutant that was run was noticed by some detector, now or in the committed results, or
     is known to be equivalent
  1  a mutant survived, or is stale, or the unchanged code did not pass; with -replay and -again,
     something was not as before; with -document, a mutant has no reason why one kind of detector
     is enough
  2  wrong use: flags, files
  3  cut short by a signal; what was done until then is in the file`,
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

// choose finds the mutants and the detectors.
func (m *mutating) choose(ctx context.Context) error {
	modes := 0
	for _, on := range []bool{m.list, m.replay, m.again, m.document} {
		if on {
			modes++
		}
	}
	switch {
	case modes > 1:
		return errors.New("-list, -replay, -again and -document do not go together")
	case modes == 0 && !m.all && m.only == "" && m.detector == "":
		return errors.New("mutants wants -run, -detector, -all, -list, -replay, -again or -document: all of it takes hours")
	case modes > 0 && m.anew:
		return errors.New("-anew runs mutants, and does not go with -list, -replay, -again and -document")
	case m.budget <= 0:
		return fmt.Errorf("-budget is %v; want more than 0", m.budget)
	case m.document && (m.only != "" || m.detector != ""):
		return errors.New("-document is of all mutants, and takes neither -run nor -detector")
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
	if m.every, err = mutation.All(m.root); err != nil {
		return err
	}
	for _, one := range m.every {
		if only.MatchString(one.Name) {
			m.mutants = append(m.mutants, one)
		}
	}
	if len(m.mutants) == 0 {
		return fmt.Errorf("-run %s matches none of the %d mutants", m.only, len(m.every))
	}
	return nil
}

func (m *mutating) chooseDetectors() error {
	m.detectors = campaign.Detectors
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

// chooseFile finds the file of results. One has to be there if it is only read.
func (m *mutating) chooseFile(read bool) error {
	chosen := m.to == "" && m.all && !read
	if m.to == "" && (read || m.all) {
		newest, err := campaign.Newest(m.root)
		switch {
		case err != nil:
			return err
		case newest == "" && m.all:
			newest = campaign.Today(m.root)
		case chosen && !results.IsPacked(newest): // of a campaign that was killed: it is packed in the end
			newest += results.Packed
		}
		m.to = newest
	}
	if read && !m.list && m.to == "" {
		return fmt.Errorf("there is no %s/kill-matrix-*; make one by mutants -all", campaign.Folder)
	}
	if read {
		return nil
	}
	if chosen {
		fmt.Fprintf(m.Stderr, "results go to %s\n", m.to)
	}
	return console.WritableFile("-to", m.to)
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
		if err != nil { // it is stale
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
