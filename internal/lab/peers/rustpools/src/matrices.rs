//! The programs of internal/lab/workload on square matrices, which are stored row by row.

use crate::kernels::{Clock, Forks, Serial};
use crate::random;
use std::cell::RefCell;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Times a product of two matrices of random numbers. They wrap around, so nothing is rounded.
pub fn product(t: &Clock, n: usize, mut multiply: impl FnMut(&mut [u64], &[u64], &[u64])) -> Vec<f64> {
    let matrix = |seed: u64| -> Vec<u64> { (0..n * n).map(|i| random(seed + i as u64)).collect() };
    let (a, b) = (matrix(1), matrix(1 << 40));
    let c = RefCell::new(vec![0; n * n]);
    let apply = |m: &[u64], v: &[u64]| -> Vec<u64> {
        m.chunks(n).map(|row| row.iter().zip(v).fold(0u64, |s, (x, y)| s.wrapping_add(x.wrapping_mul(*y)))).collect()
    };
    t.runs(
        || {},
        || {
            c.borrow_mut().fill(0);
            multiply(&mut c.borrow_mut(), &a, &b)
        },
        || {
            // Freivalds: both sides are applied to vectors.
            for seed in 0..3 {
                let v: Vec<u64> = (0..n as u64).map(|i| random((seed << 32) + i)).collect();
                assert!(apply(&c.borrow(), &v) == apply(&a, &apply(&b, &v)), "the product is wrong");
            }
        },
    )
}

/// Cells of a matrix that several tasks share. No two tasks write the same cell, and all tasks end
/// before the matrix is used again.
#[derive(Clone, Copy)]
struct Cells<T> {
    at: *mut T,
    stride: usize,
}
unsafe impl<T> Send for Cells<T> {}
unsafe impl<T> Sync for Cells<T> {}

impl<T> Cells<T> {
    fn from(&self, i: usize, j: usize) -> Self {
        Cells { at: unsafe { self.at.add(i * self.stride + j) }, stride: self.stride }
    }

    unsafe fn row<'a>(&self, i: usize, n: usize) -> &'a [T] {
        from_raw_parts(self.at.add(i * self.stride), n)
    }

    unsafe fn row_mut<'a>(&self, i: usize, n: usize) -> &'a mut [T] {
        from_raw_parts_mut(self.at.add(i * self.stride), n)
    }
}

/// The product in tiles of 64.
pub fn tiles(w: &impl Forks, n: usize, a: &[u64], b: &[u64], c: &mut [u64]) {
    const TILE: usize = 64;
    let (tiles, cells) = (n / TILE, Cells { at: c.as_mut_ptr(), stride: n });
    w.sum(0, tiles * tiles, &|t| {
        let (first, column) = (t / tiles * TILE, t % tiles * TILE);
        for tile in (0..n).step_by(TILE) {
            for i in first..first + TILE {
                let row = unsafe { cells.from(i, column).row_mut(0, TILE) };
                for k in tile..tile + TILE {
                    let x = a[i * n + k];
                    for (r, y) in row.iter_mut().zip(&b[k * n + column..][..TILE]) {
                        *r = r.wrapping_add(x.wrapping_mul(*y));
                    }
                }
            }
        }
        0
    });
}

/// A square part of a matrix.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    cells: &'a [u64],
    stride: usize,
    n: usize,
}

/// The whole matrix.
pub fn whole(cells: &[u64]) -> Part<'_> {
    let n = cells.len().isqrt();
    Part { cells, stride: n, n }
}

impl<'a> Part<'a> {
    fn row(&self, i: usize) -> &'a [u64] {
        &self.cells[i * self.stride..][..self.n]
    }

    fn quarters(&self) -> [Self; 4] {
        let h = self.n / 2;
        [(0, 0), (0, h), (h, 0), (h, h)].map(|(i, j)| Part { cells: &self.cells[i * self.stride + j..], stride: self.stride, n: h })
    }

    fn plus(&self, other: &Part, sign: u64) -> Vec<u64> {
        let mut sum = Vec::with_capacity(self.n * self.n);
        for i in 0..self.n {
            sum.extend(self.row(i).iter().zip(other.row(i)).map(|(x, y)| x.wrapping_add(sign.wrapping_mul(*y))));
        }
        sum
    }
}

