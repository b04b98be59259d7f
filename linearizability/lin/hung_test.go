package lin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// On real cores, calls that hang are judged. A round ends in calls that have begun and not ended.
func TestHung(t *testing.T) {
	for _, c := range []struct {
		text       string
		returned   int // calls of thread 2 that have returned; thread 1 has called Acquire
		rule, says string
		right      string
	}{
		{"Acquire ; Acquire | Release ;", 1, ruleReturns, "Acquire() never returns, though the specification lets it.", ""},
		{"Acquire ; Acquire | Acquire ;", 0, "", "", "calls of the scenario Acquire() ; Acquire() | Acquire() ; wait for ever, as the specification allows"},
		{"Acquire ; Acquire | Acquire ;", 1, "linearizable", "Acquire() returned", ""},
	} {
		k, err := newChecker(&tb{name: t.Name()}, newSema(""), newPermitsSpec, configOf(Op("Acquire", (*sema).Acquire), Op("Release", (*sema).Release), Scenario(c.text)))
		require.NoError(t, err)
		sc := k.levels[0].all[0]
		r := newCoresRound(sc)
		log := func(client int, in *instance, ended int32) {
			l := &r.logs[client]
			l.calls[0] = coresCall{in: in, call: int64(10 * (1 + client)), ret: int64(10*(1+client) + 5)}
			l.begun.Store(1)
			l.ended.Store(ended)
		}
		log(0, sc.Prepare[0], 1)
		log(1, sc.Threads[0][0], 0)
		log(2, sc.Threads[1][0], int32(c.returned))
		f, says := k.hung(&team{k: k, sc: sc, rounds: []*coresRound{newCoresRound(sc), r}}, "stacks")
		require.Contains(t, says, c.right)
		if c.rule == "" {
			require.Nil(t, f)
			continue
		}
		require.Equal(t, c.rule, f.Rule, f.Text)
		require.Contains(t, f.Says, c.says)
		require.Contains(t, f.Text, "stacks")
	}
}

// Scenarios whose calls may wait for ever do not run on real cores, and the verdict says so.
func TestHung_NotRun(t *testing.T) {
	ops := []Option{Op("Acquire", (*sema).Acquire), Op("Release", (*sema).Release), Rounds(2)}
	v := Check(&tb{name: t.Name()}, newSema(""), newPermitsSpec, ops...)
	require.Nil(t, v.Failure)
	require.Equal(t, sched.BoundHit, v.Cores.Ending)
	require.Positive(t, v.Cores.Scenarios)
	require.Regexp(t, `; not run, since calls may wait for ever: \d+`, v.Cores.Says)
	v = Check(&tb{name: t.Name()}, newSema(""), newPermitsSpec, append(ops, Scenario("Acquire | Acquire"))...)
	require.Equal(t, sched.NotChecked, v.Cores.Ending)
	require.Equal(t, "in all scenarios, calls may wait for ever; to run them: stealproof check", v.Cores.Says)
}
