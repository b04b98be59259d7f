package lin

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/shim/atomic"
)

// trylock is a lock that may fail for no reason. Its Unlock panics if nobody has it.
type trylock struct{ held atomic.Bool }

func (l *trylock) Lock() {
	if !l.held.CompareAndSwap(false, true) {
		panic("held")
	}
}

func (l *trylock) TryLock() bool { return l.held.CompareAndSwap(false, true) }

func (l *trylock) Unlock() {
	if !l.held.CompareAndSwap(true, false) {
		panic("not held")
	}
}

type trylockSpec struct{ held bool }

func (l *trylockSpec) Lock() {
	if l.held {
		panic("held")
	}
	l.held = true
}

func (l *trylockSpec) TryLock(ok bool) bool {
	was := l.held
	l.held = l.held || ok
	return !ok || !was
}

func (l *trylockSpec) Unlock() {
	if !l.held {
		panic("not held")
	}
	l.held = false
}

// Whether a call after TryLock is allowed depends on its result. Such scenarios are not generated, so a
// sound lock is not accused.
func TestLegal_NoCallThatMayNotBeAllowed(t *testing.T) {
	ops := []Option{Op("Lock", (*trylock).Lock), Op("TryLock", (*trylock).TryLock), Op("Unlock", (*trylock).Unlock)}
	create, spec := func() *trylock { return &trylock{} }, func() *trylockSpec { return &trylockSpec{} }
	var c config
	for _, o := range ops {
		o.apply(&c)
	}
	_, err := newChecker(&tb{}, create, spec, &c)
	require.ErrorContains(t, err, "no generated scenario calls")
	v, _ := searched(t, create, spec, append(ops, Scenario("lock; unlock | trylock;"))...)
	require.Nil(t, v.Failure, "%v", v.Failure)
	require.Equal(t, 1, v.Every.Scenarios)
	v, _ = searched(t, create, spec, Op("TryLock", (*trylock).TryLock))
	require.Nil(t, v.Failure, "%v", v.Failure)
	require.Positive(t, v.Every.Scenarios)
}

// A judge cannot take so many calls.
func TestPlan_RefusesLargeScenarios(t *testing.T) {
	var c config
	for _, o := range append(registerOps, Scenario(strings.Repeat("get(1) ", 60)+"| get(1)")) {
		o.apply(&c)
	}
	_, err := newChecker(&tb{}, func() *register { return &register{} }, newRegisters, &c)
	require.ErrorContains(t, err, "at most 56 calls")
}

// A request and its reply are two parts for the judge.
func TestPlan_CountsRequests(t *testing.T) {
	for calls, refused := range map[int]bool{28: false, 29: true} {
		var c config
		for _, o := range []Option{Op("Exchange", (*swap).Exchange), Scenario(strings.Repeat("Exchange(1) ", calls/2) + "|" + strings.Repeat(" Exchange(2)", calls-calls/2))} {
			o.apply(&c)
		}
		_, err := newChecker(&tb{}, newSwap(""), newSwapSpec, &c)
		if refused {
			require.ErrorContains(t, err, "at most 56 calls; one with a method Ask counts twice")
		} else {
			require.NoError(t, err)
		}
	}
}

func TestEncode_Floats(t *testing.T) {
	require.Equal(t, bytesOf(0.0), bytesOf(math.Copysign(0, -1)))
	require.Equal(t, bytesOf(math.NaN()), bytesOf(math.Log(-1)))
	require.NotEqual(t, bytesOf(1.5), bytesOf(-1.5))
}

// A wrong text is quoted once, with what is wrong.
func TestPlan_RefusesWrongTexts(t *testing.T) {
	for text, want := range map[string]string{
		"get(1) | put(1":    `scenario "get(1) | put(1": a bracket without its counterpart`,
		"get(1)*0 | put(1)": `scenario "get(1)*0 | put(1)": "get(1)*0": want a number from 1 to 1000 after *`,
		"get(1)*90|get(1)":  `scenario "get(1)*90|get(1)": want 1 to 8 threads, and at most 56 calls; one with a method Ask counts twice`,
		"a;b;c;d":           `scenario "a;b;c;d": more than three parts`,
	} {
		_, err := newChecker(&tb{}, func() *register { return &register{} }, newRegisters, configOf(append(slices.Clone(registerOps), Scenario(text))...))
		require.EqualError(t, err, want)
	}
}

// A parameter that is a function has no values to choose from.
func TestOp_RefusesFunctionParameters(t *testing.T) {
	load := func(*register, func() int) int { return 0 }
	_, err := newChecker(&tb{}, func() *register { return &register{} }, newRegisters, configOf(Op("Get", load)))
	require.EqualError(t, err, "parameter 1 of Get is a func() int: give a function without this parameter, which calls the method")
}
