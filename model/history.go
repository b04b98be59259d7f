package model

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
)

// History is the record of one run on one deque, with the specification to judge it by.
type History struct {
	Subject  string // name of the deque
	Spec     Spec
	Scenario string // text form of the scenario, or ""
	Seed     uint64 // seed of the run, or 0
	Ops      []Operation
}

// SortByCall sorts the operations by Call.
func (h *History) SortByCall() {
	sort.SliceStable(h.Ops, func(i, j int) bool { return h.Ops[i].Call < h.Ops[j].Call })
}

// Resolved returns a history whose specification tells Empty from Retry: where a thief's Empty
// may stand for both, it is Retry if another operation overlaps, and Empty otherwise. A history
// with another specification is returned as it is.
func (h *History) Resolved() *History {
	if !h.Spec.Contended {
		return h
	}
	r := *h
	r.Spec.Contended = false
	r.Ops = slices.Clone(h.Ops)
	for i, o := range h.Ops {
		if o.Kind == Steal && o.Status == Empty && slices.ContainsFunc(h.Ops, o.overlaps) {
			r.Ops[i].Status = Retry
		}
	}
	return &r
}

// overlaps reports whether an operation of another client was under way at the same time.
func (o Operation) overlaps(other Operation) bool {
	return o.Client != other.Client && other.Call <= o.Return && o.Call <= other.Return
}

// The NDJSON form has one header line, then one line for each operation.

const historyFormat = "stealproof-history/1"

// A pointer field without omitempty is required.

type headerLine struct {
	Format   string `json:"format"`
	Subject  string `json:"subject,omitempty"`
	Spec     string `json:"spec"`
	Scenario string `json:"scenario,omitempty"`
	Seed     uint64 `json:"seed,omitempty"`
	Ops      *int   `json:"ops"`
}

type opLine struct {
	Client *int    `json:"client"`
	Op     *string `json:"op"`
	Value  *int64  `json:"value,omitempty"` // int64 on every platform, so that the range check sees values that are too large
	Result *string `json:"result"`
	Call   *int64  `json:"call"`
	Return *int64  `json:"return"`
	Does   *string `json:"does,omitempty"`   // of an Other: what it called
	Answer string  `json:"answer,omitempty"` // of an Other
}

// WriteNDJSON writes the history: a header line, and a line for each operation.
func (h *History) WriteNDJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	n := len(h.Ops)
	err := enc.Encode(headerLine{historyFormat, h.Subject, h.Spec.String(), h.Scenario, h.Seed, &n})
	for _, o := range h.Ops {
		op, result := o.Kind.String(), o.Status.String()
		line := opLine{Client: &o.Client, Op: &op, Result: &result, Call: &o.Call, Return: &o.Return}
		if o.hasValue() {
			v := int64(o.Value)
			line.Value = &v
		}
		if o.Invocation != nil {
			does := o.Invocation.Called()
			line.Does, line.Answer = &does, o.Invocation.Answered()
		}
		err = errors.Join(err, enc.Encode(line))
	}
	return err
}

// ReadNDJSON reads a history in the form of WriteNDJSON. It checks that each operation can have
// its result, and that no client runs two operations at the same time. An error names the line and
// the fault.
func ReadNDJSON(r io.Reader) (*History, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	n := 1
	fault := func(line int, err error) (*History, error) {
		return nil, fmt.Errorf("history: line %d: %w", line, err)
	}
	if !lines.Scan() {
		return fault(n, cmp.Or(lines.Err(), errors.New("empty; want a header line")))
	}
	h, announced, err := readHeader(lines.Bytes())
	if err != nil {
		return fault(n, err)
	}
	for lines.Scan() {
		n++
		var line opLine
		if err := decodeLine(lines.Bytes(), &line); err != nil {
			return fault(n, err)
		}
		o, err := line.operation()
		if err != nil {
			return fault(n, err)
		}
		h.Ops = append(h.Ops, o)
	}
	if err := lines.Err(); err != nil {
		return fault(n+1, err)
	}
	if len(h.Ops) != announced {
		return fault(1, fmt.Errorf("the header announces %d operations, the file has %d", announced, len(h.Ops)))
	}
	if first, second := h.overlap(); second > 0 {
		a, b := h.Ops[first], h.Ops[second]
		return fault(second+2, fmt.Errorf("%s of client %d overlaps its %s on line %d", b.Kind, b.Client, a.Kind, first+2))
	}
	return h, nil
}

