package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// spin computes for a time that depends only on n, about a nanosecond each.
func spin(n int) uint32 {
	x := uint32(n) | 1
	for range n {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
	}
	return x
}

var sink atomic.Uint32

// mix runs two clients with heavy requests beside four with light ones. It returns the 99th
// percentile of a light request's time, and the time of two heavy clients for a request.
func mix(c crew) (light, heavy float64) {
	const heavyParts, part, half = 64, 300_000, 20_000
	var ends atomic.Bool
	var wg sync.WaitGroup
	var heavies atomic.Int64
	var mu sync.Mutex
	var times []float64
	begun := time.Now()
	for range 2 {
		wg.Go(func() {
			for !ends.Load() {
				c.each(heavyParts, runtime.GOMAXPROCS(0), func(i int) { sink.Add(spin(part)) })
				heavies.Add(1)
			}
		})
	}
	for range 4 {
		wg.Go(func() {
			for !ends.Load() {
				start := time.Now()
				c.fork(func(two both) {
					two(func(both) { sink.Add(spin(half)) }, func(both) { sink.Add(spin(half)) })
				})
				took := float64(time.Since(start))
				mu.Lock()
				times = append(times, took)
				mu.Unlock()
				time.Sleep(time.Millisecond)
			}
		})
	}
	time.Sleep(2 * span)
	ends.Store(true)
	wg.Wait()
	slices.Sort(times)
	return times[len(times)*99/100], float64(time.Since(begun)) / float64(heavies.Load())
}

// blocking waits 2,000 times for a millisecond, at most 66 at once.
func blocking(c crew) float64 {
	begun := time.Now()
	c.waits(2000, 66, func(int) { time.Sleep(time.Millisecond) })
	return float64(time.Since(begun))
}

// walk visits a tree of 8,191 directories, and hashes a file of 2 KB in each.
func walk(c crew) time.Duration {
	file := bytes.Repeat([]byte("stealproof"), 200)
	var visited atomic.Int64
	var visit func(two both, depth int)
	visit = func(two both, depth int) {
		sink.Add(crc32.ChecksumIEEE(file))
		visited.Add(1)
		if depth > 0 {
			two(func(two both) { visit(two, depth-1) }, func(two both) { visit(two, depth-1) })
		}
	}
	begun := time.Now()
	c.fork(func(two both) { visit(two, 12) })
	took := time.Since(begun)
	require(visited.Load() == 8191)
	return took
}

// parse decodes 500 documents.
func parse(c crew) time.Duration {
	type item struct {
		Name  string
		Price float64
		Tags  []string
	}
	var items []item
	for i := range 20 {
		items = append(items, item{fmt.Sprint("item ", i), float64(i), []string{"a", "b", "c"}})
	}
	document, err := json.Marshal(items)
	check(err)
	out := make([][]item, 500)
	begun := time.Now()
	c.each(len(out), runtime.GOMAXPROCS(0), func(i int) { check(json.Unmarshal(document, &out[i])) })
	took := time.Since(begun)
	for _, o := range out {
		require(len(o) == len(items))
	}
	return took
}

// loop computes a million square roots, in 64 parts.
func loop(c crew) time.Duration {
	const n, parts = 1 << 20, 64
	out := make([]float64, n)
	begun := time.Now()
	c.each(parts, runtime.GOMAXPROCS(0), func(p int) {
		for i := p * n / parts; i < (p+1)*n/parts; i++ {
			out[i] = math.Sqrt(float64(i))
		}
	})
	took := time.Since(begun)
	require(out[n-1] > 0)
	return took
}

// sorting sorts 500,000 random ints.
func sorting(c crew) time.Duration {
	s := rand.New(rand.NewSource(1)).Perm(500_000)
	begun := time.Now()
	c.sort(s)
	took := time.Since(begun)
	require(slices.IsSorted(s))
	return took
}

func require(is bool) {
	if !is {
		panic("a wrong result")
	}
}
