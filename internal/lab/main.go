// Command lab is for the maintainers of this repository. It measures the deques, the pool and the
// scheduler beside other tools. It puts faults into the code, and checks the specifications with
// TLC. It runs only in a checkout: go -C internal/lab run .
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/specs"
)

func main() {
	ctx := console.UntilSignal()
	// Arguments name files from the root of the checkout, whatever the current directory is.
	if dir, err := check.ModuleDir(ctx); err == nil {
		err = os.Chdir(dir)
		if err != nil {
			fmt.Fprintf(os.Stderr, "lab: %v\n", err)
			os.Exit(console.ExitUsage)
		}
	}
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main without the process.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &console.Command{Name: "lab", Stdin: stdin, Stdout: stdout, Stderr: stderr}
	return c.Run(ctx, root(c), args)
}

const examples = `  Measures the code of this repository and attacks it. Arguments name files from the root.

EXAMPLES
  go -C internal/lab run . bench -quick               the pool beside Rayon, ForkJoinPool, goroutines and others
  go -C internal/lab run . bench sched                the scheduler beside loom, shuttle and Lincheck
  go -C internal/lab run . bench seeds -quick         the programs of the five source documents, and the deques
  go -C internal/lab run . bench service              a service with the pool, errgroup, conc, pond or ants
  go -C internal/lab run . bench lin                  package lin beside Lincheck; needs Java
  go -C internal/lab run . mutants -run abp-no-stamp  puts a fault into the code, and shows which detectors notice it
  go -C internal/lab run . corpus -tenth              rewrites code of others, and runs its tests
  go -C internal/lab run . docs                       runs each command that the documents quote
  go -C internal/lab run . tables                     writes the tables of the documents from the saved runs
  go -C internal/lab run . explore abp                all states of a specification's machine
  go -C internal/lab run . tlc -tier full abp         the specification itself; needs Java
  go -C internal/lab run . graph -diff abp            compares the machine's graph with TLC's; needs Java
  go -C internal/lab run . controls abp               faulty variants of the specification, which must fail; needs Java

` + console.ExitCodes

func root(c *console.Command) *ffcli.Command {
	root := &ffcli.Command{
		Name:        "lab",
		ShortUsage:  "lab <verb> [flags]",
		LongHelp:    examples,
		FlagSet:     c.FlagSet("lab"),
		Subcommands: []*ffcli.Command{benchVerb(c), mutantsVerb(c), corpusVerb(c), docsVerb(c), tablesVerb(c), specs.ExploreVerb(c), specs.TLCVerb(c), specs.GraphVerb(c), specs.ControlsVerb(c)},
	}
	root.Exec = func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("unknown verb %q; want bench, controls, corpus, mutants, docs, tables, explore, tlc or graph", args[0])
		}
		c.Code = console.ExitUsage
		_, err := fmt.Fprintln(c.Stderr, ffcli.DefaultUsageFunc(root))
		return err
	}
	return root
}
