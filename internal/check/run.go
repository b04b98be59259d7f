package check

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// Plan says how to run a binary.
type Plan struct {
	Run    string        // selects the tests, like go test -run
	Time   time.Duration // bound of each search that sets none; 0 means the default
	Replay string        // the text of a token
	Shard  int           // the number of the part, from 1; 0 means the whole search
	Shards int
	Jobs   int // number of processes that share each search
	Args   []string
	Env    []string // added to the environment of this process
	// Confirm makes each failure happen again in a fresh process before it is reported. A failure
	// that does not is reported as not checked.
	Confirm bool
	// Report, if not nil, is called with the result of each search as it comes. With several jobs each job
	// reports, and names its part. Running is called about every second with the sum of all jobs for a running
	// search.
	Report, Running func(report.Report)
}

// Outcome is the result of the processes of a plan.
type Outcome struct {
	Reports []report.Report // one for each search, merged; searches that have not ended come last
	Output  []byte          // output of the first process that failed, or else of the first process
	Failed  bool            // a process failed, with or without a report
	Doubted bool            // a failure did not happen again, see Plan.Confirm
	Died    string          // how a process ended before the end of its tests; "" if none did
	Began   []string        // the tests that were running then
	NotRun  []string        // the tests that had not begun then, as far as they are known
}

