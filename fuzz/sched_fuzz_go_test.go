package fuzz_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/model/sched"
)

var goFuzzed = flag.Int("fuzz.executions", 10_000, "TestGoFuzz_SeesTheFeedback has Go's fuzzer run this `number` of inputs, each time")

// Go's fuzzer sees new orders of accesses: with them it keeps many more inputs, in as
// many executions, than without. Whether it meets more orders by that is measured here,
// and not required: see docs/limits.md.
func TestGoFuzz_SeesTheFeedback(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	long.Skip(t, "this takes long")
	if detecting || testing.CoverMode() != "" {
		t.Skip("the rewritten binary is the same with -race and -cover")
	}
	for _, c := range []struct {
		target string
		source func(*testing.T) check.Source
	}{
		{"FuzzSched_ChaseLev", func(*testing.T) check.Source { return check.Ours("..") }},
		{"FuzzOrders", straight},
	} {
		t.Run(c.target, func(t *testing.T) {
			b, err := check.Rewrite(t.Context(), c.source(t))
			require.NoError(t, err)
			defer func() { require.NoError(t, b.Close()) }()
			orders, kept := byGo(t, b, c.target, false)
			blindOrders, blindKept := byGo(t, b, c.target, true)
			t.Logf("%d executions: %d orders of accesses, %d inputs kept; without the feedback %d orders, %d inputs",
				*goFuzzed, orders, kept, blindOrders, blindKept)
			require.Positive(t, blindOrders)
			require.Greater(t, 2*kept, 3*blindKept)
		})
	}
}

// byGo has Go's fuzzer run a target, from its committed corpus and nothing else, and
// returns how many orders it has met, in all executions, and how many inputs it has kept.
func byGo(t *testing.T, b *check.Binary, target string, blind bool) (orders, kept int) {
	met, corpora := t.TempDir(), t.TempDir()
	how := check.GoFuzzing{
		Target: target, Time: fmt.Sprintf("%dx", *goFuzzed), Jobs: 1, Corpora: corpora,
		Env: []string{fuzzer.EnvMet + "=" + met},
	}
	if blind {
		how.Env = append(how.Env, fuzzer.EnvBlind+"=1")
	}
	var out bytes.Buffer
	held, err := b.GoFuzz(t.Context(), how, &out)
	require.NoError(t, err)
	require.True(t, held, out.String())
	orders, executions, err := fuzzer.ReadMet(met)
	require.NoError(t, err)
	require.Equal(t, *goFuzzed, executions, out.String())
	files, err := os.ReadDir(filepath.Join(corpora, target))
	require.NoError(t, err)
	return orders, len(files)
}

// straight is a target of a module of its own: one program, of three threads without
// branches, so that the orders are all that there is to be seen.
func straight(t *testing.T) check.Source {
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	var code strings.Builder
	code.WriteString("package orders\n\nimport \"sync/atomic\"\n\nvar a, b, c atomic.Int64\n")
	for thread := range 3 {
		fmt.Fprintf(&code, "\nfunc thread%d() {\n", thread)
		for step := range 12 {
			do := "Load()"
			if (step+thread)%2 == 1 {
				do = fmt.Sprintf("Store(%d)", step)
			}
			fmt.Fprintf(&code, "\t%c.%s\n", "abc"[(step*(thread+1)+thread)%3], do)
		}
		code.WriteString("}\n")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example.org/orders\n\ngo 1.26.0\n\nrequire github.com/stealproof/stealproof v0.0.0\n\nreplace github.com/stealproof/stealproof => " + root + "\n",
		"orders.go": code.String(),
		"orders_test.go": `package orders

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
)

func FuzzOrders(f *testing.F) {
	schedfuzz.Run(f, func([]byte) schedfuzz.Input {
		return schedfuzz.Input{Program: func(s *sched.S) {
			s.Go(thread0)
			s.Go(thread1)
			s.Go(thread2)
			s.Wait()
		}}
	})
}
`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	s, err := check.FuzzSource(t.Context(), dir, ".")
	require.NoError(t, err)
	return s
}
