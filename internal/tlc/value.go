package tlc

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// canonical returns the text of a state in a fixed order: variables by name, fields of records and keys of
// functions sorted, elements of sets sorted. TLC's own order changes from run to run. A function on 1..n
// becomes a sequence.
func canonical(state []byte) ([]byte, error) {
	p := valueParser{text: state}
	type line struct{ name, value []byte }
	var lines []line
	for p.skip(); p.at < len(p.text); p.skip() {
		if !p.take(`/\`) {
			// A state with one variable has no conjunction.
			if len(lines) > 0 {
				return nil, p.fault(`/\`)
			}
		}
		name := p.word()
		if len(name) == 0 || !p.take("=") {
			return nil, p.fault("a variable and =")
		}
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		lines = append(lines, line{name, value})
	}
	slices.SortFunc(lines, func(a, b line) int { return bytes.Compare(a.name, b.name) })
	var b []byte
	for i, l := range lines {
		if i > 0 {
			b = append(b, '\n')
		}
		b = append(b, `/\ `...)
		b = append(b, l.name...)
		b = append(b, " = "...)
		b = append(b, l.value...)
	}
	return b, nil
}

// valueParser parses values in TLC's syntax.
type valueParser struct {
	text []byte
	at   int
}

func (p *valueParser) skip() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n' || p.text[p.at] == '\t') {
		p.at++
	}
}

// take skips blanks, and then a token if it is next.
func (p *valueParser) take(token string) bool {
	p.skip()
	if bytes.HasPrefix(p.text[p.at:], []byte(token)) {
		p.at += len(token)
		return true
	}
	return false
}

func (p *valueParser) word() []byte {
	p.skip()
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			break
		}
		p.at++
	}
	return p.text[start:p.at]
}

func (p *valueParser) fault(want string) error {
	rest := p.text[p.at:]
	return fmt.Errorf("unknown value: want %s at %q", want, rest[:min(len(rest), 40)])
}

// pair is an element of a set, without key, or of a function or record.
type pair struct{ key, value []byte }

func (p *valueParser) value() ([]byte, error) {
	p.skip()
	switch {
	case p.take("<<"):
		list, err := p.list(">>", "")
		if err != nil {
			return nil, err
		}
		return join("<<", list, ">>", ", ", ""), nil
	case p.take("{"):
		list, err := p.list("}", "")
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(a, b pair) int { return compare(a.value, b.value) })
		list = slices.CompactFunc(list, func(a, b pair) bool { return bytes.Equal(a.value, b.value) })
		return join("{", list, "}", ", ", ""), nil
	case p.take("["):
		list, err := p.list("]", "|->")
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
		return join("[", list, "]", ", ", " |-> "), nil
	case p.take("("):
		list, err := p.list(")", ":>")
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(a, b pair) int { return compare(a.key, b.key) })
		if isSequence(list) {
			return join("<<", list, ">>", ", ", ""), nil
		}
		return join("(", list, ")", " @@ ", " :> "), nil
	case p.take(`"`):
		start := p.at - 1
		for p.at < len(p.text) && p.text[p.at] != '"' {
			if p.text[p.at] == '\\' {
				p.at++
			}
			p.at++
		}
		p.at++
		return p.text[start:min(p.at, len(p.text))], nil
	}
	start := p.at
	p.take("-")
	word := p.word()
	if len(word) == 0 {
		return nil, p.fault("a value")
	}
	word = p.text[start:p.at]
	if bytes.HasPrefix(p.text[p.at:], []byte("..")) {
		p.at += 2
		return p.interval(word)
	}
	return word, nil
}

// interval returns the set first..last. The caller has read first.
func (p *valueParser) interval(first []byte) ([]byte, error) {
	start := p.at
	p.take("-")
	p.word()
	low, err1 := strconv.Atoi(string(first))
	high, err2 := strconv.Atoi(string(p.text[start:p.at]))
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	var list []pair
	for i := low; i <= high; i++ {
		list = append(list, pair{value: strconv.AppendInt(nil, int64(i), 10)})
	}
	return join("{", list, "}", ", ", ""), nil
}

// list reads elements up to a closing token. If arrow is not "", each element has a key.
func (p *valueParser) list(closing, arrow string) ([]pair, error) {
	var list []pair
	for !p.take(closing) {
		if len(list) > 0 && !p.take(",") && !p.take("@@") {
			return nil, p.fault(closing)
		}
		var one pair
		var err error
		if arrow != "" {
			if one.key, err = p.value(); err != nil {
				return nil, err
			}
			if !p.take(arrow) {
				return nil, p.fault(arrow)
			}
		}
		if one.value, err = p.value(); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func join(open string, list []pair, closing, comma, arrow string) []byte {
	b := []byte(open)
	for i, one := range list {
		if i > 0 {
			b = append(b, comma...)
		}
		if arrow != "" {
			b = append(b, one.key...)
			b = append(b, arrow...)
		}
		b = append(b, one.value...)
	}
	return append(b, closing...)
}

func isSequence(list []pair) bool {
	for i, one := range list {
		if n, err := strconv.Atoi(string(one.key)); err != nil || n != i+1 {
			return false
		}
	}
	return true
}

// compare orders numbers by value, and everything else by text.
func compare(a, b []byte) int {
	i, err1 := strconv.Atoi(string(a))
	j, err2 := strconv.Atoi(string(b))
	if err1 == nil && err2 == nil {
		return cmp.Compare(i, j)
	}
	return bytes.Compare(a, b)
}
