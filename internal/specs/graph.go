package specs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// graphs is the verb graph.
type graphs struct {
	models
	diff, large bool
}

func GraphVerb(c *console.Command) *ffcli.Command {
	g := &graphs{models: models{Command: c, verb: "graph", jobs: 2}}
	fs := c.FlagSet("graph")
	g.register(fs, tla.Full)
	fs.BoolVar(&g.diff, "diff", false, "compare the machines' graphs with graphs from TLC, not only with their digests; needs Java")
	fs.BoolVar(&g.large, "large", false, "include the large graphs; TLC's dump may take a gigabyte")
	fs.BoolVar(&g.update, "update", false, "with -diff, write the digests of equal graphs into the manifests of the checkout")
	return &ffcli.Command{
		Name:       "graph",
		ShortUsage: "lab graph [flags] [module...|all]",
		ShortHelp:  "compare the machines' graphs with TLC's, edge for edge",
		LongHelp: `  Makes the complete labelled graph of each configuration that has a digest in its manifest.
  If the graphs differ, it prints the first edge that only one side has. With -diff it first
  checks that each PlusCal translation is up to date.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if g.update && !g.diff {
				return errors.New("-update needs -diff, because it writes only digests that TLC confirms")
			}
			err := g.choose(ctx, args, func(_ *tla.Manifest, r tla.Row) bool { return r.Graph != nil && (g.large || !r.Graph.Large) })
			if err != nil {
				return err
			}
			return g.exec(ctx)
		},
	}
}

func (g *graphs) exec(ctx context.Context) error {
	do := g.digest
	if g.diff {
		w, err := g.workspace(ctx)
		if err != nil {
			return err
		}
		defer w.Close()
		if err := g.translations(ctx, w); err != nil {
			return err
		}
		do = func(ctx context.Context, r *modelRow, so func(string)) error { return g.compare(ctx, w, r, so) }
	}
	if err := g.each(ctx, do); err != nil {
		return err
	}
	if g.update {
		if g.stale || slices.ContainsFunc(g.rows, func(r *modelRow) bool { return r.text != "" }) {
			return g.finish(graphHeader, graphCells, "Nothing was written, because a graph or a translation differs.")
		}
		err := g.rewrite(func(row *tla.Row, r *modelRow) error {
			row.Graph.States, row.Graph.Edges, row.Graph.Digest = r.found.States, r.found.Edges, r.found.Digest
			return nil
		})
		if err != nil {
			return err
		}
	}
	return g.finish(graphHeader, graphCells, g.claim())
}

// digest computes only the machine's graph.
func (g *graphs) digest(ctx context.Context, r *modelRow, so func(string)) error {
	m, err := newMachine(r, "")
	if err != nil {
		return err
	}
	res, err := m.Graph(ctx, explore.Options{States: r.want.Graph.States + 1, Progress: func(p explore.Progress) { so(progressOf(p)) }})
	if err != nil || ctx.Err() != nil {
		return err
	}
	g.judge(r, res, r.want.Graph.States)
	return nil
}

// compare computes both graphs.
func (g *graphs) compare(ctx context.Context, w *tlc.Workspace, r *modelRow, so func(string)) error {
	m, err := newMachine(r, "")
	if err != nil {
		return err
	}
	c, err := r.manifest.Config(r.want)
	if err != nil {
		return err
	}
	both, err := w.Compare(ctx, r.want, c, m, func(p tlc.Progress) { so("TLC: " + console.Plural(p.Distinct, "state")) })
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	if !both.Equal() {
		r.miss("the machine's graph differs from TLC's, which has %s states and %s edges", console.Count(both.TLC.States), console.Count(both.TLC.Edges))
		r.text = both.Difference
	}
	g.judge(r, both.Machine, both.TLC.States)
	return nil
}

// judge compares the machine's graph with the manifest. The graph was computed up to limit states.
func (g *graphs) judge(r *modelRow, res *explore.Result, limit int) {
	if res.Ending != explore.Exhausted {
		r.miss("the machine has more than %s", console.Plural(limit, "state"))
		return
	}
	r.found.States, r.found.Edges, r.found.Digest = res.States, res.Edges, res.Digest.String()
	if g.update {
		return
	}
	r.expect("states", res.States, r.want.Graph.States)
	r.expect("edges", res.Edges, r.want.Graph.Edges)
	if digest := res.Digest.String(); digest != r.want.Graph.Digest {
		r.miss("digest %.12s..., want %.12s...", digest, r.want.Graph.Digest)
	}
}

var graphHeader = []string{"configuration", "states", "edges", "digest", "seconds"}

func graphCells(r *modelRow) []string {
	f := r.found
	if f.Digest == "" {
		return nil // the graph is not complete
	}
	return []string{console.Count(f.States), console.Count(f.Edges), f.Digest[:12], strconv.FormatFloat(r.took.Round(100*time.Millisecond).Seconds(), 'f', 1, 64)}
}

func (g *graphs) claim() string {
	equal, edges := 0, 0
	for _, r := range g.rows {
		if r.state == console.Held {
			equal++
			edges += r.found.Edges
		}
	}
	if g.update {
		return fmt.Sprintf("%s of %s equal to TLC's graph of this run: %s edges, compared as sets, with action and both states.",
			console.Count(equal), console.Plural(len(g.rows), "graph"), console.Count(edges))
	}
	if g.diff {
		return fmt.Sprintf("%s of %s equal to TLC's graph of this run, and to the digest in the manifest: %s edges, compared as sets, with action and both states.",
			console.Count(equal), console.Plural(len(g.rows), "graph"), console.Count(edges))
	}
	return fmt.Sprintf("%s of %s have the digest in the manifest, %s edges together. TLC did not run; it does with -diff.", console.Count(equal), console.Plural(len(g.rows), "graph"), console.Count(edges))
}
