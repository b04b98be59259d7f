package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/lab/results"
)

// benchCodes are the exit codes of the verbs that only measure.
const benchCodes = `EXIT CODES
  0  everything was measured, even if a target was missed; absent tools are named
  1  a measurement failed, or a tool did not find the seeded bug
  2  wrong use: wrong flags, or not run in a checkout
  3  cut short by -timeout or a signal; the results so far are printed`

func benchVerb(c *console.Command) *ffcli.Command {
	b, fs := poolBenchFlags(c, "bench")
	of := []*ffcli.Command{benchPool(c), benchSched(c), benchSeeds(c), benchService(c), benchLin(c)}
	for _, one := range of {
		run := one.Exec
		one.Exec = func(ctx context.Context, args []string) error {
			if fs.NFlag() > 0 { // these flags belong to the pool's benchmark, which needs no name
				return fmt.Errorf("put the flags of bench %s after %s", one.Name, one.Name)
			}
			return run(ctx, args)
		}
	}
	return &ffcli.Command{
		Name:        "bench",
		ShortUsage:  "lab bench [what] [flags]",
		ShortHelp:   "measure the pool, the scheduler, the deques or package lin beside other tools; the pool by default",
		LongHelp:    poolHelp + benchCodes,
		FlagSet:     fs,
		Subcommands: of,
		Exec: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown benchmark %q; want pool, sched, seeds, service or lin", args[0])
			}
			return b.run(ctx)
		},
	}
}

// benchmark is a run of one of the benchmarks. Each round measures everything once, and some tasks
// run once in the whole run.
type benchmark struct {
	*console.Command
	verb    string
	json    bool
	quick   bool
	rounds  int
	peers   string
	save    string
	timeout time.Duration
	counts  string // the counted thing that has a column in the table

	performed
	programs map[string]*peers.Program // by name; nil if it cannot be built
	version  string                    // of the measured code
	date     time.Time
	load     string            // before anything was built
	versions map[string]string // of tools and compilers
	absent   []string          // each with its reason
	took     time.Duration
	before   time.Duration // the time that the resumed run took
	samples  []seedSample  // of bench seeds
}

// register defines the flags that all benchmarks have. It is given the names of all peers.
func (b *benchmark) register(fs *flag.FlagSet, peers []string) {
	fs.IntVar(&b.rounds, "rounds", 0, "`number` of rounds; 0 means the default")
	fs.BoolVar(&b.quick, "quick", false, "fewer and shorter measurements: about a minute, once everything is built")
	fs.BoolVar(&b.json, "json", false, "print one JSON document instead of the table")
	fs.StringVar(&b.save, "save", "", "write the JSON document to this `file` as well, compressed if its name ends in "+results.Packed)
	fs.StringVar(&b.peers, "peers", strings.Join(peers, ","), "`names` of the tools to compare with, or none")
	fs.DurationVar(&b.timeout, "timeout", 0, "cut the whole run short after this `time`; 0 means never")
}

// validate returns an error if the flags are wrong.
func (b *benchmark) validate(peers []string) error {
	for _, err := range []error{console.NotNegative("-rounds", b.rounds), console.NotNegative("-timeout", b.timeout)} {
		if err != nil {
			return err
		}
	}
	for i, name := range b.chosen() {
		if !slices.Contains(peers, name) {
			return fmt.Errorf("unknown peer %q; known are %s and none", name, strings.Join(peers, ", "))
		}
		if slices.Contains(b.chosen()[:i], name) {
			return fmt.Errorf("-peers names %s twice", name)
		}
	}
	if b.save != "" {
		// Fail now rather than after minutes. The old content stays until there is a new document.
		f, err := os.OpenFile(b.save, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return fmt.Errorf("-save: %w", err)
		}
		f.Close()
	}
	return nil
}

// chosen returns the peers that -peers names.
func (b *benchmark) chosen() []string {
	if b.peers == "none" {
		return nil
	}
	return strings.Split(b.peers, ",")
}

// measures is the part of a benchmark that differs from the others: its programs, tasks and rows.
type measures interface {
	prepare(ctx context.Context, module string) error // builds programs; returns a misuse if the flags were wrong
	tasks() []task
	rows() []benchRow
	notes() []string
}

// misuse is an error in the flags that shows only when programs are built.
type misuse struct{ error }

// subcommand returns the command for a benchmark whose flags are defined.
func (b *benchmark) subcommand(fs *flag.FlagSet, help, long string, run func(context.Context) error) *ffcli.Command {
	return &ffcli.Command{
		Name:       fs.Name()[len("bench "):],
		ShortUsage: fmt.Sprintf("lab %s [flags]", b.verb),
		ShortHelp:  help,
		LongHelp:   long + benchCodes,
		FlagSet:    fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.NoArguments(b.verb, args); err != nil {
				return err
			}
			return run(ctx)
		},
	}
}

