package lin

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// scenario is the calls of a program: those of one thread before, those of the threads, and those
// of one thread after.
type scenario struct {
	prepare []*instance
	threads [][]*instance
	after   []*instance
}

// String returns the text that parse reads, such as "Put(1, 1); Get(1) | Delete(1); Len()".
func (s *scenario) String() string {
	part := func(calls []*instance) string {
		var words []string
		for _, in := range calls {
			words = append(words, in.text)
		}
		return strings.Join(words, " ")
	}
	var threads []string
	for _, calls := range s.threads {
		threads = append(threads, part(calls))
	}
	return strings.TrimSpace(part(s.prepare) + "; " + strings.Join(threads, " | ") + "; " + part(s.after))
}

// size is the number of calls.
func (s *scenario) size() int {
	n := len(s.prepare) + len(s.after)
	for _, t := range s.threads {
		n += len(t)
	}
	return n
}

// parse reads a scenario: threads are separated by |. If there are two parts separated by ;, the
// first is the preparation. A third is what one thread calls after all others. given reports
// whether it has a third part.
func (m *machine) parse(text string) (s *scenario, given bool, err error) {
	parts, err := cut(text, ';')
	if err != nil {
		return nil, false, err
	}
	s = &scenario{}
	switch len(parts) {
	case 1:
		parts = []string{"", parts[0], ""}
	case 2:
		parts = append(parts, "")
	case 3:
		given = true
	default:
		return nil, false, fmt.Errorf("scenario %q: more than three parts", text)
	}
	if s.prepare, err = m.calls(parts[0]); err != nil {
		return nil, false, err
	}
	if s.after, err = m.calls(parts[2]); err != nil {
		return nil, false, err
	}
	threads, err := cut(parts[1], '|')
	for _, t := range threads {
		calls, err := m.calls(t)
		if err != nil {
			return nil, false, err
		}
		if len(calls) == 0 {
			return nil, false, fmt.Errorf("scenario %q: a thread without calls", text)
		}
		s.threads = append(s.threads, calls)
	}
	return s, given, err
}

// cut divides a text at each separator outside of quotes and brackets.
func cut(text string, at byte) (parts []string, err error) {
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == '"':
			quoted, err := strconv.QuotedPrefix(text[i:])
			if err != nil {
				return nil, fmt.Errorf("%q: a quotation mark without its counterpart", text)
			}
			i += len(quoted) - 1
		case b == '(' || b == '[' || b == '{':
			depth++
		case b == ')' || b == ']' || b == '}':
			depth--
		case b == at && depth == 0:
			parts = append(parts, text[from:i])
			from = i + 1
		}
		if depth < 0 {
			break
		}
	}
	if depth != 0 {
		return nil, fmt.Errorf("%q: a bracket without its counterpart", text)
	}
	return append(parts, text[from:]), nil
}

// calls reads calls, separated by blanks. Brackets may be left out if there are no arguments.
func (m *machine) calls(text string) (all []*instance, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		n := strings.IndexAny(text, " (")
		if n < 0 {
			n = len(text)
		}
		name, args := text[:n], ""
		text = strings.TrimSpace(text[n:])
		if strings.HasPrefix(text, "(") {
			if args, text, err = untilBracket(text); err != nil {
				return nil, err
			}
		}
		in, err := m.parseCall(name, args)
		if err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	return all, nil
}

// untilBracket divides "(a, b) rest" after its brackets.
func untilBracket(text string) (inside, rest string, err error) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			quoted, err := strconv.QuotedPrefix(text[i:])
			if err != nil {
				return "", "", fmt.Errorf("%q: a quotation mark without its counterpart", text)
			}
			i += len(quoted) - 1
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:], nil
			}
		}
	}
	return "", "", fmt.Errorf("%q: a bracket without its counterpart", text)
}

func (m *machine) parseCall(name, text string) (*instance, error) {
	var o *operation
	var names []string
	for _, op := range m.ops {
		names = append(names, op.name)
		if op.name == name || o == nil && strings.EqualFold(op.name, name) {
			o = op
		}
	}
	if o == nil {
		return nil, fmt.Errorf("no operation %q; there are %s", name, strings.Join(names, ", "))
	}
	var texts []string
	if strings.TrimSpace(text) != "" {
		var err error
		if texts, err = cut(text, ','); err != nil {
			return nil, err
		}
	}
	if len(texts) != len(o.in) {
		return nil, fmt.Errorf("%s(%s): want %d arguments", o.name, text, len(o.in))
	}
	args := make([]reflect.Value, len(texts))
	for i, t := range texts {
		var err error
		if args[i], err = o.parseArg(i, strings.TrimSpace(t)); err != nil {
			return nil, err
		}
	}
	return m.instance(o, args), nil
}

// parseArg reads an argument: a value of its Args as reports show it, or another value of a simple
// type.
func (o *operation) parseArg(i int, text string) (reflect.Value, error) {
	for _, v := range o.sets[i] {
		if words(v) == text {
			return v, nil
		}
	}
	v := reflect.New(o.in[i]).Elem()
	var err error
	switch k := v.Kind(); {
	case v.Type() == reflect.TypeFor[time.Duration]() && strings.ContainsAny(text, "smh"):
		var d time.Duration
		d, err = time.ParseDuration(text)
		v.SetInt(int64(d))
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 0, v.Type().Bits())
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 0, v.Type().Bits())
		v.SetUint(n)
	case v.CanFloat():
		var n float64
		n, err = strconv.ParseFloat(text, v.Type().Bits())
		v.SetFloat(n)
	case k == reflect.Bool:
		var is bool
		is, err = strconv.ParseBool(text)
		v.SetBool(is)
	case k == reflect.String:
		s, noQuote := strconv.Unquote(text)
		if noQuote != nil {
			s = text
		}
		v.SetString(s)
	case k == reflect.Interface && v.NumMethod() == 0:
		if n, wrong := strconv.Atoi(text); wrong == nil {
			v.Set(reflect.ValueOf(n))
		} else if s, wrong := strconv.Unquote(text); wrong == nil {
			v.Set(reflect.ValueOf(s))
		} else {
			err = wrong
		}
	default:
		err = fmt.Errorf("it is none of the Args")
	}
	if err != nil {
		return v, fmt.Errorf("%s: the argument %q is no %s: %w", o.name, text, o.in[i], err)
	}
	return v, nil
}
