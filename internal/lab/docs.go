package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"
	"golang.org/x/sync/errgroup"

	"github.com/stealproof/stealproof/internal/arch"
	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
)

// quoting is the verb that runs the commands of the documents.
type quoting struct {
	*console.Command
	each time.Duration
	only string
	j    int
}

func docsVerb(c *console.Command) *ffcli.Command {
	q := &quoting{Command: c}
	fs := c.FlagSet("docs")
	fs.DurationVar(&q.each, "each", 20*time.Second, "interrupt a command after this `time`; it passes if it has not failed by then")
	fs.IntVar(&q.j, "j", 1, "run this `number` of commands at a time")
	fs.StringVar(&q.only, "run", "", "only the commands that match this `regexp`")
	return &ffcli.Command{
		Name:       "docs",
		ShortUsage: "lab docs [flags]",
		ShortHelp:  "run each command that the documents quote",
		LongHelp: `  Runs each line of the documents' sh blocks in the checkout. No command may change a file.
  A line whose comment says "exits 1" must end with that code, and all others with 0.
  The lines of blocks marked "sh module" run one after the other, in a module of their own
  for each page. Blocks marked "sh example: REASON" do not run.
  .ci/run does not run either, because it would run itself.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.NoArguments("docs", args); err != nil {
				return err
			}
			if q.each <= 0 {
				return fmt.Errorf("-each is %v; want more than 0", q.each)
			}
			if q.j < 1 {
				return fmt.Errorf("-j is %d; want 1 or more", q.j)
			}
			only, err := regexp.Compile(q.only)
			if err != nil {
				return fmt.Errorf("-run: %w", err)
			}
			return q.run(ctx, only)
		},
	}
}

func (q *quoting) run(ctx context.Context, only *regexp.Regexp) error {
	module, err := checkout(ctx, "docs")
	if err != nil {
		return err
	}
	pages, err := arch.ReadPages(os.DirFS(module))
	if err != nil {
		return err
	}
	before, err := status(ctx, module)
	if err != nil {
		return err
	}
	commands := distinct(pages, only)
	if len(commands) == 0 && !slices.ContainsFunc(pages, func(p arch.Page) bool { return follows(p, only) }) {
		return errors.New("no quoted command matches")
	}
	failed, err := q.runAll(ctx, module, commands)
	if err != nil {
		return err
	}
	for _, p := range pages {
		n, broken, err := q.follow(ctx, module, p, only)
		if err != nil {
			return err
		}
		failed += broken
		commands = append(commands, make([]line, n)...)
	}
	if ctx.Err() != nil {
		q.Code = console.ExitCut
		return nil
	}
	if after, err := status(ctx, module); err != nil || after != before {
		q.Code = console.ExitBroken
		fmt.Fprintf(q.Stdout, "FAILED: the commands changed the checkout. Before, git status said\n%sand afterwards\n%s", before, after)
	}
	fmt.Fprintf(q.Stdout, "%s, %d failed\n", console.Plural(len(commands), "command"), failed)
	return nil
}

// line is a command and its place.
type line struct{ path, command string }

// distinct returns the commands to run, each once.
func distinct(pages []arch.Page, only *regexp.Regexp) (out []line) {
	ran := map[string]bool{}
	for _, p := range pages {
		for _, c := range p.Commands {
			command := strings.TrimPrefix(c.Text, "$ ")
			key, _, _ := strings.Cut(command, " #")
			if key = strings.TrimSpace(key); key == "" || ran[key] || strings.HasPrefix(command, ".ci/run") || !only.MatchString(command) {
				continue
			}
			ran[key] = true
			out = append(out, line{fmt.Sprintf("%s:%d", p.Path, c.Line), command})
		}
	}
	return out
}

// runAll runs the commands, j at a time, and prints how each ended. It returns the number that failed.
func (q *quoting) runAll(ctx context.Context, module string, commands []line) (failed int, err error) {
	var printing sync.Mutex
	var all errgroup.Group
	all.SetLimit(q.j)
	for _, l := range commands {
		all.Go(func() error {
			start := time.Now()
			says, err := quoted(ctx, module, l.command, q.each)
			if ctx.Err() != nil {
				return nil
			}
			printing.Lock()
			defer printing.Unlock()
			if err != nil {
				failed++
				q.Code = console.ExitBroken
				says = "FAILED: " + err.Error()
			}
			_, err = fmt.Fprintf(q.Stdout, "%s: %s\n    %s, %s\n", l.path, l.command, says, console.Seconds(time.Since(start)))
			return err
		})
	}
	err = all.Wait()
	return failed, err
}

// exits matches the comment with which a document announces an exit code other than 0.
var exits = regexp.MustCompile(`#.*\bexits (\d)\b`)

// either matches the comment of a command whose exit code depends on chance.
var either = regexp.MustCompile(`#.*\bexits 1\b.*, or 0\b`)

const interrupted = "still running, and interrupted"

// quoted runs one command and says how it ended. It interrupts a command that is still running
// after each, and lets it pass.
func quoted(ctx context.Context, dir, command string, each time.Duration) (says string, err error) {
	want := 0
	if m := exits.FindStringSubmatch(command); m != nil {
		want, _ = strconv.Atoi(m[1])
	}
	var out strings.Builder
	timed, cancel := context.WithTimeout(ctx, each)
	defer cancel()
	c := exec.CommandContext(timed, "bash", "-c", command)
	c.Dir, c.Stdout, c.Stderr = dir, &out, &out
	check.Group(c) // interrupts bash together with its children
	c.WaitDelay = 20 * time.Second
	err = c.Run()
	var code *exec.ExitError
	switch {
	case timed.Err() != nil:
		return interrupted, nil
	case err != nil && !errors.As(err, &code):
		return "", err
	case c.ProcessState.ExitCode() != want && !(want == 1 && either.MatchString(command) && c.ProcessState.ExitCode() == 0):
		return "", fmt.Errorf("exit code %d, want %d:\n%s", c.ProcessState.ExitCode(), want, out.String())
	}
	return fmt.Sprintf("exit code %d", c.ProcessState.ExitCode()), nil
}

// status returns the state of the checkout's files, as git reports it.
func status(ctx context.Context, module string) (string, error) {
	says, err := exec.CommandContext(ctx, "git", "-C", module, "status", "--porcelain").Output()
	if err != nil {
		return "", fmt.Errorf("git status: %w", err)
	}
	return string(says), nil
}