// run runs a plan once.
func (b *Binary) run(ctx context.Context, p Plan) (Outcome, error) {
	jobs, shard, shards := max(1, p.Jobs), 1, 1
	if p.Shards > 0 {
		shard, shards = p.Shard, p.Shards
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	board := newBoard(jobs)
	outs := make([]Outcome, jobs)
	errs := make([]error, jobs)
	for j := range jobs {
		wg.Go(func() {
			part := fmt.Sprintf("%d/%d", (shard-1)*jobs+j+1, shards*jobs)
			if shards*jobs == 1 {
				part = ""
			}
			outs[j], errs[j] = b.process(ctx, p, part, func(r report.Report) {
				mu.Lock()
				defer mu.Unlock()
				if p.Shards > 0 {
					r.Part, r.Fingerprint = fmt.Sprintf("%d/%d", p.Shard, p.Shards), b.fingerprint
				}
				sum := board.add(j, r)
				switch {
				case r.Ending == report.Running && p.Running != nil:
					p.Running(sum)
				case r.Ending != report.Running && p.Report != nil:
					if jobs > 1 {
						r.Part = part
					}
					p.Report(r)
				}
			})
		})
	}
	wg.Wait()
	all := worst(outs)
	ended, running := board.reports()
	all.Reports = append(ended, running...)
	return all, errors.Join(errs...)
}

// RunAll runs plans at the same time. No test may be in two of them.
func (b *Binary) RunAll(ctx context.Context, plans ...Plan) (Outcome, error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	outs, errs := make([]Outcome, len(plans)), make([]error, len(plans))
	for i, p := range plans {
		if each := p.Report; each != nil {
			p.Report = func(r report.Report) {
				mu.Lock()
				defer mu.Unlock()
				each(r)
			}
		}
		wg.Go(func() { outs[i], errs[i] = b.Run(ctx, p) })
	}
	wg.Wait()
	all := worst(outs)
	all.Reports = nil
	for _, o := range outs {
		all.Reports = append(all.Reports, o.Reports...)
	}
	return all, errors.Join(errs...)
}

// worst returns the outcome of the first process that died or failed, or else of the first process.
func worst(outs []Outcome) Outcome {
	all := outs[0]
	for _, o := range outs {
		if o.Failed && !all.Failed || o.Died != "" && all.Died == "" {
			all = o
		}
	}
	return all
}

// process runs the binary once.
func (b *Binary) process(ctx context.Context, p Plan, part string, each func(report.Report)) (Outcome, error) {
	f, err := os.CreateTemp(b.dir, "results-")
	if err != nil {
		return Outcome{}, err
	}
	results := f.Name()
	if err := f.Close(); err != nil {
		return Outcome{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c, run := b.command(ctx, p, part, results)
	ended := make(chan error, 1)
	var out Outcome
	go func() {
		var err error
		out.Output, err = c.CombinedOutput()
		ended <- err
	}()
	read := follow(results, each)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := read(); err != nil {
				cancel()
				<-ended
				return out, err
			}
		case err := <-ended:
			if rerr := read(); rerr != nil {
				return out, rerr
			}
			out.Failed = err != nil
			if err := interrupted(ctx, err); err != nil {
				return out, err
			}
			if err != nil && !errors.As(err, new(*exec.ExitError)) {
				return out, err
			}
			if !cameToEnd.Match(out.Output) {
				out.Failed, out.Died = true, c.ProcessState.String()
				out.Began, out.NotRun = b.unfinished(ctx, run, out.Output)
			}
			return out, nil
		}
	}
}

// command returns the command that runs the tests of a plan, and the pattern of these tests.
func (b *Binary) command(ctx context.Context, p Plan, part, results string) (c *exec.Cmd, run string) {
	run = p.Run
	if run == "" {
		run = "."
	}
	args := append([]string{"-test.run=" + run, "-test.v", "-test.timeout=0"}, p.Args...)
	if len(b.Others) > 0 {
		args = skip(args, "^("+strings.Join(b.Others, "|")+")$")
	}
	c = exec.CommandContext(ctx, b.path, args...)
	c.Dir = b.packages
	c.Env = append(os.Environ(), report.EnvResults+"="+results, report.EnvShard+"="+part, report.EnvReplay+"="+p.Replay, report.EnvOrigin+"="+b.origin)
	if os.Getenv("GOGC") == "" {
		c.Env = append(c.Env, "GOGC=400") // executions are many, but leave little memory live
	}
	c.Env = append(c.Env, b.watched...)
	c.Env = append(c.Env, p.Env...)
	if p.Time > 0 {
		c.Env = append(c.Env, report.EnvTime+"="+p.Time.String())
	}
	c.WaitDelay = 5 * time.Second
	return c, run
}

// skip adds tests to those that a test binary skips: it takes one such flag.
func skip(args []string, more string) []string {
	const flag = "-test.skip="
	for i, a := range args {
		if is := strings.HasPrefix(a, flag); is {
			args = slices.Clone(args)
			args[i] = a + "|" + more
			return args
		}
	}
	return append(args, flag+more)
}

var (
	cameToEnd = regexp.MustCompile(`(?m)(PASS|FAIL)\r?$`) // package testing prints this last
	aTest     = regexp.MustCompile(`^(Test|Fuzz|Example)`)
	beginning = regexp.MustCompile(`(?m)^=== RUN   ([^/\s]+)$`)
	panicking = regexp.MustCompile(`(?m)^\s*--- FAIL: ([^/\s]+) \(.*\)\n\s*panic: `)
	ending    = regexp.MustCompile(`(?m)--- (?:PASS|FAIL|SKIP): ([^/\s]+) \(`)
)

// unfinished returns the tests that began but did not end, and the tests that did not begin. The arguments are
// the pattern of the tests and their output.
func (b *Binary) unfinished(ctx context.Context, run string, output []byte) (began, not []string) {
	names := func(e *regexp.Regexp) map[string]bool {
		found := map[string]bool{}
		for _, m := range e.FindAllSubmatch(output, -1) {
			found[string(m[1])] = true
		}
		return found
	}
	begun, ended := names(beginning), names(ending)
	run, _, _ = strings.Cut(run, "/")
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, b.path, "-test.list="+run)
	c.Dir = b.packages
	list, _ := c.Output() // this process may die too
	for name := range strings.FieldsSeq(string(list)) {
		if aTest.MatchString(name) && !begun[name] && !ended[name] && !slices.Contains(b.Others, name) {
			not = append(not, name)
		}
	}
	for name := range begun {
		if !ended[name] {
			began = append(began, name)
		}
	}
	if m := panicking.FindSubmatch(output); m != nil {
		began = append(began, string(m[1]))
	}
	slices.Sort(began)
	return began, not
}

// follow returns a function that reads new lines of a file of results.
func follow(file string, each func(report.Report)) func() error {
	var at int64
	return func() error {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		if _, err := f.Seek(at, 0); err != nil {
			return err
		}
		lines := bufio.NewReader(f)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return nil // the rest of the line has not been written yet
			}
			at += int64(len(line))
			var r report.Report
			if err := json.Unmarshal(line, &r); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			each(r)
		}
	}
}
