package corpus

import (
	_ "embed"
	"fmt"
	"strings"
)

// Subject is what is rewritten in one go.
type Subject struct {
	Std      bool
	Path     string // of the package of std, or of the module
	Version  string // of the module
	Packages []string
}

func (s Subject) String() string {
	if s.Std {
		return s.Path
	}
	return s.Path + "@" + s.Version
}

//go:embed subjects.txt
var list string

// Subjects returns all subjects. It panics if the list is wrong.
func Subjects() (all []Subject) {
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || strings.HasPrefix(line, "#"):
		case fields[0] == "std" && len(fields) == 2:
			all = append(all, Subject{Std: true, Path: fields[1], Packages: []string{"."}})
		case fields[0] == "module" && len(fields) > 3:
			all = append(all, Subject{Path: fields[1], Version: fields[2], Packages: fields[3:]})
		default:
			panic(fmt.Sprintf("subjects.txt has a wrong line: %s", line))
		}
	}
	return all
}

// Tenth returns every tenth subject.
func Tenth(all []Subject) (some []Subject) {
	for i := 0; i < len(all); i += 10 {
		some = append(some, all[i])
	}
	return some
}
