package tlc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/stealproof/stealproof/internal/explore"
)

// Graph is the result of ReadGraph.
type Graph struct {
	States, Edges int // distinct ones; edges have their action as a label
	Digest        explore.Digest
}

// Edge is a step in canonical text. From and Action are "" if To is an initial state.
type Edge struct{ From, Action, To string }

// ReadGraph reads a graph that TLC has dumped with dot,actionlabels, in one pass. If visit is not nil,
// ReadGraph calls it for each edge. Otherwise it keeps only the hash of each state.
func ReadGraph(r io.Reader, visit func(Edge) error) (*Graph, error) {
	g := graphReader{states: map[int64]node{}, edges: map[[16]byte]bool{}, visit: visit}
	lines := bufio.NewReaderSize(r, 1<<20)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			break
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		if err := g.line(bytes.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("the graph that TLC dumped: line %d: %w", number, err)
		}
	}
	if len(g.pending) > 0 {
		return nil, fmt.Errorf("the graph that TLC dumped: %d edges lead to missing states", len(g.pending))
	}
	if len(g.states) == 0 {
		return nil, errors.New("the graph that TLC dumped has no states")
	}
	g.States = len(g.states)
	return &g.Graph, nil
}

type graphReader struct {
	Graph
	states  map[int64]node
	edges   map[[16]byte]bool // edges that are counted already: TLC writes an edge for each way to make the step
	pending []rawEdge         // edges whose target comes later
	visit   func(Edge) error
}

type node struct {
	hash explore.StateHash
	text string // only with visit
}

type rawEdge struct {
	from, to int64
	action   string
}

func (g *graphReader) line(line []byte) error {
	name, rest, found := bytes.Cut(line, []byte(" "))
	id, err := strconv.ParseInt(string(name), 10, 64)
	if !found || err != nil {
		return nil // the frame of the file
	}
	if target, isEdge := bytes.CutPrefix(rest, []byte("-> ")); isEdge {
		name, rest, _ := bytes.Cut(target, []byte(" "))
		to, err := strconv.ParseInt(string(name), 10, 64)
		if err != nil {
			return err
		}
		action, _, err := label(rest)
		if err != nil {
			return err
		}
		e := rawEdge{id, to, string(action)}
		if _, known := g.states[to]; !known {
			g.pending = append(g.pending, e)
			return nil
		}
		return g.edge(e)
	}
	text, attributes, err := label(rest)
	if err != nil {
		return err
	}
	if text, err = canonical(text); err != nil {
		return err
	}
	n := node{hash: explore.HashState(text)}
	if g.visit != nil {
		n.text = string(text)
	}
	if _, twice := g.states[id]; twice {
		return fmt.Errorf("state %d occurs twice", id)
	}
	g.states[id] = n
	if bytes.Contains(attributes, []byte("style = filled")) {
		g.Digest.Add(explore.InitialHash(n.hash))
		if g.visit != nil {
			if err := g.visit(Edge{To: n.text}); err != nil {
				return err
			}
		}
	}
	waiting := g.pending
	g.pending = g.pending[:0]
	for _, e := range waiting {
		if e.to != id {
			g.pending = append(g.pending, e)
		} else if err := g.edge(e); err != nil {
			return err
		}
	}
	return nil
}

func (g *graphReader) edge(e rawEdge) error {
	from, known := g.states[e.from]
	if !known {
		return fmt.Errorf("an edge leaves state %d before that is defined", e.from)
	}
	to := g.states[e.to]
	hash := explore.EdgeHash(from.hash, to.hash, e.action)
	if short := [16]byte(hash[:16]); g.edges[short] {
		return nil
	} else {
		g.edges[short] = true
	}
	g.Edges++
	g.Digest.Add(hash)
	if g.visit != nil {
		return g.visit(Edge{from.text, e.action, to.text})
	}
	return nil
}

// label returns the label of a line's attributes, unquoted, and the rest of the line.
func label(b []byte) (text, rest []byte, err error) {
	b, found := bytes.CutPrefix(b, []byte(`[label="`))
	if !found {
		return nil, nil, fmt.Errorf("no label: %q", b[:min(len(b), 40)])
	}
	text = make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '"':
			return text, b[i+1:], nil
		case b[i] != '\\':
			text = append(text, b[i])
		case i+1 < len(b) && b[i+1] == 'n':
			text = append(text, '\n')
			i++
		case i+1 < len(b):
			text = append(text, b[i+1])
			i++
		}
	}
	return nil, nil, errors.New("a label without an end")
}
