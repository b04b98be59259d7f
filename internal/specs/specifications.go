package specs

import (
	"context"
	"errors"
	"fmt"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/tla"
)

// errNoConfiguration says that there is nothing to check.
var errNoConfiguration = errors.New("no configuration matches")

// open finds the specifications. In a checkout it uses those of the checkout, because the embedded ones may be
// older. The first note says which ones are used.
func (m *models) open(ctx context.Context) error {
	if m.tree != nil {
		return nil
	}
	root, err := check.ModuleDir(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	m.tree, m.outside = tla.Embedded, err
	if err == nil {
		m.tree = tla.Checkout(root)
	}
	m.notes = append(m.notes, m.source())
	return nil
}

// source says which specifications are checked.
func (m *models) source() string {
	if m.tree.Dir() != "" {
		return "Specifications: the checkout's tla/."
	}
	digest, err := m.tree.Digest()
	if err != nil {
		digest = err.Error()
	}
	return fmt.Sprintf("Specifications: embedded in this program, stealproof %s, digest %.12s. No checkout: %v.", console.Version(), digest, m.outside)
}

// checkout returns the directory of the specifications, or an error if they are embedded.
func (m *models) checkout() (string, error) {
	if m.tree.Dir() == "" {
		return "", m.outside
	}
	return m.tree.Dir(), nil
}

// printConfig prints the .cfg file of a configuration, for people who run TLC by hand.
func (s *specs) printConfig(ctx context.Context, args []string) error {
	if err := console.NoArguments("tlc -cfg", args); err != nil {
		return err
	}
	if err := s.open(ctx); err != nil {
		return err
	}
	fmt.Fprintln(s.Stderr, s.source())
	files, err := s.tree.Sources()
	if err != nil {
		return err
	}
	text, known := files[s.cfg+".cfg"]
	if !known {
		return fmt.Errorf("-cfg: there is no configuration %s; to list them: go -C internal/lab run . tlc -list", s.cfg)
	}
	_, err = s.Stdout.Write(text)
	return err
}
