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
			k.wrong(fmt.Sprintf("%s has no input in testdata/fuzz/%[1]s: only the empty one was run, which shows nothing.", r.Test))
		}
	}
	if k.targets == "" {
		k.orphans(b, targets)
	}
	return k.conclude(ctx, b, all, err)
}

// orphans says of what targets there are inputs, and no target.
func (k *fuzzing) orphans(b *check.Binary, targets []string) {
	corpora, _ := os.ReadDir(filepath.Join(b.Dir(), "testdata", "fuzz")) // there need be none
	for _, dir := range corpora {
		if dir.IsDir() && !slices.Contains(targets, dir.Name()) {
			k.wrong(fmt.Sprintf("There are inputs in testdata/fuzz/%s, and no such target: they were not run. Rename the directory as the target was, or remove it.", dir.Name()))
		}
	}
}

// wrong says what is wrong with a run in which nothing may have been found.
func (k *fuzzing) wrong(note string) {
	k.notes = append(k.notes, note)
	k.Code = console.ExitBroken
	if k.json { // which has no place for it
		fmt.Fprintf(k.Stderr, "stealproof: %s\n", note)
	}
}

// corrupt is a line in which a test says that it cannot read a corpus file.
var corrupt = regexp.MustCompile(`(?m)^ *(?:\S+\.go:\d+: )?("?testdata[/\\]+fuzz[/\\].+?)\r?$`)

// unreadable returns what the tests have said of corpus files that cannot be read.
func unreadable(output []byte) (says []string) {
	for _, m := range corrupt.FindAllSubmatch(output, -1) {
		says = append(says, string(m[1]))
	}
	return says
}
