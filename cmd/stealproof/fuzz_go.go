package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/fuzzer"
)

// byGo fuzzes one target with go test -fuzz.
func (k *fuzzing) byGo(ctx context.Context, source check.Source, pattern string) error {
	nameItself()
	b, err := check.Rewrite(ctx, source)
	if err != nil {
		return k.stopped(ctx, err)
	}
	defer b.Close()
	var env []string
	if k.blind {
		env = append(env, fuzzer.EnvBlind+"=1")
	}
	how := check.GoFuzzing{Target: k.native, Jobs: k.jobs, Env: env}
	if k.lasts > 0 {
		how.Time = k.lasts.String()
	}
	if k.blind || k.corpus != "" { // otherwise Go uses its own cache
		dir, err := k.keeps(b, k.native)
		if err != nil {
			return err
		}
		how.Corpora = filepath.Dir(dir)
	}
	was, err := b.GoFuzz(ctx, how, k.Stderr)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(k.Stderr, "stealproof: stopping: %v\n", context.Cause(ctx))
		k.Code = console.ExitCut
	case err != nil:
		return err
	case !was:
		fmt.Fprintf(k.Stderr, "stealproof: plain go test does not run the saved input; to run it: %s fuzz -regress -run '^%s$' %s\n", console.Itself(), k.native, pattern)
		k.Code = console.ExitBroken
	}
	return nil
}
