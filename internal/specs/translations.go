package specs

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// manifests returns the manifests of the rows, each once.
func (m *models) manifests() []*tla.Manifest {
	var all []*tla.Manifest
	for _, r := range m.rows {
		if !slices.Contains(all, r.manifest) {
			all = append(all, r.manifest)
		}
	}
	return all
}

// translations checks that the translations of the chosen modules match their algorithms. TLC sees only the
// translations, and a reader only the algorithms.
func (m *models) translations(ctx context.Context, w *tlc.Workspace) error {
	var fresh []string
	for _, one := range m.manifests() {
		for _, module := range one.PlusCal {
			var old *tlc.StaleError
			switch err := w.CheckTranslation(ctx, module); {
			case errors.As(err, &old):
				m.stale = true
				m.notes = append(m.notes, "STALE TRANSLATION: "+err.Error())
			case err != nil:
				return err
			default:
				fresh = append(fresh, module)
			}
		}
	}
	if len(fresh) > 0 {
		m.notes = append(m.notes, "These translations match their algorithms: "+strings.Join(fresh, ", ")+".")
	}
	return nil
}
