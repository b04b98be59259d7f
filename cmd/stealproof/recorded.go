package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// recordedLimit bounds the time to judge a recorded history if -timeout is not set.
const recordedLimit = time.Minute

// recorded is a recorded history and its verdict.
type recorded struct {
	file     string
	history  *model.History
	verdict  console.State
	smallest *model.History // set if the history is a violation
	files    []string
	cut      string // the reason if judging was cut short
	took     time.Duration
}

// judge judges the history of -history.
func (v *verify) judge(ctx context.Context) error {
	start := time.Now()
	ctx, cancel := v.limit(ctx)
	defer cancel()
	type reading struct {
		history *model.History
		err     error
	}
	read := make(chan reading, 1)
	go func() {
		h, err := readHistory(v.history, v.Stdin)
		read <- reading{h, err}
	}()
	r := &recorded{file: v.history, verdict: console.CutShort}
	select {
	case <-ctx.Done():
	case got := <-read:
		if got.err != nil {
			return got.err
		}
		if err := console.Writable(v.html); err != nil {
			return err
		}
		r.history = got.history
		if err := r.judge(ctx, v.html); err != nil {
			fmt.Fprintf(v.Stderr, "stealproof: %v\n", err)
		}
	}
	if r.verdict == console.CutShort {
		r.cut = context.Cause(ctx).Error()
	}
	r.took = time.Since(start)
	v.Code = console.ExitCode(r.verdict)
	text := r.text()
	if v.json {
		text = console.Encode(r.document(v.Code))
	}
	if _, err := io.WriteString(v.Stdout, text); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return nil
}

func readHistory(file string, stdin io.Reader) (*model.History, error) {
	from := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	h, err := model.ReadNDJSON(from)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(h.Ops) == 0 {
		return nil, fmt.Errorf("%s: history: no operations, so nothing to judge", file)
	}
	return h, nil
}

// judge fills in the verdict, and saves the smallest failing history in dir. If ctx ends, it returns and leaves
// the goroutine that runs porcupine behind.
func (r *recorded) judge(ctx context.Context, dir string) error {
	type judged struct {
		verdict  linearizability.Verdict
		smallest *model.History
	}
	done := make(chan judged, 1)
	go func() {
		limit := recordedLimit
		if _, bounded := ctx.Deadline(); bounded {
			limit = 0
		}
		j := judged{verdict: linearizability.Check(r.history, limit)}
		if j.verdict == linearizability.Violation {
			j.smallest = linearizability.Reduce(r.history, judgement)
		}
		done <- j
	}()
	if ctx.Err() != nil {
		return nil
	}
	select {
	case <-ctx.Done():
		return nil
	case j := <-done:
		switch j.verdict {
		case linearizability.Linearizable:
			r.verdict = console.Held
		case linearizability.Unknown:
			r.verdict = console.Unknown
		case linearizability.Violation:
			r.verdict, r.smallest = console.Violation, j.smallest
		}
	}
	if r.smallest == nil || dir == "" {
		return nil
	}
	var err error
	r.files, err = linearizability.Save(r.smallest, dir, "history")
	return err
}

func (r *recorded) text() string {
	var b strings.Builder
	if r.history != nil {
		of := console.Plural(len(r.history.Ops), "operation")
		if r.history.Subject != "" {
			of += " of " + r.history.Subject
		}
		fmt.Fprintf(&b, "%s: %s, contract %q\n", r.file, of, r.history.Spec)
	}
	for _, line := range r.claims() {
		b.WriteString(console.Wrap(line))
	}
	if r.smallest != nil {
		fmt.Fprintf(&b, "The smallest part that fails. Time runs down. \"...\" marks an operation that overlaps others:\n%s", picture(r.smallest))
	}
	if len(r.files) > 0 {
		fmt.Fprintf(&b, "files: %s\n", strings.Join(r.files, " "))
	}
	return b.String()
}

// claims says what the verdict means.
func (r *recorded) claims() []string {
	switch r.verdict {
	case console.Held:
		return []string{"held: porcupine found an order of these operations that respects time and the contract. This says nothing about other histories."}
	case console.Violation:
		return []string{"VIOLATION not linearizable: no order of these operations respects time and the contract."}
	case console.Unknown:
		return []string{fmt.Sprintf("UNKNOWN: not judged within %v, so nothing is known.", recordedLimit)}
	}
	return []string{fmt.Sprintf("cut short after %s: %s; nothing is known.", console.Seconds(r.took), r.cut)}
}

func (r *recorded) document(code int) document {
	d := newDocument("verify")
	d.Claims, d.CutBy, d.Seconds, d.Verdict, d.ExitCode = r.claims(), r.cut, r.took.Seconds(), r.verdict, code
	d.Recorded = &recordedEntry{File: r.file, Smallest: lines(r.smallest), Files: r.files}
	if r.history != nil {
		d.Recorded.Subject, d.Recorded.Spec, d.Recorded.Operations = r.history.Subject, r.history.Spec.String(), len(r.history.Ops)
	}
	return d
}
