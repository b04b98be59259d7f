package tests

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// names gives each subtest the name that package testing gives it.
type names map[string]bool

// of returns the full name of a subtest. No two have the same.
func (n names) of(parent, sub string) string {
	name := parent + "/" + written(sub)
	for i := 0; ; i++ {
		full := name
		if i > 0 || sub == "" {
			full = fmt.Sprintf("%s#%02d", name, i)
		}
		if !n[full] {
			n[full] = true
			return full
		}
	}
}

// written returns a name without spaces, and with escapes for what cannot be printed.
func written(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte('_')
		case !strconv.IsPrint(r):
			s := strconv.QuoteRune(r)
			b.WriteString(s[1 : len(s)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
