package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/stealproof/stealproof/internal/arch"
	"github.com/stealproof/stealproof/internal/console"
)

// stepTime is the time for each command in a module of its own. It may build the users' command.
const stepTime = 5 * time.Minute

// follows reports whether a page has a command for a module of its own that is chosen.
func follows(p arch.Page, only *regexp.Regexp) bool {
	for _, s := range p.Steps {
		if s.File == "" && only.MatchString(s.Text) {
			return true
		}
	}
	return false
}

// follow does what a page says to a reader who begins with an empty module beside a checkout in ../stealproof. It does
// all steps of a page in their order, since each needs those before it, and ends at the first that fails.
func (q *quoting) follow(ctx context.Context, checkout string, p arch.Page, only *regexp.Regexp) (commands, failed int, err error) {
	if !follows(p, only) {
		return 0, 0, nil
	}
	parent, err := os.MkdirTemp("", "stealproof-docs-")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(parent)
	dir := filepath.Join(parent, "module")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return 0, 0, err
	}
	if err := os.Symlink(checkout, filepath.Join(parent, "stealproof")); err != nil {
		return 0, 0, err
	}
	for _, s := range p.Steps {
		if s.File != "" {
			if err := os.WriteFile(filepath.Join(dir, s.File), []byte(s.Text), 0o666); err != nil {
				return commands, failed, err
			}
			continue
		}
		commands++
		start := time.Now()
		says, err := quoted(ctx, dir, s.Text, stepTime)
		if ctx.Err() != nil {
			return commands, failed, nil
		}
		if err == nil && says == interrupted {
			err = fmt.Errorf("it has not ended after %v", stepTime)
		}
		if err != nil {
			failed++
			q.Code = console.ExitBroken
			says = "FAILED: " + err.Error()
		}
		if _, err := fmt.Fprintf(q.Stdout, "%s:%d: %s\n    %s, %s\n", p.Path, s.Line, s.Text, says, console.Seconds(time.Since(start))); err != nil {
			return commands, failed, err
		}
		if failed > 0 {
			break
		}
	}
	return commands, failed, nil
}
