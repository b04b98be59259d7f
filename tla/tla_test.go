package tla_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

func TestManifest_EveryRowHasItsExpectation(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, m := range all {
		require.NoError(t, m.Check(), m.Name)
		text, err := tla.Files.ReadFile(m.Dir + "/" + m.Name + ".json")
		require.NoError(t, err)
		require.Equal(t, string(m.Encode()), string(text), "%s.json is not as -update writes it", m.Name)
		for _, r := range m.Rows {
			if !r.Fails() {
				require.Equal(t, tla.Success, r.Message, r.Config)
			}
		}
	}
}

// Every manifest has two Naive configurations, a Reach configuration, a quick one, and one
// with covers. Every graph that is small enough is compared.
func TestManifest_EnoughForAnAlgorithm(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	for _, m := range all {
		naive, covered, quick, reach := 0, false, 0.0, false
		for _, r := range m.Rows {
			if strings.HasPrefix(r.Config, "Naive") {
				naive++
			}
			covered = covered || r.Covers
			reach = reach || strings.HasPrefix(r.Config, "Reach")
			if r.Tier == tla.Quick {
				quick += r.Seconds
			}
			if r.Graph == nil && r.TLCOnly == "" && r.Distinct > 0 && r.Distinct <= 100_000 {
				c, err := m.Config(r)
				require.NoError(t, err)
				require.NotEmpty(t, otherGraph(t, m, r, c), "%s: its graph is small enough, but no configuration compares it", r.Config)
			}
		}
		require.GreaterOrEqual(t, naive, 2, "%s: want at least two Naive configurations", m.Name)
		require.Positive(t, quick, "%s: no configuration is quick", m.Name)
		require.True(t, covered, "%s: no configuration has covers", m.Name)
		require.True(t, reach, "%s: no configuration shows that every result occurs", m.Name)
		if m.Abstract == "" {
			require.NotEmpty(t, m.PlusCal, m.Name)
		}
	}
}

// By the seconds in the manifests, the tiers stay within their limits.
func TestManifest_TiersAreAffordable(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	var quick, full []tla.Row
	for _, m := range all {
		for _, r := range m.Rows {
			full = append(full, r)
			if r.Tier == tla.Quick {
				quick = append(quick, r)
			}
			if r.GoOnly == "" {
				require.LessOrEqual(t, tla.Cost([]tla.Row{r}), 30.0, "%s: let it be goonly", r.Config)
			}
		}
	}
	require.LessOrEqual(t, tla.Cost(quick), 60.0)
	require.GreaterOrEqual(t, len(quick), 52, "CI runs only the quick tier with TLC: keep a configuration in it, or say here that it has left")
	require.LessOrEqual(t, tla.Cost(full), 680.0)
}

// The README lists the modules whose actions that are never taken are checked in the quick
// tier.
func TestReadme_WhoseCoverageIsQuick(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	var quick, full []string
	for _, m := range all {
		if slices.ContainsFunc(m.Rows, func(r tla.Row) bool { return r.Covers && r.Tier != tla.Quick }) {
			full = append(full, m.Name)
		} else {
			quick = append(quick, m.Name)
		}
	}
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Contains(t, string(text), "| `tlc`, the quick tier | "+strings.Join(quick, ", ")+" |\n")
	require.Contains(t, string(text), "| `tlc -tier full` | "+strings.Join(full, ", ")+" |\n")
}

// otherGraph returns a configuration with the same constants whose graph is compared, or
// "". Configurations that differ only in their properties have the same graph.
func otherGraph(t *testing.T, m *tla.Manifest, of tla.Row, c *tla.Config) string {
	for _, r := range m.Rows {
		other, err := m.Config(r)
		require.NoError(t, err)
		same := r.Graph != nil && r.Distinct == of.Distinct && r.Generated == of.Generated
		for name, value := range c.Constants {
			same = same && other.Constants[name] == value
		}
		if same {
			return r.Config
		}
	}
	return ""
}

