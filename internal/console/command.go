package console

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// Command is one call of a command line program.
type Command struct {
	Name           string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Code           int             // the exit code if no verb returns an error
	help           strings.Builder // the text that -h prints
}

// Run parses the arguments, runs the chosen verb of root, and returns the exit code. If the verb returns an
// error, Run prints the error and returns ExitUsage.
func (c *Command) Run(ctx context.Context, root *ffcli.Command, args []string) int {
	err := root.ParseAndRun(ctx, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.Stdout, c.help.String())
		return ExitHeld
	case err != nil:
		fmt.Fprintf(c.Stderr, "%s: %s\n", c.Name, withAdvice(root, args, err))
		return ExitUsage
	}
	return c.Code
}

// badValue matches the error of package flag for a value that it cannot parse.
var badValue = regexp.MustCompile(`^(invalid (?:boolean )?value .* for (?:flag )?-(\S+)): (?:parse error|value out of range)$`)

// withAdvice returns the text of an error. If the error is about a flag, the text says what to do.
func withAdvice(root *ffcli.Command, args []string, err error) string {
	text := strings.TrimPrefix(err.Error(), "error parsing commandline arguments: ")
	if strings.HasPrefix(text, "flag provided but not defined: ") {
		return text + "; -h lists the flags"
	}
	m := badValue.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	verb := root
	for _, a := range args {
		if i := slices.IndexFunc(verb.Subcommands, func(s *ffcli.Command) bool { return s.Name == a }); i >= 0 {
			verb = verb.Subcommands[i]
		}
	}
	f := verb.FlagSet.Lookup(m[2])
	if f == nil { // an argument has the name of a verb
		return text
	}
	return m[1] + "; want " + wanted(f)
}

// wanted says which values a flag of package flag takes.
func wanted(f *flag.Flag) string {
	switch f.Value.(flag.Getter).Get().(type) {
	case time.Duration:
		return "a time, such as 30s or 10m"
	case bool:
		return "true or false"
	case uint, uint64:
		return "a whole number, 0 or more"
	}
	return "a whole number"
}

// UntilSignal returns a context that ends with the first signal. A signal more than a second later ends the
// process. The pause is for senders, such as timeout, that send two signals at once.
func UntilSignal() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		time.Sleep(time.Second)
		stop()
	})
	return ctx
}

// FlagSet returns an empty flag set for a verb. Its help goes to the same place as the command's.
func (c *Command) FlagSet(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(&c.help)
	return fs
}

// NoArguments returns an error if a verb got arguments.
func NoArguments(verb string, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes flags only, and no %q", verb, args[0])
	}
	return nil
}

// FlagsFirst returns an error if flags come after other arguments. In the error, what names these arguments.
func FlagsFirst(what string, args []string) error {
	for i, a := range args {
		if len(a) > 1 && a[0] == '-' {
			return fmt.Errorf("%s comes after %s; put flags before %s", a, args[max(0, i-1)], what)
		}
	}
	return nil
}

// NotNegative returns an error if the value of a flag is less than 0.
func NotNegative[N int | time.Duration](flag string, n N) error {
	if n < 0 {
		return fmt.Errorf("%s is %v; want 0 or more", flag, n)
	}
	return nil
}
