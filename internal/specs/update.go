package specs

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/tla"
)

// rewrite changes the rows of the manifests on disk. Rows that were not run stay as they are.
func (m *models) rewrite(change func(row *tla.Row, r *modelRow) error) error {
	changed := map[*tla.Manifest]bool{}
	for _, r := range m.rows {
		if r.state != console.Held {
			continue
		}
		fits := r.found.Trace > 0
		if strings.HasPrefix(r.want.Config, "MC") {
			fits = r.found.Trace == 0 && r.found.States > 0 // without states, the module does not even parse
		}
		if !fits {
			r.state = console.Violation
			r.miss("a configuration named MC must hold, and any other must fail: not written")
			continue
		}
		i := slices.IndexFunc(r.manifest.Rows, func(row tla.Row) bool { return row.Config == r.want.Config })
		if err := change(&r.manifest.Rows[i], r); err != nil {
			return err
		}
		changed[r.manifest] = true
		r.want = r.manifest.Rows[i]
	}
	dir, err := m.checkout()
	if err != nil {
		return err
	}
	for one := range changed {
		if err := writeFile(filepath.Join(dir, one.Dir, one.Name+".json"), one.Encode()); err != nil {
			return err
		}
		m.notes = append(m.notes, fmt.Sprintf("Wrote tla/%s/%s.json. Review the difference before you commit it.", one.Dir, one.Name))
	}
	return nil
}

func writeFile(name string, text []byte) error { return os.WriteFile(name, text, 0o644) }

// expectation makes the result the expectation.
func expectation(row *tla.Row, r *modelRow) (err error) {
	f := r.found
	row.Exit, row.Message = *f.Exit, f.Message
	row.Generated, row.Distinct, row.Depth, row.Trace = f.Generated, f.States, f.Depth, f.Trace
	took := cmp.Or(r.cpu, r.took)
	row.Seconds = max(0.1, float64(took.Round(100*time.Millisecond))/float64(time.Second))
	row.Checked, err = r.manifest.Checked(*row)
	return err
}
