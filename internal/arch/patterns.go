package arch

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// checkPatterns checks that packages exist, and that the patterns of flags match tests in one of them. go test
// passes if a pattern matches nothing.
func checkPatterns(root fs.FS, dir string, packages []string, patterns map[string]string) string {
	names := map[string]bool{}
	for _, p := range packages {
		below, all := strings.CutSuffix(p, "...")
		below = path.Join(dir, below)
		if !exists(root, below) {
			return "there is no " + p
		}
		if len(patterns) > 0 {
			addTests(root, below, all, names)
		}
	}
	if len(packages) == 0 && len(patterns) > 0 {
		addTests(root, dir, false, names)
	}
	for _, flag := range []string{"run", "bench", "fuzz", "list", "go"} {
		if pattern := patterns[flag]; pattern != "" {
			if fault := matches(flag, pattern, names); fault != "" {
				return fault
			}
			if fault := matchesInside(root, flag, pattern); fault != "" {
				return fault
			}
		}
	}
	return ""
}

// addTests adds the names of the test functions of a package, or of all packages below a directory.
func addTests(root fs.FS, dir string, all bool, names map[string]bool) {
	_ = fs.WalkDir(root, dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && p != dir && (!all || skipped(d.Name())):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(p, "_test.go"):
			return nil
		}
		src, err := fs.ReadFile(root, p)
		for _, m := range testFunction.FindAllSubmatch(src, -1) {
			names[string(m[1])] = true
		}
		return err
	})
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Example|Fuzz|Benchmark)\w*)\(`)

// functionsOf says with what the functions begin that a flag chooses.
var functionsOf = map[string][]string{
	"run": {"Test", "Example", "Fuzz"}, "bench": {"Benchmark"}, "fuzz": {"Fuzz"}, "go": {"Fuzz"},
	"list": {"Test", "Example", "Fuzz", "Benchmark"},
}

// matches returns a message if a part of the pattern matches no test. As in package testing, a pattern has
// alternatives, and each has elements for the test and its subtests. Both signs mean something else in brackets.
func matches(flag, pattern string, names map[string]bool) string {
	if pattern == "^$" {
		return "" // on purpose
	}
	for _, one := range splitOutside(pattern, '|') {
		first := splitOutside(one, '/')[0]
		if strings.Contains(first, "/") {
			return "a / in brackets matches no test: " + first
		}
		re, err := regexp.Compile(first)
		if err != nil {
			return err.Error()
		}
		found := false
		for name := range names {
			found = found || re.MatchString(name) && slices.ContainsFunc(functionsOf[flag], func(kind string) bool { return strings.HasPrefix(name, kind) })
		}
		if !found {
			return "no function of the packages matches -" + flag + " " + first
		}
	}
	return ""
}

// indexed is a file system with the texts that its Go files quote, and the names of its tests.
type indexed struct {
	fs.FS
	once   sync.Once
	quoted []string
}

var quotedText = regexp.MustCompile(`"([^"\n]+)"|` + "`([^`\n]+)`" + `|^func (Test\w+)\(`)

// texts returns these texts in the form that go test gives them in names of subtests: with _ for a blank.
func (x *indexed) texts() []string {
	x.once.Do(func() {
		seen := map[string]bool{}
		_ = fs.WalkDir(x.FS, ".", func(p string, d fs.DirEntry, err error) error {
			seen[path.Base(p)] = true // some tests have a subtest for each directory
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
				return err
			}
			src, err := fs.ReadFile(x.FS, p)
			for _, line := range strings.Split(string(src), "\n") {
				for _, m := range quotedText.FindAllStringSubmatch(line, -1) {
					seen[strings.ReplaceAll(m[1]+m[2]+m[3], " ", "_")] = true
				}
			}
			return err
		})
		x.quoted = slices.Collect(maps.Keys(seen))
	})
	return x.quoted
}

// matchesInside returns a message if a part of the pattern for subtests matches no text of the code. The tests may
// build these names when they run, but then the first words stand in the code.
func matchesInside(root fs.FS, flag, pattern string) string {
	x, is := root.(*indexed)
	if !is {
		return ""
	}
	for _, one := range splitOutside(pattern, '|') {
		for _, sub := range splitOutside(one, '/')[1:] {
			re, err := regexp.Compile(sub)
			if standsForAny.MatchString(sub) {
				continue
			}
			if err != nil {
				return err.Error()
			}
			if !slices.ContainsFunc(x.texts(), re.MatchString) {
				return "no text of the code matches -" + flag + " " + sub
			}
		}
	}
	return ""
}

// splitOutside splits a regular expression at a sign that stands outside of its brackets.
func splitOutside(pattern string, sign rune) (parts []string) {
	depth, from, quoted := 0, 0, false
	for i, r := range pattern {
		switch {
		case quoted:
			quoted = false
		case r == '\\':
			quoted = true
		case strings.ContainsRune("([", r):
			depth++
		case strings.ContainsRune(")]", r):
			depth--
		case r == sign && depth == 0:
			parts = append(parts, pattern[from:i])
			from = i + 1
		}
	}
	return append(parts, pattern[from:])
}

// checkSearches checks the patterns of the verbs check, replay and fuzz of the users' command.
func checkSearches(root fs.FS, words []string) string {
	var packages []string
	patterns := map[string]string{}
	for i, w := range words {
		name, value, has := strings.Cut(strings.TrimPrefix(w, "-"), "=")
		switch {
		case strings.HasPrefix(w, "./"):
			packages = append(packages, w)
		case strings.HasPrefix(w, "-") && (name == "run" || name == "go"):
			if !has && i+1 < len(words) {
				value = words[i+1]
			}
			patterns[name] = value
		}
	}
	if len(packages) == 0 {
		return ""
	}
	return checkPatterns(root, ".", packages, patterns)
}
