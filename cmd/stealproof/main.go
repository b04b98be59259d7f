// Command stealproof tests the work-stealing deques of this module on real
// cores, and judges recorded histories. Run it without arguments for its usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends the run, a later one the process. Some, such as timeout, send two at once.
	context.AfterFunc(ctx, func() {
		time.Sleep(time.Second)
		stop()
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// command is one call of stealproof.
type command struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	code           int             // the exit code, if no verb returns an error
	help           strings.Builder // what -h prints
}

// run is main without the process. An error of a verb is a wrong use of it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &command{stdin: stdin, stdout: stdout, stderr: stderr}
	err := c.root().ParseAndRun(ctx, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, c.help.String())
		return exitHeld
	case err != nil:
		fmt.Fprintf(stderr, "stealproof: %s\n", strings.TrimPrefix(err.Error(), "error parsing commandline arguments: "))
		return exitUsage
	}
	return c.code
}

const examples = `  Runs the deques of package wsq on real cores and says what held, within which bound.

EXAMPLES
  stealproof verify                                      all rules, all deques; about a minute
  stealproof verify -deque chaselev -json                one deque, as a JSON document
  stealproof verify -quick -timeout 20s -html out        for CI; what fails is saved in out
  stealproof verify -history out/abp-linearizable.ndjson judge a recorded history
  stealproof check ./mydeque                             the package's tests under every schedule
  stealproof fuzz -for 10m ./fuzz                        programs and schedules, chosen by a fuzzer
  stealproof stress -deque abp -for 5m                   random rounds, for longer
  stealproof stress -deque split -capacity 2 -scenario "push push pop | steal steal"
  stealproof explore abp                                 all states of a specification's machine
  stealproof tlc -tier full abp                          the specification itself; needs Java
  stealproof bench -quick                                the pool against rayon, ForkJoinPool, goroutines, ...
  stealproof bench sched                                 the scheduler against loom, shuttle and Lincheck
  stealproof bench seeds -quick                          the five source documents, and deques
  stealproof mutants -run abp-no-stamp                   a fault in the code, and who notices

` + exitCodes

func (c *command) root() *ffcli.Command {
	root := &ffcli.Command{
		Name:        "stealproof",
		ShortUsage:  "stealproof <verb> [flags]",
		LongHelp:    examples,
		FlagSet:     c.flagSet("stealproof"),
		Subcommands: []*ffcli.Command{c.verify(), c.checks(), c.replay(), c.fuzz(), c.stress(), c.machines(), c.tlc(), c.graph(), c.bench(), c.mutants(), c.version()},
	}
	root.Exec = func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("unknown verb %q; want verify, check, replay, fuzz, stress, explore, tlc, graph, bench, mutants or version", args[0])
		}
		c.code = exitUsage
		_, err := fmt.Fprintln(c.stderr, ffcli.DefaultUsageFunc(root))
		return err
	}
	return root
}

func (c *command) flagSet(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(&c.help)
	return fs
}

// noArguments returns an error if a verb was given arguments.
func noArguments(verb string, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes flags only, and no %q", verb, args[0])
	}
	return nil
}
