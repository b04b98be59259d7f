package shim_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/model/sched"
)

// objects are the objects that random programs use.
type objects struct {
	m      [2]mutex
	rw     rwMutex
	c      cond
	g      waitGroup
	o      once
	s      smap
	pool   pool
	park   parker
	x, y   integer
	result [4]strings.Builder
}

// action is one action of a random program. It appends the values that it saw to out.
type action struct {
	name string
	run  func(w *world, o *objects, out *strings.Builder)
}

func actions() []action {
	note := func(out *strings.Builder, v any) { fmt.Fprint(out, v, ";") }
	return []action{
		{"x.Load", func(w *world, o *objects, out *strings.Builder) { note(out, o.x.Load()) }},
		{"x.Store", func(w *world, o *objects, out *strings.Builder) { o.x.Store(1) }},
		{"x.Add", func(w *world, o *objects, out *strings.Builder) { note(out, o.x.Add(2)) }},
		{"m0", func(w *world, o *objects, out *strings.Builder) {
			o.m[0].Lock()
			note(out, o.y.Load())
			o.m[0].Unlock()
		}},
		{"m0.y", func(w *world, o *objects, out *strings.Builder) {
			o.m[0].Lock()
			o.y.Add(1)
			o.m[0].Unlock()
		}},
		{"m0.TryLock", func(w *world, o *objects, out *strings.Builder) {
			if o.m[0].TryLock() {
				note(out, "got")
				o.m[0].Unlock()
			}
		}},
		{"m0.m1", func(w *world, o *objects, out *strings.Builder) {
			o.m[0].Lock()
			o.m[1].Lock()
			note(out, o.x.Load())
			o.m[1].Unlock()
			o.m[0].Unlock()
		}},
		{"m1", func(w *world, o *objects, out *strings.Builder) {
			o.m[1].Lock()
			o.x.Add(1)
			o.m[1].Unlock()
		}},
		{"m1.m0", func(w *world, o *objects, out *strings.Builder) {
			o.m[1].Lock()
			o.m[0].Lock()
			o.m[0].Unlock()
			o.m[1].Unlock()
		}},
		{"rw.RLock", func(w *world, o *objects, out *strings.Builder) {
			o.rw.RLock()
			note(out, o.x.Load())
			o.rw.RUnlock()
		}},
		{"rw.RLock twice", func(w *world, o *objects, out *strings.Builder) {
			o.rw.RLock()
			o.rw.RLock()
			o.rw.RUnlock()
			o.rw.RUnlock()
		}},
		{"rw.Lock", func(w *world, o *objects, out *strings.Builder) {
			o.rw.Lock()
			o.x.Add(4)
			o.rw.Unlock()
		}},
		{"rw.TryLock", func(w *world, o *objects, out *strings.Builder) {
			if o.rw.TryLock() {
				note(out, "all")
				o.rw.Unlock()
			}
		}},
		{"rw.TryRLock", func(w *world, o *objects, out *strings.Builder) {
			if o.rw.TryRLock() {
				note(out, "some")
				o.rw.RUnlock()
			}
		}},
		{"c.Wait", func(w *world, o *objects, out *strings.Builder) {
			o.m[1].Lock()
			if o.x.Load() == 0 {
				o.c.Wait()
			}
			o.m[1].Unlock()
		}},
		{"c.Signal", func(w *world, o *objects, out *strings.Builder) {
			o.x.Add(1)
			o.c.Signal()
		}},
		{"c.Broadcast", func(w *world, o *objects, out *strings.Builder) {
			o.m[1].Lock()
			o.x.Store(1)
			o.m[1].Unlock()
			o.c.Broadcast()
		}},
		{"g.Add", func(w *world, o *objects, out *strings.Builder) {
			o.g.Add(1)
			o.x.Load()
			o.g.Done()
		}},
		{"g.Wait", func(w *world, o *objects, out *strings.Builder) {
			o.g.Wait()
			note(out, o.x.Load())
		}},
		{"g.Go", func(w *world, o *objects, out *strings.Builder) { o.g.Go(func() { o.x.Add(8) }) }},
		{"o.Do", func(w *world, o *objects, out *strings.Builder) {
			o.o.Do(func() { note(out, o.x.Load()) })
		}},
		{"s.Load", func(w *world, o *objects, out *strings.Builder) {
			v, _ := o.s.Load(1)
			note(out, v)
		}},
		{"s.LoadOrStore", func(w *world, o *objects, out *strings.Builder) {
			_, loaded := o.s.LoadOrStore(1, 2)
			note(out, loaded)
		}},
		{"s.Delete", func(w *world, o *objects, out *strings.Builder) { o.s.Delete(1) }},
		{"pool.Put", func(w *world, o *objects, out *strings.Builder) { o.pool.Put(1) }},
		{"pool.Get", func(w *world, o *objects, out *strings.Builder) { note(out, o.pool.Get()) }},
		{"Unpark", func(w *world, o *objects, out *strings.Builder) { o.park.Unpark() }},
		{"Park", func(w *world, o *objects, out *strings.Builder) {
			o.park.Park()
			note(out, o.x.Load())
		}},
		{"ParkTimeout", func(w *world, o *objects, out *strings.Builder) { note(out, o.park.ParkTimeout(soon)) }},
		{"spin on x", func(w *world, o *objects, out *strings.Builder) {
			for range 3 {
				if o.x.Load() != 0 {
					note(out, "seen")
					return
				}
				w.gosched()
			}
		}},
		{"spin on m0", func(w *world, o *objects, out *strings.Builder) {
			for !o.m[0].TryLock() {
				w.gosched()
			}
			note(out, o.y.Add(1))
			o.m[0].Unlock()
		}},
		{"Gosched", func(w *world, o *objects, out *strings.Builder) {
			o.y.Load()
			w.gosched()
		}},
		{"Sleep", func(w *world, o *objects, out *strings.Builder) { w.sleep(soon) }},
		{"Timer", func(w *world, o *objects, out *strings.Builder) {
			note(out, w.afterFunc(soon, func() { o.x.Add(32) }).Stop())
		}},
		{"Spawn", func(w *world, o *objects, out *strings.Builder) { w.spawn(func() { o.x.Add(16) }) }},
	}
}

