package tla

import (
	"regexp"
	"strings"
)

// trim returns a span without the blanks around it.
func (p *parser) trim(s span) span {
	text := p.text[s.from:s.to]
	s.from += len(text) - len(strings.TrimLeft(text, " \n\t"))
	s.to -= len(text) - len(strings.TrimRight(text, " \n\t"))
	return span{s.from, max(s.from, s.to)}
}

func (p *parser) column(at int) int { return at - strings.LastIndexByte(p.text[:at], '\n') - 1 }

// line returns the text of a line before a place.
func (p *parser) line(at int) string { return p.text[strings.LastIndexByte(p.text[:at], '\n')+1 : at] }

// depth returns the number of brackets that are open at the end of a span. Brackets in strings do not count, and [] is
// an operator.
func (p *parser) depth(s span) (n int) {
	text := p.text[s.from:s.to]
	for i := 0; i < len(text); i++ {
		next := byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch c := text[i]; {
		case c == '"':
			if end := strings.IndexAny(text[i+1:], "\"\n"); end >= 0 && text[i+1+end] == '"' {
				i += 1 + end
			}
		case c == '[' && next == ']':
			i++
		case c == '(' || c == '[' || c == '{':
			n++
		case c == ')' || c == ']' || c == '}':
			n--
		case c == '<' && next == '<':
			n++
			i++
		case c == '>' && next == '>':
			n--
			i++
		}
	}
	return n
}

var withoutStrings = regexp.MustCompile(`"[^"\n]*"`)

// closing returns the place of the parenthesis that closes the one at a place, or -1.
func (p *parser) closing(at int) int {
	for i := at + 1; i <= len(p.text); i++ {
		if p.depth(span{at, i}) == 0 {
			return i - 1
		}
	}
	return -1
}

// openEnded are the words of expressions that go on as far as possible, and lists.
var openEnded = regexp.MustCompile(`^(?:\\A|\\E|CHOOSE|LET|IF|CASE)\b`)

// infix reports whether a binary operator may follow a span: it is an operand, and none that
// goes on.
func (p *parser) infix(s span) bool {
	text := p.text[s.from:s.to]
	if strings.TrimSpace(text) == "" {
		return false
	}
	for i := range text {
		if openEnded.MatchString(text[i:]) && (i == 0 || !isWord(text[i-1])) && p.depth(span{s.from, s.from + i}) == 0 {
			return false
		}
	}
	for _, before := range []string{`/\`, `\/`, "=>", ":", "->", "~", "=="} {
		if strings.HasSuffix(strings.TrimRight(text, " \n\t"), before) {
			return false // the operator begins a list
		}
	}
	return true
}

// find returns the first place of an operator outside of brackets, or -1. It finds no operator
// inside of an expression that goes on as far as possible.
func (p *parser) find(s span, operator string) int {
	for i := s.from; i < s.to; i++ {
		if !strings.HasPrefix(p.text[i:s.to], operator) || p.depth(span{s.from, i}) != 0 {
			continue
		}
		if operator == "=>" && i > 0 && p.text[i-1] == '<' {
			continue // the end of <=>
		}
		if operator == ":" || operator == "->" || operator == "[]" || p.infix(span{s.from, i}) {
			return i
		}
		if operator != "=>" {
			return -1
		}
	}
	return -1
}

// findWord returns the first place of a word outside of brackets.
func (p *parser) findWord(s span, word string) int {
	for i := s.from; i < s.to; i++ {
		text := p.text[i:s.to]
		if strings.HasPrefix(text, word) && (len(text) == len(word) || !isWord(text[len(word)])) && !isWord(p.text[i-1]) && p.depth(span{s.from, i}) == 0 {
			return i
		}
	}
	return s.to - len(word)
}
