package engine_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/channel"
)

// message is an instruction of a random program with channels.
type message struct {
	do       string // send, receive, close, len, select, add, go
	channel  int
	value    int
	cases    []message // of a select: sends and receives
	fallback bool      // the select has a default
	body     []message // of a new thread
}

func (m message) String() string {
	switch m.do {
	case "send":
		return fmt.Sprintf("c%d <- %d", m.channel, m.value)
	case "receive":
		return fmt.Sprintf("<-c%d", m.channel)
	case "select":
		return fmt.Sprintf("select%v default %v", m.cases, m.fallback)
	case "go":
		return fmt.Sprintf("go %v", m.body)
	}
	return fmt.Sprintf("%s %d", m.do, m.channel)
}

// The channels of a random program: three unbuffered ones, of which the last is nil, and two with
// buffers.
const (
	channels   = 5
	nilChannel = 4
)

func makeChannels(sizes [4]int) (all [channels]chan int) {
	for i, size := range sizes {
		all[i] = channel.Made(0, make(chan int, size))
	}
	for i, size := range sizes {
		if size > 2 { // neither full nor empty
			channel.To(0, all[i]).Send(8)
		}
	}
	return all
}

// pick returns a channel. Few channels make threads meet.
func pickChannel(rng *rand.Rand) int {
	if rng.IntN(20) == 0 {
		return nilChannel
	}
	return []int{0, 0, 0, 1, 1, 2, 3}[rng.IntN(7)]
}

func randomMessage(rng *rand.Rand, deep bool) message {
	m := message{channel: pickChannel(rng), value: 1 + rng.IntN(9)}
	switch n := rng.IntN(24); {
	case n < 6:
		m.do = "send"
	case n < 12:
		m.do = "receive"
	case n < 13:
		m.do = "close"
	case n < 14:
		m.do = "len"
	case n < 16:
		m.do = "add"
	case n < 17 && deep:
		m.do = "go"
		m.body = []message{randomMessage(rng, false)}
	default:
		m.do, m.fallback = "select", rng.IntN(3) == 0
		for range 1 + rng.IntN(3) {
			c := message{do: "send", channel: pickChannel(rng), value: 1 + rng.IntN(9)}
			if rng.IntN(2) == 0 {
				c.do = "receive"
			}
			m.cases = append(m.cases, c)
		}
	}
	return m
}

// randomMessages returns a program. At most one thread starts another, so that each thread has the
// same number in all executions.
func randomMessages(rng *rand.Rand) (threads [][]message) {
	left, deep := 4+rng.IntN(6), true
	for range 2 + rng.IntN(2) {
		var body []message
		for n := 1 + rng.IntN(4); n > 0 && left > 0; n-- {
			m := randomMessage(rng, deep)
			deep = deep && m.do != "go"
			body = append(body, m)
			left--
		}
		threads = append(threads, body)
	}
	return threads
}

// messenger runs a program, and logs what each thread has seen.
type messenger struct {
	s     *sched.S
	c     [channels]chan int
	polls bool // selects at one place count as a loop that polls
	x     atomic.Int64
	log   []string
}

func (m *messenger) thread(body []message) {
	id := len(m.log)
	m.log = append(m.log, "")
	m.s.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				err, is := p.(error)
				if !is {
					panic(p)
				}
				m.log[id] += " " + err.Error()
			}
		}()
		for _, in := range body {
			m.log[id] += m.do(in)
		}
		m.log[id] += " end"
	})
}

func (m *messenger) do(in message) string {
	c := m.c[in.channel]
	switch in.do {
	case "send":
		channel.To(0, c).Send(in.value)
		return " sent"
	case "receive":
		v, ok := channel.ReceiveOK(0, c)
		return fmt.Sprint(" ", v, ok)
	case "close":
		channel.Close(0, c)
		return " closed"
	case "len":
		return fmt.Sprint(" len", channel.Len(0, c))
	case "add":
		return fmt.Sprint(" add", m.x.Add(1))
	case "go":
		m.thread(in.body)
		return " go"
	}
	var cases []channel.Case
	for _, k := range in.cases {
		if k.do == "send" {
			cases = append(cases, channel.Out(0, m.c[k.channel]).With(k.value))
		} else {
			cases = append(cases, channel.In(0, m.c[k.channel]))
		}
	}
	place := uint32(0)
	if m.polls {
		place = 1
	}
	i := channel.Select(place, in.fallback, cases...)
	text := fmt.Sprint(" case", i)
	if i >= 0 {
		if r, is := cases[i].(*channel.Receiving[int]); is {
			text += fmt.Sprint(" ", r.V, r.OK)
		}
	}
	return text
}

