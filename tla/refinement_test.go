package tla_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// The parts of a refinement are the conditions of the refined module, and not what its steps do.
func TestParts_OfARefinement(t *testing.T) {
	for _, c := range []struct {
		module, in, property string
		want                 []string
	}{
		{"Join", "JoinParts", "RefinesTasks", []string{
			`Begin: state[t] = "new"`, `End: state[t] \in {"new", "runs"}`, `End: state[u] = "done"`,
			`Sleep: awaits[p] = {}`, `Spec: []<>(~Late(p))`,
		}},
		{"Park", "ParkParts", "RefinesSleepers", []string{
			`Take: asleep # Sleeper`, `Take: ready > 0`, `Spec: []<>(ready = 0 \/ asleep = {})`, `Spec: []<>(~ended \/ asleep = {})`,
		}},
		{"Injector", "InjectorParts", "RefinesQueue", []string{
			`Put: ~closed`, `Put: t \notin taken \cup Range(queue)`, `Take: does[w] = "looks"`, `Take: n <= Len(queue)`,
			`Rest: does[w] = "looks"`, `Rest: queue = <<>>`, `Look: does[w] # "looks"`, `TakeAll: Abandons`, `TakeAll: closed`,
		}},
		{"Promotion", "PromotionParts", "RefinesStack", []string{
			`Away: runs[t] = 0`, `Away: ~In(private, t)`, `Away: ~In(public, t)`, `Fork: Away(t)`, `Offer: request`, `Offer: public = <<>>`,
			`Offer: private # <<>>`, `Drop: public # <<>>`, `Pop: private # <<>>`, `Take: public # <<>>`, `Run: Away(t)`, `Run: t \notin owed`,
		}},
	} {
		m, err := tla.Find(c.module)
		require.NoError(t, err)
		require.True(t, m.Refines(c.in, c.property))
		var got []string
		for _, p := range m.Parts(c.in, c.property) {
			got = append(got, p.Text)
		}
		require.Equal(t, c.want, got, c.property)
		require.False(t, m.Refines("MC"+c.module, "TypeOK"))
	}
}

// A control without a part of its property has the rest of it, and so has the refined module.
func TestLacks(t *testing.T) {
	for _, c := range []struct {
		module, property, config, part, file string
		old, now                             string // the one line that differs
	}{
		{"Join", "RefinesTasks", "MCJoinParts_W2S1", `End: state[u] = "done"`, "Completion.tla", `  /\ \A u \in Before[t] : state[u] = "done"`, `  /\ \A u \in Before[t] : TRUE             `},
		{"Frames", "Published", "MCFrames_F2T1", "jobs # <<>>", "MCFrames.tla", `Published == slot # Nil => jobs # <<>> /\ slot = Last(jobs)`, `Published == slot # Nil => TRUE        /\ slot = Last(jobs)`},
	} {
		m, err := tla.Find(c.module)
		require.NoError(t, err)
		control := tla.Control{Module: c.module, Property: c.property, Config: c.config}
		files, err := m.Files(control, "")
		require.NoError(t, err)
		whole := strings.Split(string(files[c.file]), "\n")
		require.NoError(t, m.Lacks(control, files, c.part))
		var old, now []string
		for i, line := range strings.Split(string(files[c.file]), "\n") {
			if line != whole[i] {
				old, now = append(old, whole[i]), append(now, line)
			}
		}
		require.Equal(t, []string{c.old}, old)
		require.Equal(t, []string{c.now}, now)
		require.ErrorContains(t, m.Lacks(control, files, "nothing"), "has no part nothing")
	}
}

// A condition of a refined module that no control needs is named, and so is a condition that is gone.
func TestClaims_NameAConditionOfARefinedModule(t *testing.T) {
	for _, c := range []struct{ file, old, replacement, want string }{
		{"controls.ndjson", `"parts":["Spec: []<>(~Late(p))"]`, `"parts":[]`, "fails as soon without its part Spec: []<>(~Late(p))"},
		{"pool/Completion.tla", "  /\\ \\A u \\in Before[t] : state[u] = \"done\"\n", "", `Join: RefinesTasks has no part End: state[u] = "done"`},
		{"pool/Parking.tla", "  /\\ []<>(~ended \\/ asleep = {})\n", "", `Park: RefinesSleepers has no part Spec: []<>(~ended \/ asleep = {})`},
	} {
		root := t.TempDir()
		require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
		require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
		text, err := os.ReadFile(root + "/tla/" + c.file)
		require.NoError(t, err)
		require.Contains(t, string(text), c.old)
		require.NoError(t, os.WriteFile(root+"/tla/"+c.file, []byte(strings.ReplaceAll(string(text), c.old, c.replacement)), 0o644))
		require.ErrorContains(t, tla.Uncontrolled(tla.Checkout(root)), c.want)
	}
}
