package corpus

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/stealproof/stealproof/model/instrument"
)

// The results of a subject.
const (
	Passes   = "passes"
	Refused  = "refused"
	NoBuild  = "does not build"
	Differs  = "tests fail"
	Unusable = "fails as it is" // without being rewritten
)

// Result is the result of a subject.
type Result struct {
	Subject  string
	Packages []string `json:",omitempty"`
	Result   string
	Why      string `json:",omitempty"`
	Places   int    // where the rewriter has put something
	Rewrote  int    // packages, with those that the subject imports
	Skipped  int    `json:",omitempty"` // tests that fail as they are
	Left     int    `json:",omitempty"` // test files that are not rewritten, since they would be refused
}

// Runner runs subjects.
type Runner struct {
	Checkout string        // the directory of this repository
	Each     time.Duration // for each command
	Temp     string        // an empty directory
}

// Run rewrites a subject, and runs its tests before and after.
func (r *Runner) Run(ctx context.Context, s Subject) Result {
	result := Result{Subject: s.String()}
	if !s.Std {
		result.Packages = s.Packages
	}
	dir, err := os.MkdirTemp(r.Temp, "subject")
	if err == nil {
		defer os.RemoveAll(dir)
		result.Result, err = r.judge(ctx, s, dir, &result)
	} else {
		result.Result = Unusable
	}
	if err != nil {
		result.Why = r.shorten(err.Error(), dir)
	}
	return result
}

func (r *Runner) judge(ctx context.Context, s Subject, dir string, result *Result) (string, error) {
	source, out := filepath.Join(dir, "src"), filepath.Join(dir, "out")
	if err := os.Mkdir(source, 0o777); err != nil {
		return Unusable, err
	}
	if err := r.prepare(ctx, s, source); err != nil {
		return Unusable, err
	}
	test := append([]string{"test", "-mod=mod", "-vet=off", "-short", "-count=1", "-timeout=" + r.Each.String()}, s.Packages...)
	if output, err := r.run(ctx, source, test...); err != nil {
		failing := failed(output)
		if result.Skipped = len(failing); result.Skipped == 0 {
			return Unusable, failure(output, err)
		}
		test = append([]string{"test", "-skip=^(" + strings.Join(failing, "|") + ")$"}, test[1:]...)
		if output, err := r.run(ctx, source, test...); err != nil {
			return Unusable, failure(output, err)
		}
	}
	// The packages that rewritten code imports need their checksums.
	if output, err := r.run(ctx, source, "list", "-mod=mod", "-deps", home+"/model/shim/..."); err != nil {
		return Unusable, failure(output, err)
	}
	cfg := instrument.Config{Dir: source, Patterns: s.Packages, Tests: true, Out: out, Env: r.env(), BuildFlags: []string{"-mod=mod"}}
	rewritten, err := instrument.Rewrite(ctx, cfg)
	if refused := new(instrument.RefusedError); errors.As(err, &refused) {
		if cfg.Leave = onlyTests(refused); cfg.Leave != nil {
			rewritten, err = instrument.Rewrite(ctx, cfg)
			result.Left = len(cfg.Leave)
		}
	}
	if err != nil {
		if refused := new(instrument.RefusedError); errors.As(err, &refused) {
			err = errors.New(refused.Refusals[0].String())
		}
		return Refused, err
	}
	result.Places, result.Rewrote = rewritten.Sites, len(rewritten.Packages)
	overlay := filepath.Join(dir, "overlay.json")
	if err := rewritten.WriteOverlay(overlay); err != nil {
		return Refused, err
	}
	output, err := r.run(ctx, source, append(append([]string{"test"}, rewritten.Flags(overlay)...), test[1:]...)...)
	switch {
	case err == nil:
		return Passes, nil
	case strings.Contains(output, "[build failed]") || strings.Contains(output, "[setup failed]") || !strings.Contains(output, "FAIL"):
		return NoBuild, failure(output, err)
	}
	return Differs, failure(output, err)
}

// onlyTests returns the refused files if all of them are tests, and otherwise nil.
func onlyTests(refused *instrument.RefusedError) (files []string) {
	known := map[string]bool{}
	for _, r := range refused.Refusals {
		if !strings.HasSuffix(r.File, "_test.go") {
			return nil
		}
		if !known[r.File] {
			known[r.File] = true
			files = append(files, r.File)
		}
	}
	return files
}

func (r *Runner) env() []string {
	return append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
}

var failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// failed returns the tests that fail. The rewritten package need not pass them either.
func failed(output string) (names []string) {
	for _, m := range failedTest.FindAllStringSubmatch(output, -1) {
		names = append(names, m[1])
	}
	return names
}

// run runs the go command, and returns all that it prints.
func (r *Runner) run(ctx context.Context, dir string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, 2*r.Each, fmt.Errorf("go %s took more than %v", args[0], 2*r.Each))
	defer cancel()
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir, c.Env = dir, r.env()
	c.WaitDelay = time.Second
	out, err := c.CombinedOutput()
	if ended := context.Cause(ctx); err != nil && ended != nil {
		err = ended
	}
	return string(out), err
}

// telling matches the lines of a go command's output that say what is wrong.
var telling = regexp.MustCompile(`(?m)^(--- FAIL: .*|\s*\S+\.go:\d+.*|panic: .*|go: .*error.*|# .*cgo.*)$`)

// failure returns an error with the first line of the output that says what is wrong.
func failure(output string, err error) error {
	if line := telling.FindString(output); line != "" {
		return errors.New(strings.TrimSpace(line))
	}
	return fmt.Errorf("%w: %s", err, strings.TrimSpace(output))
}

// shorten returns one line without temporary directories and durations.
func (r *Runner) shorten(text, dir string) string {
	text = strings.ReplaceAll(text, dir+string(filepath.Separator), "")
	text = regexp.MustCompile(` \(\d+\.\d+s\)`).ReplaceAllString(text, "")
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if len(text) > 160 {
		text = text[:160] + "..."
	}
	return text
}