/// Adds the product to c by seven products of halves. With 32 rows it multiplies directly. It needs
/// a power of two.
pub fn strassen(w: &impl Forks, c: &mut [u64], a: Part, b: Part) {
    const LEAF: usize = 32;
    const MINUS: u64 = u64::MAX;
    let n = a.n;
    if n <= LEAF {
        for (i, row) in c.chunks_mut(n).enumerate() {
            for (k, x) in a.row(i).iter().enumerate() {
                row.iter_mut().zip(b.row(k)).for_each(|(r, y)| *r = r.wrapping_add(x.wrapping_mul(*y)));
            }
        }
        return;
    }
    let h = n / 2;
    let ([a11, a12, a21, a22], [b11, b12, b21, b22]) = (a.quarters(), b.quarters());
    let mut p: [Vec<u64>; 7] = Default::default();
    w.parts(&mut p, 1, &|i, p| {
        p[0] = vec![0; h * h];
        let mut of = |a: Part, b: Part| strassen(w, &mut p[0], a, b);
        match i {
            0 => of(whole(&a11.plus(&a22, 1)), whole(&b11.plus(&b22, 1))),
            1 => of(whole(&a21.plus(&a22, 1)), b11),
            2 => of(a11, whole(&b12.plus(&b22, MINUS))),
            3 => of(a22, whole(&b21.plus(&b11, MINUS))),
            4 => of(whole(&a11.plus(&a12, 1)), b22),
            5 => of(whole(&a21.plus(&a11, MINUS)), whole(&b11.plus(&b12, 1))),
            _ => of(whole(&a12.plus(&a22, MINUS)), whole(&b21.plus(&b22, 1))),
        }
    });
    let (upper, lower) = c.split_at_mut(h * n);
    for (i, (upper, lower)) in upper.chunks_mut(n).zip(lower.chunks_mut(n)).enumerate() {
        let ((c11, c12), (c21, c22)) = (upper.split_at_mut(h), lower.split_at_mut(h));
        let p = p.each_ref().map(|p| &p[i * h..][..h]);
        for j in 0..h {
            c11[j] = p[0][j].wrapping_add(p[3][j]).wrapping_sub(p[4][j]).wrapping_add(p[6][j]);
            c12[j] = p[2][j].wrapping_add(p[4][j]);
            c21[j] = p[1][j].wrapping_add(p[3][j]);
            c22[j] = p[0][j].wrapping_sub(p[1][j]).wrapping_add(p[2][j]).wrapping_add(p[5][j]);
        }
    }
}

/// The number of rows and columns of a block.
const BLOCK: usize = 32;

/// Leaves L below the diagonal, and U on and above it. The diagonal of L is 1.
fn factor(d: Cells<f64>, n: usize) {
    for k in 0..n {
        let pivot = unsafe { d.row(k, n) };
        for i in k + 1..n {
            eliminate(unsafe { d.row_mut(i, n) }, k, pivot);
        }
    }
}

/// Divides the k-th number of a row by the pivot, and subtracts that multiple of the pivot's row.
fn eliminate(row: &mut [f64], k: usize, pivot: &[f64]) {
    row[k] /= pivot[k];
    let x = row[k];
    subtract(&mut row[k + 1..], x, &pivot[k + 1..]);
}

fn subtract(row: &mut [f64], x: f64, other: &[f64]) {
    row.iter_mut().zip(other).for_each(|(r, y)| *r -= x * y);
}

/// Solves L of d times x = b, and leaves x in b.
fn right(d: Cells<f64>, b: Cells<f64>) {
    for k in 0..BLOCK {
        let other = unsafe { b.row(k, BLOCK) };
        for i in k + 1..BLOCK {
            unsafe { subtract(b.row_mut(i, BLOCK), d.row(i, BLOCK)[k], other) };
        }
    }
}

