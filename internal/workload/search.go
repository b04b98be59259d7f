package workload

import "sync/atomic"

// queens knows how many placements there are (OEIS A000170).
func queens(n int) Case {
	known := []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596}
	all := uint(1)<<n - 1
	var serial func(row int, columns, left, right uint) int
	serial = func(row int, columns, left, right uint) (found int) {
		if row == n {
			return 1
		}
		for free := all &^ (columns | left | right); free != 0; free &= free - 1 {
			q := free & -free
			found += serial(row+1, columns|q, (left|q)<<1, (right|q)>>1)
		}
		return found
	}
	const forked = 3 // rows
	var parallel func(w Forker, row int, columns, left, right uint) int
	parallel = func(w Forker, row int, columns, left, right uint) (sum int) {
		if row == forked || row == n {
			return serial(row, columns, left, right)
		}
		found := make([]int, n)
		var fs []func(Forker)
		for i := range n {
			q := uint(1) << i
			if q&^(columns|left|right) != 0 {
				fs = append(fs, func(w Forker) { found[i] = parallel(w, row+1, columns|q, (left|q)<<1, (right|q)>>1) })
			}
		}
		w.Do(fs...)
		for _, k := range found {
			sum += k
		}
		return sum
	}
	result := 0
	return Case{
		Parallel: func(w Forker) { result = parallel(w, 0, 0, 0, 0) },
		Serial:   func() { result = serial(0, 0, 0, 0) },
		Check:    func() error { return same(result, known[n]) },
	}
}

// tree is the unbalanced tree search of S. Olivier and others (LCPC 2006), a binomial tree:
// the root has as many children as the size says, each other node four or none. That a
// node's children are few does not say how large its subtree is.
func tree(n int) Case {
	const children, chance = 4, 245 // of 1000: 50 nodes below each child of the root, on average
	has := func(state uint64) bool { return random(state)%1000 < chance }
	child := func(state uint64, i int) uint64 { return random(state ^ random(uint64(i)+1)) }
	var serial func(state uint64) int
	serial = func(state uint64) int {
		count := 1
		if has(state) {
			for i := range children {
				count += serial(child(state, i))
			}
		}
		return count
	}
	var parallel func(w Forker, state uint64) int
	parallel = func(w Forker, state uint64) int {
		if !has(state) {
			return 1
		}
		var counts [children]int
		var fs [children]func(Forker)
		for i := range fs {
			fs[i] = func(w Forker) { counts[i] = parallel(w, child(state, i)) }
		}
		w.Do(fs[:]...)
		return 1 + counts[0] + counts[1] + counts[2] + counts[3]
	}
	result := 0
	return Case{
		Parallel: func(w Forker) {
			counts := make([]int, n)
			var fs []func(Forker)
			for i := range n {
				fs = append(fs, func(w Forker) { counts[i] = parallel(w, random(uint64(i))) })
			}
			w.Do(fs...)
			result = 1
			for _, k := range counts {
				result += k
			}
		},
		Serial: func() {
			result = 1
			for i := range n {
				result += serial(random(uint64(i)))
			}
		},
		Check: func() error { // by a list of what is still to be visited
			want := 1
			var open []uint64
			for i := range n {
				open = append(open, random(uint64(i)))
			}
			for ; len(open) > 0; want++ {
				state := open[len(open)-1]
				open = open[:len(open)-1]
				if has(state) {
					for i := range children {
						open = append(open, child(state, i))
					}
				}
			}
			return same(result, want)
		},
	}
}

// knapsack leaves out a branch if not even a fraction of what comes next makes it better
// than the best so far, which all share. Things are in the order of value for weight.
func knapsack(n int) Case {
	type thing struct{ weight, value int }
	things, room := make([]thing, n), 0
	for i := range things {
		weight := 10 + int(random(uint64(i))%40)
		things[i] = thing{weight, weight*(300-i)/100 + 1}
		room += weight
	}
	room /= 2
	var best atomic.Int64
	better := func(value int) {
		for b := best.Load(); int64(value) > b && !best.CompareAndSwap(b, int64(value)); b = best.Load() {
		}
	}
	hopeless := func(i, room, value int) bool {
		for ; i < n && things[i].weight <= room; i++ {
			room -= things[i].weight
			value += things[i].value
		}
		if i < n {
			value += things[i].value*room/things[i].weight + n // rounding, and the order, are not exact
		}
		return int64(value) <= best.Load()
	}
	var serial func(i, room, value int)
	serial = func(i, room, value int) {
		better(value)
		if i == n || hopeless(i, room, value) {
			return
		}
		if things[i].weight <= room {
			serial(i+1, room-things[i].weight, value+things[i].value)
		}
		serial(i+1, room, value)
	}
	var parallel func(w Forker, i, room, value int)
	parallel = func(w Forker, i, room, value int) {
		if i >= n-8 || things[i].weight > room {
			serial(i, room, value)
			return
		}
		better(value)
		if hopeless(i, room, value) {
			return
		}
		w.Do(func(w Forker) { parallel(w, i+1, room-things[i].weight, value+things[i].value) },
			func(w Forker) { parallel(w, i+1, room, value) })
	}
	return Case{
		Parallel: func(w Forker) { best.Store(0); parallel(w, 0, room, 0) },
		Serial:   func() { best.Store(0); serial(0, room, 0) },
		Check: func() error { // by a table of the best for each room
			table := make([]int, room+1)
			for _, t := range things {
				for r := room; r >= t.weight; r-- {
					table[r] = max(table[r], table[r-t.weight]+t.value)
				}
			}
			return same(int(best.Load()), table[room])
		},
	}
}
