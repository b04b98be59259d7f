package instrument

import (
	"errors"
	"fmt"
	"go/version"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
)

// oldest is the version of the language that rewritten code needs.
const oldest = "go1.21"

var buildLine = regexp.MustCompile(`(?m)^//go:build (.*)$`)

// constrained returns the text of a file before its package clause, so that the file has the version
// of the language that rewritten code needs. A build constraint can raise that of the module. Range
// statements keep their meaning, which changed later.
func (f *file) constrained(head string) (first, rest string) {
	v := f.pkg.TypesInfo.FileVersions[f.syntax]
	if v == "" || version.Compare(v, oldest) >= 0 {
		return "", head
	}
	if buildLine.MatchString(head) {
		return "", buildLine.ReplaceAllString(head, "//go:build ($1) && "+oldest)
	}
	return "//go:build " + oldest + "\n\n", head
}

// older explains an error of a command that was built by an older Go than that of the module.
func (r *run) older(err error) error {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return err
	}
	env := exec.CommandContext(r.ctx, "go", "env", "GOVERSION")
	env.Dir, env.Env = r.Dir, r.Env
	out, failed := env.Output()
	if failed != nil {
		return err
	}
	return olderThan(err, runtime.Version(), strings.TrimSpace(string(out)))
}

func olderThan(err error, built, used string) error {
	if version.Compare(version.Lang(built), version.Lang(used)) >= 0 {
		return err
	}
	why := fmt.Sprintf("this command was built by %s, and cannot read packages of %s: build it again with that version, as go tool does", built, used)
	if strings.Contains(err.Error(), "in importing") || strings.Contains(err.Error(), "export data") {
		return errors.New("instrument: " + why)
	}
	return fmt.Errorf("%w (%s)", err, why)
}
