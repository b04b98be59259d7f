// Command stealproof tests the work-stealing deques of this module on real cores, runs Go tests under a
// controlled scheduler, and judges recorded histories. Run it without arguments to see its usage.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"
)

func main() {
	os.Exit(run(console.UntilSignal(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run does the work of main, without touching the process. It returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &console.Command{Name: "stealproof", Stdin: stdin, Stdout: stdout, Stderr: stderr}
	return c.Run(ctx, root(c), args)
}

const examples = `  Runs Go tests under every schedule, and tests work-stealing deques. Each result names its bound.

EXAMPLES
  stealproof check ./mine                                the package's tests that call sched.Explore or lin.Check
  stealproof check -tests . ./...                        all plain tests of the module
  stealproof fuzz -for 10m ./mine                        fuzz programs together with their schedules
  stealproof verify                                      all rules on all deques; about a minute after the build
  stealproof verify -deque chaselev -json                one deque, as a JSON document
  stealproof verify -quick -timeout 20s -html out        for CI; saves failures in out
  stealproof verify -history out/abp-linearizable.ndjson judge a recorded history
  stealproof stress -deque abp -for 5m                   random rounds for 5 minutes
  stealproof stress -deque split -capacity 2 -scenario "push push pop | steal steal"

` + console.ExitCodes

func root(c *console.Command) *ffcli.Command {
	root := &ffcli.Command{
		Name:        "stealproof",
		ShortUsage:  "stealproof <verb> [flags]",
		LongHelp:    examples,
		FlagSet:     c.FlagSet("stealproof"),
		Subcommands: []*ffcli.Command{checkVerb(c), replayVerb(c), fuzzVerb(c), verifyVerb(c), stressVerb(c), versionVerb(c)},
	}
	root.Exec = func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("unknown verb %q; want check, replay, fuzz, verify, stress or version", args[0])
		}
		c.Code = console.ExitUsage
		_, err := fmt.Fprintln(c.Stderr, ffcli.DefaultUsageFunc(root))
		return err
	}
	return root
}