func readHeader(text []byte) (h *History, ops int, err error) {
	var kind struct{ Format *string }
	if json.Unmarshal(text, &kind) == nil && kind.Format == nil {
		return nil, 0, fmt.Errorf("no format, so this is another kind of file; the first line of a history has %q", historyFormat)
	}
	var head headerLine
	if err := decodeLine(text, &head); err != nil {
		return nil, 0, err
	}
	switch {
	case head.Format != historyFormat:
		return nil, 0, fmt.Errorf("format is %q, want %q", head.Format, historyFormat)
	case head.Ops == nil:
		return nil, 0, errors.New("no ops; want the number of operations")
	}
	spec, err := ParseSpec(head.Spec)
	if err != nil {
		return nil, 0, err
	}
	return &History{Subject: head.Subject, Spec: spec, Scenario: head.Scenario, Seed: head.Seed}, *head.Ops, nil
}

// decodeLine decodes a line, which must be one JSON object.
func decodeLine(line []byte, into any) error {
	if len(bytes.TrimSpace(line)) == 0 {
		return errors.New("blank; want a JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("not a JSON object of this format: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one JSON object")
	}
	return nil
}

// possible has the results that an operation can have.
var possible = map[Kind][]Status{
	Push:   {Done, Full},
	Pop:    {Done, Empty},
	PopTop: {Done, Empty},
	Scrub:  {Done},
	Steal:  {Done, Empty, Retry},
	Other:  {Done},
}

func (l opLine) operation() (Operation, error) {
	var o Operation
	for _, field := range []struct {
		name    string
		missing bool
	}{
		{"client", l.Client == nil}, {"op", l.Op == nil}, {"result", l.Result == nil},
		{"call", l.Call == nil}, {"return", l.Return == nil},
	} {
		if field.missing {
			return o, fmt.Errorf("no %s", field.name)
		}
	}
	o.Client, o.Call, o.Return = *l.Client, *l.Call, *l.Return
	var err error
	if o.Kind, err = ParseKind(*l.Op); err != nil {
		return o, err
	}
	if o.Status, err = ParseStatus(*l.Result); err != nil {
		return o, err
	}
	switch {
	case o.Kind == Batch:
		return o, errors.New("a batch is written as one steal for each of its items")
	case !slices.Contains(possible[o.Kind], o.Status):
		return o, fmt.Errorf("a %s cannot answer %s", o.Kind, o.Status)
	case o.Client < 0:
		return o, fmt.Errorf("client is %d, want 0 or more", o.Client)
	case o.Return < o.Call:
		return o, fmt.Errorf("return %d is before call %d", o.Return, o.Call)
	case (o.Kind == Other) != (l.Does != nil) || l.Does == nil && l.Answer != "":
		return o, fmt.Errorf("%s: want the fields does and answer exactly if the operation is other", o.Kind)
	case o.hasValue() != (l.Value != nil):
		return o, fmt.Errorf("%s: %s: want a value exactly if one was pushed or taken", o.Kind, o.Status)
	}
	if l.Does != nil {
		o.Invocation = Words{*l.Does, l.Answer}
	}
	if l.Value != nil {
		if *l.Value < math.MinInt32 || *l.Value > math.MaxInt32 {
			return o, fmt.Errorf("value %d does not fit 32 bits", *l.Value)
		}
		o.Value = int(*l.Value)
	}
	return o, nil
}

// hasValue reports whether Value has a meaning. A Push has a value even if it was refused.
func (o Operation) hasValue() bool { return o.Kind == Push || o.Takes() }

// overlap returns the indices of two operations that one client ran at the same time, the smaller
// first, or zeros. Intervals may touch, and the steals of one batch may have the same interval.
func (h *History) overlap() (first, second int) {
	order := make([]int, len(h.Ops))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := h.Ops[i], h.Ops[j]
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.Call, b.Call), cmp.Compare(a.Return, b.Return))
	})
	for n := 1; n < len(order); n++ {
		i, j := order[n-1], order[n]
		a, b := h.Ops[i], h.Ops[j]
		batch := a.Kind == Steal && b.Kind == Steal && a.Takes() && b.Takes() && a.Call == b.Call && a.Return == b.Return
		if a.Client == b.Client && b.Call < a.Return && !batch {
			return min(i, j), max(i, j)
		}
	}
	return 0, 0
}
