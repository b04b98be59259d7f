package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// Verdicts is what "check -tests" says of the tests of a subject, as they are.
type Verdicts struct {
	Subject    string
	Alone      int // tests that start no goroutine
	Unfit      int `json:",omitempty"` // tests that fail in go test
	Skipped    int `json:",omitempty"` // by themselves
	Exhausted  int
	BoundHit   int
	Failed     []Verdict `json:",omitempty"`
	NotChecked []Verdict `json:",omitempty"`
	Why        string    `json:",omitempty"` // why nothing was searched
}

// Verdict is the verdict of one test.
type Verdict struct {
	Package, Test string
	Rule          string `json:",omitempty"`
	Why           string
	Token         string `json:",omitempty"`
}

// Searched returns the number of tests with several schedules, and of those that were not checked.
func (v Verdicts) Searched() int {
	return v.Exhausted + v.BoundHit + len(v.Failed) + len(v.NotChecked)
}

// CutShort reports whether the time was over before there was any verdict.
func (v Verdicts) CutShort() bool {
	return strings.Contains(v.Why, "test timed out after") || v.Searched()+v.Alone+v.Unfit+v.Skipped == 0 && (v.Why == "" || overTime.MatchString(v.Why))
}

// Refused returns why no test of the subject was searched, although it may have some. It returns "" if one was.
func (v Verdicts) Refused() string {
	if v.Searched()+v.Alone+v.Unfit+v.Skipped > 0 || strings.Contains(v.Why, "no plain test matches") {
		return ""
	}
	return strings.TrimPrefix(v.Why, "stealproof: ")
}

// overTime matches what the commands say if their time is over. All other reasons are of the subject: it has no plain
// tests, for one, or the rewriter refuses it.
var overTime = regexp.MustCompile(`stopping: |-timeout \d|took more than \d|signal: killed|context (deadline exceeded|canceled)`)

// Tool builds the command of this repository.
func (r *Runner) Tool(ctx context.Context) (string, error) {
	name := filepath.Join(r.Temp, "stealproof")
	_, err := r.run(ctx, r.Checkout, "build", "-o", name, "./cmd/stealproof")
	return name, err
}

// Check searches the tests of a subject, each for some time.
func (r *Runner) Check(ctx context.Context, s Subject, tool string, each time.Duration) Verdicts {
	v := Verdicts{Subject: s.String()}
	dir, err := os.MkdirTemp(r.Temp, "subject")
	if err == nil {
		defer os.RemoveAll(dir)
		err = r.check(ctx, s, dir, tool, each, &v)
	}
	if err != nil {
		v.Why = r.shorten(err.Error(), dir)
	}
	return v
}

func (r *Runner) check(ctx context.Context, s Subject, dir, tool string, each time.Duration, v *Verdicts) error {
	if err := r.prepare(ctx, s, dir); err != nil {
		return err
	}
	if output, err := r.run(ctx, dir, "list", "-mod=mod", "-deps", home+"/model/shim/..."); err != nil {
		return failure(output, err)
	}
	unfit := map[string]bool{}
	if output, err := r.run(ctx, dir, append([]string{"test", "-vet=off", "-count=1", "-timeout=" + r.Each.String()}, s.Packages...)...); err != nil {
		for _, name := range failed(output) {
			unfit[name] = true
		}
		if len(unfit) == 0 {
			return failure(output, err)
		}
	}
	args := append([]string{"check", "-tests", ".", "-json", "-time", each.String(), "-timeout", r.Each.String()}, s.Packages...)
	c := exec.CommandContext(ctx, tool, args...)
	var stderr bytes.Buffer
	c.Dir, c.Env, c.Stderr, c.WaitDelay = dir, r.env(), &stderr, time.Second
	out, err := c.Output()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return err
	}
	if said := v.add(out, unfit); said == 0 {
		return errors.New(WhyNothing(stderr.String()))
	}
	return nil
}

// WhyNothing returns why the command has searched nothing, from what it printed: the progress of a long build, and an
// error.
func WhyNothing(stderr string) string {
	progress, why, failed := strings.Cut("\n"+strings.TrimSpace(stderr), "\nstealproof: ")
	if !failed {
		return strings.TrimSpace(stderr)
	}
	if lines := strings.Split(progress, "\n"); overTime.MatchString(why) && ofBuild.MatchString(lines[len(lines)-1]) {
		return "not checked, since building took too long: " + why
	}
	return "stealproof: " + why
}

// ofBuild matches the progress of a build.
var ofBuild = regexp.MustCompile(`: (compiling|rewriting|building)\b`)

// add counts the reports in the output of the command, and returns how many there are. Tests that are
// unfit are not judged.
func (v *Verdicts) add(out []byte, unfit map[string]bool) (reports int) {
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		var p report.Report
		if d.Decode(&p) != nil || p.Valid() != nil {
			return reports
		}
		reports++
		why, _, _ := strings.Cut(p.Detail, "\n")
		one := Verdict{Package: p.Package, Test: p.Test, Rule: p.Rule, Why: why, Token: p.Token}
		top, _, _ := strings.Cut(p.Test, "/")
		switch {
		case unfit[top]:
			v.Unfit++
		case p.Ending == report.Failed:
			v.Failed = append(v.Failed, one)
		case p.Ending == report.NotChecked:
			one.Token = ""
			v.NotChecked = append(v.NotChecked, one)
		case p.Plain != nil && p.Plain.Skipped != "":
			v.Skipped++
		case p.Plain.Trivial() && p.Ending == report.Exhausted:
			v.Alone++
		case p.Ending == report.Exhausted:
			v.Exhausted++
		default:
			v.BoundHit++
		}
	}
}