// randomProgram returns a program of two or three threads, and its text.
func randomProgram(r *rand.Rand, all []action) (program, string) {
	// There are few kinds of actions, so that they conflict.
	few := make([]action, 3)
	for i := range few {
		few[i] = all[r.IntN(len(all))]
	}
	threads := make([][]action, 2+r.IntN(2))
	text := ""
	for i := range threads {
		for range 1 + r.IntN(2) {
			a := few[r.IntN(len(few))]
			threads[i] = append(threads[i], a)
			text += a.name + " "
		}
		text += "| "
	}
	return func(w *world) string {
		o := &objects{
			m: [2]mutex{w.mutex(), w.mutex()}, rw: w.rwMutex(), g: w.waitGroup(), o: w.once(),
			s: w.smap(), pool: w.pool(nil), park: w.parker(), x: w.integer(), y: w.integer(),
		}
		o.c = w.cond(o.m[1])
		for i, th := range threads {
			w.spawn(func() {
				for _, a := range th {
					a.run(w, o, &o.result[i])
				}
			})
		}
		w.wait()
		out := fmt.Sprint(o.x.Load())
		for i := range threads {
			out += " " + o.result[i].String()
		}
		return out
	}, text
}

// The reduced search finds exactly the outcomes of the search of all schedules.
func TestRandomPrograms(t *testing.T) {
	programs := long.Programs(140, 420)
	if testing.Short() {
		programs /= 10
	}
	all := actions()
	failing, reduced, every := 0, 0, 0
	for seed := range programs {
		p, text := randomProgram(rand.New(rand.NewPCG(uint64(seed), 1)), all)
		naive, n := explore(p, sched.Options{Strategy: strategy.NewBounded(-1), Executions: 5_000})
		if n.Ending == sched.BoundHit {
			continue
		}
		found, r := explore(p, sched.Options{})
		if n.Failure != nil {
			failing++
			require.NotNil(t, r.Failure, "%d: %s\nwithout reduction: %v", seed, text, n.Failure)
			continue
		}
		require.Nil(t, r.Failure, "%d: %s\n%v", seed, text, r.Failure)
		require.Equal(t, sched.Exhausted, r.Ending, "%d: %s", seed, text)
		require.Equal(t, naive.String(), found.String(), "%d: %s", seed, text)
		reduced += r.Executions
		every += n.Executions
	}
	t.Logf("%d failed; the others have %d executions, %d without reduction", failing, reduced, every)
}
