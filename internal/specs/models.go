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

// models is a run of configurations of the specifications, by one of the verbs tlc, explore and graph.
type models struct {
	*console.Command
	verb    string
	only    string // regexp
	tier    string
	timeout time.Duration
	json    bool
	update  bool
	tree    *tla.Tree // the specifications that are checked; open finds them
	outside error     // the reason why the tree is not a checkout
	jobs    int       // number of jobs at the same time; 0 means one

	replaced map[string][]byte // files that TLC gets in place of those of the module

	rows  []*modelRow
	cut   string
	stale bool // a translation does not match its algorithm
	took  time.Duration
	notes []string // results that belong to no single configuration
}

func (m *models) register(fs *flag.FlagSet, tier tla.Tier) {
	fs.StringVar(&m.tier, "tier", string(tier), "quick or full; full means all configurations. -run chooses from all")
	fs.StringVar(&m.only, "run", "", "run only the configurations whose names match this `regexp`")
	fs.DurationVar(&m.timeout, "timeout", 0, "stop the run after this `time`; 0 means no limit")
	fs.BoolVar(&m.json, "json", false, "print a JSON document instead of the table")
}

// everyModule is the name that stands for all modules.
const everyModule = "all"

// choose fills rows with the wanted configurations of the modules.
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
		m.notes = append(m.notes, fmt.Sprintf("LEFT OUT: %s of the tier full; -tier full runs them too.", console.Plural(left, "configuration")))
	}
	if len(m.rows) == 0 {
		return fmt.Errorf("%s: %w; tlc -list lists them", m.verb, errNoConfiguration)
	}
	return nil
}

// workspace finds TLC, and makes a directory for it to run in.
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

// finish prints the results, and sets the exit code.
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
