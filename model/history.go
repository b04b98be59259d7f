package model

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
)

// History is what was recorded of one run on one deque, and the specification
// that it is to be judged by.
type History struct {
	Subject  string // name of the deque
	Spec     Spec
	Scenario string // text form of the scenario, if there was one
	Seed     uint64 // seed of the run, if there was one
	Ops      []Operation
}

// SortByCall orders the operations by their call.
func (h *History) SortByCall() {
	sort.SliceStable(h.Ops, func(i, j int) bool { return h.Ops[i].Call < h.Ops[j].Call })
}

// The NDJSON form: one header line, then one line for each operation.

const historyFormat = "stealproof-history/1"

type headerLine struct {
	Format   string `json:"format"`
	Subject  string `json:"subject,omitempty"`
	Spec     string `json:"spec"`
	Scenario string `json:"scenario,omitempty"`
	Seed     uint64 `json:"seed,omitempty"`
	Ops      int    `json:"ops"`
}

type opLine struct {
	Client int    `json:"client"`
	Op     string `json:"op"`
	Value  *int   `json:"value,omitempty"`
	Result string `json:"result"`
	Call   int64  `json:"call"`
	Return int64  `json:"return"`
}

// WriteNDJSON writes the history, a line for each operation.
func (h *History) WriteNDJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	err := enc.Encode(headerLine{historyFormat, h.Subject, h.Spec.String(), h.Scenario, h.Seed, len(h.Ops)})
	for _, o := range h.Ops {
		line := opLine{Client: o.Client, Op: o.Kind.String(), Result: o.Status.String(), Call: o.Call, Return: o.Return}
		if o.Kind == Push || o.Takes() {
			v := o.Value
			line.Value = &v
		}
		err = errors.Join(err, enc.Encode(line))
	}
	return err
}

// ReadNDJSON reads what WriteNDJSON writes. An error names the line and the
// fault; a history that is cut short is an error.
func ReadNDJSON(r io.Reader) (*History, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() {
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("history: line 1: %w", err)
		}
		return nil, errors.New("history: empty; want a header line")
	}
	var head headerLine
	if err := decodeLine(lines.Bytes(), &head); err != nil {
		return nil, fmt.Errorf("history: line 1: %w", err)
	}
	if head.Format != historyFormat {
		return nil, fmt.Errorf("history: line 1: format is %q, want %q", head.Format, historyFormat)
	}
	spec, err := ParseSpec(head.Spec)
	if err != nil {
		return nil, fmt.Errorf("history: line 1: %w", err)
	}
	h := &History{Subject: head.Subject, Spec: spec, Scenario: head.Scenario, Seed: head.Seed}
	n := 1
	for lines.Scan() {
		n++
		if len(lines.Bytes()) == 0 {
			continue
		}
		var line opLine
		if err := decodeLine(lines.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("history: line %d: %w", n, err)
		}
		o, err := line.operation()
		if err != nil {
			return nil, fmt.Errorf("history: line %d: %w", n, err)
		}
		h.Ops = append(h.Ops, o)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("history: after line %d: %w", n, err)
	}
	if len(h.Ops) != head.Ops {
		return nil, fmt.Errorf("history: the header announces %d operations, the file has %d", head.Ops, len(h.Ops))
	}
	return h, nil
}

func decodeLine(line []byte, into any) error {
	if err := json.Unmarshal(line, into); err != nil {
		return fmt.Errorf("not a JSON object of this format: %w", err)
	}
	return nil
}

func (l opLine) operation() (Operation, error) {
	o := Operation{Client: l.Client, Call: l.Call, Return: l.Return}
	var err error
	if o.Kind, err = ParseKind(l.Op); err != nil {
		return o, err
	}
	if o.Status, err = ParseStatus(l.Result); err != nil {
		return o, err
	}
	switch {
	case o.Kind == Batch:
		return o, errors.New("a batch stands as one steal for each of its items")
	case l.Client < 0:
		return o, fmt.Errorf("client is %d, want 0 or more", l.Client)
	case l.Return < l.Call:
		return o, fmt.Errorf("return %d is before call %d", l.Return, l.Call)
	case (o.Kind == Push || o.Takes()) != (l.Value != nil):
		return o, fmt.Errorf("%s: %s: want a value exactly if one was pushed or taken", l.Op, l.Result)
	}
	if l.Value != nil {
		o.Value = *l.Value
		if int(int32(o.Value)) != o.Value {
			return o, fmt.Errorf("value %d does not fit 32 bits", o.Value)
		}
	}
	return o, nil
}