/// Solves x times U of d = b, and leaves x in b.
fn below(d: Cells<f64>, b: Cells<f64>) {
    for i in 0..BLOCK {
        let row = unsafe { b.row_mut(i, BLOCK) };
        for k in 0..BLOCK {
            eliminate(row, k, unsafe { d.row(k, BLOCK) });
        }
    }
}

/// Subtracts the product of a and b from c.
fn rest(c: Cells<f64>, a: Cells<f64>, b: Cells<f64>) {
    for i in 0..BLOCK {
        let (row, a) = unsafe { (c.row_mut(i, BLOCK), a.row(i, BLOCK)) };
        for (k, &x) in a.iter().enumerate() {
            subtract(row, x, unsafe { b.row(k, BLOCK) });
        }
    }
}

/// Factors a matrix into triangular ones, without pivoting, because the diagonal is large. It needs
/// a multiple of 32. The twin has no blocks.
pub fn lu(t: &Clock, w: &impl Forks, n: usize) -> Vec<f64> {
    let mut origin: Vec<f64> = (0..n * n).map(|i| (random(i as u64) >> 40) as f64 / (1 << 24) as f64).collect();
    origin.iter_mut().step_by(n + 1).for_each(|v| *v += n as f64);
    let m = RefCell::new(vec![0.0; n * n]);
    t.runs(
        || {},
        || {
            m.borrow_mut().copy_from_slice(&origin);
            decompose(w, &mut m.borrow_mut(), n);
        },
        || {
            let m = m.borrow();
            for i in (0..n).step_by(7) {
                for j in 0..n {
                    let l = |k| if k == i { 1.0 } else { m[i * n + k] };
                    let sum: f64 = (0..=i.min(j)).map(|k| l(k) * m[k * n + j]).sum();
                    assert!((sum - origin[i * n + j]).abs() <= 1e-9 * n as f64, "at {i}, {j} the product is {sum}");
                }
            }
        },
    )
}

fn decompose<W: Forks>(w: &W, m: &mut [f64], n: usize) {
    let cells = Cells { at: m.as_mut_ptr(), stride: n };
    if !W::FORKS {
        return factor(cells, n);
    }
    let at = |i: usize, j: usize| cells.from(i * BLOCK, j * BLOCK);
    for k in 0..n / BLOCK {
        let (next, left) = (k + 1, n / BLOCK - k - 1);
        factor(at(k, k), BLOCK);
        w.each(2 * left, &|t| match t % 2 {
            0 => right(at(k, k), at(k, next + t / 2)),
            _ => below(at(k, k), at(next + t / 2, k)),
        });
        w.each(left * left, &|t| {
            let (i, j) = (next + t / left, next + t % left);
            rest(at(i, j), at(i, k), at(k, j));
        });
    }
}

/// Heat that spreads in a plate, one step after the other. The result does not depend on the order,
/// so it equals that of one thread, bit by bit.
pub fn heat(t: &Clock, w: &impl Forks, n: usize) -> Vec<f64> {
    let want = spread(&Serial, n, n);
    let got = RefCell::new(Vec::new());
    t.runs(|| got.borrow_mut().clear(), || *got.borrow_mut() = spread(w, n, 16), || assert!(*got.borrow() == want, "the heat is wrong"))
}

/// The number of rows of a task.
fn spread(w: &impl Forks, n: usize, band: usize) -> Vec<f64> {
    let (mut from, mut to) = (vec![0.0; n * n], vec![0.0; n * n]);
    from[..n].fill(100.0);
    to[..n].fill(100.0);
    for _ in 0..20 {
        w.parts(&mut to, band * n, &|t, rows| {
            for (i, out) in rows.chunks_mut(n).enumerate().map(|(i, out)| (t * band + i, out)) {
                if i > 0 && i < n - 1 {
                    let (up, row, down) = (&from[(i - 1) * n..][..n], &from[i * n..][..n], &from[(i + 1) * n..][..n]);
                    for j in 1..n - 1 {
                        out[j] = (up[j] + down[j] + row[j - 1] + row[j + 1]) / 4.0;
                    }
                }
            }
        });
        std::mem::swap(&mut from, &mut to);
    }
    from
}
