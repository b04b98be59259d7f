package machine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Var is a variable of a module. Its value is made of cells, which are bytes
// of the state, and its Shape says how they stand for a value of TLA+.
type Var[S any] struct {
	Name  string
	Class Class
	Shape Shape
	Cell  func(s *S, i int) *uint8
	// Max is the largest value of a cell, for the test that tries all.
	Max uint8
	// Thread is whose a cell of a private variable is.
	Thread func(i int) int
}

// shared is a variable that all threads use. Each value of its cells up to most is
// tried by the test of what actions read. Inlining it would make the command larger.
//
//go:noinline
func shared[S any](name string, shape Shape, most uint8, cell func(s *S, i int) *uint8) Var[S] {
	return Var[S]{Name: name, Class: Shared, Shape: shape, Max: most, Cell: cell}
}

// owned is a variable of thread 0.
//
//go:noinline
func owned[S any](name string, shape Shape, cell func(s *S, i int) *uint8) Var[S] {
	return Var[S]{Name: name, Class: Private, Shape: shape, Cell: cell}
}

// ofThieves is a function on the threads but the first, each of which uses its
// own value only.
func ofThieves[S any](name string, thieves uint8, shape Shape, cell func(s *S, i int) *uint8) Var[S] {
	return Var[S]{
		Name: name, Class: Private, Shape: fn(1, int(thieves), shape), Cell: cell,
		Thread: func(i int) int { return 1 + i/shape.width },
	}
}

// ghost is a variable for the properties only.
func ghost[S any](name string, shape Shape, cell func(s *S, i int) *uint8) Var[S] {
	return Var[S]{Name: name, Class: Ghost, Shape: shape, Cell: cell}
}

// Class says who may use a variable.
type Class uint8

const (
	Shared  Class = iota // by all threads, each access a step
	Private              // by one thread only
	Ghost                // for the properties only: no step depends on it
)

// A Shape is the form of a value. It takes as many cells as width says.
type Shape struct {
	kind   shapeKind
	width  int
	low    int      // of a function's domain
	names  []string // of fields, or of the values of a name
	parts  []Shape  // of a record
	repeat int      // of a function or a sequence
}

type shapeKind uint8

const (
	number shapeKind = iota
	integer
	boolean
	name
	record
	function
	sequence
	members
)

// Shapes of one cell.
var (
	num    = Shape{kind: number, width: 1}
	signed = Shape{kind: integer, width: 1} // the cell is an int8
	flag   = Shape{kind: boolean, width: 1}
)

// oneOf is a string, of which the cell is the index.
func oneOf(names ...string) Shape { return Shape{kind: name, width: 1, names: names} }

// rec is a record. Its fields must be in alphabetical order, and are numbers if
// no shapes are given.
func rec(fields []string, parts ...Shape) Shape {
	if !slices.IsSorted(fields) {
		panic("machine: fields are not in alphabetical order")
	}
	if len(parts) == 0 {
		parts = slices.Repeat([]Shape{num}, len(fields))
	}
	s := Shape{kind: record, names: fields, parts: parts}
	for _, p := range parts {
		s.width += p.width
	}
	return s
}

// fn is a function on n numbers from low.
//
//go:noinline
func fn(low, n int, of Shape) Shape {
	return Shape{kind: function, width: n * of.width, low: low, repeat: n, parts: []Shape{of}}
}

// seq is a sequence of up to n values. Its first cell is the length; cells beyond
// that must be 0, so that equal sequences are equal states.
//
//go:noinline
func seq(n int, of Shape) Shape {
	return Shape{kind: sequence, width: 1 + n*of.width, repeat: n, parts: []Shape{of}}
}

// set is a set of numbers from low, of n at most. A cell says whether one is in.
func set(low, n int) Shape { return Shape{kind: members, width: n, low: low, repeat: n} }

// append appends the text of a value, whose cells begin at i, and returns the
// index behind them. The text is what TLC writes, save that fields and keys are
// always in order.
func (s *Shape) append(b []byte, cell func(int) uint8, i int) ([]byte, int) {
	switch s.kind {
	case number:
		return strconv.AppendUint(b, uint64(cell(i)), 10), i + 1
	case integer:
		return strconv.AppendInt(b, int64(int8(cell(i))), 10), i + 1
	case members:
		b = append(b, '{')
		for n, first := 0, true; n < s.repeat; n++ {
			if cell(i+n) == 0 {
				continue
			}
			if !first {
				b = append(b, ", "...)
			}
			first = false
			b = strconv.AppendInt(b, int64(s.low+n), 10)
		}
		return append(b, '}'), i + s.width
	case boolean:
		if cell(i) == 0 {
			return append(b, "FALSE"...), i + 1
		}
		return append(b, "TRUE"...), i + 1
	case name:
		b = append(b, '"')
		b = append(b, s.names[cell(i)]...)
		return append(b, '"'), i + 1
	case record:
		b = append(b, '[')
		for n := range s.parts {
			if n > 0 {
				b = append(b, ", "...)
			}
			b = append(b, s.names[n]...)
			b = append(b, " |-> "...)
			b, i = s.parts[n].append(b, cell, i)
		}
		return append(b, ']'), i
	case sequence:
		n := int(cell(i))
		end := i + s.width
		b, _ = s.appendList(b, cell, i+1, n)
		return b, end
	}
	if s.low == 1 || s.repeat == 0 {
		return s.appendList(b, cell, i, s.repeat)
	}
	b = append(b, '(')
	for n := range s.repeat {
		if n > 0 {
			b = append(b, " @@ "...)
		}
		b = strconv.AppendInt(b, int64(s.low+n), 10)
		b = append(b, " :> "...)
		b, i = s.parts[0].append(b, cell, i)
	}
	return append(b, ')'), i
}

func (s *Shape) appendList(b []byte, cell func(int) uint8, i, n int) ([]byte, int) {
	b = append(b, "<<"...)
	for k := range n {
		if k > 0 {
			b = append(b, ", "...)
		}
		b, i = s.parts[0].append(b, cell, i)
	}
	return append(b, ">>"...), i
}

// word returns the shape of what one access reads or writes: an element of a
// function, or all.
func (s *Shape) word() *Shape {
	for s.kind == function {
		s = &s.parts[0]
	}
	return s
}

// objects returns how many words the variable has.
func (v *Var[S]) objects() int { return v.Shape.width / v.Shape.word().width }

// owner returns the thread that a cell of a private variable belongs to.
func (v *Var[S]) owner(cell int) int {
	if v.Thread == nil {
		return 0
	}
	return v.Thread(cell)
}

// object returns the text of a word for a table. Records are shorter there.
func (v *Var[S]) object(s *S, n int) string {
	word := v.Shape.word()
	b, _ := word.append(nil, func(i int) uint8 { return *v.Cell(s, i) }, n*word.width)
	return short.Replace(string(b))
}

var short = strings.NewReplacer("[", "", "]", "", " |-> ", " ", ",", "")

// objectName returns the name of a word, such as slots[2].
func (v *Var[S]) objectName(n int) string {
	text := ""
	for s := &v.Shape; s.kind == function; s = &s.parts[0] {
		inner := s.parts[0].width / s.word().width
		text += fmt.Sprintf("[%d]", s.low+n/inner)
		n %= inner
	}
	return v.Name + text
}

// ownerAndThieves names the threads of a deque.
func ownerAndThieves(thieves uint8) []string {
	names := []string{"owner"}
	for t := range thieves {
		names = append(names, fmt.Sprintf("thief %d", t+1))
	}
	return names
}
