package specs

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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

// modelRow is a configuration and what came of it.
type modelRow struct {
	manifest *tla.Manifest
	want     tla.Row
	found    modelFound
	wrong    []string   // how it differs from what is wanted
	never    []tlc.Part // what TLC never took
	bound    string     // that cut it short
	text     string     // a counterexample, or a difference
	state    console.State
	took     time.Duration
	cpu      time.Duration // of TLC
}

// modelFound is what a verb finds of a configuration, in the form for programs. Its
// field names are kept.
type modelFound struct {
	Exit      *int     `json:"exit,omitempty"` // of TLC
	Ending    string   `json:"ending,omitempty"`
	Message   string   `json:"message,omitempty"`
	Generated int      `json:"generated,omitempty"`
	States    int      `json:"states,omitempty"`
	Depth     int      `json:"depth,omitempty"`
	Trace     int      `json:"trace,omitempty"`
	Edges     int      `json:"edges,omitempty"`
	Digest    string   `json:"digest,omitempty"`
	Rate      int      `json:"states_per_second,omitempty"`
	Unreached []string `json:"unreached,omitempty"`
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

// each runs all rows, and shows how far it is on stderr. do runs beside the
// goroutine that shows; what it posts runs in that one.
func (m *models) each(ctx context.Context, do func(ctx context.Context, r *modelRow, so func(string)) error) error {
	if m.update {
		if _, err := m.checkout(); err != nil {
			return err
		}
	}
	ctx, cancel := m.limit(ctx)
	defer cancel()
	start := time.Now()
	show := console.NewProgress(m.Stderr, len(m.rows))
	stopping := func() {
		m.cut = context.Cause(ctx).Error()
		show.Clear()
		fmt.Fprintf(m.Stderr, "%s: stopping: %s\n", m.Name, m.cut)
	}
	var failed error
	var stop atomic.Bool // after an error
	console.Watch(ctx, show.Tick, stopping, func(post func(func())) {
		one := func(r *modelRow) {
			began := time.Now()
			copied := *r
			post(func() {
				r.state = console.CutShort
				show.Begin(r.want.Config)
				show.BeginRule(m.verb)
			})
			err := do(ctx, &copied, func(did string) {
				post(func() {
					if show.Deque == copied.want.Config {
						show.Update(did)
					}
				})
			})
			copied.took = time.Since(began)
			copied.state = console.Held
			switch {
			case ctx.Err() != nil || copied.bound != "":
				copied.state = console.CutShort
			case m.update:
				copied.wrong = nil // it is about to be what is expected
			case len(copied.wrong) > 0:
				copied.state = console.Violation
			}
			post(func() {
				if err != nil {
					stop.Store(true)
					failed = cmp.Or(failed, err)
					return
				}
				*r = copied
				if ctx.Err() == nil {
					show.Ended(copied.want.Config, copied.verdict(), copied.took)
				}
			})
		}
		m.dispatch(func() bool { return ctx.Err() == nil && !stop.Load() }, one)
	})
	show.Clear()
	m.took = time.Since(start)
	if !slices.ContainsFunc(m.rows, func(r *modelRow) bool { return r.state == console.CutShort || r.state == console.NotRun }) {
		m.cut = "" // it came too late to cut anything
	}
	return failed
}

// dispatch calls one for each row, for as many at the same time as there are jobs.
// A row with two workers counts for two.
func (m *models) dispatch(goOn func() bool, one func(*modelRow)) {
	jobs := max(1, m.jobs)
	free := make(chan struct{}, jobs)
	for range jobs {
		free <- struct{}{}
	}
	var running sync.WaitGroup
	for _, r := range m.rows {
		need := min(jobs, m.workers(r))
		for range need {
			<-free
		}
		if !goOn() {
			break
		}
		running.Go(func() {
			one(r)
			for range need {
				free <- struct{}{}
			}
		})
	}
	running.Wait()
}

// workers returns how many TLC has for a row.
func (m *models) workers(r *modelRow) int {
	if m.update {
		return 1 // what is written is to be the same each time
	}
	return r.want.Workers()
}

// limit bounds a run by -timeout.
func (m *models) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if m.timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, m.timeout, fmt.Errorf("-timeout %v", m.timeout))
}

