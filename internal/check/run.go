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
	Run    string        // of the tests, as go test -run
	Time   time.Duration // bound of each search that has none; 0 is the default
	Replay string        // the text of a token
	Shard  int           // the part of each search, from 1, 0 for all
	Shards int
	Jobs   int // processes at the same time, that share each search
	Args   []string
	Env    []string // besides that of the process
	// Report is called with each search's result as it comes, if not nil; with
	// several jobs it comes from each, and names its part. Running is called about every second with
	// what has been done of a search so far, by all jobs.
	Report, Running func(report.Report)
}

// Outcome is what the processes of a plan have said.
type Outcome struct {
	Reports []report.Report // one for each search, merged; those that have not ended last
	Output  []byte          // of the first process that failed, else of the first
	Failed  bool            // a process has failed: by a report, or in another way
	Died    string          // how a process ended without having come to the end of its tests, "" if none did
	Began   []string        // the tests that it was in then
	NotRun  []string        // and those that it had yet to run, as far as that can be known
}

// Run runs a plan. With an error the outcome is what there was until then.
func (b *Binary) Run(ctx context.Context, p Plan) (Outcome, error) {
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

// RunAll runs plans at the same time. Their tests are not the same.
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

// worst returns what is to be said of processes: what the first one says that
// died or failed, else the first.
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

// command returns the command that runs the tests of a plan, and which tests these are.
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
		c.Env = append(c.Env, "GOGC=400") // executions leave little behind, but many of them
	}
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
	cameToEnd = regexp.MustCompile(`(?m)(PASS|FAIL)\r?$`) // what package testing prints last
	aTest     = regexp.MustCompile(`^(Test|Fuzz|Example)`)
	beginning = regexp.MustCompile(`(?m)^=== RUN   ([^/\s]+)$`)
	panicking = regexp.MustCompile(`(?m)^\s*--- FAIL: ([^/\s]+) \(.*\)\n\s*panic: `)
	ending    = regexp.MustCompile(`(?m)--- (?:PASS|FAIL|SKIP): ([^/\s]+) \(`)
)

// unfinished returns the tests that have begun and not ended, and those that have
// not begun, given what was to be run and what it has printed.
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
	list, _ := c.Output() // it may die too
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

// follow returns a function that reads what has been added to a file of results.
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
				return nil // the rest of the line is yet to come
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
