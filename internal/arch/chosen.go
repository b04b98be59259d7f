package arch

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// chosen says from which names a flag of a verb chooses: those that a pattern finds in files.
type chosen struct {
	verbs, flag string // verbs are separated by blanks
	files, name string // a pattern of paths, and a regular expression with a group for each part of a name
	listed      bool   // the value lists names with commas; otherwise it is a regular expression
}

const (
	inManifests = "tla/*/*.json"
	inRows      = "docs/kill-matrix*.md"
	aRow        = `(?m)^\| ([\w/.*()-]+) \|`
	aMutant     = `(?m)^\| (?:wsq/|pool/|pool/classic/)?([\w/.*()-]+) \|`
)

var choices = []chosen{
	{"tlc explore graph", "run", inManifests, `"config": "(\w+)"`, false},
	{"tlc", "cfg", inManifests, `"config": "(\w+)"`, true},
	{"controls", "run", "tla/controls.ndjson", `"module":"(\w+)","property":"(\w+)"`, false},
	{"mutants", "run", inRows, aMutant, false},
	{"mutants", "run", inRows, aRow, false},
	{"mutants", "detector", "docs/kill-matrix.md", `(?m)^\| (\w+) \| \d`, true},
	{"corpus", "run", "internal/lab/corpus/subjects.txt", `(?m)^(?:std|module) (\S+)( v\S+)?`, false},
	{"bench", "only", "internal/lab/bench_seeds_experiments.go", `\{name: "(\w+)", title`, true},
	{"verify stress", "deque", "wsq/*.go", `(?m)^func New(\w+)\[`, true},
}

// checkChosen checks the patterns and the names that follow a verb of one of the two commands. Some verbs do nothing
// if a pattern matches nothing. A name in capitals stands for any.
func checkChosen(root fs.FS, words []string) string {
	if len(words) == 0 {
		return ""
	}
	flags, modules := flagsOf(words[1:])
	if s, has := flags["scenario"]; has && words[0] == "stress" && !scenarios.MatchString(s) {
		return "no scenario of a deque is " + s
	}
	for _, flag := range []string{"from", "show", "history"} {
		if file := flags[flag]; file != "" && file != "-" && !path.IsAbs(file) && !exists(root, file) {
			return "there is no " + file
		}
	}
	for flag, value := range flags {
		if standsForAny.MatchString(value) {
			continue
		}
		fault := ""
		for _, c := range choices {
			if c.flag == flag && slices.Contains(strings.Fields(c.verbs), words[0]) {
				if fault = c.check(root, value); fault == "" {
					break
				}
			}
		}
		if fault != "" {
			return fault
		}
	}
	if slices.Contains([]string{"tlc", "explore", "graph", "controls"}, words[0]) {
		return checkModules(root, modules)
	}
	return ""
}

var (
	standsForAny = regexp.MustCompile(`^\^?[A-Z]+\$?$`)
	scenarios    = regexp.MustCompile(`^((push|pop|poptop|scrub|steal|batch:\d+)(\*\d+)?( [;|] | |$))+$`)
)

// alone lists the flags of the maintainers' verbs that take no value.
var alone = strings.Fields("list translate update diff all quick alone traces notlc search anew replay document lines again v tenth table")

// flagsOf returns the flags with their values, and the other words.
func flagsOf(words []string) (flags map[string]string, rest []string) {
	flags = map[string]string{}
	for i := 0; i < len(words); i++ {
		name, isFlag := strings.CutPrefix(words[i], "-")
		name, value, has := strings.Cut(strings.TrimPrefix(name, "-"), "=")
		switch {
		case !isFlag:
			rest = append(rest, words[i])
			continue
		case !has && !slices.Contains(alone, name) && i+1 < len(words):
			i++
			value = words[i]
		}
		flags[name] = value
	}
	return flags, rest
}

// check returns a message if the value chooses nothing.
func (c chosen) check(root fs.FS, value string) string {
	names := c.names(root)
	if len(names) == 0 {
		return ""
	}
	if c.listed {
		for _, one := range strings.Split(value, ",") {
			if !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, one) || one == "all" }) {
				return "-" + c.flag + " knows no " + one
			}
		}
		return ""
	}
	for _, one := range splitOutside(value, '|') {
		re, err := regexp.Compile(one)
		if err != nil {
			return err.Error()
		}
		if !slices.ContainsFunc(names, re.MatchString) {
			return "nothing matches -" + c.flag + " " + one
		}
	}
	return ""
}

// names returns the names in the files. Parts of a name are joined with a point, or with @ before a version.
func (c chosen) names(root fs.FS) (names []string) {
	files, _ := fs.Glob(root, c.files)
	for _, file := range files {
		src, _ := fs.ReadFile(root, file)
		for _, m := range regexp.MustCompile(c.name).FindAllStringSubmatch(string(src), -1) {
			name := strings.Join(m[1:], ".")
			names = append(names, strings.TrimSuffix(strings.ReplaceAll(name, ". ", "@"), "."))
		}
	}
	return names
}

// checkModules checks the names of modules of TLA+.
func checkModules(root fs.FS, words []string) string {
	files, _ := fs.Glob(root, inManifests)
	for _, w := range words {
		known := w == "all" || w == "name" || slices.ContainsFunc(files, func(file string) bool {
			return strings.EqualFold(strings.TrimSuffix(path.Base(file), ".json"), w)
		})
		if len(files) > 0 && !known {
			return "there is no module " + w
		}
	}
	return ""
}

// reasons are the reasons why no test runs a block, each with a pattern that one of its commands must match.
var reasons = map[string]*regexp.Regexp{
	"it writes files of the checkout": regexp.MustCompile(`-update|-translate|-document`),
	"it writes the results":           regexp.MustCompile(` -save ` + resultsDir),
	"it needs several machines":       regexp.MustCompile(` -distributed .* -address `),
	"name stands for your module":     regexp.MustCompile(` name\b`),
	"there is no release yet":         regexp.MustCompile(`^go get (-tool )?github\.com/stealproof/`),
}

// CheckReasons returns a message for each block that gives no known reason why no test runs it, and for each reason that
// does not hold for its block.
func CheckReasons(pages []Page) (faults []string) {
	for _, p := range pages {
		for i, r := range p.Reasons {
			end := Quote{Line: 1 << 30}
			if i+1 < len(p.Reasons) {
				end = p.Reasons[i+1]
			}
			holds, known := reasons[r.Text]
			fault := ""
			switch {
			case r.Text == "":
				fault = `a block of commands does not run, and gives no reason: want "sh", "sh module" or "sh example: REASON"`
			case !known:
				fault = "the reason why a block does not run is in no list: " + r.Text
			case !slices.ContainsFunc(p.Examples, func(c Quote) bool {
				return r.Line < c.Line && c.Line < end.Line && holds.MatchString(c.Text)
			}):
				fault = "the reason why a block does not run holds for none of its commands: " + r.Text
			}
			if fault != "" {
				faults = append(faults, fmt.Sprintf("%s:%d: %s", p.Path, r.Line, fault))
			}
		}
	}
	return faults
}