func TestManifest_KnowsAllFiles(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	known := map[string]bool{}
	for _, m := range all {
		for _, r := range m.Rows {
			require.False(t, known[r.Config+".cfg"], "%s stands in two manifests", r.Config)
			known[r.Config+".cfg"], known[r.Module+".tla"] = true, true
		}
	}
	files, err := tla.Sources()
	require.NoError(t, err)
	text := ""
	for name, content := range files {
		if path.Ext(name) == ".tla" {
			text += string(content)
		}
	}
	for name := range files {
		module, isModule := strings.CutSuffix(name, ".tla")
		used := isModule && (strings.Contains(text, "EXTENDS "+module) || strings.Contains(text, "INSTANCE "+module))
		require.True(t, known[name] || used, "%s is used by no configuration", name)
	}
}

// Modules are written by hand, and stay short. An algorithm in PlusCal cannot be split over
// modules: a long one has headings, and what stands between two of them is short.
func TestModules_AreShort(t *testing.T) {
	files, err := tla.Sources()
	require.NoError(t, err)
	for name, text := range files {
		written, _, _ := strings.Cut(string(text), `\* BEGIN TRANSLATION`)
		header, algorithm, has := strings.Cut(written, "--algorithm")
		if !has || strings.Count(written, "\n") < 300 {
			require.Less(t, strings.Count(written, "\n"), 300, name)
			continue
		}
		require.Less(t, strings.Count(header, "\n"), 60, name)
		for section := range strings.SplitSeq(algorithm, "\n(****") {
			require.Less(t, strings.Count(section, "\n"), 90, "%s: %.200s", name, section)
		}
	}
}

// The embedded file system equals the directory.
func TestFiles_AreAllEmbedded(t *testing.T) {
	require.NoError(t, fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{".tla", ".json"}, path.Ext(p)) {
			_, err = fs.Stat(tla.Files, p)
		}
		return err
	}))
}

// A row keeps its lines when it is run again and takes another time.
func TestManifest_TheLayoutDoesNotDependOnTimes(t *testing.T) {
	manifests, err := tla.Manifests()
	require.NoError(t, err)
	for _, m := range manifests {
		lines := strings.Count(string(m.Encode()), "\n")
		for _, seconds := range []float64{0.1, 1, 12, 1234.5} {
			for i := range m.Rows {
				m.Rows[i].Seconds = seconds
			}
			require.Equal(t, lines, strings.Count(string(m.Encode()), "\n"), "%s in %g s", m.Name, seconds)
		}
	}
}

