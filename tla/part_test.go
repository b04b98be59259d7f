package tla_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// The parts of a property are the conjuncts of what it demands.
func TestParts(t *testing.T) {
	for text, want := range map[string][]string{
		"x = 1": nil,
		"/\\ x = 1 /\\ y = 2\n/\\ \\A i \\in S : i < x":     {"x = 1", "y = 2", "i < x"},
		"(p \\/ q) => a /\\ b":                              {"!p", "!q", "a", "b"},
		"p => (a => b /\\ c)":                               {"b", "c"},
		"p => (a <=> b) /\\ (c <=> d => e)":                 {"a <=> b", "e"},
		"[][x' # x => /\\ a\n            /\\ b]_vars":       {"a", "b"},
		"CASE x = 1 -> a [] x = 2 -> b /\\ c [] OTHER -> d": {"a", "b", "c", "d"},
		"IF x THEN a ELSE b":                                {"a", "b"},
		"LET y == 1 /\\ 2 IN a /\\ b":                       {"a", "b"},
		"\\/ a /\\ b\n\\/ c":                                {"a", "b"},
		"/\\ a \\/ b\n/\\ {i \\in S : p /\\ q} = {}":        {"a \\/ b", "{i \\in S : p /\\ q} = {}"},
		"a /\\ \\E i \\in S : b /\\ c":                      {"a", "b", "c"},
		"/\\ a /\\ b => c /\\ d\n/\\ e /\\ f":               {"c", "d", "e", "f"},
		"/\\ a\n/\\ \\/ b /\\ c\n   \\/ d":                  {"a", "\\/ b /\\ c \\/ d", "b", "c"},
		"~(a /\\ b)":                                        nil,
		"/\\ a \\* /\\ nothing\n/\\ a":                      {"a", "a (2)"},
	} {
		var got []string
		for _, p := range tla.Parts(text) {
			mark := ""
			if p.Weakened == "FALSE" {
				mark = "!"
			}
			got = append(got, mark+p.Text)
		}
		require.ElementsMatch(t, want, got, text)
	}
}

// A property without a part keeps the columns of the other parts.
func TestPart_Without(t *testing.T) {
	text := "/\\ \\A i \\in S :\n     /\\ i < x\n     /\\ i > y\n/\\ z"
	parts := tla.Parts(text)
	require.Len(t, parts, 3)
	require.Equal(t, "/\\ \\A i \\in S :\n     /\\ TRUE \n     /\\ i > y\n/\\ z", parts[0].Without(text))
}
