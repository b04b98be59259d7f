package arch

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestDocs_LinksLeadSomewhere(t *testing.T) {
	root := moduleRoot(t)
	pages, err := ReadPages(root)
	require.NoError(t, err)
	links := 0
	for _, p := range pages {
		links += len(p.Links)
	}
	require.Greater(t, links, 10, "the test recognized too few links; check ReadPage")
	for _, fault := range CheckLinks(root, pages) {
		t.Error(fault)
	}
}

// Each block of commands runs, or says why it does not.
func TestDocs_ExamplesHaveReasons(t *testing.T) {
	pages, err := ReadPages(moduleRoot(t))
	require.NoError(t, err)
	steps := 0
	for _, p := range pages {
		steps += len(p.Steps)
	}
	for _, fault := range CheckReasons(pages) {
		t.Error(fault)
	}
	require.Positive(t, steps, "no page has commands for a module of its own")

	const text = "Put this into `a.go`:\n\n```go\npackage a\n\nvar b int\n```\n\nOr this:\n```go\nx\n```\n```sh module\ngo vet .  # exits 1\n```\n" +
		"```sh example: there is no release yet\ngo get github.com/stealproof/stealproof\n```\n```sh example\nd\n```\n" +
		"```sh example: x\ne\n```\n```sh example: there is no release yet\ngo vet .\n```\n"
	page := ReadPage("a.md", text)
	require.Equal(t, []Step{{Quote{3, "package a\n\nvar b int\n"}, "a.go"}, {Quote{14, "go vet .  # exits 1"}, ""}}, page.Steps)
	require.Equal(t, []Quote{{17, "go get github.com/stealproof/stealproof"}, {20, "d"}, {23, "e"}, {26, "go vet ."}}, page.Examples)
	require.Equal(t, []string{
		`a.md:19: a block of commands does not run, and gives no reason: want "sh", "sh module" or "sh example: REASON"`,
		"a.md:22: the reason why a block does not run is in no list: x",
		"a.md:25: the reason why a block does not run holds for none of its commands: there is no release yet",
	}, CheckReasons([]Page{page}))
}

func TestDocs_CommandsExist(t *testing.T) {
	root := moduleRoot(t)
	pages, err := ReadPages(root)
	require.NoError(t, err)
	for _, fault := range CheckCommands(root, pages) {
		t.Error(fault)
	}
	for _, p := range pages {
		if p.Path != "README.md" {
			continue
		}
		quoted := map[string]bool{}
		for _, c := range p.Commands {
			command, _, _ := strings.Cut(c.Text, "#")
			quoted[strings.TrimSpace(command)] = true
		}
		for _, promise := range []string{"go run ./cmd/stealproof verify", "go test ./..."} {
			require.True(t, quoted[promise], "README.md must quote this command: %s", promise)
		}
	}
}

// Each feature in docs/seeds.md names code that exists, and a test that exists.
func TestDocs_SeedsAreComplete(t *testing.T) {
	root := moduleRoot(t)
	page, err := fs.ReadFile(root, "docs/seeds.md")
	require.NoError(t, err)
	files, err := readTests(root)
	require.NoError(t, err)
	rows := 0
	for _, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if !strings.HasPrefix(line, "|") || len(cells) != 3 {
			continue
		}
		rows++
		for _, cell := range cells {
			require.NotEmpty(t, strings.TrimSpace(cell), line)
			require.NotContains(t, cell, "planned", line)
		}
		if !strings.HasPrefix(line, "| Feature") && !strings.HasPrefix(line, "|---") {
			require.NotEmpty(t, quoted.FindAllString(cells[2], -1), "this row names no test: %s", line)
		}
		for _, name := range quoted.FindAllStringSubmatch(cells[2], -1) {
			for _, missing := range unknown(files, name[1]) {
				require.Fail(t, "no "+missing, "%s", line)
			}
		}
	}
	require.Greater(t, rows, 50)
}

// quoted matches the text between back quotes in a cell.
var quoted = regexp.MustCompile("`([^`]+)`")