func TestCheck_NamesWhatIsMissing(t *testing.T) {
	m, err := tla.Find("abp")
	require.NoError(t, err)
	require.NoError(t, m.Check())
	text := m.Encode()
	for want, change := range map[string]func(*tla.Manifest){
		"set either code or abstract":                                                 func(m *tla.Manifest) { m.Code = nil },
		"no configurations":                                                           func(m *tla.Manifest) { m.Rows = nil },
		"MCABP_N2T1C2 occurs twice":                                                   func(m *tla.Manifest) { m.Rows = append(m.Rows, m.Rows[0]) },
		"there is no Nope.tla":                                                        func(m *tla.Manifest) { m.PlusCal = []string{"Nope"} },
		"MCABP_N2T1C2: want constants":                                                func(m *tla.Manifest) { m.Rows[0].Constants = nil },
		"MCABP_N2T1C2: want a specification":                                          func(m *tla.Manifest) { m.Rows[0].Specification = "" },
		"no row uses the group spare":                                                 func(m *tla.Manifest) { m.Groups["spare"] = []string{"I1"} },
		"MCABP_N2T1C2: there is no module Nope":                                       func(m *tla.Manifest) { m.Rows[0].Module = "Nope" },
		"MCABP_N2T1C2: want shows":                                                    func(m *tla.Manifest) { m.Rows[0].Shows = "" },
		"MCABP_N2T1C2: tier is neither quick nor full":                                func(m *tla.Manifest) { m.Rows[0].Tier = "slow" },
		"MCABP_N2T1C2: want a message":                                                func(m *tla.Manifest) { m.Rows[0].Message = "" },
		"MCABP_N2T1C2: want seconds":                                                  func(m *tla.Manifest) { m.Rows[0].Seconds = 0 },
		"MCABP_N2T1C2: an MC configuration must hold, and every other must fail":      func(m *tla.Manifest) { m.Rows[0].Exit = 12 },
		"MCABP_N2T1C2: a configuration that holds needs generated":                    func(m *tla.Manifest) { m.Rows[0].Depth = 0 },
		"ReachABP: a configuration that fails needs a trace":                          func(m *tla.Manifest) { row(m, "ReachABP").Trace = 0 },
		"ReachABP: a configuration that fails has no graph and no covers":             func(m *tla.Manifest) { row(m, "ReachABP").Covers = true },
		"MCABP_N2T1C2: want states, edges and digest of the graph":                    func(m *tla.Manifest) { m.Rows[0].Graph.Digest = "12" },
		"MCABP_N2T1C2: it has both a graph and tlconly":                               func(m *tla.Manifest) { m.Rows[0].TLCOnly = "so" },
		"MCABP_N2T1C2: goonly excludes tlconly, covers and a graph that is not large": func(m *tla.Manifest) { m.Rows[0].GoOnly = "so" },
	} {
		changed := &tla.Manifest{Name: m.Name, Dir: m.Dir}
		require.NoError(t, json.Unmarshal(text, changed))
		change(changed)
		require.ErrorContains(t, changed.Check(), want)
	}
	_, err = tla.Find("nope")
	require.ErrorContains(t, err, `unknown module "nope"; known are ABP, `)
}

func row(m *tla.Manifest, config string) *tla.Row {
	return &m.Rows[slices.IndexFunc(m.Rows, func(r tla.Row) bool { return r.Config == config })]
}

// A configuration that checks nothing would always hold, so reading it fails.
func TestManifests_RefuseARowThatChecksNothing(t *testing.T) {
	const abp, spares = "deque/ABP.json", "pool/Spares.json"
	for _, c := range []struct{ file, old, replacement, want string }{
		{abp, `"invariants": ["safety", "NobodyWaits"],
      "properties": ["steps"],`, ``, `tla/deque/ABP.json: MCABP_N2T1C2: it checks nothing; want invariants or properties, or "deadlock": "claim" to check only for deadlock`},
		{abp, `"invariants": ["safety", "NobodyWaits"],
      "properties": ["steps"],`, `"invariants": [], "properties": [],`, `MCABP_N2T1C2: it checks nothing`},
		{abp, `"invariants": ["safety", "NobodyWaits"],
      "properties": ["steps"],`, `"deadlock": "allowed",`, `MCABP_N2T1C2: it checks nothing`},
		{abp, `"steps": ["Fifo", "Lifo", "OwnerWaitFree"]`, `"steps": []`, `tla/deque/ABP.json: group "steps": want a name that begins with a small letter, and properties that do not`},
		{abp, `"steps": [`, `"Steps": [`, `group "Steps": want a name`},
		{abp, `["safety", "NobodyWaits"]`, `["saftey", "NobodyWaits"]`, `MCABP_N2T1C2: there is no group "saftey"`},
		{abp, `["safety", "NobodyWaits"]`, `["safety", "I1"]`, `MCABP_N2T1C2: I1 occurs twice`},
		{abp, `["safety", "NobodyWaits"]`, `["safety"], "deadlock": "never"`, `MCABP_N2T1C2: deadlock is "never"; want "allowed", "claim" or nothing`},
		{abp, `["safety", "NobodyWaits"]`, `["safety"], "deadlock": "claim"`, `MCABP_N2T1C2: "deadlock": "claim" allows no invariants and no properties`},
		{abp, `"specification": "Spec"`, `"specification": ""`, `want a specification`},
		{abp, `"Items": 2,`, `"Items": 2, "Items": 3,`, `constant Items occurs twice`},
		{abp, `"Items": 2,`, `"Items": 2.5,`, `constant Items is 2.5; want a whole number, a string or a boolean`},
		{abp, `"shows":`, `"sows":`, `unknown field "sows"`},
		{abp, `"specification": "Spec"`, `"specification": "Spec", "constraint": "Awake"`, `unknown field "constraint"`},
		{abp, `"specification": "Spec"`, `"specification": "Spec", "symmetry": "Thieves"`, `unknown field "symmetry"`},
		{spares, `"deadlock": "claim",`, ``, `it checks nothing`},
	} {
		root := t.TempDir()
		require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
		require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
		_, err := tla.Checkout(root).Manifests()
		require.NoError(t, err)
		text, err := tla.Files.ReadFile(c.file)
		require.NoError(t, err)
		require.Contains(t, string(text), c.old)
		require.NoError(t, os.WriteFile(root+"/tla/"+c.file, []byte(strings.Replace(string(text), c.old, c.replacement, 1)), 0o644))
		_, err = tla.Checkout(root).Manifests()
		require.ErrorContains(t, err, c.want)
	}
}

