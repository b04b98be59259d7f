package check

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// SetTags makes all go commands of this process build with these tags, which are separated by commas.
func SetTags(ctx context.Context, tags string) error {
	if tags == "" {
		return nil
	}
	if strings.ContainsAny(tags, " \t'\"") {
		return errors.New("-tags takes tags separated by commas, without blanks")
	}
	flags, err := goCommand(ctx, ".", "env", "GOFLAGS")
	if err != nil {
		return err
	}
	if err := os.Setenv("GOFLAGS", strings.TrimSpace(strings.TrimSpace(flags)+" -tags="+tags)); err != nil {
		return err
	}
	return os.Setenv(report.EnvTags, tags)
}

// settings returns what go commands take from the environment, and what tells which files they build.
func settings(ctx context.Context, dir string) (string, error) {
	out, err := goCommand(ctx, dir, "env", "CGO_ENABLED", "GOEXPERIMENT", "GOFLAGS")
	if err != nil {
		return "", err
	}
	lines := strings.Split(out, "\n")
	kept := lines[:2]
	for flag := range strings.FieldsSeq(lines[2]) {
		if strings.HasPrefix(strings.TrimLeft(flag, "-'\""), "tags=") {
			kept = append(kept, flag)
		}
	}
	return strings.Join(kept, " "), nil
}
