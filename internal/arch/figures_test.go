package arch

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// figure is a sentence with figures that stands on some pages. Its source says what they must be.
type figure struct {
	pages  string // separated by blanks
	text   string // a regular expression with a group for each figure
	source string // for the message
	want   func(s *sources) []string
}

// sources reads where the figures come from.
type sources struct {
	t    *testing.T
	root fs.FS
}

var figures = []figure{
	{"README.md docs/kill-matrix.md", `(\d+) (?:\| )?faults (?:put into|are put into)`, "docs/kill-matrix.md",
		func(s *sources) []string { return []string{s.mutants("mutants")} }},
	{"README.md", `(\d+) were noticed, (\d+) are argued to be harmless, (\w+) survived`, "docs/kill-matrix.md",
		func(s *sources) []string {
			return []string{s.mutants("killed by independent detectors", "killed by one kind of detector"), s.mutants("equivalent"), s.mutants("survived", "not run")}
		}},
	{"README.md", `\| ([\d,]+) \| transitions of a Chase-Lev specification`, "tla/README.md, ChaseLev N3T2C2",
		func(s *sources) []string {
			return []string{commas(s.one("tla/README.md", `(?m)^ChaseLev N3T2C2: \d+ states, (\d+) edges, 100 % walked$`))}
		}},
	{"README.md", `\| ([\d,]+) \| random programs on which`, "docs/adr/0003-controlled-scheduler.md",
		func(s *sources) []string {
			m := s.all("docs/adr/0003-controlled-scheduler.md", `run with ([\d,]+) programs of each of (\w+) shapes`)
			return []string{commas(strconv.Itoa(s.number(m[0]) * s.number(m[1])))}
		}},
	{"README.md", `\| (\d+) \| faults found in deques that (\w+) documents print`, "docs/track-record.md", (*sources).printedDeques},
	{"README.md", `There are \[(\w+) deques\]`, "wsq/doc.go", func(s *sources) []string {
		return []string{word(len(regexp.MustCompile(`(?m)^//   - \[\w+\]`).FindAllString(s.text("wsq/doc.go"), -1)))}
	}},
	{"README.md", `the \[(\w+) systems\]`, "docs/seeds.md", func(s *sources) []string {
		return []string{word(strings.Count(s.text("docs/seeds.md"), "\n## ") - 1)} // the last is about what is left
	}},
	{"README.md", `Go (\d+\.\d+) or later`, "go.mod", func(s *sources) []string { return []string{s.one("go.mod", `(?m)^go (\d+\.\d+)\.`)} }},
	{"README.md docs/architecture.md docs/adr/0006-maintainers-module.md", `(?:adds |\| |command as a tool \| \d+ \| )(\d+) (?:indirect requirements|\|\n\| further requirements)`, ".ci/run, stage module",
		func(s *sources) []string { return []string{s.one(".ci/run", `local dir requirements=(\d+)`)} }},

	{"docs/adr/0006-maintainers-module.md", `Go \S+ needs .golang.org/x/tools. (\S+): (?s:.*?)ff (\S+), testify (\S+), x/term (\S+), rapid (\S+) \(`, "go.mod", func(s *sources) (versions []string) {
		for _, m := range []string{"golang.org/x/tools", "peterbourgon/ff/v3", "stretchr/testify", "golang.org/x/term", "net/rapid"} {
			versions = append(versions, s.one("go.mod", `(?m)^\t\S*`+m+` (\S+)$`))
		}
		return versions
	}},

	{"README.md", `with Go (\S+) \((\S+); deques on an AMD EPYC, (\S+)\); below 1, ours`, "docs/performance.md", func(s *sources) []string {
		pool := s.all(performance, `<!-- table fork -->\n\*.bench.; (\S+), .*, go(\S+), commit`)
		return []string{pool[1], pool[0], s.one(performance, `<!-- table deques -->\n.*; (\S+), 2 cores AMD EPYC`)}
	}},
	{"README.md", `\| fork and join, typed, one worker \| (\S+) ns \| goroutine and WaitGroup, (\S+) ns \| 1/(\S+) \|`, performance, func(s *sources) []string {
		return []string{s.cell("fork", "ours, Join", 1, 1), s.cell("fork", "goroutines, WaitGroup", 1, 0), s.cell("fork", "goroutines, WaitGroup", 3, 0)}
	}},
	{"README.md", `\| \| \| Rayon, (\S+) ns \| (\S+) \|`, performance, func(s *sources) []string {
		return []string{s.cell("fork", "rayon", 1, 1), s.one(performance, `\| ours, Join \|.*?/ rayon ([\d.]+) `)}
	}},
	{"README.md", `\| \| \| chili, (\S+) ns \| (\S+) \|`, performance, func(s *sources) []string {
		return []string{s.cell("fork", "chili", 1, 1), fmt.Sprintf("%.2f", 1/s.float(s.cell("fork", "chili", 3, 2)))}
	}},
	{"README.md", `\| fork and join, closures, one worker \| (\S+) ns \| Rayon, (\S+) ns \| (\S+) \|`, performance, func(s *sources) []string {
		return []string{s.cell("fork", "ours, closures", 1, 0), s.cell("fork", "rayon", 1, 1), s.one(performance, `\| ours, closures \|.*?/ rayon ([\d.]+) `)}
	}},
	{"README.md", `\| submit a task from outside \| (\S+) ns \| buffered channel, (\S+) ns \| (\S+) \|`, performance, func(s *sources) []string {
		return []string{s.cell("hand-over", "ours", 1, 0), s.cell("hand-over", "buffered channel, workers", 1, 0), round(s.one(performance, `posted / buffered channel, workers ([\d.]+) `), 1)}
	}},
	{"README.md", `\| push and pop, ChaseLev \| (\S+) ns \| crossbeam, (\S+) ns \| (\S+) \|`, performance, func(s *sources) []string { return s.pair("chaselev") }},
	{"README.md", `\| push and pop, Split \| (\S+) ns \| crossbeam, (\S+) ns \| (\S+) \|`, performance, func(s *sources) []string { return s.pair("split") }},

	{"CONTRIBUTING.md", `\((\d+) minutes\)[^(]*?\. (?s:.*?)\((\d+) minutes\)(?s:.*?)\((\d+) minutes\)(?s:.*?)\((\d+) minutes\)`, "the heading: an hour", func(s *sources) []string {
		m := s.all("CONTRIBUTING.md", `\((\d+) minutes\)(?s:.*?)\((\d+) minutes\)(?s:.*?)\((\d+) minutes\)(?s:.*?)\(\d+ minutes\)`)
		return append(m, strconv.Itoa(60-s.number(m[0])-s.number(m[1])-s.number(m[2])))
	}},
	{"CONTRIBUTING.md", `with small bounds, (\d+) minutes`, ".ci/run", func(s *sources) []string {
		return []string{s.one(".ci/run", `\.ci/run quick +all stages with short bounds, at most (\d+) minutes`)}
	}},
	{"CONTRIBUTING.md", `as CI runs them, about (\d+) minutes`, ".ci/run", func(s *sources) []string {
		return []string{s.one(".ci/run", `full: all stages, about (\d+) minutes`)}
	}},
	{"CONTRIBUTING.md", `blocks of commands, (\d+) s\s+each, and \S+ long. (\d+) minutes each`, ".ci/run, DOCS_EACH", func(s *sources) []string {
		return []string{s.one(".ci/run", `DOCS_EACH:=(\d+)s`), s.one(".ci/run", `DOCS_EACH:=(\d+)m`)}
	}},
	{"CONTRIBUTING.md", `at most (\d+) lines, a function at most (\d+)\. A struct has at most (\d+) fields; (\w+) exception`, "the limits of this package", func(s *sources) []string {
		return []string{strconv.Itoa(maxFileLines), strconv.Itoa(maxFunctionLines), strconv.Itoa(maxFields), word(len(wideStructs))}
	}},
	{"CONTRIBUTING.md", `(\w+) parts of the engine and (\w+) of a thread are closed: except in (\w+) listed functions`, "internal/engine/closed_test.go", func(s *sources) []string {
		engine := word(s.literals("closedOfEngine"))
		return []string{strings.ToUpper(engine[:1]) + engine[1:], word(s.literals("closedOfThread")), word(s.literals("inlined"))}
	}},
	{"CONTRIBUTING.md", `A checkout has (\d+) MB`, sizePage, func(s *sources) []string { return []string{round(s.one(sizePage, `about ([\d.]+) MB`), 0)} }},
	{sizePage, `about (\S+) MB in (\S+) files`, "git ls-files", (*sources).checkout},
	{"docs/adr/0008-channels.md docs/track-record.md CHANGELOG.md", `(?:\[|- |\) has )(\d+) programs(?:\]\(../go-bugs.md\)| after public reports)`, "docs/go-bugs.md", func(s *sources) []string {
		return []string{strconv.Itoa(strings.Count(s.text("docs/go-bugs.md"), "\n| ["))}
	}},
}

