package arch

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// CheckCommands returns a message for each quoted command that cannot work because its verb, stage, flag,
// package or test does not exist. It looks at commands that begin with "go test", "go run ./cmd/stealproof",
// "go -C internal/lab" or ".ci/run", in blocks and in running text. It runs nothing.
func CheckCommands(root fs.FS, pages []Page) []string {
	var faults []string
	root = &indexed{FS: root}
	for _, page := range pages {
		for _, c := range slices.Concat(page.Commands, page.Examples, page.Spans) {
			if fault := checkCommand(root, c.Text); fault != "" {
				faults = append(faults, fmt.Sprintf("%s:%d: %s: %s", page.Path, c.Line, c.Text, fault))
			}
		}
	}
	return faults
}

func checkCommand(root fs.FS, text string) string {
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "$ "), " #")
	words := splitWords(text)
	for len(words) > 0 && assignment.MatchString(words[0]) {
		words = words[1:]
	}
	switch {
	case startsWith(words, "go", "test"):
		return checkGoTest(root, ".", words[2:])
	case startsWith(words, "go", "-C", lab, "test"):
		return checkGoTest(root, lab, words[4:])
	case startsWith(words, "go", "run", "./cmd/stealproof"):
		return cmp.Or(checkVerb(root, "cmd/stealproof", words[3:]), checkSearches(root, words[3:]), checkChosen(root, words[3:]))
	case startsWith(words, "go", "-C", lab, "run", "."):
		return cmp.Or(checkVerb(root, lab, words[5:]), checkChosen(root, words[5:]))
	case startsWith(words, ".ci/run"):
		return checkStages(root, words[1:])
	}
	return ""
}

var assignment = regexp.MustCompile(`^[A-Z_0-9]+=`) // of a variable of the environment

func startsWith(words []string, first ...string) bool {
	return len(words) >= len(first) && slices.Equal(words[:len(first)], first)
}

var shellWord = regexp.MustCompile(`(?:[^\s'"]+|'[^']*'|"[^"]*")+`)

// splitWords splits a simple command as a shell does.
func splitWords(text string) []string {
	words := shellWord.FindAllString(text, -1)
	for i, w := range words {
		words[i] = strings.NewReplacer("'", "", `"`, "").Replace(w)
	}
	return words
}

// testFlags are the flags of go test that documents may use. The value tells whether an argument must follow.
var testFlags = map[string]bool{
	"bench": true, "benchmem": false, "benchtime": true, "count": true, "cover": false, "cpu": true, "fuzz": true,
	"fuzztime": true, "list": true, "race": false, "run": true, "short": false, "timeout": true, "v": false,
}

// checkGoTest checks the arguments of go test, in the module in dir.
func checkGoTest(root fs.FS, dir string, words []string) string {
	var packages, own []string
	patterns := map[string]string{} // by the name of the flag
	for i := 0; i < len(words); i++ {
		name, isFlag := strings.CutPrefix(words[i], "-")
		if !isFlag {
			packages = append(packages, words[i])
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimPrefix(name, "-"), "=")
		if name == "args" {
			break // the rest belongs to the test
		}
		if strings.Contains(name, ".") {
			continue // a flag of the test binary itself
		}
		needsValue, known := testFlags[name]
		if !known {
			own = append(own, name)
			continue
		}
		if needsValue && !hasValue {
			if i++; i == len(words) {
				return "no value follows -" + name
			}
			value = words[i]
		}
		switch name {
		case "run", "bench", "fuzz", "list":
			if _, err := regexp.Compile(value); err != nil {
				return err.Error()
			}
			patterns[name] = value
		}
	}
	for _, name := range own {
		if !slices.ContainsFunc(packages, func(p string) bool { return mentions(root, path.Join(dir, p), `"`+name+`"`) }) {
			return "neither go test nor a file of the packages has the flag -" + name
		}
	}
	return checkPatterns(root, dir, packages, patterns)
}

// verbNames are verbs of a command whose names are in files of other packages.
var verbNames = map[string][]string{lab: {"explore", "tlc", "graph", "controls"}}

// checkVerb checks that each verb has its file, and that the name of each flag appears in quotes in a file.
func checkVerb(root fs.FS, dir string, words []string) string {
	if !exists(root, dir) {
		return "there is no " + dir
	}
	for i, w := range words {
		name, isFlag := strings.CutPrefix(w, "-")
		switch {
		case isFlag:
			name, _, _ = strings.Cut(strings.TrimPrefix(name, "-"), "=")
			if name != "h" && name != "help" && !mentions(root, dir, `"`+name+`"`) && !mentions(root, "internal/specs", `"`+name+`"`) {
				return "no verb has the flag -" + name
			}
		case i == 0 && !exists(root, path.Join(dir, w+".go")) && !slices.Contains(verbNames[dir], w):
			return "there is no verb " + w
		}
	}
	return ""
}

// mentions reports whether a Go file in dir contains the text.
func mentions(root fs.FS, dir, text string) bool {
	names, _ := fs.Glob(root, path.Join(dir, "*.go"))
	return slices.ContainsFunc(names, func(name string) bool {
		src, err := fs.ReadFile(root, name)
		return err == nil && strings.Contains(string(src), text)
	})
}

var stageList = regexp.MustCompile(`(?m)^stages=\(([^)]*)\)$`)

func checkStages(root fs.FS, words []string) string {
	src, err := fs.ReadFile(root, ".ci/run")
	if err != nil {
		return err.Error()
	}
	m := stageList.FindSubmatch(src)
	if m == nil {
		return ".ci/run has no line stages=(...)"
	}
	known := append(strings.Fields(string(m[1])), "quick", "full", "long")
	for _, w := range words {
		if !slices.Contains(known, w) {
			return ".ci/run has no stage " + w
		}
	}
	return ""
}
