package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// pooled is the part of verify that runs the pool on real cores.
type pooled struct {
	rows   []*pooledRow
	broken string
	cut    bool
	took   time.Duration
}

// pooledRow has the counts of the pool with one kind of deque.
type pooledRow struct {
	name               string
	deque              func() wsq.Deque[*pool.Task]
	trees, submissions int
	stats              pool.Stats
}

// pooledDeques returns the deques that a pool can use. Their names are those of wsqtest.Family.
func pooledDeques() []*pooledRow {
	of := func(name string, deque func() wsq.Deque[*pool.Task]) *pooledRow {
		return &pooledRow{name: name, deque: deque}
	}
	return []*pooledRow{
		of("split", func() wsq.Deque[*pool.Task] { return wsq.NewSplit[*pool.Task](2) }),
		of("chaselev", func() wsq.Deque[*pool.Task] { return wsq.NewChaseLev[*pool.Task](2) }),
		of("abp", func() wsq.Deque[*pool.Task] { return wsq.NewABP[pool.Task](4) }),
		of("locked", func() wsq.Deque[*pool.Task] { return wsq.NewLocked[*pool.Task](2) }),
	}
}

// node computes a tree of typed tasks. Each task counts itself and the tasks below it.
var node *pool.Def[int, int]

func init() {
	node = pool.Define(func(c *pool.Ctx[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		a, b := c.Both(depth-1, depth-1)
		return a + b + 1
	})
}

// branch computes the same tree with closures.
func branch(w *pool.Worker, depth int) int {
	if depth == 0 {
		return 1
	}
	half := func(w *pool.Worker) int { return branch(w, depth-1) }
	a, b := pool.Join(w, half, half)
	return a + b + 1
}

// pool runs the pool with each deque for a while.
func (v *verify) pool(ctx context.Context, each time.Duration) *pooled {
	p := &pooled{rows: pooledDeques()}
	start := time.Now()
	for _, row := range p.rows {
		if p.cut = p.cut || ctx.Err() != nil; p.cut || p.broken != "" {
			break
		}
		fmt.Fprintf(v.Stderr, "running the pool on %s deques\n", row.name)
		if err := row.run(ctx, each); err != nil {
			p.broken = fmt.Sprintf("with %s deques: %v", row.name, err)
		}
	}
	p.took = time.Since(start)
	return p
}

// run computes trees, and submits single tasks to a pool whose workers sleep.
func (r *pooledRow) run(ctx context.Context, d time.Duration) (err error) {
	p := pool.New(pool.Options{Workers: 3, Deque: r.deque})
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("it panicked: %v", e)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var ran atomic.Int64
	for ctx.Err() == nil {
		const depth = 10
		a, err := node.Run(context.Background(), p, depth)
		if err != nil {
			return err
		}
		b, err := pool.Run(context.Background(), p, func(w *pool.Worker) (int, error) { return branch(w, depth), nil })
		if err != nil {
			return err
		}
		if want := 1<<(depth+1) - 1; a != want || b != want {
			return fmt.Errorf("trees of %d tasks counted %d and %d", want, a, b)
		}
		r.trees += 2
		for range 100 {
			if err := p.Go(func(*pool.Worker) { ran.Add(1) }); err != nil {
				return err
			}
			if _, err := pool.Run(context.Background(), p, func(*pool.Worker) (int, error) { return 0, nil }); err != nil {
				return err
			}
			r.submissions += 2
		}
	}
	if err := p.Close(context.Background()); err != nil {
		return err
	}
	if n := int(ran.Load()); n != r.submissions/2 {
		return fmt.Errorf("%d of %d tasks were run", n, r.submissions/2)
	}
	r.stats = p.Stats()
	return nil
}

func (p *pooled) state() console.State {
	switch {
	case p.broken != "":
		return console.Violation
	case p.cut:
		return console.CutShort
	}
	return console.Held
}

func (p *pooled) text() string {
	var b strings.Builder
	if p.broken != "" {
		fmt.Fprintf(&b, "VIOLATION  the pool, %s\n", p.broken)
	}
	var lines [][]string
	for _, r := range p.rows {
		if r.trees > 0 {
			lines = append(lines, []string{r.name, console.Count(r.trees), console.Count(r.submissions), console.Count(int(r.stats.Stolen)), console.Count(int(r.stats.Promotions)), console.Count(int(r.stats.Parks)), console.Count(int(r.stats.Wakes))})
		}
	}
	b.WriteString(console.Table{Header: []string{"deques of the pool", "trees", "submissions", "stolen", "promotions", "parks", "wakes"}, First: 1, Last: 6, Lines: lines}.String())
	if p.cut {
		b.WriteString("This part was cut short.\n")
	}
	b.WriteString(console.Wrap(fmt.Sprintf("This part sampled schedules on real cores. It ran trees of 2,047 tasks on three workers, with typed tasks and with closures. Checked: each result is right, and each submission runs once, even if all workers sleep. "+
		"It took %s.", console.Seconds(p.took))))
	return b.String()
}