// TLC and the machines get the same configuration.
func TestConfig_IsWrittenAsItIsRead(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	rows := 0
	for _, m := range all {
		for _, r := range m.Rows {
			c, err := m.Config(r)
			require.NoError(t, err)
			again, err := tla.ParseConfig(r.Config, string(c.Encode()))
			require.NoError(t, err)
			require.Equal(t, meaning(c), meaning(again))
			rows++
		}
	}
	require.Equal(t, 519, rows, "say here how many there are: a configuration that is gone may be the only large one")
}

// meaning is the content of a configuration, without its layout.
func meaning(c *tla.Config) []any {
	return []any{c.Name, c.Specification, c.Constants, c.Invariants, c.Properties, c.Constraint, c.Deadlock}
}

func TestConfig_Encode(t *testing.T) {
	c := tla.Config{
		Specification: "AwakeSpec", Constants: map[string]string{"Items": "3", "Naive": `"Nothing"`, "Flag": "TRUE"},
		Invariants: []string{"I1", "I2"}, Properties: []string{"P1"}, Constraint: "Awake",
	}
	require.Equal(t, `SPECIFICATION AwakeSpec
CONSTANTS
  Flag = TRUE
  Items = 3
  Naive = "Nothing"
INVARIANTS I1 I2
PROPERTIES P1
ACTION_CONSTRAINT Awake
CHECK_DEADLOCK FALSE
`, string(c.Encode()))
	// A manifest gives an order to the constants, and a text to each row.
	m, err := tla.Find("abp")
	require.NoError(t, err)
	one, err := m.Config(*row(m, "NaiveABP_NoStamp"))
	require.NoError(t, err)
	require.Equal(t, `\* without a stamp a thief takes an item that the owner has taken
\* There is only one stamp.
SPECIFICATION Spec
CONSTANTS
  Items = 3
  Thieves = 1
  Capacity = 2
  Stamps = 1
  Naive = ""
INVARIANTS NoDuplicate
`, string(one.Encode()))
}

