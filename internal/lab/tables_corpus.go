package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/corpus"
)

const (
	corpusPage = "docs/corpus.md"
	notRun     = "not run" // the saved results lack the subject
)

// writeCorpus writes the tables of the page about the corpus.
func writeCorpus() error {
	page, err := os.ReadFile(corpusPage)
	if err != nil {
		return err
	}
	saved, err := resultsIn(corpusFile).read()
	if err != nil {
		return err
	}
	verdicts, err := verdictsIn(verdictsFile).read()
	if err != nil {
		return err
	}
	return os.WriteFile(corpusPage, []byte(withCorpus(string(page), saved, verdicts)), 0o644)
}

// withCorpus returns the page with its tables written again.
func withCorpus(page string, saved map[string]corpus.Result, verdicts map[string]corpus.Verdicts) string {
	for name, text := range map[string]string{
		"verdict-counts": verdictCounts(verdicts), "verdict-reasons": whyNotChecked(verdicts),
		"corpus-counts": corpusCounts(saved), "corpus-std": corpusRows(saved, true), "corpus-modules": corpusRows(saved, false),
	} {
		page = marked.ReplaceAllStringFunc(page, func(section string) string {
			if marked.FindStringSubmatch(section)[1] != name {
				return section
			}
			return "<!-- table " + name + " -->\n" + text
		})
	}
	return page
}

// corpusCounts returns the table of how many subjects have each result.
func corpusCounts(saved map[string]corpus.Result) string {
	var b strings.Builder
	b.WriteString("| | std | modules |\n| --- | ---: | ---: |\n")
	for _, result := range []string{corpus.Passes, corpus.Refused, corpus.NoBuild, corpus.Differs, corpus.Unusable, notRun} {
		counts := map[bool]int{}
		for _, s := range corpus.Subjects() {
			if cmp.Or(saved[s.String()].Result, notRun) == result {
				counts[s.Std]++
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d |\n", result, counts[true], counts[false])
	}
	return b.String()
}

// corpusRows returns the table of the packages of std, or of the modules.
func corpusRows(saved map[string]corpus.Result, std bool) string {
	var b strings.Builder
	b.WriteString("| | result | places | why |\n| --- | --- | ---: | --- |\n")
	for _, s := range corpus.Subjects() {
		if s.Std != std {
			continue
		}
		r := saved[s.String()]
		name := "`" + s.Path + "`"
		if !std {
			name += " " + s.Version
			if len(s.Packages) > 1 || s.Packages[0] != "." {
				name += " (" + strings.Join(s.Packages, ", ") + ")"
			}
		}
		why := strings.ReplaceAll(r.Why, "|", "\\|")
		if why != "" {
			why = "`" + strings.ReplaceAll(why, "`", "'") + "`"
		}
		if r.Left > 0 {
			why += ", " + console.Plural(r.Left, "test file") + " left as it is"
		}
		if r.Skipped > 0 {
			why += ", " + console.Plural(r.Skipped, "test") + " left out"
		}
		why = strings.TrimPrefix(why, ", ")
		fmt.Fprintf(&b, "| %s | %s | %d | %s |\n", name, cmp.Or(r.Result, notRun), r.Places, why)
	}
	return b.String()
}
