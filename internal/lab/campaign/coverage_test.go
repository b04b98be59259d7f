package campaign

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutation"
)

const profile = `mode: set
github.com/stealproof/stealproof/pool/run.go:10.2,12.3 2 1
github.com/stealproof/stealproof/pool/run.go:12.3,14.2 1 0
github.com/stealproof/stealproof/pool/run.go:20.2,20.9 1 7
`

// A test covers the lines of each block that some run has counted.
func TestCoveredTest_Add(t *testing.T) {
	of := coveredTest{lines: map[string]map[int]bool{}}
	require.NoError(t, of.add(profile))
	require.Equal(t, map[string]map[int]bool{"pool/run.go": {10: true, 11: true, 12: true, 20: true}}, of.lines)
	require.NoError(t, of.add("mode: set\n"+module+"pool/run.go:13.1,13.2 1 1\n"+module+"pool/go.go:1.1,1.2 1 1\n"))
	require.True(t, of.covers("pool/run.go", 13, 13))
	require.True(t, of.covers("pool/run.go", 14, 20))
	require.False(t, of.covers("pool/run.go", 14, 19))
	require.True(t, of.covers("pool/go.go", 1, 1))
	require.False(t, of.covers("pool/go.go", 10, 10))
	require.ErrorContains(t, of.add("x.go:oh\n"), "not a line of a coverage profile: x.go:oh")
}

// testOf returns a test that covers lines of a.go.
func testOf(name string, took time.Duration, lines ...int) coveredTest {
	t := coveredTest{name: name, took: took * time.Millisecond, lines: map[string]map[int]bool{"a.go": {}}}
	for _, line := range lines {
		t.lines["a.go"][line] = true
	}
	return t
}

func namesOf(tests []coveredTest) (names []string) {
	for _, t := range tests {
		names = append(names, t.name)
	}
	return names
}

// The fastest test of the line is first. A test of the function follows, and a test of another function does not run.
func TestChooseTests(t *testing.T) {
	all := []coveredTest{
		testOf("slow", 300, 5), testOf("enters", 1, 3, 4), testOf("fast", 20, 3, 4, 5), testOf("elsewhere", 1, 11),
		testOf("middle", 40, 6), testOf("enters later", 2, 8),
	}
	line := []mutation.Place{{From: 5, To: 6, First: 3, Last: 9}}
	require.Equal(t, []string{"fast", "middle", "slow", "enters", "enters later"}, namesOf(chooseTests(all, "a.go", line)))
	require.Empty(t, chooseTests(all, "b.go", line), "a line of another file")
	require.Empty(t, chooseTests(all, "a.go", []mutation.Place{{From: 7, To: 7, First: 3, Last: 9}}), "the function is entered, and no test covers the line")
	two := []mutation.Place{{From: 11, To: 11, First: 10, Last: 12}, {From: 4, To: 4, First: 3, Last: 9}}
	require.Equal(t, []string{"enters", "elsewhere", "fast", "enters later", "middle", "slow"}, namesOf(chooseTests(all, "a.go", two)))
}

// Each batch may take twice as long as the one before. A test that takes longer has a batch of its own. No test is lost.
func TestBatches(t *testing.T) {
	tests := []coveredTest{testOf("a", 50), testOf("b", 50), testOf("c", 150), testOf("d", 50), testOf("e", 900), testOf("f", 700), testOf("g", 100)}
	var got [][]string
	for _, b := range batches(tests) {
		got = append(got, namesOf(b))
	}
	require.Equal(t, [][]string{{"a", "b"}, {"c", "d"}, {"e"}, {"f", "g"}}, got)
	require.Empty(t, batches(nil))
	require.Equal(t, "^(TestA|TestB)$", patternOf([]coveredTest{testOf("TestA", 1), testOf("TestB", 1)}))
}

// A kill counts if it happens again after the unchanged code has passed the same tests.
func TestTwice(t *testing.T) {
	kill, pass := Cell{Verdict: Killed, Rule: "TestA", Seconds: 1}, Cell{Verdict: Survived, Seconds: 2, longest: time.Second}
	for _, c := range []struct {
		name            string
		mutant, control []Cell // in turn
		want            Verdict
		problem         string
	}{
		{"nothing", []Cell{pass}, nil, Survived, ""},
		{"always", []Cell{kill, kill}, []Cell{pass}, Killed, ""},
		{"once", []Cell{kill, pass}, []Cell{pass}, Survived, ""},
		{"under load", []Cell{kill, pass}, []Cell{kill, kill, pass}, Survived, ""},
		{"the unchanged code, too", []Cell{kill}, []Cell{kill, kill, kill}, Killed, "the control failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var longest time.Duration
			found, err := twice(7, trialRun{longest: time.Millisecond}, func(number int, of trialRun) (Cell, error) {
				from := &c.control
				if number == 0 {
					require.Zero(t, of.longest, "the unchanged code has the long limit")
				} else {
					from = &c.mutant
					longest = of.longest
				}
				require.NotEmpty(t, *from, "one run too many")
				next := (*from)[0]
				*from = (*from)[1:]
				return next, nil
			})
			if c.problem != "" {
				require.ErrorContains(t, err, c.problem)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, found.Verdict)
			require.Empty(t, c.mutant)
			require.Empty(t, c.control)
			if c.name != "nothing" {
				require.Equal(t, time.Second, longest, "the limit of the second run follows the unchanged code")
			}
		})
	}
	_, err := twice(7, trialRun{}, func(int, trialRun) (Cell, error) { return kill, errors.New("no process") })
	require.ErrorContains(t, err, "no process")
}
