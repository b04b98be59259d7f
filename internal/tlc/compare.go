package tlc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

// Comparison is a comparison of TLC's graph with a machine's.
type Comparison struct {
	TLC        *Graph
	Machine    *explore.Result // up to one state more than TLC has
	Difference string          // the first edge that only one graph has; "" if they are equal
}

// Equal reports whether both graphs have the same digest.
func (c *Comparison) Equal() bool {
	return c.Machine.Ending == explore.Exhausted && c.TLC.Digest == c.Machine.Digest && c.TLC.Edges == c.Machine.Edges && c.TLC.States == c.Machine.States
}

// Compare compares the complete graph of a configuration, as dumped by TLC, with the machine's graph.
func (w *Workspace) Compare(ctx context.Context, row tla.Row, c *tla.Config, m machine.Machine, progress func(Progress)) (*Comparison, error) {
	file := filepath.Join(w.dir, row.Config+".dot")
	defer os.Remove(file)
	constraint := ""
	if row.Graph != nil {
		constraint = row.Graph.Constraint
	}
	if err := w.dump(ctx, file, row, c, constraint, progress); err != nil {
		return nil, err
	}
	var result Comparison
	var err error
	if result.TLC, err = readFile(file, nil); err != nil {
		return nil, err
	}
	// A different machine may have any number of states. One state too many is enough to know.
	if result.Machine, err = m.Graph(ctx, explore.Options{States: result.TLC.States + 1}); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if !result.Equal() {
		result.Difference, err = difference(file, m, result.TLC.States+1)
	}
	return &result, err
}

// dump makes TLC write the graph, without checking any property. A failure would end the graph early.
func (w *Workspace) dump(ctx context.Context, file string, row tla.Row, c *tla.Config, constraint string, progress func(Progress)) error {
	graph := tla.Config{Specification: c.Specification, Constants: c.Constants}
	if constraint != "" {
		graph.Specification, graph.Constraint = "Spec", constraint
	}
	config := "Graph_" + row.Config
	if err := w.Write(config+".cfg", graph.Encode()); err != nil {
		return err
	}
	// With one worker, the first difference is one after the fewest steps.
	o, err := w.Check(ctx, Run{Module: row.Module, Config: config, Workers: 1, Graph: file, Brief: row.Distinct < 200_000, Progress: progress})
	switch {
	case err != nil:
		return err
	case o.Exit != 0:
		return fmt.Errorf("TLC failed with exit code %d: %s\n%s", o.Exit, o.Message, o.Output)
	}
	return nil
}

func readFile(file string, visit func(Edge) error) (*Graph, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadGraph(f, visit)
}

// edges are the edges of a graph: for each state and action, the states that the action leads to.
type edges map[string]map[string][]string

func (g edges) add(from, action, to string) {
	if g[from] == nil {
		g[from] = map[string][]string{}
	}
	if !slices.Contains(g[from][action], to) {
		g[from][action] = append(g[from][action], to)
	}
}

// difference describes the first edge that only one of the graphs has. It keeps TLC's graph in memory, and at
// most limit states of the machine's.
func difference(file string, m machine.Machine, limit int) (string, error) {
	found := errors.New("found")
	theirs, ours := edges{}, edges{}
	var order []Edge
	_, err := readFile(file, func(e Edge) error {
		theirs.add(e.From, e.Action, e.To)
		order = append(order, e)
		return nil
	})
	if err != nil {
		return "", err
	}
	text := ""
	err = m.Walk(limit, func(e machine.Edge) error {
		ours.add(e.From, e.Action, e.To)
		if !slices.Contains(theirs[e.From][e.Action], e.To) {
			text = describe("machine", "TLC", Edge(e), theirs)
			return found
		}
		return nil
	})
	if err == found {
		return text, nil
	}
	if err != nil {
		return "", fmt.Errorf("different states of the machine have the same text: %w", err)
	}
	for _, e := range order {
		if !slices.Contains(ours[e.From][e.Action], e.To) {
			return describe("TLC", "machine", e, ours), nil
		}
	}
	return "", errors.New("the digests differ, but the edges do not")
}

// describe says which edge only one side has, and what the other side has instead.
func describe(has, lacks string, e Edge, others edges) string {
	if e.From == "" {
		return fmt.Sprintf("only %s begins in the state\n%s", has, indent(e.To))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "only %s has the edge %s from the state\n%s\nto one with\n%s", has, e.Action, indent(e.From), indent(changes(e.From, e.To)))
	switch instead := others[e.From]; {
	case instead == nil:
		fmt.Fprintf(&b, "\n%s never reaches that state, or ends there", lacks)
	case len(instead[e.Action]) == 0:
		fmt.Fprintf(&b, "\n%s has no %s in that state", lacks, e.Action)
	default:
		for _, to := range instead[e.Action] {
			fmt.Fprintf(&b, "\n%s goes by %s to one with\n%s", lacks, e.Action, indent(changes(e.From, to)))
		}
	}
	return b.String()
}

// changes returns the lines of a state that differ from the state before.
func changes(from, to string) string {
	before := strings.Split(from, "\n")
	var lines []string
	for i, line := range strings.Split(to, "\n") {
		if i >= len(before) || before[i] != line {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "(nothing changed)"
	}
	return strings.Join(lines, "\n")
}

func indent(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }
