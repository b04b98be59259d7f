package main

import (
	"errors"
	"fmt"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// parts combines the results of parts of searches.
func (k *checking) parts(files []string) error {
	if len(files) == 0 {
		return errors.New("-merge needs files with the output of check -shard i/n -json")
	}
	if err := k.outputs.writable(); err != nil {
		return err
	}
	all, missing, err := check.Merge(files)
	if err != nil {
		return err
	}
	worst := worstOf(all)
	if missing != "" {
		if worst != console.Violation {
			return errors.New(missing)
		}
		fmt.Fprintf(k.Stderr, "stealproof: %s\n", missing)
	}
	k.Code = console.ExitCode(worst)
	return k.print(all, ".")
}

// worstOf returns the state of several searches.
func worstOf(all []report.Report) console.State {
	worst := console.Held
	for _, r := range all {
		if s := verdict(r); console.Worse(s, worst) {
			worst = s
		}
	}
	return worst
}

// verdict returns the state of one search.
func verdict(r report.Report) console.State {
	switch {
	case r.Ending == report.NotChecked:
		return console.CutShort
	case r.Ending == report.Failed, r.Rule != "":
		return console.Violation
	case r.Ending == report.Exhausted:
		return console.Held
	}
	return console.CutShort
}