func (r *modelRow) miss(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

// expect notes what was found of a number, if it is not what is wanted.
func (r *modelRow) expect(what string, found, want int) {
	if found != want {
		r.miss("%s %s, want %s", console.Count(found), what, console.Count(want))
	}
}

func (r *modelRow) verdict() string {
	switch {
	case r.state == console.Violation:
		return "NOT AS EXPECTED: " + strings.Join(r.wrong, "; ")
	case r.bound != "":
		return "bound hit: " + r.bound
	case r.state != console.Held:
		return strings.ReplaceAll(string(r.state), "_", " ")
	case r.want.Fails():
		return "fails, as it must"
	}
	if r.want.Graph != nil && r.found.Digest != "" {
		return "equal"
	}
	return "holds"
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

func (m *models) describe(header []string, cells func(*modelRow) []string, claim string) string {
	var b strings.Builder
	for _, r := range m.rows {
		if r.text == "" {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n%s\n", r.want.Config, r.want.Shows, console.Indent(r.text))
	}
	var lines [][]string
	for _, r := range m.rows {
		line := []string{r.want.Config}
		if r.state != console.NotRun {
			line = append(line, cells(r)...)
		}
		for len(line) < len(header) {
			line = append(line, "-")
		}
		lines = append(lines, append(line, r.verdict()))
	}
	b.WriteString(console.Table{Header: append(header, "verdict"), First: 1, Last: len(header) - 1, Lines: lines}.String())
	for _, n := range m.notes {
		b.WriteString(console.Wrap(n))
	}
	if m.cut != "" {
		b.WriteString(console.Wrap("Cut short: " + m.cut + "."))
	}
	b.WriteString(console.Wrap(claim))
	return b.String()
}

// modelDocument is the form of such a run for programs. Its field names are kept.
type modelDocument struct {
	Version  string        `json:"version"`
	Go       string        `json:"go"`
	OS       string        `json:"os"`
	Arch     string        `json:"arch"`
	Verb     string        `json:"verb"`
	Rows     []Entry       `json:"configurations"`
	Notes    []string      `json:"notes,omitempty"`
	CutBy    string        `json:"cut_by,omitempty"`
	Seconds  float64       `json:"seconds"`
	Verdict  console.State `json:"verdict"`
	ExitCode int           `json:"exit_code"`
}

type Entry struct {
	Module  string        `json:"module"`
	Config  string        `json:"config"`
	Outcome console.State `json:"outcome"`
	Wrong   []string      `json:"wrong,omitempty"`
	Found   modelFound    `json:"found"`
	Text    string        `json:"text,omitempty"`
	Seconds float64       `json:"seconds"`
}

func (m *models) document() modelDocument {
	d := modelDocument{
		Version: console.Version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Verb: m.verb,
		Notes: m.notes, CutBy: m.cut, Seconds: m.took.Seconds(), Verdict: m.state(), ExitCode: m.Code,
	}
	d.Rows = m.entries()
	return d
}

func (m *models) entries() []Entry {
	var all []Entry
	for _, r := range m.rows {
		all = append(all, Entry{r.manifest.Name, r.want.Config, r.state, r.wrong, r.found, r.text, r.took.Seconds()})
	}
	return all
}

// rewrite changes the rows of the manifests on disk as they were found. Rows that
// were not run stay as they are.
func (m *models) rewrite(change func(row *tla.Row, r *modelRow)) error {
	changed := map[*tla.Manifest]bool{}
	for _, r := range m.rows {
		if r.state != console.Held {
			continue
		}
		fits := r.found.Trace > 0
		if strings.HasPrefix(r.want.Config, "MC") {
			fits = r.found.Trace == 0 && r.found.States > 0 // none: the module does not even parse
		}
		if !fits {
			r.state = console.Violation
			r.miss("what is named MC holds, and all others fail: not written")
			continue
		}
		i := slices.IndexFunc(r.manifest.Rows, func(row tla.Row) bool { return row.Config == r.want.Config })
		change(&r.manifest.Rows[i], r)
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
		m.notes = append(m.notes, fmt.Sprintf("Wrote tla/%s/%s.json. Look at the difference before you commit it.", one.Dir, one.Name))
	}
	return nil
}
