package model_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// doubleTake is a history in which owner and thief both get the last item.
var doubleTake = model.History{
	Subject:  "example",
	Scenario: "push push pop | steal | steal",
	Seed:     7,
	Ops: []model.Operation{
		{Client: 0, Kind: model.Push, Value: 1, Call: 10, Return: 20},
		{Client: 0, Kind: model.Push, Value: 2, Call: 21, Return: 30},
		{Client: 1, Kind: model.Steal, Value: 1, Call: 25, Return: 45},
		{Client: 2, Kind: model.Steal, Status: model.Retry, Call: 40, Return: 44},
		{Client: 2, Kind: model.Steal, Value: 2, Call: 46, Return: 60},
		{Client: 0, Kind: model.Pop, Value: 2, Call: 50, Return: 60},
		{Client: 1, Kind: model.Steal, Status: model.Empty, Call: 70, Return: 70},
	},
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "rewrite with: go test ./model -update")
}

func TestHistory_Table(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, doubleTake.WriteTable(&b))
	golden(t, "history.txt", b.String())
}

func TestTable_ManyRows(t *testing.T) {
	var b bytes.Buffer
	var rows []model.Row
	for i := range 11 {
		rows = append(rows, model.Row{Column: i % 3, Text: strings.Repeat("é", i)})
	}
	require.NoError(t, model.WriteTable(&b, []string{"one", "two", "three"}, rows))
	golden(t, "table.txt", b.String())
}

func TestHistory_NDJSON(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, doubleTake.WriteNDJSON(&b))
	golden(t, "history.ndjson", b.String())
	again, err := model.ReadNDJSON(&b)
	require.NoError(t, err)
	require.Equal(t, &doubleTake, again)
}

// A round trip keeps a batch, a client whose operations touch, and the drain, in which client 0
// appears again.
func TestHistory_NDJSONRoundTrip(t *testing.T) {
	h := model.History{
		Subject: "a \"name\" with <signs>",
		Spec:    model.Spec{Hidden: model.AnyNumber, Capacity: 2, Slots: model.UntilEmpty},
		Ops: []model.Operation{
			{Kind: model.Push, Value: -1 << 31, Call: -5, Return: -3},
			{Kind: model.Push, Value: 1<<31 - 1, Call: -3, Return: -3},
			{Kind: model.Push, Status: model.Full, Value: 3, Call: -3, Return: 2},
			{Kind: model.Scrub, Call: 2, Return: 3},
			{Client: 1, Kind: model.Steal, Value: -1 << 31, Call: 1, Return: 9},
			{Client: 1, Kind: model.Steal, Value: 1<<31 - 1, Call: 1, Return: 9},
			{Client: 1, Kind: model.Steal, Status: model.Retry, Call: 9, Return: 9},
			{Client: 2, Kind: model.Steal, Status: model.Empty, Call: 1, Return: 9},
			{Kind: model.PopTop, Status: model.Empty, Call: 3, Return: 4},
			{Kind: model.Pop, Status: model.Empty, Call: 9, Return: 10},
		},
	}
	var b bytes.Buffer
	require.NoError(t, h.WriteNDJSON(&b))
	again, err := model.ReadNDJSON(&b)
	require.NoError(t, err)
	require.Equal(t, &h, again)
}

