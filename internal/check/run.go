package check

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/stealproof/stealproof/model/sched"
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
	// Report is called with each search's result as it comes, if not nil; with
	// several jobs it comes from each.
	Report func(sched.Report)
}

// Outcome is what the processes of a plan have said.
type Outcome struct {
	Reports []sched.Report // one for each search, merged
	Output  []byte         // of the first process that failed, else of the first
	Failed  bool           // a process has failed: by a report, or in another way
}

// Run runs a plan.
func (b *Binary) Run(ctx context.Context, p Plan) (Outcome, error) {
	jobs, shard, shards := max(1, p.Jobs), 1, 1
	if p.Shards > 0 {
		shard, shards = p.Shard, p.Shards
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	outs := make([]Outcome, jobs)
	errs := make([]error, jobs)
	for j := range jobs {
		wg.Go(func() {
			part := fmt.Sprintf("%d/%d", (shard-1)*jobs+j+1, shards*jobs)
			if shards*jobs == 1 {
				part = ""
			}
			outs[j], errs[j] = b.process(ctx, p, j, part, func(r sched.Report) {
				if p.Report != nil {
					mu.Lock()
					defer mu.Unlock()
					p.Report(r)
				}
			})
		})
	}
	wg.Wait()
	return merge(outs), errors.Join(errs...)
}

// process runs the binary once.
func (b *Binary) process(ctx context.Context, p Plan, job int, part string, report func(sched.Report)) (Outcome, error) {
	results := filepath.Join(b.dir, fmt.Sprintf("results-%d", job))
	if err := os.WriteFile(results, nil, 0o666); err != nil {
		return Outcome{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // if its results cannot be read
	run := p.Run
	if run == "" {
		run = "."
	}
	c := exec.CommandContext(ctx, b.path, append([]string{"-test.run=" + run, "-test.v", "-test.timeout=0"}, p.Args...)...)
	c.Dir = b.packages
	c.Env = append(os.Environ(), sched.EnvResults+"="+results, sched.EnvShard+"="+part, sched.EnvReplay+"="+p.Replay, sched.EnvOrigin+"="+b.origin)
	if p.Time > 0 {
		c.Env = append(c.Env, sched.EnvTime+"="+p.Time.String())
	}
	c.WaitDelay = 5 * time.Second
	ended := make(chan error, 1)
	var out Outcome
	go func() {
		var err error
		out.Output, err = c.CombinedOutput()
		ended <- err
	}()
	var reports []sched.Report
	read := follow(results, func(r sched.Report) {
		reports = append(reports, r)
		report(r)
	})
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := read(); err != nil {
				return out, err
			}
		case err := <-ended:
			if rerr := read(); rerr != nil {
				return out, rerr
			}
			out.Reports = reports
			out.Failed = err != nil
			var exit *exec.ExitError
			if ctx.Err() != nil {
				return out, context.Cause(ctx)
			}
			if err != nil && !errors.As(err, &exit) {
				return out, err
			}
			return out, nil
		}
	}
}

// follow returns a function that reads what has been added to a file of results.
func follow(file string, each func(sched.Report)) func() error {
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
			var r sched.Report
			if err := json.Unmarshal(line, &r); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			each(r)
		}
	}
}

// merge puts the parts of each search together.
func merge(outs []Outcome) Outcome {
	all := outs[0]
	at := map[string]int{}
	all.Reports = nil
	for _, o := range outs {
		if o.Failed && !all.Failed {
			all.Failed, all.Output = true, o.Output
		}
		count := map[string]int{}
		for _, r := range o.Reports {
			// A test may search more than once.
			key := fmt.Sprintf("%s\x00%d", r.Test, count[r.Test])
			count[r.Test]++
			i, known := at[key]
			if !known {
				at[key] = len(all.Reports)
				all.Reports = append(all.Reports, r)
				continue
			}
			all.Reports[i] = join(all.Reports[i], r)
		}
	}
	return all
}

// join merges two parts of a search: one that failed is the verdict, the one
// with the shorter schedule if both have, and else one that is not exhausted.
func join(a, b sched.Report) sched.Report {
	rank := map[sched.Ending]int{sched.Exhausted: 0, sched.BoundHit: 1, sched.Failed: 2}
	if rank[b.Ending] > rank[a.Ending] || a.Ending == sched.Failed && b.Ending == sched.Failed && len(b.Trace) < len(a.Trace) {
		a, b = b, a
	}
	a.Executions += b.Executions
	a.Abandoned += b.Abandoned
	a.Steps += b.Steps
	a.Deepest = max(a.Deepest, b.Deepest)
	a.Share = (a.Share + b.Share) / 2
	a.Seconds = max(a.Seconds, b.Seconds)
	return a
}