// pastStuck is a strategy to which threads that wait for ever are no failure.
type pastStuck struct{ strategy.Restarter }

func (p pastStuck) End(s *strategy.State, why strategy.End) {
	if why == strategy.CutOff && s.Enabled == 0 {
		why = strategy.Complete
	}
	p.Restarter.End(s, why)
}

func (p pastStuck) Met(s *strategy.State, thread int, op strategy.Op) {
	if m, is := p.Restarter.(strategy.Meeter); is {
		m.Met(s, thread, op)
	}
}

// few and roomy are the capacities of the channels of random programs.
var (
	few   = [4]int{0, 1, 0, 2}
	roomy = [4]int{3, 4, 0, 2}
)

// sightings returns how often each outcome of a program comes.
func sightings(t *testing.T, threads [][]message, s strategy.Restarter, most int, polls bool) (map[string]int, engine.Result) {
	return sightingsOf(t, threads, few, s, most, polls)
}

func sightingsOf(t *testing.T, threads [][]message, sizes [4]int, s strategy.Restarter, most int, polls bool) (map[string]int, engine.Result) {
	seen := map[string]int{}
	var m *messenger
	note := func() { seen[strings.Join(m.log, " |")]++ }
	r := engine.SearchPast(on(func(s *sched.S) {
		m = &messenger{s: s, c: makeChannels(sizes), polls: polls}
		for _, body := range threads {
			m.thread(body)
		}
		s.Wait()
	}), engine.Options{Strategy: ended{pastStuck{s}, note}, Saturation: 1 << 30, Executions: most, NoRaces: true}, func(f *engine.Failure) {
		require.Contains(t, []string{report.RuleDeadlock, report.RuleLeak}, f.Rule, "%v\n%v", threads, f)
	})
	return seen, r
}

var (
	channelSeed     = flag.Uint64("channelseed", 3, "seed of the random programs with channels")
	channelPrograms = flag.Int("channelprograms", 0, "how many random programs with channels; 0 for the usual number")
)

// The reduced search of random programs with channels shows every outcome that the search of all
// schedules shows, and reaches every class of schedules.
func TestChannel_NothingIsLeftOut(t *testing.T) { nothingIsLeftOut(t, few, 300, 10_000) }

// The same with buffers that are neither full nor empty. A send and a receive commute then.
func TestChannel_NothingIsLeftOutOfBuffers(t *testing.T) { nothingIsLeftOut(t, roomy, 150, 800) }

func nothingIsLeftOut(t *testing.T, sizes [4]int, programs, ci int) {
	if testing.Short() {
		programs = 60
	}
	programs = long.Programs(programs, ci)
	if *channelPrograms > 0 {
		programs = *channelPrograms
	}
	rng := rand.New(rand.NewPCG(*channelSeed, 5))
	all, reduced, classes, abandoned, outcomes, bounds := 0, 0, 0, 0, 0, 0
	for compared := 0; compared < programs; {
		threads := randomMessages(rng)
		want, every := sightingsOf(t, threads, sizes, strategy.NewBounded(-1), 10_000, false)
		if every.Ending != report.Exhausted {
			continue
		}
		compared++
		got, r := sightingsOf(t, threads, sizes, strategy.NewDPOR(), 100_000, false)
		require.Equal(t, report.Exhausted, r.Ending, "%v: %v", threads, r.Failure)
		for o := range want {
			require.NotZero(t, got[o], "program %d: %v\nnever: %s", compared, threads, o)
		}
		require.Len(t, got, len(want), "program %d: %v", compared, threads)
		require.Equal(t, every.Classes, r.Classes, "program %d: %v", compared, threads)
		if polled, r := sightingsOf(t, threads, sizes, strategy.NewDPOR(), 100_000, true); r.Ending == report.Exhausted {
			require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(polled)), "program %d: %v", compared, threads)
		} else {
			require.Equal(t, report.BoundHit, r.Ending, "program %d: %v: %v", compared, threads, r.Failure)
			bounds++
		}
		all, reduced, classes, abandoned = all+every.Executions, reduced+r.Executions, classes+every.Classes, abandoned+r.Abandoned
		outcomes += len(want)
	}
	require.Zero(t, bounds)
	t.Logf("%d schedules in %d classes with %d outcomes; the reduced search ran %d and abandoned %d", all, classes, outcomes, reduced, abandoned)
}
