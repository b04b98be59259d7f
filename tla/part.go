package tla

import (
	"fmt"
	"regexp"
	"strings"
)

// A Part is a condition inside a property. A property whose part is always Weakened holds more
// often.
type Part struct {
	Text     string // on one line
	Weakened string // TRUE, or FALSE for a condition on the left of an implication

	span span
}

// Parts returns the parts of the text of a property: the conjuncts of what it demands, and the
// disjuncts of what it presumes. There is none if the property is a single condition.
func Parts(text string) []Part {
	p := parser{text: blanked(text)}
	p.demand(p.trim(span{0, len(p.text)}), false)
	seen := map[string]int{}
	for i := range p.parts {
		part := &p.parts[i]
		part.Text = spaces.ReplaceAllString(strings.TrimSpace(p.text[part.span.from:part.span.to]), " ")
		if seen[part.Text]++; seen[part.Text] > 1 {
			part.Text += fmt.Sprintf(" (%d)", seen[part.Text]) // the second of two equal ones
		}
	}
	return p.parts
}

// Without returns the text of a property with a part replaced. What follows keeps its column if
// it can.
func (p Part) Without(text string) string {
	return p.lacking(blanked(text))
}

// lacking is Without, for a text whose comments do not matter.
func (p Part) lacking(text string) string {
	place := notNewline.ReplaceAllString(text[p.span.from:p.span.to], " ")
	if n := len(p.Weakened); strings.TrimLeft(place[:min(n, len(place))], " ") == "" {
		place = place[min(n, len(place)):]
	}
	return text[:p.span.from] + p.Weakened + place + text[p.span.to:]
}

var notNewline = regexp.MustCompile(`[^\n]`)

var (
	spaces      = regexp.MustCompile(`\s+`)
	lineComment = regexp.MustCompile(`\\\*[^\n]*`)
)

// blanked returns a text with blanks for its comments.
func blanked(text string) string {
	return lineComment.ReplaceAllStringFunc(text, func(c string) string { return strings.Repeat(" ", len(c)) })
}

// A parser finds the parts of a property.
type parser struct {
	text  string
	parts []Part
}

// demand finds the parts of an expression that must hold. A single condition is a part only if
// it is one of several.
func (p *parser) demand(s span, one bool) {
	switch text := p.text[s.from:s.to]; {
	case strings.HasPrefix(text, "[]["):
		p.demand(p.trim(span{s.from + 3, s.from + strings.LastIndex(text, "]_")}), one)
	case strings.HasPrefix(text, `\A`), strings.HasPrefix(text, `\E`):
		colon := p.find(s, ":")
		p.demand(p.trim(span{colon + 1, s.to}), one)
	case strings.HasPrefix(text, "LET"):
		in := p.findWord(s, "IN")
		p.demand(p.trim(span{in + 2, s.to}), one)
	case strings.HasPrefix(text, "IF"):
		p.branches(s)
	case strings.HasPrefix(text, "CASE"):
		p.arms(s)
	case strings.HasPrefix(text, "(") && p.closing(s.from) == s.to-1:
		p.demand(p.trim(span{s.from + 1, s.to - 1}), one)
	default:
		p.operators(s, one)
	}
}

// operators finds the parts of an expression by its weakest operator.
func (p *parser) operators(s span, one bool) {
	if !strings.HasPrefix(p.text[s.from:s.to], `/\`) {
		if at := p.find(s, "=>"); at >= 0 {
			before := p.split(p.trim(span{s.from, at}), `\/`)
			for i := 0; len(before) > 1 && i < len(before); i++ {
				p.add(before[i], "FALSE")
			}
			p.demand(p.trim(span{at + 2, s.to}), one)
			return
		}
	}
	if all := p.split(s, `/\`); len(all) > 1 && !strings.HasPrefix(p.text[s.from:s.to], `\/`) {
		for _, item := range all {
			p.demand(item, true)
		}
		return
	}
	if one {
		p.add(s, "TRUE")
	}
	if all := p.split(s, `\/`); len(all) > 1 {
		for _, item := range all {
			p.demand(item, false)
		}
	}
}

func (p *parser) add(s span, weakened string) {
	p.parts = append(p.parts, Part{Weakened: weakened, span: s})
}

// branches finds the parts of IF c THEN a ELSE b.
func (p *parser) branches(s span) {
	then := p.findWord(s, "THEN")
	other := p.findWord(span{then, s.to}, "ELSE")
	p.demand(p.trim(span{then + 4, other}), true)
	p.demand(p.trim(span{other + 4, s.to}), true)
}

// arms finds the parts of CASE c -> a [] d -> b.
func (p *parser) arms(s span) {
	for from := s.from + 4; from < s.to; {
		arrow := p.find(span{from, s.to}, "->")
		end := p.find(span{arrow, s.to}, "[]")
		if end < 0 {
			end = s.to
		}
		p.demand(p.trim(span{arrow + 2, end}), true)
		from = end + 2
	}
}

// split returns the operands of an operator, as a list with one operand a line or between
// operators. It returns the whole span if the operator is not the weakest.
func (p *parser) split(s span, operator string) (all []span) {
	if strings.HasPrefix(p.text[s.from:s.to], operator) {
		return p.list(s, operator)
	}
	if strings.HasPrefix(p.text[s.from:s.to], "(") && p.closing(s.from) == s.to-1 {
		return p.split(p.trim(span{s.from + 1, s.to - 1}), operator)
	}
	from := s.from
	for {
		at := p.find(span{from, s.to}, operator)
		if at < 0 {
			break
		}
		all = append(all, p.trim(span{from, at}))
		from = at + len(operator)
		if rest := p.trim(span{from, s.to}); strings.HasPrefix(p.text[rest.from:rest.to], operator) {
			break
		}
	}
	return append(all, p.trim(span{from, s.to}))
}

// list returns the operands of a list, in which each item begins with the operator on a line of its own. An item may have
// several operands, unless it is an implication or a list itself.
func (p *parser) list(s span, operator string) (all []span) {
	column := p.column(s.from)
	from := s.from + len(operator)
	for i := from; i <= s.to; i++ {
		begins := i < s.to && strings.HasPrefix(p.text[i:s.to], operator) && p.column(i) == column && strings.TrimSpace(p.line(i)) == ""
		if !begins && i < s.to {
			continue
		}
		all = append(all, p.pieces(p.trim(span{from, i}), operator)...)
		from = i + len(operator)
	}
	return all
}

// pieces returns the operands of an operator inside an item of a list.
func (p *parser) pieces(item span, operator string) (all []span) {
	from := item.from
	if p.find(item, "=>") >= 0 || strings.HasPrefix(p.text[from:item.to], `\/`) {
		return []span{item}
	}
	for i := from; i < item.to; i++ {
		if strings.HasPrefix(p.text[i:item.to], operator) && p.depth(span{from, i}) == 0 && p.infix(span{from, i}) {
			all = append(all, p.trim(span{from, i}))
			from = i + len(operator)
		}
	}
	return append(all, p.trim(span{from, item.to}))
}