func TestHistory_CorruptNDJSON(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, doubleTake.WriteNDJSON(&b))
	good := b.String()
	lines := strings.SplitAfter(good, "\n")
	edit := func(old, replacement string) string {
		require.Contains(t, good, old)
		return strings.Replace(good, old, replacement, 1)
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":               {"", "line 1: empty; want a header line"},
		"a blank first line":  {"\n" + good, "line 1: blank"},
		"another format":      {`{"format":"x/1"}`, `line 1: format is "x/1"`},
		"no format":           {"null", `line 1: no format, so this is another kind of file`},
		"a schedule":          {`{"package":"a","test":"T","search":1}`, `line 1: no format, so this is another kind of file; the first line of a history has "stealproof-history/1"`},
		"not JSON":            {"hello\n", "line 1: not a JSON object"},
		"no count":            {edit(`,"ops":7`, ""), "line 1: no ops"},
		"unknown header":      {edit(`"ops"`, `"x":1,"ops"`), `line 1: not a JSON object of this format: json: unknown field "x"`},
		"more in the header":  {edit(`"ops":7}`, `"ops":7} {}`), "line 1: more than one JSON object"},
		"bad spec":            {edit(`"strict"`, `"lax"`), "line 1: spec: unknown word"},
		"no spec":             {edit(`"strict"`, `""`), `line 1: spec: "": want exactly one of`},
		"cut short":           {strings.Join(lines[:4], ""), "line 1: the header announces 7 operations, the file has 3"},
		"too long":            {good + lines[7], "line 1: the header announces 7 operations, the file has 8"},
		"cut in a line":       {good[:len(good)-20], "line 8: not a JSON object"},
		"a long line":         {good + strings.Repeat(" ", 1<<21), "line 9: bufio.Scanner: token too long"},
		"a blank line":        {edit("\n"+lines[2], "\n \n"+lines[2]), "line 3: blank"},
		"a blank last line":   {good + "\n", "line 9: blank"},
		"no object":           {edit(lines[1], "[]\n"), "line 2: not a JSON object"},
		"null":                {edit(lines[1], "null\n"), "line 2: no client"},
		"unknown field":       {edit(`"client":1`, `"client":1,"thread":1`), `line 4: not a JSON object of this format: json: unknown field "thread"`},
		"more on a line":      {edit(`20}`, `20}{"client":0}`), "line 2: more than one JSON object"},
		"rubbish behind it":   {edit(`20}`, `20}]`), "line 2: more than one JSON object"},
		"no client":           {edit(`"client":0,`, ""), "line 2: no client"},
		"no operation":        {edit(`"op":"push",`, ""), "line 2: no op"},
		"no result":           {edit(`"result":"done",`, ""), "line 2: no result"},
		"no call":             {edit(`"call":10,`, ""), "line 2: no call"},
		"no return":           {edit(`,"return":20`, ""), "line 2: no return"},
		"a result of nothing": {edit(`"result":"done"`, `"result":null`), "line 2: no result"},
		"unknown operation":   {edit(`"op":"pop"`, `"op":"peek"`), `line 7: unknown operation "peek"`},
		"unknown result":      {edit(`"result":"retry"`, `"result":"maybe"`), `line 5: unknown result "maybe"`},
		"return before":       {edit(`"call":10`, `"call":1000`), "line 2: return 20 is before call 1000"},
		"no value":            {edit(`"value":1,`, ""), "line 2: push: done: want a value"},
		"a value too many":    {edit(`"op":"steal","result":"retry"`, `"op":"steal","value":1,"result":"retry"`), "line 5: steal: retry: want a value"},
		"large value":         {edit(`"value":1,`, `"value":2147483648,`), "line 2: value 2147483648 does not fit 32 bits"},
		"low value":           {edit(`"value":1,`, `"value":-99999999999,`), "line 2: value -99999999999 does not fit 32 bits"},
		"half a value":        {edit(`"value":1,`, `"value":1.5,`), "line 2: not a JSON object"},
		"negative client":     {edit(`"client":0`, `"client":-1`), "line 2: client is -1"},
		"batch":               {edit(`"op":"steal"`, `"op":"batch"`), "line 4: a batch is written as one steal"},
		"overlap":             {edit(`"call":21`, `"call":19`), "line 3: push of client 0 overlaps its push on line 2"},
		"overlap, not sorted": {edit(`"call":10,"return":20`, `"call":55,"return":58`), "line 7: pop of client 0 overlaps its push on line 2"},
		"same push twice":     {edit(lines[1], lines[1]+lines[1]), "line 3: push of client 0 overlaps its push on line 2"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "twice") {
				c.text = strings.Replace(c.text, `"ops":7`, `"ops":8`, 1)
			}
			_, err := model.ReadNDJSON(strings.NewReader(c.text))
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "history: line ")
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestHistory_ImpossibleResults(t *testing.T) {
	can := map[string]string{"push": "done full", "pop": "done empty", "poptop": "done empty", "scrub": "done", "steal": "done empty retry"}
	for op, results := range can {
		for _, result := range []string{"done", "full", "empty", "retry"} {
			value := ""
			if op == "push" || result == "done" && op != "scrub" {
				value = `"value":1,`
			}
			text := `{"format":"stealproof-history/1","spec":"strict","ops":1}` + "\n" +
				fmt.Sprintf(`{"client":0,"op":%q,%s"result":%q,"call":1,"return":2}`, op, value, result)
			_, err := model.ReadNDJSON(strings.NewReader(text))
			if slices.Contains(strings.Fields(results), result) {
				require.NoError(t, err, text)
			} else {
				require.EqualError(t, err, fmt.Sprintf("history: line 2: a %s cannot answer %s", op, result))
			}
		}
	}
}

// Only steals that took an item can be parts of one batch.
func TestHistory_OverlapsOfOneClient(t *testing.T) {
	op := func(client int, k model.Kind, s model.Status, call, ret int64) model.Operation {
		return model.Operation{Client: client, Kind: k, Status: s, Call: call, Return: ret}
	}
	for name, c := range map[string]struct {
		a, b model.Operation
		fine bool
	}{
		"two clients":           {op(0, model.Pop, model.Empty, 1, 9), op(1, model.Steal, model.Empty, 1, 9), true},
		"touching":              {op(0, model.Pop, model.Empty, 1, 5), op(0, model.Pop, model.Empty, 5, 9), true},
		"at one moment":         {op(0, model.Pop, model.Empty, 5, 5), op(0, model.Pop, model.Empty, 5, 5), true},
		"a moment at the start": {op(0, model.Pop, model.Empty, 5, 9), op(0, model.Pop, model.Empty, 5, 5), true},
		"a moment at the end":   {op(0, model.Pop, model.Empty, 5, 9), op(0, model.Pop, model.Empty, 9, 9), true},
		"a moment within":       {op(0, model.Pop, model.Empty, 5, 9), op(0, model.Pop, model.Empty, 6, 6), false},
		"a batch":               {op(1, model.Steal, model.Done, 1, 5), op(1, model.Steal, model.Done, 1, 5), true},
		"almost a batch":        {op(1, model.Steal, model.Done, 1, 5), op(1, model.Steal, model.Done, 1, 6), false},
		"a batch of nothing":    {op(1, model.Steal, model.Empty, 1, 5), op(1, model.Steal, model.Empty, 1, 5), false},
		"pops alike":            {op(0, model.Pop, model.Done, 1, 5), op(0, model.Pop, model.Done, 1, 5), false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, ops := range [][]model.Operation{{c.a, c.b}, {c.b, c.a}} {
				var b bytes.Buffer
				require.NoError(t, (&model.History{Ops: ops}).WriteNDJSON(&b))
				_, err := model.ReadNDJSON(&b)
				if c.fine {
					require.NoError(t, err)
				} else {
					require.ErrorContains(t, err, "history: line 3: ")
					require.ErrorContains(t, err, " overlaps its ")
					require.ErrorContains(t, err, " on line 2")
				}
			}
		})
	}
}
