package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Call is a call as it stands in a text.
type Call struct {
	Name string
	Args []string // between the brackets, or the one after a colon
	Text string   // the whole, for messages
}

// MostCalls is the largest number of calls of a text. A larger scenario cannot be judged. A typing error such as push*1e9 must be an error, and must not
// exhaust the machine.
const MostCalls = 1_000

// Parse reads a text. Its grammar, in which blanks may stand between all parts, is
//
//	scenario = [ calls ";" ] threads [ ";" calls ]
//	threads  = calls { "|" calls }
//	call     = name [ "(" [ argument { "," argument } ] ")" | ":" argument ] [ "*" number ]
//
// An argument may have quotation marks and brackets. The number says how often the call is made. With one semicolon, the
// first part is the preparation. Parse returns how many parts there were, from 1 to 3.
func Parse(text string) (s Of[Call], parts int, err error) {
	texts, err := cut(text, ';')
	if err != nil {
		return s, 0, err
	}
	parts = len(texts)
	switch parts {
	case 1:
		texts = []string{"", texts[0], ""}
	case 2:
		texts = append(texts, "")
	case 3:
	default:
		return s, parts, fmt.Errorf("%q: more than three parts", text)
	}
	if s.Prepare, err = calls(texts[0], Place{Part: Prepare}); err != nil {
		return s, parts, err
	}
	threads, err := cut(texts[1], '|')
	if err != nil {
		return s, parts, &Error{Place{Part: Threads}, err}
	}
	for i, t := range threads {
		one, err := calls(t, Place{Threads, i})
		if err != nil {
			return s, parts, err
		}
		s.Threads = append(s.Threads, one)
	}
	s.After, err = calls(texts[2], Place{Part: After})
	return s, parts, err
}

// calls reads the calls of one thread.
func calls(text string, at Place) (all []Call, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		c, times, rest, err := first(text)
		if err != nil {
			return nil, &Error{at, err}
		}
		if len(all)+times > MostCalls {
			return nil, &Error{at, fmt.Errorf("more than %d operations; want at most that many in all", MostCalls)}
		}
		all = append(all, slices.Repeat([]Call{c}, times)...)
		text = rest
	}
	return all, nil
}

// nested has the characters that no name has.
const nested = `()[]{}",`

// first reads the first call.
func first(text string) (c Call, times int, rest string, err error) {
	if c.Name, rest = word(text, "(:*"); c.Name == "" || strings.ContainsAny(c.Name, nested) {
		return c, 0, "", fmt.Errorf("%q: want the name of an operation first", text)
	}
	switch after := strings.TrimSpace(rest); {
	case strings.HasPrefix(after, "("):
		var inside string
		if inside, rest, err = untilBracket(after); err != nil {
			return c, 0, "", err
		}
		if strings.TrimSpace(inside) != "" {
			if c.Args, err = cut(inside, ','); err != nil {
				return c, 0, "", err
			}
		}
		for i := range c.Args {
			c.Args[i] = strings.TrimSpace(c.Args[i])
		}
	case strings.HasPrefix(rest, ":"):
		var arg string
		arg, rest = word(rest[1:], "*")
		if arg == "" || strings.ContainsAny(arg, nested) {
			return c, 0, "", fmt.Errorf("%q: want a word after the colon", c.Name+":"+arg)
		}
		c.Args = []string{arg}
	}
	times = 1
	if strings.HasPrefix(rest, "*") {
		var number string
		number, rest = word(rest[1:], "")
		times, err = strconv.Atoi(number)
		if c.Text = text[:len(text)-len(rest)]; err != nil || times < 1 || times > MostCalls {
			return c, 0, "", fmt.Errorf("%q: want a number from 1 to %d after *", c.Text, MostCalls)
		}
	}
	c.Text = text[:len(text)-len(rest)]
	return c, times, rest, nil
}

// word divides a text before the first blank, or the first of other characters.
func word(text, until string) (word, rest string) {
	ends := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(until, r) }
	if n := strings.IndexFunc(text, ends); n >= 0 {
		return text[:n], text[n:]
	}
	return text, ""
}

// nesting walks through a text, and calls at for each byte outside of quotation marks with the number of open brackets
// before it, until it returns true.
func nesting(text string, at func(i, depth int) bool) error {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch b := text[i]; b {
		case '"':
			quoted, err := strconv.QuotedPrefix(text[i:])
			if err != nil {
				return fmt.Errorf("%q: a quotation mark without its counterpart", text)
			}
			i += len(quoted) - 1
			continue
		case ')', ']', '}':
			depth--
		}
		if depth < 0 {
			break
		}
		if at(i, depth) {
			return nil
		}
		switch text[i] {
		case '(', '[', '{':
			depth++
		}
	}
	if depth != 0 {
		return fmt.Errorf("%q: a bracket without its counterpart", text)
	}
	return nil
}

// cut divides a text at each separator outside of quotation marks and brackets.
func cut(text string, separator byte) (parts []string, err error) {
	from := 0
	err = nesting(text, func(i, depth int) bool {
		if text[i] == separator && depth == 0 {
			parts = append(parts, text[from:i])
			from = i + 1
		}
		return false
	})
	return append(parts, text[from:]), err
}

// untilBracket divides "(a, b) rest" after its brackets.
func untilBracket(text string) (inside, rest string, err error) {
	end := -1
	err = nesting(text, func(i, depth int) bool {
		if i > 0 && depth == 0 {
			end = i
		}
		return end >= 0
	})
	if err != nil || end < 0 {
		return "", "", fmt.Errorf("%q: a bracket without its counterpart", text)
	}
	return text[1:end], text[end+1:], nil
}

// Text returns the text of a scenario, given the words of its calls. A call that comes more than twice in a row has a
// number. The last part is there if ended.
func (s *Of[C]) Text(ended bool, words func(C) string) string {
	var threads []string
	for _, calls := range s.Threads {
		threads = append(threads, part(calls, words))
	}
	text := strings.Join(threads, " | ")
	if len(s.Prepare) > 0 || ended {
		text = part(s.Prepare, words) + " ; " + text
	}
	if ended {
		text += " ; " + part(s.After, words)
	}
	return strings.TrimSpace(text)
}

func part[C any](calls []C, words func(C) string) string {
	var all []string
	for i := 0; i < len(calls); {
		word, n := words(calls[i]), 1
		for i+n < len(calls) && words(calls[i+n]) == word {
			n++
		}
		if i += n; n > 2 {
			word, n = fmt.Sprintf("%s*%d", word, n), 1
		}
		all = append(all, slices.Repeat([]string{word}, n)...)
	}
	return strings.Join(all, " ")
}
