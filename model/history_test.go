package model_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
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

func TestHistory_CorruptNDJSON(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, doubleTake.WriteNDJSON(&b))
	good := b.String()
	lines := strings.SplitAfter(good, "\n")
	for name, c := range map[string]struct{ text, want string }{
		"empty":             {"", "empty"},
		"another format":    {`{"format":"x/1"}`, `line 1: format is "x/1"`},
		"not JSON":          {"hello\n", "line 1: not a JSON object"},
		"cut short":         {strings.Join(lines[:4], ""), "announces 7 operations, the file has 3"},
		"cut in a line":     {good[:len(good)-20], "line 8: not a JSON object"},
		"bad spec":          {strings.Replace(good, `"strict"`, `"lax"`, 1), "line 1: spec: unknown word"},
		"unknown operation": {strings.Replace(good, `"op":"pop"`, `"op":"peek"`, 1), `line 7: unknown operation "peek"`},
		"unknown result":    {strings.Replace(good, `"result":"retry"`, `"result":"maybe"`, 1), `line 5: unknown result "maybe"`},
		"return before":     {strings.Replace(good, `"call":10`, `"call":1000`, 1), "line 2: return 20 is before call 1000"},
		"no value":          {strings.Replace(good, `"value":1,`, "", 1), "line 2: push: done: want a value"},
		"large value":       {strings.Replace(good, `"value":1,`, `"value":99999999999,`, 1), "does not fit 32 bits"},
		"negative client":   {strings.Replace(good, `"client":0`, `"client":-1`, 1), "line 2: client is -1"},
		"batch":             {strings.Replace(good, `"op":"steal"`, `"op":"batch"`, 1), "a batch stands as one steal"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := model.ReadNDJSON(strings.NewReader(c.text))
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "history: ")
			require.NotContains(t, err.Error(), "\n")
		})
	}
}
