package machine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// The toy is a machine of everything that ABP has no use for: a lock, plain
// variables, a region, a sequence, threads that end, processes that are numbered
// from 1.
type toy struct {
	lock  uint8
	box   [2]uint8
	turns uint8
	log   [3]uint8 // its length, and two values
	been  [3]uint8 // the numbers 0, 1, 2 in the set
	debt  uint8    // an int8
	pc    [2]uint8
}

const (
	toyLock = iota
	toySwap
	toyRead
	toyWrite
	toyCopy
	toyUnlock
	toyDone
	toyTerminating
)

func newToy(c *tla.Config) (*Def[toy], error) {
	to := func(next uint8, did Access, change func(s *toy, t int)) func(*toy, int, int) Access {
		return func(s *toy, t, _ int) Access {
			if change != nil {
				change(s, t)
			}
			s.pc[t] = next
			return did
		}
	}
	return &Def[toy]{
		Threads: []string{"first", "second"},
		First:   1,
		PC:      func(s *toy) []uint8 { return s.pc[:] },
		Actions: []Action[toy]{
			toyLock: {Name: "Lock", Reads: "lock", Writes: "lock", Do: func(s *toy, t, _ int) Access {
				if s.lock != 0 {
					return disabled
				}
				s.lock, s.pc[t] = 1, toySwap
				return lock("lock")
			}},
			toySwap: {Name: "Swap", Reads: "turns", Writes: "turns", Do: to(toyRead, swap("turns"), func(s *toy, _ int) { s.turns++ })},
			toyRead: {Name: "Read", Reads: "box", Do: to(toyWrite, plainReadAt("box", 0), func(s *toy, t int) {
				s.log[0]++
				s.log[s.log[0]] = uint8(t + 1)
				s.been[2*t] = 1
				s.debt--
			})},
			toyWrite:       {Name: "Write", Writes: "box", Do: to(toyCopy, plainWriteAt("box", 0), func(s *toy, t int) { s.box[0] = uint8(t + 1) })},
			toyCopy:        {Name: "Copy", Reads: "box", Writes: "box", Do: to(toyUnlock, region(), func(s *toy, _ int) { s.box[1] = s.box[0] })},
			toyUnlock:      {Name: "Unlock", Writes: "lock", Reads: "lock", Do: to(toyDone, lock("lock"), func(s *toy, _ int) { s.lock = 0 })},
			toyDone:        {Name: "Done"},
			toyTerminating: {Name: "Terminating"},
		},
		Vars: []Var[toy]{
			{Name: "lock", Shape: flag, Max: 1, Cell: func(s *toy, _ int) *uint8 { return &s.lock }},
			{Name: "box", Shape: fn(1, 2, oneOf("none", "first", "second")), Max: 2, Cell: func(s *toy, i int) *uint8 { return &s.box[i] }},
			{Name: "turns", Shape: num, Max: 2, Cell: func(s *toy, _ int) *uint8 { return &s.turns }},
			{Name: "log", Class: Ghost, Shape: seq(2, num), Max: 0, Cell: func(s *toy, i int) *uint8 { return &s.log[i] }},
			{Name: "been", Class: Ghost, Shape: set(0, 3), Cell: func(s *toy, i int) *uint8 { return &s.been[i] }},
			{Name: "debt", Class: Ghost, Shape: signed, Cell: func(s *toy, _ int) *uint8 { return &s.debt }},
		},
		Specs:      map[string]Spec[toy]{"Spec": {Fair: []int{0, 1}}},
		Invariants: map[string]func(*toy) bool{"TurnsLow": func(s *toy) bool { return s.turns < 2 }},
		Temporal: map[string]explore.Temporal[toy]{
			"Ends": {Form: explore.InTheEnd, Then: func(s *toy) bool { return s.pc == [2]uint8{toyDone, toyDone} }},
		},
	}, nil
}

func toyFor(t *testing.T, config string) *runner[toy] {
	c, err := tla.ParseConfig("Toy", config)
	require.NoError(t, err)
	d, err := newToy(c)
	require.NoError(t, err)
	r, err := newRunner(d, c)
	require.NoError(t, err)
	return r
}

