package machine

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// withoutCode are the modules whose labels no Go file has, each with the reason.
var withoutCode = map[string]string{
	"AtomicDeque": "abstract: the deques are compared with it",
	"LinMonitor":  "abstract: it judges the histories of every algorithm",
	"Pool":        "abstract: it is made of modules that have code",
	"Spares":      "abstract: its steps are critical sections of two locks, or all that a worker does between two such sections",
	"Standby":     "abstract: its steps are accesses to the list of workers or to the tasks of one worker, or sections of the registry's lock",
	"Lend":        "abstract: its steps are those of the code, but no label in the code names them",
	"Guest":       "abstract: its steps are those of the code, but no label in the code names them",
	"Rest":        "abstract: its steps are those of the code, but no label in the code names them",
	"Isolate":     "abstract: its steps are operations on queues, or all that a worker does between two such operations",
	"JoinTasks":   "abstract: the trees of tasks that Join runs, and no actions",
	"ChaseLevP":   "abstract: ChaseLev with a variable that foresees who takes the last item",
}

// assumed are the modules that say what Pool assumes of a protocol. The protocol refines its module, and
// so does Pool: both instances stand in modules whose names end in Parts.
var assumed = map[string]string{
	"TaskQueue":   "Injector",
	"PublicStack": "Promotion",
	"Completion":  "Join",
	"Parking":     "Park",
}

// What a protocol guarantees and what Pool assumes is the same text.
func TestParts_AreThoseOfPool(t *testing.T) {
	for module, protocol := range assumed {
		for _, of := range []string{protocol, "Pool"} {
			text, err := tla.Files.ReadFile("pool/" + of + "Parts.tla")
			require.NoError(t, err)
			require.Contains(t, string(text), "EXTENDS "+of+"\n")
			require.Contains(t, string(text), "INSTANCE "+module+" WITH")
			m, err := tla.Find(of)
			require.NoError(t, err)
			claims, err := m.Claims(nil)
			require.NoError(t, err)
			refines, fails := false, false
			for _, c := range claims {
				refines = refines || saysRefines(t, m, c, module)
			}
			for _, r := range m.Rows {
				fails = fails || r.Module == of+"Parts" && m.Fault(r) != ""
			}
			require.True(t, refines && fails, "%s refines %s in no row, or fails in no row", of, module)
		}
	}
}

// saysRefines reports whether a property that must hold says that a module refines another one.
func saysRefines(t *testing.T, m *tla.Manifest, c *tla.Claimed, module string) bool {
	text, err := m.Property(c.Holds[0].Module, c.Property)
	require.NoError(t, err)
	name, is := strings.CutSuffix(strings.TrimSpace(text), "!Spec")
	if !is {
		return false
	}
	text, err = m.Property(c.Holds[0].Module, name)
	require.NoError(t, err)
	return strings.HasPrefix(strings.TrimSpace(text), "INSTANCE "+module+" ")
}

func fileHere(path string) (string, error) {
	text, err := os.ReadFile("../../" + path)
	return string(text), err
}

func moduleHere(m *tla.Manifest) (string, error) {
	text, err := tla.Files.ReadFile(m.Dir + "/" + m.Name + ".tla")
	return string(text), err
}

// The labels of the code, the actions of the modules, and those of the machines are
// the same words. Each module has code, or stands in the list of those that have none.
func TestLabels_AreThoseOfCodeAndSpecification(t *testing.T) {
	faults, err := parity(fileHere, moduleHere)
	require.NoError(t, err)
	require.Empty(t, faults, strings.Join(faults, "\n"))

	manifests, err := tla.Manifests()
	require.NoError(t, err)
	said := map[string]string{ // these have no manifest of their own
		"ChaseLevP": withoutCode["ChaseLevP"],
		"JoinTasks": withoutCode["JoinTasks"],
	}
	for _, m := range manifests {
		if m.Abstract != "" {
			said[m.Name] = "abstract: " + m.Abstract
		}
	}
	require.Equal(t, withoutCode, said)

	modules, err := tla.Files.ReadDir("deque")
	require.NoError(t, err)
	more, err := tla.Files.ReadDir("pool")
	require.NoError(t, err)
	for _, f := range append(modules, more...) {
		name, is := strings.CutSuffix(f.Name(), ".tla")
		if strings.HasSuffix(name, "Parts") || assumed[name] != "" {
			continue // it has a row, or an instance
		}
		if is && !strings.HasPrefix(name, "MC") && !strings.HasPrefix(name, "Lin") && withoutCode[name] == "" {
			m, err := tla.Find(name)
			require.NoError(t, err)
			require.NotEmpty(t, m.Code, name)
		}
	}
}

// No labelled line is in a file that is compared with no module.
func TestLabels_AreInFilesThatAreCompared(t *testing.T) {
	manifests, err := tla.Manifests()
	require.NoError(t, err)
	compared := map[string]bool{}
	for _, m := range manifests {
		for _, file := range m.Code {
			compared[file] = true
		}
	}
	labelled := 0
	for _, dir := range []string{"wsq", "pool", "pool/classic", "internal/park"} {
		files, err := filepath.Glob("../../" + dir + "/*.go")
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			name := dir + "/" + filepath.Base(file)
			for line := range strings.Lines(string(text)) {
				code, _, _ := strings.Cut(line, "//")
				if strings.HasSuffix(name, "_test.go") || strings.TrimSpace(code) == "" || !codeLabel.MatchString(line) {
					continue
				}
				labelled++
				require.True(t, compared[name], "%s has a label, and no module names the file: %s", name, line)
			}
		}
	}
	require.Greater(t, labelled, 200)
}

// A label that has been renamed in one place only is named, with the place.
func TestLabels_NameTheOddOneOut(t *testing.T) {
	rename := func(text, from, to string) string {
		require.Contains(t, text, from)
		return strings.Replace(text, from, to, 1)
	}
	faults, err := parity(func(p string) (string, error) {
		text, err := fileHere(p)
		if path.Base(p) == "abp.go" {
			text = rename(text, "//tla:StealClaim", "//tla:StealTakes")
		}
		return text, err
	}, moduleHere)
	require.NoError(t, err)
	require.Equal(t, []string{
		"StealClaim: it is an access of ABP.tla and of its machine, and no line of wsq/abp.go has the label",
		"StealTakes: wsq/abp.go has the label, and it is no access of a module",
	}, faults)

	faults, err = parity(fileHere, func(m *tla.Manifest) (string, error) {
		text, err := moduleHere(m)
		if m.Name == "Park" {
			text = rename(text, "\nAnnounce:\n", "\nAnnounces:\n")
		}
		return text, err
	})
	require.NoError(t, err)
	require.Equal(t, []string{
		"Park.Announce: the machine has the action, and tla/pool/Park.tla no such label",
		"Park.Announces: tla/pool/Park.tla has the label, and the machine no such action",
	}, faults)
}
