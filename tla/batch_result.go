package tla

import (
	"regexp"
	"strconv"
	"strings"
)

// A Broken property of a trial.
type Broken struct {
	Trace int      // states of the shortest trace
	Parts []string // without any of these parts it holds in all states at that distance
}

var failsLine = regexp.MustCompile(`<<"fails", (\d+), "(\w+)", (\d+), \{([\d, ]*)\}>>`)

// Read returns for each trial of a batch the properties that fail, from TLC's output.
func (b *Batch) Read(printed []string, trials int) []map[string]Broken {
	all := make([]map[string]Broken, trials)
	for i := range all {
		all[i] = map[string]Broken{}
	}
	for _, line := range printed {
		f := failsLine.FindStringSubmatch(line)
		if f == nil {
			continue
		}
		trial, _ := strconv.Atoi(f[1])
		one := Broken{}
		one.Trace, _ = strconv.Atoi(f[3])
		for n := range strings.SplitSeq(f[4], ", ") {
			if i, err := strconv.Atoi(n); err == nil {
				one.Parts = append(one.Parts, b.parts[f[2]][i-1].Text)
			}
		}
		all[trial-1][f[2]] = one
	}
	return all
}
