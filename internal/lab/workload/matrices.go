package workload

import (
	"fmt"
	"math"
)

// matrix is a rectangular part of a square matrix.
type matrix[T uint64 | float64] struct {
	cells  []T
	stride int
	n      int
}

func newMatrix[T uint64 | float64](n int) matrix[T] { return matrix[T]{make([]T, n*n), n, n} }

func (m matrix[T]) row(i int) []T { return m.cells[i*m.stride : i*m.stride+m.n] }

// part returns the square of n cells from row i and column j on.
func (m matrix[T]) part(i, j, n int) matrix[T] { return matrix[T]{m.cells[i*m.stride+j:], m.stride, n} }

// addProduct adds the product of the first n rows and columns of a and b.
func (m matrix[T]) addProduct(a, b matrix[T], sign T) {
	for i := range m.n {
		row := m.row(i)
		for k, x := range a.row(i) {
			addMultiple(row, b.row(k), sign*x)
		}
	}
}

// addMultiple adds x times b to a. b must be at least as long as a. Rust's compiler turns this loop
// into vector instructions, and Go's does not. So lu takes 2.8 times Rayon's time on one worker.
func addMultiple[T uint64 | float64](a, b []T, x T) {
	b = b[:len(a)] // lets the compiler drop the bounds check in the loop
	for j := range a {
		a[j] += x * b[j]
	}
}

func randoms(n int, seed uint64) matrix[uint64] {
	m := newMatrix[uint64](n)
	for i := range m.cells {
		m.cells[i] = random(seed + uint64(i))
	}
	return m
}

// times returns the matrix applied to a vector.
func (m matrix[T]) times(v []T) []T {
	out := make([]T, m.n)
	for i := range out {
		for j, x := range m.row(i) {
			out[i] += x * v[j]
		}
	}
	return out
}

// product returns a case that multiplies matrices. Numbers wrap around, so nothing is rounded.
// Freivalds' check applies both sides to vectors.
func product(n int, parallel func(w Forker, c, a, b matrix[uint64]), serial func(c, a, b matrix[uint64])) Case {
	a, b, c := randoms(n, 1), randoms(n, 1<<40), newMatrix[uint64](n)
	return Case{
		Reset:    func() { clear(c.cells) },
		Parallel: func(w Forker) { clear(c.cells); parallel(w, c, a, b) },
		Serial:   func() { clear(c.cells); serial(c, a, b) },
		Check: func() error {
			for seed := range uint64(3) {
				v := make([]uint64, n)
				for i := range v {
					v[i] = random(seed<<32 + uint64(i))
				}
				got, want := c.times(v), a.times(b.times(v))
				for i := range got {
					if got[i] != want[i] {
						return fmt.Errorf("row %d is wrong", i)
					}
				}
			}
			return nil
		},
	}
}

func matmul(n int) Case {
	const tile = 64
	tiles := func(w Forker, c, a, b matrix[uint64]) {
		var fs []func(Forker)
		for i := 0; i < n; i += tile {
			for j := 0; j < n; j += tile {
				fs = append(fs, func(Forker) {
					for k := 0; k < n; k += tile {
						c.part(i, j, tile).addProduct(a.part(i, k, tile), b.part(k, j, tile), 1)
					}
				})
			}
		}
		w.Do(fs...)
	}
	return product(n, tiles, func(c, a, b matrix[uint64]) { tiles(oneThread{}, c, a, b) })
}