const (
	performance = "docs/performance.md"
	sizePage    = "docs/adr/0012-size-of-a-checkout.md"
)

// measured matches figures that nothing in this repository can give: they say when and where they were measured.
var measured = regexp.MustCompile(`[\d.]+ s on two cores of an Intel Xeon\s+\(2026-\d\d-\d\d\)|` +
	`(?s:On two quiet cores of an AMD EPYC \(2026-\d\d-\d\d, without Java\).*?beside other work)`)

// Each figure of the pages is what its source says. README and CONTRIBUTING have no other figures.
func TestFigures_AreThoseOfTheirSources(t *testing.T) {
	s := &sources{t, moduleRoot(t)}
	rests := map[string]string{} // what the figures leave of the pages
	for _, f := range figures {
		want := f.want(s)
		for _, page := range strings.Fields(f.pages) {
			if want == nil {
				continue
			}
			fault, n := f.judge(page, s.text(page), want)
			require.Positive(t, n, "%s: nothing matches %s; change the pattern if the sentence has changed", page, f.text)
			if fault != "" {
				t.Error(fault)
			}
			if rests[page] == "" {
				rests[page] = s.text(page)
			}
			rests[page] = regexp.MustCompile(f.text).ReplaceAllString(rests[page], "")
		}
		changed := slices.Clone(want)
		for i := range changed { // a page with another figure is accused
			was := changed[i]
			changed[i] += "1"
			page := strings.Fields(f.pages)[0]
			fault, _ := f.judge(page, s.text(page), changed)
			require.Contains(t, fault, "want "+strings.Join(changed, ", "))
			changed[i] = was
		}
	}
	for _, page := range []string{"README.md", "CONTRIBUTING.md"} {
		for _, sentence := range unsourced(rests[page]) {
			t.Errorf("%s: no entry of figures says where this comes from: %s", page, sentence)
		}
	}
	require.Equal(t, []string{"It has 12 tests of 1,000 lines."},
		unsourced("# 1\n```sh\n13\n```\n1. arm64 [x](y14.md) `15`\nIt has 12 tests of 1,000 lines.\n"))
}

