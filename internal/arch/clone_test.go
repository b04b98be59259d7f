package arch

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestClone(t *testing.T) {
	faults, err := CheckClone(moduleRoot(t), largeFiles)
	require.NoError(t, err)
	for _, fault := range faults {
		t.Error(fault)
	}
}

func TestClone_ReportsLargeFiles(t *testing.T) {
	file := func(size int) *fstest.MapFile { return &fstest.MapFile{Data: make([]byte, size)} }
	root := fstest.MapFS{
		"README.md":                        file(200_000),
		"docs/a.md":                        file(200_000),
		"docs/charts/b.svg":                file(200_000),
		"internal/lab/results/c.ndjson.gz": file(900_000),
		".git/pack":                        file(900_000),
		"rust/target/x":                    file(900_000),
		"wsq.test":                         file(900_000),
		"tla/large.tla":                    file(200_001),
	}
	reasons := map[string]string{"tla/large.tla": "it is one algorithm"}
	check := func(want ...string) {
		t.Helper()
		faults, err := CheckClone(root, reasons)
		require.NoError(t, err)
		require.Equal(t, want, faults)
	}
	check()
	delete(reasons, "tla/large.tla")
	check("tla/large.tla has 200001 bytes, more than 200000; make it smaller, or add a reason to largeFiles")
	reasons["tla/large.tla"], reasons["README.md"] = "it is one algorithm", "none"
	check("README.md is no longer large; remove it from largeFiles")
	delete(reasons, "README.md")
	root["docs/charts/raw.json"] = file(1)
	root["docs/c.ndjson.gz"] = file(1)
	check("docs/c.ndjson.gz is neither a page nor a drawing; move raw data to internal/lab/results",
		"docs/charts/raw.json is neither a page nor a drawing; move raw data to internal/lab/results")
	delete(root, "docs/charts/raw.json")
	delete(root, "docs/c.ndjson.gz")
	for _, name := range []string{"docs/d.md", "docs/e.svg", "docs/f.md"} {
		root[name] = file(200_000)
	}
	check()
	root["docs/g.md"] = file(1)
	check("docs has 1000001 bytes; want at most 1000000")
}
