package main

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutation"
)

// A sample takes the files with the smallest share of results first, no mutant twice, and none with a result.
func TestEvenly(t *testing.T) {
	var all []mutation.Mutant
	size := map[string]int{"a.go": 10, "b.go": 20, "c.go": 4}
	for _, file := range []string{"a.go", "b.go", "c.go"} {
		for i := range size[file] {
			all = append(all, mutation.Mutant{Name: fmt.Sprint(file, i), File: file})
		}
	}
	has := map[string]bool{"a.go0": true, "a.go1": true, "a.go2": true, "a.go3": true, "a.go4": true, "c.go3": true}
	filled := func(m mutation.Mutant) bool { return has[m.Name] }
	shares := func(chosen []mutation.Mutant) map[string]int {
		count := map[string]int{}
		for _, m := range chosen {
			require.False(t, has[m.Name], m.Name)
			count[m.File]++
		}
		return count
	}
	for seed := range uint64(20) {
		some := evenly(all, filled, 11, rand.New(rand.NewPCG(seed, 0)))
		require.Equal(t, map[string]int{"b.go": 10, "c.go": 1}, shares(some), "half of each file has a result then")
		again := evenly(all, filled, 11, rand.New(rand.NewPCG(seed, 0)))
		require.Equal(t, some, again, "a seed says which ones")
		everything := evenly(all, filled, 100, rand.New(rand.NewPCG(seed, 0)))
		require.Equal(t, map[string]int{"a.go": 5, "b.go": 20, "c.go": 3}, shares(everything))
		seen := map[string]bool{}
		for _, m := range everything {
			require.False(t, seen[m.Name], m.Name)
			seen[m.Name] = true
		}
	}
	require.NotEqual(t, evenly(all, filled, 11, rand.New(rand.NewPCG(1, 0))), evenly(all, filled, 11, rand.New(rand.NewPCG(2, 0))))
}
