package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// failedTest finds the output of a test that has failed, as go test -v prints it.
var failedTest = regexp.MustCompile(`(?ms)^=== RUN   ([^/\s]+)$(.*?)^--- FAIL: ([^/\s]+) \(.*?\)$`)

// ofFrame finds lines that are not the test's own.
var ofFrame = regexp.MustCompile(`(?m)^(=== (RUN|CONT|NAME|PAUSE)|\s*--- (FAIL|PASS|SKIP):).*\n?`)

// mostMessage bounds the message of a failed test.
const mostMessage = 2_000

// failedAlone returns a report for each test that has failed although none of its searches has. Otherwise its message
// would be lost. A search that was not checked has its own report.
func failedAlone(pkg string, output []byte, all []report.Report) (alone []report.Report) {
	known := map[string]bool{}
	for _, r := range all {
		if r.Ending == report.Failed || r.Ending == report.NotChecked {
			name, _, _ := strings.Cut(r.Test, "/")
			known[name] = true
		}
	}
	for _, m := range failedTest.FindAllSubmatch(output, -1) {
		name, text := string(m[1]), string(m[2])
		if at := strings.LastIndex(text, "=== RUN   "+string(m[3])+"\n"); name != string(m[3]) && at >= 0 {
			text = text[at:] // others have ended before it began
		}
		if name = string(m[3]); known[name] {
			continue
		}
		known[name] = true
		text = strings.TrimSpace(ofFrame.ReplaceAllString(text, ""))
		if len(text) > mostMessage {
			text = text[:mostMessage] + " ..."
		}
		if text == "" {
			text = "it does not say why"
		}
		alone = append(alone, report.Report{Package: pkg, Test: name, Ending: report.NotChecked, Rule: ruleAlone, Detail: text})
	}
	return alone
}

// ruleAlone is broken by a test that fails outside of its searches.
const ruleAlone = "the test does not fail outside of its searches"

// writeFailed writes what the failed tests say.
func writeFailed(b *strings.Builder, failed []report.Report) {
	for _, r := range failed {
		fmt.Fprintf(b, "FAILED  %s, but no search of it did\n%s\n\n", r.Test, console.Indent(r.Detail))
	}
}
