package pool_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/trace"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// traceOf is the content of a trace, as Perfetto reads it.
type traceOf struct {
	TraceEvents []struct {
		Name  string
		Ph    string
		Ts    float64
		Tid   int
		Args  map[string]any
		Scope string `json:"s"`
	}
}

// parked waits until all workers of p, the only pool, are inside park. Then only another
// goroutine can wake them. asleep returns a little earlier: there a worker may still look once
// more.
func parked(t *testing.T, p *pool.Pool) {
	t.Helper()
	asleep(t, p)
	until(t, "all workers park", func() bool {
		return strings.Count(stacks(), "pool.(*sleeper).park(") == p.Workers()
	})
}

// recorded runs f while p is traced, and waits until all workers sleep.
func recorded(t *testing.T, p *pool.Pool, f func()) (trace traceOf) {
	t.Helper()
	var out bytes.Buffer
	stop, err := p.Trace(&out)
	require.NoError(t, err)
	f()
	parked(t, p)
	require.NoError(t, stop())
	require.NoError(t, json.Unmarshal(out.Bytes(), &trace))
	return trace
}

// Slices nest on each worker, and times go up. Each name has as many slices and instants as the
// pool has counted.
func TestTrace_AddsUp(t *testing.T) {
	p := made(t, pool.Options{Workers: 3})
	parked(t, p)
	before := p.Stats()
	trace := recorded(t, p, func() {
		for range 50 {
			require.NoError(t, works(p))
			_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) { return fibClosure(w, 12), nil })
			require.NoError(t, err)
		}
		require.NoError(t, p.Go(func(*pool.Worker) {}))
	})
	after := p.Stats()

	counts, named := map[string]uint64{}, 0
	open, last := map[int][]string{}, 0.0
	for _, e := range trace.TraceEvents {
		if e.Ph == "M" {
			require.Equal(t, "thread_name", e.Name)
			named++
			continue
		}
		require.GreaterOrEqual(t, e.Ts, last)
		last = e.Ts
		switch e.Ph {
		case "B":
			require.NotContains(t, open[e.Tid], "sleep", "a sleeping worker begins a slice")
			open[e.Tid] = append(open[e.Tid], e.Name)
			counts[e.Name]++
		case "E":
			n := len(open[e.Tid])
			require.Positive(t, n, "a slice that began before the trace is in it")
			open[e.Tid] = open[e.Tid][:n-1]
		case "i":
			counts[e.Name]++
			if e.Name == "steal" {
				require.NotEqual(t, float64(e.Tid), e.Args["from"], "a worker steals from itself")
			}
		default:
			t.Errorf("phase %q", e.Ph)
		}
	}
	require.Equal(t, 3, named)
	for worker, names := range open {
		require.Equal(t, []string{"sleep"}, names, "worker %d", worker)
	}
	require.Equal(t, after.Run-before.Run, counts["task"])
	require.Equal(t, after.Stolen-before.Stolen, counts["steal"])
	require.Equal(t, after.Promotions-before.Promotions, counts["promotion"])
	require.Equal(t, after.Parks-before.Parks, counts["sleep"])
	require.Positive(t, counts["task"])
	require.Positive(t, counts["search"])
}

// A task that panics, or ends its goroutine, ends its slice, too.
func TestTrace_SlicesEnd(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	parked(t, p)
	trace := recorded(t, p, func() {
		require.NotNil(t, in(p, func(*pool.Worker) { panic("ends") }))
		require.Equal(t, pool.ErrGoexit, outcome(func() { in(p, func(*pool.Worker) { runtime.Goexit() }) }))
	})
	depth := 0
	for _, e := range trace.TraceEvents {
		switch e.Ph {
		case "B":
			depth++
		case "E":
			depth--
		}
	}
	require.Equal(t, 1, depth, "only the last sleep is open: the sleep before the trace is not in it")
}

func TestTrace_OneAtATime(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	stop, err := p.Trace(io.Discard)
	require.NoError(t, err)
	_, err = p.Trace(io.Discard)
	require.ErrorIs(t, err, pool.ErrTracing)
	require.NoError(t, stop())
	require.EqualError(t, stop(), "pool: this trace has ended already")
	require.PanicsWithValue(t, "pool: a nil writer", func() { _, _ = p.Trace(nil) })

	full := errors.New("disk full")
	stop, err = p.Trace(failing{full})
	require.NoError(t, err)
	require.ErrorIs(t, stop(), full)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A trace has a bound.
func TestTrace_Full(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	trace := recorded(t, p, func() {
		for range 20 {
			require.Nil(t, in(p, func(w *pool.Worker) {
				w.Scope(func(s *pool.Scope) {
					for range 10_000 {
						s.Go(w, func(*pool.Worker) {})
					}
				})
			}))
		}
	})
	last := trace.TraceEvents[len(trace.TraceEvents)-3] // before the names
	require.Equal(t, "the trace is full", last.Name)
	require.Len(t, trace.TraceEvents, 1<<18+1+2)
}

// Tasks, searches and sleep are regions of Go's execution trace.
func TestTrace_Regions(t *testing.T) {
	if trace.IsEnabled() {
		t.Skip("the tests are being traced")
	}
	file := filepath.Join(t.TempDir(), "trace")
	out, err := os.Create(file)
	require.NoError(t, err)
	require.NoError(t, trace.Start(out))
	p := pool.New(pool.Options{Workers: 2})
	for range 10 {
		require.NoError(t, works(p))
		asleep(t, p)
	}
	require.NoError(t, p.Close(background))
	trace.Stop()
	require.NoError(t, out.Close())

	text, err := exec.Command("go", "tool", "trace", "-d=parsed", file).CombinedOutput()
	require.NoError(t, err, "%s", text)
	for name, atLeast := range map[string]int{"pool: task": 10, "pool: search": 1, "pool: sleep": 10} {
		begins := regexp.MustCompile(`RegionBegin .*"`+name+`"`).FindAllString(string(text), -1)
		ends := regexp.MustCompile(`RegionEnd .*"`+name+`"`).FindAllString(string(text), -1)
		require.GreaterOrEqual(t, len(begins), atLeast, name)
		require.Len(t, ends, len(begins), name)
	}
	require.NotContains(t, strings.ToLower(string(text)), "misuse")
}