// unknown returns the parts of a name that the code does not contain. A name is a test or an example with its
// subtests, a mutant, or a file. The names of subtests stand in quotes somewhere in the code.
func unknown(code, name string) (missing []string) {
	test, rest, _ := strings.Cut(name, "/")
	switch {
	case strings.HasPrefix(test, "Test") || strings.HasPrefix(test, "Example"):
		if !strings.Contains(code, "func "+test+"(") {
			missing = append(missing, test)
		}
		for _, part := range strings.Split(rest, "/") {
			if part != "" && !strings.Contains(code, `"`+strings.ReplaceAll(part, "_", " ")+`"`) {
				missing = append(missing, name)
			}
		}
	case !strings.ContainsAny(name, " /.") && !strings.Contains(code, `"`+name+`"`):
		missing = append(missing, name)
	}
	return missing
}

// Each test that a document names exists. Tests of others have no underscore in their names, or stand in a longer
// quote. The name of a subtest, or its beginning, stands in quotes somewhere in the code.
func TestDocs_TestsExist(t *testing.T) {
	root := moduleRoot(t)
	pages, err := ReadPages(root)
	require.NoError(t, err)
	tests := map[string]bool{}
	addTests(root, ".", true, tests)
	code, err := readTests(root)
	require.NoError(t, err)
	named := 0
	for _, p := range pages {
		for _, l := range p.Tests {
			named++
			test, rest, isSub := strings.Cut(l.Text, "/")
			if !tests[test] || isSub && !strings.Contains(code, `"`+strings.ReplaceAll(rest, "_", " ")) {
				t.Errorf("%s:%d: there is no %s", p.Path, l.Line, l.Text)
			}
		}
	}
	require.Greater(t, named, 50)
}

func TestDocs_ReportsMissingNamesInSeeds(t *testing.T) {
	code := `func TestA(t *testing.T) { t.Run("b, c", f) }` + "\n" + `Name: "a-mutant"`
	for name, missing := range map[string]int{
		"TestA": 0, "TestA/b,_c": 0, "a-mutant": 0, ".ci/run race": 0,
		"TestB": 1, "TestA/c": 1, "TestB/c": 2, "another-mutant": 1,
	} {
		require.Len(t, unknown(code, name), missing, name)
	}
}

// readTests returns the text of all tests, and of the files that tests take names from.
func readTests(root fs.FS) (string, error) {
	var all strings.Builder
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := fs.ReadFile(root, path)
		all.Write(text)
		return err
	})
	return all.String(), err
}

func TestDocs_ReportsDeadLinks(t *testing.T) {
	root := fstest.MapFS{
		"README.md":      {Data: []byte("# One `two` - [three](x)!\n## Again\n## Again\n[a](docs/a.md#sub_head) [b](#again-1)\n```sh\n# no heading, [no](link)\n```\n")},
		"docs/a.md":      {},
		"docs/sub/b.txt": {},
		"x":              {},
	}
	good := "## Sub_head\n[up](../README.md#one-two---three) [txt](sub/b.txt) [dir](sub) [web](https://x.org/#y)\n`[code](nowhere)`\n[r]: sub/b.txt\n"
	root["docs/a.md"].Data = []byte(good)
	pages, err := ReadPages(root)
	require.NoError(t, err)
	require.Empty(t, CheckLinks(root, pages))

	root["docs/a.md"].Data = []byte(good + "[1](c.md)\n[2](../README.md#gone) ![3](#gone)\n[4](/docs/a.md)\n[5](sub/b.txt#x)\n[6](../../x)\n[s]: gone\n[7]()\n")
	pages, err = ReadPages(root)
	require.NoError(t, err)
	require.Equal(t, []string{
		"docs/a.md:5: link to c.md: there is no docs/c.md",
		"docs/a.md:6: link to ../README.md#gone: README.md has no heading for #gone",
		"docs/a.md:6: link to #gone: docs/a.md has no heading for #gone",
		"docs/a.md:7: link to /docs/a.md: want a path relative to the page",
		"docs/a.md:8: link to sub/b.txt#x: only documents have anchors",
		"docs/a.md:9: link to ../../x: there is no ../x",
		"docs/a.md:10: link to gone: there is no docs/gone",
		"docs/a.md:11: link to : want a path relative to the page",
	}, CheckLinks(root, pages))
}