// judge returns a message if the page has other figures, and says how often the sentence stands there.
func (f figure) judge(page, text string, want []string) (fault string, n int) {
	for _, at := range regexp.MustCompile(f.text).FindAllStringSubmatchIndex(text, -1) {
		n++
		var has []string
		for i := 2; i < len(at); i += 2 {
			has = append(has, text[at[i]:at[i+1]])
		}
		if !slices.Equal(has, want) {
			fault = fmt.Sprintf("%s:%d: has the figures %s; want %s, by %s", page, 1+strings.Count(text[:at[0]], "\n"), strings.Join(has, ", "), strings.Join(want, ", "), f.source)
		}
	}
	return fault, n
}

var (
	blockOfPage = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	notFigures  = regexp.MustCompile("`[^`]*`|\\]\\([^)]*\\)|(?m)^ *\\d\\. |^#.*$")
	digits      = regexp.MustCompile(`(?:^|[^\w.,])\d`)
)

// unsourced returns the lines of a page that have a figure.
func unsourced(text string) (lines []string) {
	text = blockOfPage.ReplaceAllString(measured.ReplaceAllString(text, ""), "")
	for _, line := range strings.Split(notFigures.ReplaceAllString(text, ""), "\n") {
		if digits.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}

func (s *sources) text(page string) string {
	src, err := fs.ReadFile(s.root, page)
	require.NoError(s.t, err)
	return string(src)
}

// all returns the groups of the one match of a pattern.
func (s *sources) all(page, pattern string) []string {
	m := regexp.MustCompile(pattern).FindAllStringSubmatch(s.text(page), -1)
	require.Len(s.t, m, 1, "%s: %s", page, pattern)
	return m[0][1:]
}

func (s *sources) one(page, pattern string) string { return s.all(page, pattern)[0] }

var numberWords = strings.Fields("none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")

func word(n int) string {
	if n < len(numberWords) {
		return numberWords[n]
	}
	return strconv.Itoa(n)
}

// number reads a number in digits or as a word.
func (s *sources) number(text string) int {
	if i := slices.Index(numberWords, text); i >= 0 {
		return i
	}
	n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	require.NoError(s.t, err)
	return n
}

func (s *sources) float(text string) float64 {
	f, err := strconv.ParseFloat(text, 64)
	require.NoError(s.t, err)
	return f
}

// commas separates the thousands.
func commas(number string) string {
	for i := len(number) - 3; i > 0; i -= 3 {
		number = number[:i] + "," + number[i:]
	}
	return number
}

// round rounds to that many decimals.
func round(number string, decimals int) string {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return number
	}
	return strconv.FormatFloat(f, 'f', decimals, 64)
}