// measure does a run and prints its results. It uses the given number of rounds unless a flag sets
// another one.
func (b *benchmark) measure(ctx context.Context, rounds int, of measures) error {
	if b.rounds == 0 {
		b.rounds = rounds
	}
	if b.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, b.timeout, fmt.Errorf("-timeout %v", b.timeout))
		defer cancel()
	}
	b.date, b.load, b.versions = time.Now(), loadAverage(proc), map[string]string{}
	module, err := checkout(ctx, b.verb)
	if err != nil {
		return err
	}
	if b.version == "" {
		b.version = checkedOut(ctx, module)
	}
	if err := of.prepare(ctx, module); err != nil && ctx.Err() == nil {
		if wrong := (misuse{}); errors.As(err, &wrong) {
			return wrong
		}
		fmt.Fprintf(b.Stderr, "lab: %v\n", err)
		b.Code = console.ExitBroken
		return nil
	}
	if strings.Contains(b.versions["Go"], runtime.Version()) {
		delete(b.versions, "Go") // the document names Go itself
	}
	if ctx.Err() != nil {
		b.cut = context.Cause(ctx).Error()
		fmt.Fprintf(b.Stderr, "lab: stopping: %s\n", b.cut)
	} else {
		problems := b.problems
		b.performed = *perform(ctx, b.Stderr, of.tasks())
		b.problems = append(problems, b.problems...)
	}
	b.took = b.before + time.Since(b.date)
	return b.print(of.rows(), of.notes())
}

// peerPrograms is a variable, because tests must not depend on installed tools.
var peerPrograms = map[string]func(module string) peers.Project{
	"ours":      peers.Ours,
	"seeds":     peers.Seeds,
	"unpadded":  peers.Unpadded,
	"rustpools": peers.RustPools,
	"javapools": peers.JavaPool,
	"gopools":   peers.GoPools,
	"tbbpools":  peers.OneTBB,
}

// program builds one of peerPrograms, at most once. Messages name the peers in it.
func (b *benchmark) program(ctx context.Context, module, name, who string) *peers.Program {
	p, known := b.programs[name]
	if !known {
		project := peerPrograms[name](module)
		p = b.obtain(ctx, who, func() (*peers.Program, error) { return project.Build(ctx, peers.Cache()) })
		if b.programs == nil {
			b.programs = map[string]*peers.Program{}
		}
		b.programs[name] = p
	}
	return p
}

// obtain builds a program. If that fails, it notes the reason and returns nil.
func (b *benchmark) obtain(ctx context.Context, name string, build func() (*peers.Program, error)) *peers.Program {
	if ctx.Err() != nil {
		return nil
	}
	fmt.Fprintf(b.Stderr, "building %s\n", name)
	p, err := build()
	if ctx.Err() != nil {
		return nil
	}
	if err == nil {
		b.versions[p.Name] = p.Version
		return p
	}
	fault := fmt.Sprintf("%s: %v", name, err)
	var absent *peers.AbsentError
	if errors.As(err, &absent) {
		b.absent = append(b.absent, fault)
	} else {
		b.problems = append(b.problems, fault) // most likely there is no network
	}
	fmt.Fprintf(b.Stderr, "lab: NOT MEASURED: %s\n", fault)
	return nil
}

// state returns how the run ended.
func (b *benchmark) state() console.State {
	switch {
	case len(b.problems) > 0:
		return console.Failed
	case b.cut != "":
		return console.CutShort
	}
	return console.Held
}

// print writes the rows, as a table with notes or as JSON.
func (b *benchmark) print(rows []benchRow, notes []string) error {
	b.Code = console.ExitCode(b.state())
	d := b.document(rows, notes)
	text := console.Encode(d)
	if err := b.store(text); err != nil {
		return fmt.Errorf("-save: %w", err)
	}
	if !b.json {
		text = d.text(b.counts)
	}
	if _, err := io.WriteString(b.Stdout, text); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return nil
}

// store writes the document to the file that -save names. A run that was cut short does not replace an
// earlier one, unless it went on with it.
func (b *benchmark) store(text string) error {
	if b.save == "" {
		return nil
	}
	if info, err := os.Stat(b.save); err == nil && info.Size() > 0 && b.cut != "" && b.samples == nil {
		fmt.Fprintf(b.Stderr, "lab: this run was cut short, so %s keeps the earlier run\n", b.save)
		return nil
	}
	return results.Write(b.save, []byte(text))
}

// checkout returns the directory of this module's sources.
func checkout(ctx context.Context, verb string) (string, error) {
	dir, err := check.ModuleDir(ctx)
	switch {
	case err == nil || ctx.Err() != nil:
		return dir, nil // the caller reports a run that was cut short
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("%s needs the go command: %w", verb, exec.ErrNotFound)
	}
	return "", fmt.Errorf("%s measures what it builds from the sources: run it in a checkout of github.com/stealproof/stealproof", verb)
}
