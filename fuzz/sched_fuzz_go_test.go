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

var goFuzzed = flag.Int("fuzz.executions", 0, "the tests TestGoFuzz_ have Go's fuzzer run this `number` of inputs, each time")

// inputs returns that number. By default it is 2,000, or 10,000 in a test that may take hours.
func inputs() int {
	switch {
	case *goFuzzed > 0:
		return *goFuzzed
	case long.Hours():
		return 10_000
	}
	return 2_000
}

// Go's fuzzer sees new orders of accesses: in equal numbers of executions, it keeps many more inputs with that
// feedback than without. The test requires no more orders, and measures them. Measured with one process from the
// committed corpus, each figure of its own run:
//
//	target              executions  orders        without       inputs kept   without
//	FuzzSched_ChaseLev  40,000      2,538, 2,488  2,516, 2,561  1,105, 1,159  151, 138
//	FuzzSched_ChaseLev  200,000     3,152         3,113         1,579         199
//	FuzzOrders          40,000      2,526, 4,565  3,682, 4,944  845, 1,823    77, 76
//	FuzzOrders          200,000     5,797         6,087         2,546         83
//
// So Go's fuzzer keeps many more inputs, and meets no more orders. The loop of "stealproof fuzz -for" does meet more, and
// makes some thirty times as many executions in the same time: in 100,000 executions 2,972 orders of ChaseLev against
// 1,882, and 894 of Split against 564. Its deepest planted fault took a quarter of the executions, on average over eight seeds:
// 10,902 against 47,383. The feedback knows each order by a hash of 16 bits, of which Go's fuzzer sees 13.
//
// To measure again (Go's fuzzer takes no seed):
//
//	STEALPROOF_LONG=1 go test ./fuzz -v -run TestGoFuzz_ -fuzz.executions 200000
func TestGoFuzz_SeesTheFeedback(t *testing.T) {
	if long.Asked() {
		t.Parallel() // it builds long
	}
	seesTheFeedback(t, "FuzzSched_ChaseLev", func(*testing.T) check.Source { return check.Ours("..") })
}

func TestGoFuzz_SeesTheFeedbackOfOrders(t *testing.T) { seesTheFeedback(t, "FuzzOrders", straight) }

func seesTheFeedback(t *testing.T, target string, source func(*testing.T) check.Source) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	long.Skip(t, "this takes long")
	if detecting || testing.CoverMode() != "" {
		t.Skip("the rewritten binary is the same with -race and -cover")
	}
	b, err := check.Rewrite(t.Context(), source(t))
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	orders, kept := byGo(t, b, target, false)
	blindOrders, blindKept := byGo(t, b, target, true)
	t.Logf("%d executions: %d orders of accesses, %d inputs kept; without the feedback %d orders, %d inputs",
		inputs(), orders, kept, blindOrders, blindKept)
	require.Positive(t, blindOrders)
	require.Greater(t, 2*kept, 3*blindKept)
}

// byGo lets Go's fuzzer run a target from its committed corpus alone. It returns how many orders the executions met, and
// how many inputs the fuzzer kept.
func byGo(t *testing.T, b *check.Binary, target string, blind bool) (orders, kept int) {
	met, corpora := t.TempDir(), t.TempDir()
	how := check.GoFuzzing{
		Target: target, Time: fmt.Sprintf("%dx", inputs()), Jobs: 1, Corpora: corpora,
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
	require.Equal(t, inputs(), executions, out.String())
	files, err := os.ReadDir(filepath.Join(corpora, target))
	require.NoError(t, err)
	return orders, len(files)
}

// straight makes a module with a target FuzzOrders: one program of three threads without branches, so that only orders
// can differ.
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
