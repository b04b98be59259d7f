package campaign

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// Available returns an error if this machine cannot run the detector.
func (l *Lab) Available(ctx context.Context, d Detector) error {
	switch d {
	case TLC:
		_, err := tlc.Find(ctx, tla.Embedded, io.Discard)
		return err
	case TSan:
		c := exec.CommandContext(ctx, "go", "env", "CC")
		c.Dir = l.Root
		out, err := c.Output()
		if err != nil {
			return err
		}
		compiler, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
		if _, err := exec.LookPath(compiler); err != nil {
			return fmt.Errorf("-race takes a C compiler, and there is no %s", compiler)
		}
	}
	return nil
}
