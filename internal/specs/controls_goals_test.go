package specs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/tla"
)

// An edited goal of a temporal property that is true in a few more states is noticed, and so is a condition that is true
// in fewer.
func TestControls_NoticeAnEasierGoal(t *testing.T) {
	long.Skip(t, "it runs TLC")
	needTLC(t)
	root, k := inCheckout(t), withTLC(t)
	recorded, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	const ends = `AllEnd == <>[](\A p \in ProcSet : At(p, "Done"))`
	for _, c := range []struct{ module, config, file, property, old, easier string }{
		{"ABP", "MCABP_OneThief_N2T2C2", "deque/MCABP.tla", "Drained", "Drained == <>[](bottom <= age.top)", "Drained == <>[](bottom <= age.top \\/ pushed = 1)"},
		{"Duffy", "MCDuffy_Live_N2T2C2", "deque/MCDuffy.tla", "OwnerReturns", "OwnerReturns == []<>Idle", "OwnerReturns == []<>(Idle \\/ pushed = 1)"},
		{"Promotion", "MCPromotion_Claimed_F1T2", "pool/MCPromotion.tla", "Claimed", "Claimed == (InBody /\\ slot # Nil)", "Claimed == (InBody /\\ slot # Nil /\\ idle = {})"},
		// These have no machine. Each edit drops the part of one kind of process, or of one task.
		{"Guest", "MCGuest_AllEnd_W1C2T1", "pool/MCGuest.tla", "AllEnd", ends, strings.Replace(ends, "ProcSet", "ProcSet \\ Worker", 1)},
		{"Guest", "MCGuest_AllEnd_W1C2T1", "pool/MCGuest.tla", "AllEnd", ends, strings.Replace(ends, "ProcSet", "ProcSet \\ Caller", 1)},
		{"Guest", "MCGuest_AllEnd_W1C2T1", "pool/MCGuest.tla", "AllEnd", ends, strings.Replace(ends, "ProcSet", "ProcSet \\ Submitter", 1)},
		{"Guest", "MCGuest_AllEnd_W1C2T1", "pool/MCGuest.tla", "AllEnd", ends, strings.Replace(ends, "ProcSet", "ProcSet \\ Closer", 1)},
		{"Spares", "MCSpares_Live_W1S1T3", "pool/Spares.tla", "Ends", "AllDone == \\A t \\in Task :", "AllDone == \\A t \\in Task \\ {1} :"},
		{"Spares", "MCSpares_Live_W1S1T3", "pool/Spares.tla", "Ends", "AllDone == \\A t \\in Task :", "AllDone == \\A t \\in Task \\ {3} :"},
	} {
		for _, edited := range []bool{false, true} {
			if edited {
				edit(t, root+"/tla/"+c.file, c.old, c.easier)
			}
			m, err := tla.Checkout(root).Find(c.module)
			require.NoError(t, err)
			r, err := m.Row(c.config)
			require.NoError(t, err)
			g := &goalRow{row: r, properties: []string{c.property}}
			if c.module == "Guest" || c.module == "Spares" {
				g.recorded = recordedGoals(recorded, c.module, c.config)
			}
			by, is, err := k.countGoals(t.Context(), m, g)
			require.NoError(t, err)
			require.NotEmpty(t, by)
			if edited {
				require.NotEqual(t, is, by, c.easier)
				edit(t, root+"/tla/"+c.file, c.easier, c.old)
			} else {
				require.Equal(t, is, by, c.property)
			}
		}
	}
}

// If TLC does not come to the end, the message says so and why. It shows no counts.
func TestControls_SayWhyNoGoalsWereCounted(t *testing.T) {
	long.Skip(t, "it runs TLC")
	needTLC(t)
	root, k := inCheckout(t), withTLC(t)
	const module, config = "ABP", "MCABP_OneThief_N2T2C2"
	said := func(more int) string {
		m, err := tla.Checkout(root).Find(module)
		require.NoError(t, err)
		r, err := m.Row(config)
		require.NoError(t, err)
		r.Distinct += more
		row := &modelRow{manifest: m}
		require.NoError(t, k.sameGoals(t.Context(), row, &goalRow{row: r, properties: []string{"Drained"}}))
		return strings.Join(row.wrong, "; ")
	}
	require.Empty(t, said(0))
	require.Equal(t, "TLC has not counted the goals: it found 5,915 states, and the manifest says 5,916 for "+config, said(1))

	edit(t, root+"/tla/deque/MCABP.tla", "Drained == <>[](bottom <= age.top)", "Drained == <>[](bottom <= age.nothing)")
	m, err := tla.Checkout(root).Find(module)
	require.NoError(t, err)
	r, err := m.Row(config)
	require.NoError(t, err)
	_, _, err = k.countGoals(t.Context(), m, &goalRow{row: r, properties: []string{"Drained"}})
	require.ErrorContains(t, err, "TLC has not counted the goals: it stopped with exit code")
}

// Each temporal property has a configuration in which TLC counts the states of its goal, and in which either the machine counts
// them, too, or their number is recorded.
func TestControls_CountEachGoal(t *testing.T) {
	manifests, err := tla.Manifests()
	require.NoError(t, err)
	recorded, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	var not []string
	counted, recordedToo := 0, 0
	for _, m := range manifests {
		claims, err := m.Claims(nil)
		require.NoError(t, err)
		for _, c := range claims {
			text, err := m.Property(c.Holds[0].Module, c.Property)
			require.NoError(t, err)
			if text = strings.ReplaceAll(text, "<<>>", ""); !strings.Contains(text, "<>") && !strings.Contains(text, "~>") {
				continue
			}
			counted++
			if _, found := smallest(m, c); found {
				continue
			}
			recordedToo++
			r, found := m.OnlyTLC(c)
			if counts := recordedGoals(recorded, m.Name, r.Config); !found || counts[c.Property] == 0 {
				not = append(not, m.Name+"."+c.Property)
			}
		}
	}
	require.Empty(t, not)
	require.GreaterOrEqual(t, recordedToo, 2, "Guest and Spares have no machine")
	require.Greater(t, counted, 30)
}

// Changes can be tried by hand. The command prints the controls that they could be.
func TestControls_TryChanges(t *testing.T) {
	inCheckout(t)
	for _, flags := range [][]string{{"-try", "MCABP_N2T1C2"}, {"-wide", "0"}, {"-run", "("}} {
		code, _, stderr := callControls(t, append(append([]string{"-search"}, flags...), "abp")...)
		require.Equal(t, 2, code, stderr)
	}
	for _, flags := range [][]string{{"-try", "MCABP_N2T1C2: PopLower keeps bottom"}, {"-wide", "2"}, {"-anew"}} {
		code, _, stderr := callControls(t, append(flags, "abp")...)
		require.Equal(t, 2, code, stderr)
		require.Contains(t, stderr, "need -search")
	}
	long.Skip(t, "it runs TLC")
	needTLC(t)
	code, stdout, stderr := callControls(t, "-search", "-run", "I1", "-try", "MCABP_N3T2C2: PushPublish sets slots[0] to 2 and slots[1] to 1 and pushed to 2", "abp")
	require.Equal(t, 0, code, stderr)
	require.Contains(t, stdout, `"trace":7,"parts":["slots[i] < slots[j]"]`)
}
