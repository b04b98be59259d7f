package tla_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

var (
	sizesIn = regexp.MustCompile(`_((?:[A-Z]\d+)+)(?:_|$)`)
	sizeIn  = regexp.MustCompile(`([A-Z])(\d+)`)
)

// misnamed returns the configurations of a module whose names give other sizes than their constants. Each letter stands for
// one constant, which has the number behind the letter in all names.
func misnamed(m *tla.Manifest) (wrong []string) {
	means := map[string][]string{} // the constants that a letter may stand for
	for _, r := range m.Rows {
		for _, s := range sizeIn.FindAllStringSubmatch(strings.Join(sizesIn.FindAllString(r.Config, -1), ""), -1) {
			all, known := means[s[1]]
			if !known {
				for _, c := range r.Constants {
					all = append(all, c.Name)
				}
			}
			all = slices.DeleteFunc(slices.Clone(all), func(name string) bool { return r.Constants.Map()[name] != s[2] })
			if len(all) == 0 {
				wrong = append(wrong, fmt.Sprintf("%s: %s is the size of no constant for which %s stands", r.Config, s[2], s[1]))
				continue
			}
			means[s[1]] = all
		}
	}
	return wrong
}

// A configuration with a smaller constant than its name says is noticed: its properties would hold in fewer states.
func TestManifest_NamesGiveTheSizes(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	for _, m := range all {
		require.Empty(t, misnamed(m))
	}
	smaller := 0
	for _, m := range all {
		for i := range m.Rows {
			for k := range m.Rows[i].Constants {
				c := &m.Rows[i].Constants[k]
				n, err := strconv.Atoi(c.Value)
				if err != nil || !strings.Contains(m.Rows[i].Config, "_N3T2C2") || c.Name != "Items" {
					continue
				}
				c.Value = strconv.Itoa(n - 1)
				require.Len(t, misnamed(m), 1, m.Rows[i].Config)
				c.Value = strconv.Itoa(n)
				smaller++
			}
		}
	}
	require.Greater(t, smaller, 5)
}