func TestDocs_ReportsDeadCommands(t *testing.T) {
	root := fstest.MapFS{
		"wsq/f.go":                 {},
		"wsq/f_test.go":            {Data: []byte("func TestFirst(t *testing.T) {}\nfunc TestSecond(t *testing.T) {}\nfunc BenchmarkThird(b *testing.B) {}\n")},
		"fuzz/fuzz_test.go":        {Data: []byte("var programs = flag.Int(\"programs\", 1, \"\")\n\nfunc FuzzDeque(f *testing.F) {")},
		"cmd/stealproof/verify.go": {Data: []byte(`flags.Duration("timeout")`)},
		"cmd/stealproof/check.go":  {Data: []byte(`flags.String("run")`)},
		"internal/lab/bench.go":    {},
		"internal/lab/l_test.go":   {Data: []byte("func TestOfLab(t *testing.T) {}\n")},
		".ci/run":                  {Data: []byte("stages=(fmt vet)\n")},
	}
	for command, want := range map[string]string{
		"go test ./...": "",
		"go test -race -short ./wsq/... # faster":                     "",
		"go test -run '^$' -fuzz=^FuzzDeque$ -fuzztime 5s ./fuzz":     "",
		"go test ./wsq -wsqtest.seed=1":                               "",
		"go test ./pool":                                              "there is no ./pool",
		"go test -rice ./wsq":                                         "neither go test nor a file of the packages has the flag -rice",
		"go test ./fuzz -programs=3":                                  "",
		"STEALPROOF_LONG=1 go test ./pool":                            "there is no ./pool",
		"go test ./wsq -run 'First|^TestSecond$/sub'":                 "",
		"go test ./... -run First":                                    "",
		"go test ./wsq -run 'First|Third'":                            "no function of the packages matches -run Third",
		"go test ./wsq -bench Third":                                  "",
		"go test ./wsq -bench First":                                  "no function of the packages matches -bench First",
		"go test ./fuzz -run First":                                   "no function of the packages matches -run First",
		`go test ./wsq -run 'Test(Gone|First)|\(|Se[c|/]ond'`:         `no function of the packages matches -run \(`,
		"go test ./wsq -run 'Test(First/sub|Second)'":                 "a / in brackets matches no test: Test(First/sub|Second)",
		"go -C internal/lab test . -run OfLab":                        "",
		"go -C internal/lab test . -run First":                        "no function of the packages matches -run First",
		"go run ./cmd/stealproof check -run ^TestFirst$/x ./wsq":      "",
		"go run ./cmd/stealproof check -run=Gone ./wsq":               "no function of the packages matches -run Gone",
		"go run ./cmd/stealproof check ./gone":                        "there is no ./gone",
		"go test -run '(' ./wsq":                                      "error parsing regexp: missing closing ): `(`",
		"go test -fuzz=FuzzGone ./fuzz":                               "no function of the packages matches -fuzz FuzzGone",
		"go test ./wsq -run":                                          "no value follows -run",
		"go run ./cmd/stealproof":                                     "",
		"$ go run ./cmd/stealproof verify -timeout=1m --timeout 1m x": "",
		"go run ./cmd/stealproof prove":                               "there is no verb prove",
		"go run ./cmd/stealproof verify -time 1m":                     "no verb has the flag -time",
		"go -C internal/lab run . bench sched":                        "",
		"go -C internal/lab run . tlc":                                "",
		"go -C internal/lab run . verify":                             "there is no verb verify",
		".ci/run":                                                     "",
		".ci/run quick vet":                                           "",
		".ci/run tlc":                                                 ".ci/run has no stage tlc",
		"git status":                                                  "",
	} {
		require.Equal(t, want, checkCommand(root, command), command)
	}
	for name, text := range map[string]string{
		"wsq/sub/s_test.go":                       "func TestTop(t *testing.T) { t.Run(\"a b\", f); t.Run(`c`, f) }",
		"cmd/stealproof/stress.go":                `"scenario" "deque"`,
		"wsq/split.go":                            "func NewSplit[T any]() {}\n",
		"internal/lab/l.go":                       `"only" "run" "tier" "detector" "from"`,
		"internal/lab/mutants.go":                 "",
		"internal/lab/corpus.go":                  "",
		"tla/deque/ABP.json":                      `"config": "MCABP_N2", "config": "NoStamp"`,
		"tla/controls.ndjson":                     `{"module":"ABP","property":"NoNil"}`,
		"docs/kill-matrix.md":                     "| step | 12 |\n",
		"docs/kill-matrix-rows.md":                "| abp-no-stamp | - |\n| search.search/Park.Recheck/compare | - |\n",
		"docs/kill-matrix-lines.md":               "| pool/sort.reversed/line/drop | text |\n",
		resultsDir + "/pool.json.gz":              "",
		"internal/lab/corpus/subjects.txt":        "std cmp\nmodule a.org/b v1.2.0 .\n",
		"internal/lab/bench_seeds_experiments.go": `{name: "000", title: "WSPool"}`,
	} {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	in := &indexed{FS: root}
	for command, want := range map[string]string{
		"go test ./wsq/sub -run 'TestTop$/^a_b$|Top/c'":                                     "",
		"go test ./wsq/sub -run 'TestTop/TestFirst/b$'":                                     "",
		"go test ./wsq/sub -run 'TestTop/sub/NAME$'":                                        "",
		"go test ./wsq/sub -run 'TestTop$/^a_d'":                                            "no text of the code matches -run ^a_d",
		"go -C internal/lab run . tlc -run N2 abp":                                          "",
		"go -C internal/lab run . explore -run N3":                                          "nothing matches -run N3",
		"go -C internal/lab run . explore -run 'N2|N3' abp":                                 "nothing matches -run N3",
		"go -C internal/lab run . tlc -run N2 -tier full apb":                               "there is no module apb",
		"go -C internal/lab run . graph all":                                                "",
		"go -C internal/lab run . controls -run ABP.NoNil":                                  "",
		"go -C internal/lab run . controls -run ABP.Nil":                                    "nothing matches -run ABP.Nil",
		"go -C internal/lab run . mutants -run '^abp-'":                                     "",
		"go -C internal/lab run . mutants -run '^abp-stamp'":                                "nothing matches -run ^abp-stamp",
		"go -C internal/lab run . mutants -run '^search.search/Park.Recheck/compare$'":      "",
		"go -C internal/lab run . mutants -run '^sort.reversed/line/drop$'":                 "",
		"go -C internal/lab run . mutants -run '^pool/sort.reversed/line/drop$'":            "",
		"go -C internal/lab run . mutants -run '^NAME$' -detector DETECTOR":                 "",
		"go -C internal/lab run . mutants -run '^abp' -detector step,stop":                  "-detector knows no stop",
		"go -C internal/lab run . corpus -run '^a.org/b@'":                                  "",
		"go -C internal/lab run . corpus -run '^cpm$'":                                      "nothing matches -run ^cpm$",
		"go -C internal/lab run . bench seeds -only 000,deks":                               "-only knows no deks",
		"go -C internal/lab run . bench seeds -from internal/lab/results/pool.json.gz":      "",
		"go -C internal/lab run . bench seeds -from internal/lab/results/gone.json.gz":      "there is no internal/lab/results/gone.json.gz",
		`go run ./cmd/stealproof stress -deque split -scenario "push*2 pop | steal"`:        "",
		`go run ./cmd/stealproof stress -deque spilt`:                                       "-deque knows no spilt",
		`go run ./cmd/stealproof stress -deque split -scenario "push pull | steal | batch"`: "no scenario of a deque is push pull | steal | batch",
	} {
		require.Equal(t, want, checkCommand(in, command), command)
	}
	for _, c := range choices {
		require.NotEmpty(t, c.names(moduleRoot(t)), "%s -%s: %s has no names in %s", c.verbs, c.flag, c.name, c.files)
	}
	page := ReadPage("p.md", "```sh\ngo test ./pool\n```\n```go\ngo test ./pool\n```\n"+
		"The flag of `go test -rice`, and `.ci/run tlc`.\n| `A=1 go test ./wsq -run 'First\\|Gone'` |\n")
	require.Equal(t, []string{
		"p.md:2: go test ./pool: there is no ./pool",
		"p.md:7: .ci/run tlc: .ci/run has no stage tlc",
		"p.md:8: A=1 go test ./wsq -run 'First|Gone': no function of the packages matches -run Gone",
	}, CheckCommands(root, []Page{page}))
}
