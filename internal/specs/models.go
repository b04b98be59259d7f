package specs

import (
	"context"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// models is a run of configurations of the specifications, by one of the verbs tlc,
// explore and graph.
type models struct {
	*console.Command
	verb    string
	only    string // regexp
	tier    string
	timeout time.Duration
	json    bool
	update  bool
	tree    *tla.Tree // that is checked; open finds it
	outside error     // why it is not that of a checkout
	jobs    int       // that run at the same time, 0 is one

	replaced map[string][]byte // files for TLC, in place of those of the module

	rows  []*modelRow
	cut   string
	stale bool // a translation is not that of its algorithm
	took  time.Duration
	notes []string // what was checked of no single configuration
}

func (m *models) register(fs *flag.FlagSet, tier tla.Tier) {
	fs.StringVar(&m.tier, "tier", string(tier), "quick, or full, which is all of them; -run chooses from all")
	fs.StringVar(&m.only, "run", "", "only the configurations whose names match this `regexp`")
	fs.DurationVar(&m.timeout, "timeout", 0, "cut the run short after this `time`; 0 is never")
	fs.BoolVar(&m.json, "json", false, "print one JSON document instead of the table")
}

// everyModule stands for all modules.
const everyModule = "all"

// choose fills rows with the configurations that are wanted of the modules.
func (m *models) choose(ctx context.Context, args []string, wanted func(*tla.Manifest, tla.Row) bool) error {
	if err := console.NotNegative("-timeout", m.timeout); err != nil {
		return err
	}
	if err := console.FlagsFirst("the modules", args); err != nil {
		return err
	}
	if m.tier != string(tla.Quick) && m.tier != string(tla.Full) {
		return fmt.Errorf("-tier is %q; want quick or full", m.tier)
	}
	only, err := regexp.Compile(m.only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if err := m.open(ctx); err != nil {
		return err
	}
	manifests, err := m.tree.Manifests()
	if err != nil {
		return err
	}
	if len(args) > 0 && !slices.Equal(args, []string{everyModule}) {
		manifests = nil
		for _, name := range args {
			one, err := m.tree.Find(name)
			if err != nil {
				return err
			}
			manifests = append(manifests, one)
		}
	}
	left := 0
	for _, one := range manifests {
		if err := one.Check(); err != nil && !m.update {
			return fmt.Errorf("tla/%s/%s.json: %w", one.Dir, one.Name, err)
		}
		for _, r := range one.Rows {
			tiered := m.tier == string(tla.Full) || r.Tier == tla.Quick || m.only != "" || m.update
			switch {
			case !only.MatchString(r.Config) || !wanted(one, r):
			case tiered:
				m.rows = append(m.rows, &modelRow{manifest: one, want: r, state: console.NotRun})
			default:
				left++
			}
		}
	}
	if left > 0 {
		m.notes = append(m.notes, fmt.Sprintf("LEFT OUT: %s of the tier full; with -tier full all are run.", console.Plural(left, "configuration")))
	}
	if len(m.rows) == 0 {
		return fmt.Errorf("%s: %w", m.verb, errNoConfiguration)
	}
	return nil
}

// workspace finds TLC, and makes a place for it to run in.
func (m *models) workspace(ctx context.Context) (*tlc.Workspace, error) {
	if err := m.open(ctx); err != nil {
		return nil, err
	}
	tools, err := tlc.Find(ctx, m.tree, m.Stderr)
	if err != nil {
		return nil, err
	}
	return tools.NewWorkspace(m.tree, m.replaced)
}

func (m *models) state() console.State {
	if m.stale {
		return console.Violation
	}
	worst := console.Held
	for _, r := range m.rows {
		s := r.state
		if s == console.NotRun {
			s = console.CutShort
		}
		if console.Worse(s, worst) {
			worst = s
		}
	}
	return worst
}

// finish prints what was found, and sets the exit code.
func (m *models) finish(header []string, cells func(*modelRow) []string, claim string) error {
	m.Code = console.ExitCode(m.state())
	out := ""
	if m.json {
		out = console.Encode(m.document())
	} else {
		out = m.describe(header, cells, claim)
	}
	if _, err := io.WriteString(m.Stdout, out); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return nil
}
