package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/internal/report"
)

// toToken prints the token of a corpus file. The file's directory has the name of the target.
func (k *fuzzing) toToken(ctx context.Context, b *check.Binary) error {
	path, err := filepath.Abs(k.file)
	if err != nil {
		return err
	}
	target := filepath.Base(filepath.Dir(path))
	r, err := k.convert(ctx, b, target, fuzzer.Job{Do: fuzzer.DoToken, File: path})
	switch {
	case errors.Is(err, errNoTarget):
		return fmt.Errorf("-token: the directory of %s names the target, %s, but %s has %w; move the file to testdata/fuzz/TARGET", k.file, target, b.Package, err)
	case err == nil:
		_, err = fmt.Fprintln(k.Stdout, r.Token)
	}
	return err
}

// toFile writes the corpus file of a token, and prints its path.
func (k *fuzzing) toFile(ctx context.Context, b *check.Binary) error {
	token, err := report.ParseToken(k.text)
	if err != nil {
		return err
	}
	target, _, _ := fuzzer.TargetOf(token)
	dir := filepath.Join(b.Dir(), "testdata", "fuzz", target)
	if k.corpus != "" {
		if dir, err = k.keeps(b, target); err != nil {
			return err
		}
	}
	r, err := k.convert(ctx, b, target, fuzzer.Job{Do: fuzzer.DoFile, Token: k.text, Corpus: dir})
	switch {
	case errors.Is(err, errNoTarget):
		return fmt.Errorf("-file: the token is from %s, but %s has %w", target, b.Package, err)
	case err == nil:
		_, err = fmt.Fprintln(k.Stdout, r.Detail)
	}
	return err
}

// errNoTarget says that the package lacks the target of a token or corpus file.
var errNoTarget = errors.New("no such target that fuzzes schedules")

// convert lets the target itself convert, because only the program knows its steps.
func (k *fuzzing) convert(ctx context.Context, b *check.Binary, target string, job fuzzer.Job) (report.Report, error) {
	out, err := b.Run(ctx, check.Plan{Run: oneOf([]string{target}), Env: []string{job.Environ()}})
	switch {
	case err != nil:
		return report.Report{}, err
	case out.Failed:
		return report.Report{}, failedToRun(out)
	case len(out.Reports) != 1:
		return report.Report{}, errNoTarget
	}
	return out.Reports[0], nil
}
