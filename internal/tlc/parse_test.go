package tlc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
)

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`/\ b = 1` + "\n" + `/\ a = 0`, `/\ a = 0` + "\n" + `/\ b = 1`},
		{`x = 3`, `/\ x = 3`},
		{`/\ r = [top |-> 0, stamp |-> -1]`, `/\ r = [stamp |-> -1, top |-> 0]`},
		{`/\ f = (10 :> "b" @@ 9 :> "a")`, `/\ f = (9 :> "a" @@ 10 :> "b")`},
		{`/\ f = (2 :> TRUE @@ 1 :> FALSE)`, `/\ f = <<FALSE, TRUE>>`},
		{`/\ f = ("b" :> 1 @@ "a" :> 2)`, `/\ f = ("a" :> 2 @@ "b" :> 1)`},
		{`/\ s = << >>`, `/\ s = <<>>`},
		{`/\ s = {3, 10, 1}`, `/\ s = {1, 3, 10}`},
		{`/\ s = 2..4`, `/\ s = {2, 3, 4}`},
		{`/\ s = {}`, `/\ s = {}`},
		{`/\ s = {<<2>>, <<1>>, <<2>>}`, `/\ s = {<<1>>, <<2>>}`},
		{`/\ m = w1`, `/\ m = w1`},
		{`/\ t = "a \" \\ = /\ b"`, `/\ t = "a \" \\ = /\ b"`},
		{
			"/\\ mon = [ worlds |->\n      { [ deque |-> <<1>>,\n          answers |-> (0 :> \"no\" @@ 1 :> \"yes\") ] } ]\n/\\ a = 1",
			"/\\ a = 1\n/\\ mon = [worlds |-> {[answers |-> (0 :> \"no\" @@ 1 :> \"yes\"), deque |-> <<1>>]}]",
		},
	} {
		got, err := canonical([]byte(c.text))
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, string(got))
		again, err := canonical(got)
		require.NoError(t, err)
		require.Equal(t, c.want, string(again))
	}
	for text, want := range map[string]string{
		`/\ a`:               "want a variable and =",
		`/\ a = `:            "want a value",
		`/\ a = [b |-> 1`:    "want ]",
		`/\ a = [b 1]`:       "want |->",
		`/\ a = <<1, 2`:      "want >>",
		`/\ a = (1 :> 2, 3)`: "want :>",
		`/\ a = 1 b = 2`:     `want /\`,
	} {
		_, err := canonical([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

const sampleGraph = `strict digraph DiskGraph {
nodesep=0.35;
subgraph cluster_graph {
color="white";
7 [label="/\\ x = 0\n/\\ s = \"a\"",style = filled]
7 -> -8 [label="Up",color="black",fontcolor="black"];
-8 [label="/\\ s = \"a\"\n/\\ x = 1"];
7 -> -8 [label="Up",color="black",fontcolor="black"];
-8 -> 7 [label="Down",color="black",fontcolor="black"];
-8 -> -8 [label="Stay",color="black",fontcolor="black"];
{rank = same; 7;}
}
}`

func TestReadGraph(t *testing.T) {
	var edges []Edge
	g, err := ReadGraph(strings.NewReader(sampleGraph), func(e Edge) error {
		edges = append(edges, e)
		return nil
	})
	require.NoError(t, err)
	const zero, one = "/\\ s = \"a\"\n/\\ x = 0", "/\\ s = \"a\"\n/\\ x = 1"
	require.Equal(t, []Edge{{"", "", zero}, {zero, "Up", one}, {one, "Down", zero}, {one, "Stay", one}}, edges)
	require.Equal(t, 2, g.States)
	require.Equal(t, 3, g.Edges, "the same edge twice must count once")

	var want explore.Digest
	a, b := explore.HashState([]byte(zero)), explore.HashState([]byte(one))
	want.Add(explore.InitialHash(a))
	want.Add(explore.EdgeHash(a, b, "Up"))
	want.Add(explore.EdgeHash(b, a, "Down"))
	want.Add(explore.EdgeHash(b, b, "Stay"))
	require.Equal(t, want, g.Digest)

	for old, change := range map[string]struct{ to, want string }{
		"-8 [label=":                 {"-9 [label=", "edges lead to missing states"},
		"-8 -> 7":                    {"5 -> 7", "line 9: an edge leaves state 5"},
		`[label="Up"`:                {`[Label="Up"`, "line 6: no label"},
		`x = 1"];`:                   {`x = `, "line 7: a label without an end"},
		`-8 [label="/\\ s = \"a\"\n`: {`7 [label="`, "line 7: state 7 occurs twice"},
	} {
		require.Contains(t, sampleGraph, old)
		_, err := ReadGraph(strings.NewReader(strings.Replace(sampleGraph, old, change.to, 1)), nil)
		require.ErrorContains(t, err, change.want)
	}
	_, err = ReadGraph(strings.NewReader(""), nil)
	require.ErrorContains(t, err, "has no states")
}

const sampleOutput = `@!@!@STARTMSG 2262:0 @!@!@
TLC2 Version 2.18 of 20 March 2023
@!@!@ENDMSG 2262 @!@!@
Parsing file ABP.tla
<<"reached", {"Empty"}>>
@!@!@STARTMSG 2200:0 @!@!@
Progress(21) at 2026-11-21 17:16:29: 8,017 states generated (8,017 s/min), 3,000 distinct states found (3,000 ds/min), 590 states left on queue.
@!@!@ENDMSG 2200 @!@!@
@!@!@STARTMSG 2110:1 @!@!@
Invariant NoDuplicate is violated.
@!@!@ENDMSG 2110 @!@!@
@!@!@STARTMSG 2121:1 @!@!@
The behavior up to this point is:
@!@!@ENDMSG 2121 @!@!@
@!@!@STARTMSG 2217:4 @!@!@
1: <Initial predicate>
/\ x = 0
@!@!@ENDMSG 2217 @!@!@
@!@!@STARTMSG 2217:4 @!@!@
2: <StealClaim line 361, col 21 to line 371, col 55 of module ABP>
/\ x = 1
@!@!@ENDMSG 2217 @!@!@
@!@!@STARTMSG 2201:0 @!@!@
The coverage statistics at 2026-11-21 17:14:30
@!@!@ENDMSG 2201 @!@!@
@!@!@STARTMSG 2772:0 @!@!@
<PushWrite line 181, col 1 to line 181, col 9 of module ABP>: 9:17
@!@!@ENDMSG 2772 @!@!@
@!@!@STARTMSG 2221:0 @!@!@
  line 182, col 17 to line 182, col 57 of module ABP: 17
@!@!@ENDMSG 2221 @!@!@
@!@!@STARTMSG 2221:0 @!@!@
  line 183, col 17 to line 183, col 57 of module ABP: 0
@!@!@ENDMSG 2221 @!@!@
@!@!@STARTMSG 2221:0 @!@!@
  |line 183, col 17 to line 183, col 57 of module ABP: 0
@!@!@ENDMSG 2221 @!@!@
@!@!@STARTMSG 2772:0 @!@!@
<Terminating line 190, col 1 to line 190, col 9 of module ABP>: 0:0
@!@!@ENDMSG 2772 @!@!@
@!@!@STARTMSG 2221:0 @!@!@
  line 191, col 17 to line 191, col 57 of module ABP: 0
@!@!@ENDMSG 2221 @!@!@
@!@!@STARTMSG 2199:0 @!@!@
1,217 states generated, 559 distinct states found, 0 states left on queue.
@!@!@ENDMSG 2199 @!@!@
@!@!@STARTMSG 2194:0 @!@!@
The depth of the complete state graph search is 28.
@!@!@ENDMSG 2194 @!@!@
`

func TestParser(t *testing.T) {
	var told []Progress
	p := parser{
		progress: func(p Progress) { told = append(told, p) },
		source:   func(module string, line int) string { return module + " line" },
	}
	require.NoError(t, p.read(strings.NewReader(sampleOutput)))
	p.finish()
	require.Equal(t, "Invariant NoDuplicate is violated.", p.Message)
	require.Equal(t, []string{"", "StealClaim"}, p.Trace)
	require.Equal(t, []Part{{"PushWrite: ABP line", 183}, {Text: "Terminating"}}, p.Never)
	require.Equal(t, []string{`<<"reached", {"Empty"}>>`}, p.Printed)
	require.Equal(t, Progress{Generated: 1217, Distinct: 559, Depth: 28}, p.Progress)
	require.Equal(t, Progress{Generated: 8017, Distinct: 3000, Queue: 590, Depth: 21}, told[0])
	require.Equal(t, sampleOutput, p.Output)

	p = parser{}
	require.NoError(t, p.read(strings.NewReader("Error: Could not find or load main class tlc2.TLC\n")))
	p.finish()
	require.Equal(t, "Error: Could not find or load main class tlc2.TLC", p.Message)
}
