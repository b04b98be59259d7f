package instrument

import (
	"go/version"
	"regexp"
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