// mutants adds up rows of the kill matrix. A test of internal/lab compares that page with the results.
func (s *sources) mutants(rows ...string) string {
	sum := 0
	for _, row := range rows {
		for _, cell := range s.all("docs/kill-matrix.md", `(?m)^\| `+row+` \| (\d+) \| (\d+) \| (\d+) \|$`) {
			sum += s.number(cell)
		}
	}
	if sum == 0 {
		return "none"
	}
	return strconv.Itoa(sum)
}

// printedDeques counts the faults and the documents of the first table of the track record.
func (s *sources) printedDeques() []string {
	page := s.text("docs/track-record.md")
	_, table, _ := strings.Cut(page, "|---|---|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	faults, documents := 0, 0
	for _, row := range strings.Split(table, "\n") {
		cells := strings.Split(row, "|")
		if !strings.HasPrefix(cells[1], " the same") {
			documents++
		}
		if !strings.HasPrefix(cells[2], " none") {
			faults++
		}
	}
	return []string{strconv.Itoa(faults), word(documents)}
}

// cell returns a number of a table that internal/lab writes into the page, rounded.
func (s *sources) cell(table, row string, column, decimals int) string {
	_, text, found := strings.Cut(s.text(performance), "<!-- table "+table+" -->")
	text, _, _ = strings.Cut(text, "\n## ")
	line := regexp.MustCompile(`(?m)^\| ` + row + `(?: [\d.]+)? \|.*$`).FindString(text)
	require.True(s.t, found && line != "", "%s: %s", table, row)
	number, _, _ := strings.Cut(strings.TrimSpace(strings.Split(line, "|")[column+1]), " ")
	return round(number, decimals)
}

// pair returns the figures of a deque's push and pop, beside those of crossbeam.
func (s *sources) pair(deque string) []string {
	ours, other := s.float(s.cell("deques", deque, 1, 2)), s.float(s.cell("deques", "crossbeam-deque", 1, 2))
	return []string{fmt.Sprintf("%.1f", ours), fmt.Sprintf("%.1f", other), fmt.Sprintf("%.2f", ours/other)}
}

// literals returns the number of texts in a list of the engine's test of closed parts.
func (s *sources) literals(list string) (n int) {
	for _, f := range parsed(s.t, "internal/engine", "closed_test.go") {
		ast.Inspect(f, func(node ast.Node) bool {
			if v, is := node.(*ast.ValueSpec); is && v.Names[0].Name == list {
				n = len(v.Values[0].(*ast.CompositeLit).Elts)
			}
			return true
		})
	}
	require.Positive(s.t, n, list)
	return n
}

// checkout returns the size and the files of a checkout, or what the page says if that is close enough. Without git it
// returns nil.
func (s *sources) checkout() []string {
	dir := filepath.Join("..", "..")
	out, err := exec.Command("git", "-C", dir, "ls-files", "-z").Output()
	if err != nil {
		return nil
	}
	size, files := int64(0), 0
	for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		info, err := fs.Stat(s.root, name)
		if err != nil {
			continue // deleted
		}
		size += info.Size()
		files++
	}
	m := s.all(sizePage, `about (\S+) MB in (\S+) files`)
	megabytes := float64(size) / 1e6
	if d := s.float(m[0]) - megabytes; -0.15 < d && d < 0.15 && max(files, s.number(m[1]))-min(files, s.number(m[1])) <= 50 {
		return m
	}
	return []string{fmt.Sprintf("%.1f", megabytes), commas(strconv.Itoa((files + 5) / 10 * 10))}
}