func TestToy(t *testing.T) {
	r := toyFor(t, "SPECIFICATION Spec PROPERTY Ends")
	res, err := r.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.Exhausted, res.Ending, "the end of all threads is no deadlock")
	require.Equal(t, 2, res.Taken[toyTerminating], "whoever was first")
	require.Len(t, r.Labels(), 6, "Done and Terminating are none")
	var last Edge
	require.NoError(t, r.Walk(100, func(e Edge) error { last = e; return nil }))
	require.Equal(t, "Terminating", last.Action)
	require.Equal(t, `/\ been = {0, 2}
/\ box = <<"first", "first">>
/\ debt = -2
/\ lock = FALSE
/\ log = <<2, 1>>
/\ pc = <<"Done", "Done">>
/\ turns = 2`, last.To)
	require.NoError(t, checkAccesses(r, 1000, true))
}

func TestToy_Failure(t *testing.T) {
	r := toyFor(t, "SPECIFICATION Spec INVARIANT TurnsLow")
	res, err := r.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	var steps []string
	for _, s := range res.Failure.Steps {
		steps = append(steps, s.Text)
	}
	require.Equal(t, []string{
		"Lock", "Swap: turns = 0, := 1", `Read: box[1] = "none"`, `Write: box[1] := "first"`, "Copy", "Unlock", "Lock", "Swap: turns = 1, := 2",
	}, steps)
}

func TestToy_Deadlock(t *testing.T) {
	r := toyFor(t, "SPECIFICATION Spec")
	r.d.Actions[toyUnlock].Do = func(*toy, int, int) Access { return disabled }
	res, err := r.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.RuleDeadlock, res.Failure.Rule)
	require.Equal(t, 6, res.Failure.States())
}

// Sets gives one place of each kind of variable another value, as EXCEPT does in the module.
func TestToy_Sets(t *testing.T) {
	for what, want := range map[string]string{
		"lock to TRUE":                   "/\\ lock = TRUE",
		"turns to 7 and debt to -3":      "/\\ debt = -3\n/\\ lock = FALSE\n/\\ log = <<>>\n/\\ pc = <<\"Read\", \"Lock\">>\n/\\ turns = 7",
		`box[2] to "first"`:              `/\ box = <<"none", "first">>`,
		"been{1} to TRUE":                "/\\ been = {1}",
		"log[1] to 5":                    "/\\ log = <<>>", // there is no first item
		"log to <<2, 1>>":                "/\\ log = <<2, 1>>",
		"log to <<>>":                    "/\\ log = <<>>",
		`pc[2] to "Done"`:                `/\ pc = <<"Read", "Done">>`,
		"lock to FALSE and lock to TRUE": "/\\ lock = TRUE",
	} {
		c := tla.Change{Action: "Swap", Verb: tla.Sets, What: what}
		r := toyFor(t, "SPECIFICATION Spec")
		require.NoError(t, r.d.change(c))
		s := r.d.Init
		s.pc[0] = toySwap
		r.d.Actions[toySwap].Do(&s, 0, 0)
		require.Contains(t, string(r.text(nil, &s)), want, what)
	}
	for what, want := range map[string]string{
		"key to 1":           "no such variable",
		"box[3] to 1":        "no such place",
		"box to 1":           "no such place",
		"turns.base to 1":    "no such place",
		"been to 1":          "no such place",
		`box[1] to "other"`:  "no such value",
		"turns to -1":        "no such value",
		"turns to TRUE":      "no such value",
		"lock to 1":          "no such value",
		"log to 1":           "no such value",
		"log to <<1, 2, 3>>": "no such value",
		"turns to <<1>>":     "no such value",
	} {
		r := toyFor(t, "SPECIFICATION Spec")
		require.ErrorContains(t, r.d.change(tla.Change{Action: "Swap", Verb: tla.Sets, What: what}), want, what)
	}
	strays := toyFor(t, "SPECIFICATION Spec").Strays(100)
	for _, what := range []string{"lock to FALSE", `box[1] to "second"`, "turns to 3", "log[2] to 1", "log to <<1, 2>>", "been{2} to FALSE", "debt to -1", `pc[1] to "Copy"`} {
		require.Contains(t, strays, tla.Change{Action: "Swap", Verb: tla.Sets, What: what})
	}
}
