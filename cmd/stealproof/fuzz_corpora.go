package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// corpora runs the committed corpora.
func (k *fuzzing) corpora(ctx context.Context, b *check.Binary, targets []string) error {
	all, err := k.plan(ctx, b, targets, nil)
	for _, r := range all {
		if r.Ending == report.BoundHit && r.Executions == 1 {
			k.wrong(fmt.Sprintf("%s has no input in testdata/fuzz/%[1]s. Only the empty input was run, which shows nothing.", r.Test))
		}
	}
	if k.targets == "" {
		k.orphans(b, targets)
	}
	return k.conclude(ctx, b, all, err)
}

// orphans warns about inputs whose target does not exist.
func (k *fuzzing) orphans(b *check.Binary, targets []string) {
	corpora, _ := os.ReadDir(filepath.Join(b.Dir(), "testdata", "fuzz")) // the directory may be missing
	for _, dir := range corpora {
		if dir.IsDir() && !slices.Contains(targets, dir.Name()) {
			k.wrong(fmt.Sprintf("The inputs in testdata/fuzz/%s were not run, because there is no such target. If the target was renamed, rename the directory too; otherwise remove it.", dir.Name()))
		}
	}
}

// wrong notes a problem that makes the run fail even if no rule was broken.
func (k *fuzzing) wrong(note string) {
	k.notes = append(k.notes, note)
	k.Code = console.ExitBroken
	if k.json { // the JSON form has no place for notes
		fmt.Fprintf(k.Stderr, "stealproof: %s\n", note)
	}
}

// corrupt matches a line in which a test says that it cannot read a corpus file.
var corrupt = regexp.MustCompile(`(?m)^ *(?:\S+\.go:\d+: )?("?testdata[/\\]+fuzz[/\\].+?)\r?$`)

// unreadable returns the messages of the tests about corpus files that they cannot read.
func unreadable(output []byte) (says []string) {
	for _, m := range corrupt.FindAllSubmatch(output, -1) {
		says = append(says, string(m[1]))
	}
	return says
}