// strassen needs a size that is a power of two. With 256 rows a run allocates 13 MB, and the collector
// takes a fifth of the time if all processors are the workers'. On one worker it takes 1.6 times
// Rayon's time.
func strassen(n int) Case {
	const leaf = 32
	sum := func(a, b matrix[uint64], sign uint64) matrix[uint64] {
		c := newMatrix[uint64](a.n)
		for i := range c.n {
			x, y, out := a.row(i), b.row(i), c.row(i)
			for j := range out {
				out[j] = x[j] + sign*y[j]
			}
		}
		return c
	}
	minus := ^uint64(0)
	var multiply func(w Forker, c, a, b matrix[uint64])
	multiply = func(w Forker, c, a, b matrix[uint64]) {
		if c.n <= leaf {
			c.addProduct(a, b, 1)
			return
		}
		h := c.n / 2
		quarters := func(m matrix[uint64]) (_, _, _, _ matrix[uint64]) {
			return m.part(0, 0, h), m.part(0, h, h), m.part(h, 0, h), m.part(h, h, h)
		}
		a11, a12, a21, a22 := quarters(a)
		b11, b12, b21, b22 := quarters(b)
		var p [7]matrix[uint64]
		of := func(i int, a, b func() matrix[uint64]) func(Forker) {
			return func(w Forker) { p[i] = newMatrix[uint64](h); multiply(w, p[i], a(), b()) }
		}
		is := func(m matrix[uint64]) func() matrix[uint64] { return func() matrix[uint64] { return m } }
		plus := func(a, b matrix[uint64], sign uint64) func() matrix[uint64] {
			return func() matrix[uint64] { return sum(a, b, sign) }
		}
		w.Do(
			of(0, plus(a11, a22, 1), plus(b11, b22, 1)),
			of(1, plus(a21, a22, 1), is(b11)),
			of(2, is(a11), plus(b12, b22, minus)),
			of(3, is(a22), plus(b21, b11, minus)),
			of(4, plus(a11, a12, 1), is(b22)),
			of(5, plus(a21, a11, minus), plus(b11, b12, 1)),
			of(6, plus(a12, a22, minus), plus(b21, b22, 1)),
		)
		c11, c12, c21, c22 := quarters(c)
		for i := range h {
			r11, r12, r21, r22 := c11.row(i), c12.row(i), c21.row(i), c22.row(i)
			p0, p1, p2, p3, p4, p5, p6 := p[0].row(i), p[1].row(i), p[2].row(i), p[3].row(i), p[4].row(i), p[5].row(i), p[6].row(i)
			for j := range h {
				r11[j] = p0[j] + p3[j] - p4[j] + p6[j]
				r12[j] = p2[j] + p4[j]
				r21[j] = p1[j] + p3[j]
				r22[j] = p0[j] - p1[j] + p2[j] + p5[j]
			}
		}
	}
	return product(n, multiply, func(c, a, b matrix[uint64]) { multiply(oneThread{}, c, a, b) })
}

// lu factors a matrix without pivoting, because its diagonal is large. It needs a multiple of 32.
func lu(n int) Case {
	const block = 32
	origin, m := newMatrix[float64](n), newMatrix[float64](n)
	for i := range origin.cells {
		origin.cells[i] = float64(random(uint64(i))>>40) / (1 << 24)
	}
	for i := range n {
		origin.row(i)[i] += float64(n)
	}
	// factor leaves L below the diagonal, and U on and above it. The diagonal of L is 1.
	factor := func(d matrix[float64]) {
		for k := range d.n {
			for i := k + 1; i < d.n; i++ {
				row, pivot := d.row(i), d.row(k)
				row[k] /= pivot[k]
				addMultiple(row[k+1:], pivot[k+1:], -row[k])
			}
		}
	}
	right := func(d, b matrix[float64]) { // solves L of d times x = b, and leaves x in b
		for k := range d.n {
			for i := k + 1; i < d.n; i++ {
				addMultiple(b.row(i), b.row(k), -d.row(i)[k])
			}
		}
	}
	below := func(d, b matrix[float64]) { // solves x times U of d = b, and leaves x in b
		for i := range b.n {
			for k := range d.n {
				row, pivot := b.row(i), d.row(k)
				row[k] /= pivot[k]
				addMultiple(row[k+1:], pivot[k+1:], -row[k])
			}
		}
	}
	parallel := func(w Forker) {
		copy(m.cells, origin.cells)
		for k := 0; k < n; k += block {
			d := m.part(k, k, block)
			factor(d)
			var panels, rest []func(Forker)
			for i := k + block; i < n; i += block {
				panels = append(panels, func(Forker) { right(d, m.part(k, i, block)) }, func(Forker) { below(d, m.part(i, k, block)) })
				for j := k + block; j < n; j += block {
					rest = append(rest, func(Forker) {
						m.part(i, j, block).addProduct(m.part(i, k, block), m.part(k, j, block), -1)
					})
				}
			}
			w.Do(panels...)
			w.Do(rest...)
		}
	}
	return Case{
		Reset:    func() { clear(m.cells) },
		Parallel: parallel,
		Serial:   func() { copy(m.cells, origin.cells); factor(m) },
		Check:    func() error { return factors(m, origin) },
	}
}

// factors checks that m holds the factors L and U of a matrix. L is below the diagonal and has
// ones on it, and U is on and above the diagonal. Freivalds' check covers each row.
func factors(m, of matrix[float64]) error {
	n := m.n
	for seed := range uint64(3) {
		v, upper := make([]float64, n), make([]float64, n)
		for i := range v {
			v[i] = float64(random(seed<<32+uint64(i))>>40) / (1 << 24)
		}
		for i := range n {
			for j := i; j < n; j++ {
				upper[i] += m.row(i)[j] * v[j]
			}
		}
		for i, want := range of.times(v) {
			got := upper[i]
			for k := range i {
				got += m.row(i)[k] * upper[k]
			}
			if !(math.Abs(got-want) <= 1e-9*float64(n)) { // also false for NaN
				return fmt.Errorf("row %d of the product gives %g, want %g", i, got, want)
			}
		}
	}
	return nil
}