// After an edit of a module, a program that was built before has another machine than the
// module.
func TestBuilt_NamesTheModuleThatWasEdited(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
	require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
	find := func(name string) *tla.Manifest {
		m, err := tla.Checkout(root).Find(name)
		require.NoError(t, err)
		return m
	}
	require.NoError(t, find("pool").Built(find("pool").Rows[0]))
	for _, c := range []struct{ file, of string }{
		{"deque/ABP.tla", "ABP"}, {"deque/MCABP.tla", "ABP"}, {"deque/AtomicDeque.tla", "AtomicDeque"}, {"pool/MCPool.tla", "Pool"},
	} {
		text, err := tla.Files.ReadFile(c.file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(root+"/tla/"+c.file, append(text, '\n'), 0o644))
		require.EqualError(t, find(c.of).Built(find(c.of).Rows[0]), "this program was built from another "+path.Base(c.file)+"; build it again")
		require.NoError(t, os.WriteFile(root+"/tla/"+c.file, text, 0o644))
		require.NoError(t, find(c.of).Built(find(c.of).Rows[0]))
	}
	require.NoError(t, os.WriteFile(root+"/tla/deque/ABP.tla", nil, 0o644))
	require.NoError(t, find("chaselev").Built(find("chaselev").Rows[0]), "it does not build on ABP")
}

func TestTree_DigestIsOfEveryFile(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
	require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
	digest := func(of *tla.Tree) string {
		d, err := of.Digest()
		require.NoError(t, err)
		return d
	}
	require.Equal(t, digest(tla.Embedded), digest(tla.Checkout(root)))
	for _, file := range []string{"deque/ABP.tla", "pool/Join.json"} {
		text, err := tla.Files.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(root+"/tla/"+file, append(text, ' '), 0o644))
		require.NotEqual(t, digest(tla.Embedded), digest(tla.Checkout(root)), file)
		require.NoError(t, os.WriteFile(root+"/tla/"+file, text, 0o644))
	}
}

func TestParseConfig(t *testing.T) {
	c, err := tla.ParseConfig("X", `\* A comment.
SPECIFICATION AwakeSpec
CONSTANTS
  Items = 3 \* of them
  Naive = "Nothing"
  Flag = TRUE
INVARIANTS I1 I2
  I3
INVARIANT I4
PROPERTIES P1 P2
ACTION_CONSTRAINT Awake
CHECK_DEADLOCK FALSE
`)
	require.NoError(t, err)
	require.Equal(t, &tla.Config{
		Name: "X", Specification: "AwakeSpec", Constants: map[string]string{"Items": "3", "Naive": `"Nothing"`, "Flag": "TRUE"},
		Invariants: []string{"I1", "I2", "I3", "I4"}, Properties: []string{"P1", "P2"}, Constraint: "Awake",
	}, c)
	n, err := c.Int("Items")
	require.NoError(t, err)
	require.Equal(t, 3, n)
	s, err := c.Text("Naive")
	require.NoError(t, err)
	require.Equal(t, "Nothing", s)
	for want, text := range map[string]string{
		"X.cfg: no SPECIFICATION":                             "INVARIANT I1",
		`X.cfg:1: "I1" is in no section`:                      "I1",
		`X.cfg:2: "A <- B" is no constant; want Name = value`: "SPECIFICATION Spec\nCONSTANT A <- B",
	} {
		_, err := tla.ParseConfig("X", text)
		require.EqualError(t, err, want)
	}
	_, err = c.Int("Naive")
	require.EqualError(t, err, `X.cfg: Naive is "Nothing", want a number`)
	_, err = c.Int("None")
	require.EqualError(t, err, "X.cfg gives no None")
	_, err = c.Text("Items")
	require.EqualError(t, err, "X.cfg: Items is 3, want a string")
	_, err = c.Text("None")
	require.EqualError(t, err, "X.cfg gives no None")
}

// Each definition of a module is used: by another definition, or as a property, a specification
// or a constraint of a row. So a property that no row checks any more is noticed.
func TestModules_EveryDefinitionIsUsed(t *testing.T) {
	// This helper is left over. Without it, all rows of its module would have to be run again.
	known := []string{"pool/Lend.tla: Without"}
	require.Equal(t, known, unused(t, tla.Embedded))

	for _, c := range []struct{ file, name, want string }{
		{"deque/ABP.json", "NoNil", "deque/MCABP.tla: NoNil"},
		{"pool/Spares.json", "Asks", "pool/MCSpares.tla: Asks"}, // MCSplit has a situation of this name
	} {
		root := t.TempDir()
		require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
		require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
		file := root + "/tla/" + c.file
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), `"`+c.name+`", `, "", 1)), 0o644))
		require.ElementsMatch(t, append(slices.Clone(known), c.want), unused(t, tla.Checkout(root)))
	}
}

