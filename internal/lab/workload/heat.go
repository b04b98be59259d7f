package workload

import (
	"fmt"
	"slices"
)

// spread computes the rows from first to last anew, except for cells at the edge.
func spread(from, to matrix[float64], first, last int) {
	n := from.n
	for i := max(1, first); i < min(n-1, last); i++ {
		up, row, down, out := from.row(i-1), from.row(i), from.row(i+1), to.row(i)
		for j := 1; j < n-1; j++ {
			out[j] = (up[j] + down[j] + row[j-1] + row[j+1]) / 4
		}
	}
}

// jacobi computes heat by its definition, cell by cell. It shares no code with the program that it
// checks.
func jacobi(n, steps int) []float64 {
	now := make([]float64, n*n)
	for j := range n {
		now[j] = 100
	}
	for range steps {
		next := slices.Clone(now)
		for c := range now {
			if i, j := c/n, c%n; 0 < i && i < n-1 && 0 < j && j < n-1 {
				next[c] = (now[c-n] + now[c+n] + now[c-1] + now[c+1]) / 4
			}
		}
		now = next
	}
	return now
}

// heat is Jacobi's iteration. Each step computes its bands of rows in parallel, and steps follow
// one another. The result does not depend on the order, so the check compares for equality.
func heat(n int) Case {
	const steps, grain = 20, 16
	var now matrix[float64]
	start := func() (a, b matrix[float64]) {
		a, b = newMatrix[float64](n), newMatrix[float64](n)
		for j := range n {
			a.row(0)[j], b.row(0)[j] = 100, 100
		}
		return a, b
	}
	return Case{
		Reset: func() { now = matrix[float64]{} },
		Parallel: func(w Forker) {
			a, b := start()
			for range steps {
				blocks(w, n, grain, func(from, to int) { spread(a, b, from, to) })
				a, b = b, a
			}
			now = a
		},
		Serial: func() {
			a, b := start()
			for range steps {
				spread(a, b, 0, n)
				a, b = b, a
			}
			now = a
		},
		Check: func() error {
			want := jacobi(n, steps)
			for i := range want {
				if now.n != n || now.cells[i] != want[i] {
					return fmt.Errorf("cell %d is not %g", i, want[i])
				}
			}
			return nil
		},
	}
}