func unused(t *testing.T, tree *tla.Tree) (all []string) {
	claimed := map[string]map[string]bool{} // by module
	manifests, err := tree.Manifests()
	require.NoError(t, err)
	words := regexp.MustCompile(`\w+`)
	for _, m := range manifests {
		for _, r := range m.Rows {
			c, err := m.Config(r)
			require.NoError(t, err)
			for _, file := range tree.Modules(r.Module) {
				if claimed[file] == nil {
					claimed[file] = map[string]bool{}
				}
				for _, name := range slices.Concat(c.Invariants, c.Properties, []string{c.Specification, c.Constraint}) {
					claimed[file][name] = true
				}
			}
		}
	}
	definition := regexp.MustCompile(`(?m)^(\w+)(?:\(.*?\))?[ \t]*==`)
	noUse := regexp.MustCompile(`"[^"\n]*"|\w+\s*\|->|\b_`) // strings, fields of records, and the line in [Next]_vars
	texts := map[string]string{}
	occurs := map[string]map[string]int{} // by file and word, without the definitions themselves
	users := map[string][]string{}        // the files that may use the definitions of a file
	for file := range claimed {
		text, err := tree.ReadFile(file)
		require.NoError(t, err)
		texts[file], occurs[file] = tla.WithoutComments(string(text)), map[string]int{}
		for _, w := range words.FindAllString(noUse.ReplaceAllString(texts[file], ""), -1) {
			occurs[file][w]++
		}
		for _, d := range definition.FindAllStringSubmatch(texts[file], -1) {
			occurs[file][d[1]]--
		}
		for _, of := range tree.Modules(strings.TrimSuffix(path.Base(file), ".tla")) {
			users[of] = append(users[of], file)
		}
	}
	for file, text := range texts {
		for _, d := range definition.FindAllStringSubmatch(text, -1) {
			if d[1] == "Termination" && strings.Contains(text, "--algorithm") {
				continue // the translator of PlusCal writes it
			}
			if !claimed[file][d[1]] && !slices.ContainsFunc(users[file], func(user string) bool { return occurs[user][d[1]] > 0 }) {
				all = append(all, file+": "+d[1])
			}
		}
	}
	slices.Sort(all)
	return all
}

// An algorithm has one statement on a line, so that a step can be read beside its code. In the
// modules that are listed, some lines have several.
func TestModules_OneStatementALine(t *testing.T) {
	known := map[string]int{
		"ABP": 19, "ChaseLev": 13, "ChaseLevBatch": 15, "ChaseLevFifo": 18, "Duffy": 8, "Split": 19, "THE": 9,
		"Injector": 11, "Park": 22, "Pool": 9, "Promotion": 18, "TwoQueue": 14, "VTSignal": 11, "WSPoolWait": 21,
	}
	found := 0
	files, err := fs.Glob(tla.Files, "*/*.tla")
	require.NoError(t, err)
	for _, file := range files {
		text, err := tla.Files.ReadFile(file)
		require.NoError(t, err)
		_, algorithm, has := strings.Cut(string(text), "--algorithm")
		if !has {
			continue
		}
		found++
		algorithm, _, _ = strings.Cut(algorithm, `\* BEGIN TRANSLATION`)
		several := 0
		for line := range strings.SplitSeq(algorithm, "\n") {
			line, _, _ = strings.Cut(line, `\*`)
			if strings.Count(line, ";") > 1 {
				several++
			}
		}
		require.LessOrEqual(t, several, known[strings.TrimSuffix(path.Base(file), ".tla")], "%s: write one statement on a line", file)
	}
	require.Greater(t, found, 10)
}
