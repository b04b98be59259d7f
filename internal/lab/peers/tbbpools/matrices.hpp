// The programs on square matrices, which are stored row by row.

#pragma once

#include "common.hpp"

#include <array>

template <class T> struct Part {
	T *cells;
	int stride, n;

	T *row(int i) const { return cells + i * stride; }
	Part part(int i, int j, int n) const { return {row(i) + j, stride, n}; }
	std::array<Part, 4> quarters() const {
		int h = n / 2;
		return {part(0, 0, h), part(0, h, h), part(h, 0, h), part(h, h, h)};
	}

	// Adds the product of a and b.
	void add_product(Part a, Part b, T sign) const {
		for (int i = 0; i < n; i++) {
			for (int k = 0; k < n; k++) {
				T x = sign * a.row(i)[k];
				for (int j = 0; j < n; j++) row(i)[j] += x * b.row(k)[j];
			}
		}
	}
};

template <class T> Part<T> square(std::vector<T> &cells, int n) { return {cells.data(), n, n}; }

inline Numbers plus(Part<u64> a, Part<u64> b, u64 sign) {
	Numbers sum(a.n * a.n);
	for (int i = 0; i < a.n; i++) {
		for (int j = 0; j < a.n; j++) sum[i * a.n + j] = a.row(i)[j] + sign * b.row(i)[j];
	}
	return sum;
}

// Adds the product to c by seven products of halves. With 32 rows it multiplies directly. It needs a power of two.
template <class Forks> void strassen(const Forks &w, Part<u64> c, Part<u64> a, Part<u64> b) {
	constexpr int leaf = 32;
	constexpr u64 minus = -1;
	if (c.n <= leaf) {
		c.add_product(a, b, 1);
		return;
	}
	int h = c.n / 2;
	auto [a11, a12, a21, a22] = a.quarters();
	auto [b11, b12, b21, b22] = b.quarters();
	// A factor: one part or, if the sign is not 0, the sum of one part and the other with this sign.
	struct Factor {
		Part<u64> one, other;
		u64 sign;
	};
	const Factor factors[7][2] = {
		{{a11, a22, 1}, {b11, b22, 1}},
		{{a21, a22, 1}, {b11, b11, 0}},
		{{a11, a11, 0}, {b12, b22, minus}},
		{{a22, a22, 0}, {b21, b11, minus}},
		{{a11, a12, 1}, {b22, b22, 0}},
		{{a21, a11, minus}, {b11, b12, 1}},
		{{a12, a22, minus}, {b21, b22, 1}},
	};
	Numbers p[7];
	w.each(7, [&](int i) {
		Numbers sums[2];
		Part<u64> of[2];
		for (int k = 0; k < 2; k++) {
			const Factor &f = factors[i][k];
			of[k] = f.one;
			if (f.sign) of[k] = square(sums[k] = plus(f.one, f.other, f.sign), h);
		}
		p[i].resize(h * h);
		strassen(w, square(p[i], h), of[0], of[1]);
	});
	auto [c11, c12, c21, c22] = c.quarters();
	for (int i = 0; i < h; i++) {
		for (int j = 0; j < h; j++) {
			int k = i * h + j;
			c11.row(i)[j] = p[0][k] + p[3][k] - p[4][k] + p[6][k];
			c12.row(i)[j] = p[2][k] + p[4][k];
			c21.row(i)[j] = p[1][k] + p[3][k];
			c22.row(i)[j] = p[0][k] - p[1][k] + p[2][k] + p[5][k];
		}
	}
}

// Leaves L below the diagonal, and U on and above it. The diagonal of L is 1.
inline void factor(Part<double> d) {
	for (int k = 0; k < d.n; k++) {
		for (int i = k + 1; i < d.n; i++) {
			double x = d.row(i)[k] /= d.row(k)[k];
			for (int j = k + 1; j < d.n; j++) d.row(i)[j] -= x * d.row(k)[j];
		}
	}
}

// Solves L of d times x = b, and leaves x in b.
inline void right(Part<double> d, Part<double> b) {
	for (int k = 0; k < d.n; k++) {
		for (int i = k + 1; i < d.n; i++) {
			double x = d.row(i)[k];
			for (int j = 0; j < b.n; j++) b.row(i)[j] -= x * b.row(k)[j];
		}
	}
}

// Solves x times U of d = b, and leaves x in b.
inline void below(Part<double> d, Part<double> b) {
	for (int i = 0; i < b.n; i++) {
		for (int k = 0; k < d.n; k++) {
			double x = b.row(i)[k] /= d.row(k)[k];
			for (int j = k + 1; j < d.n; j++) b.row(i)[j] -= x * d.row(k)[j];
		}
	}
}

// Factors a matrix into triangular ones, in blocks of 32. It does not pivot, because the diagonal is
// large. It needs a multiple of 32. The twin has no blocks.
template <class Forks> void decompose(const Forks &w, Part<double> m) {
	if (!Forks::forks) return factor(m);
	constexpr int block = 32;
	auto at = [=](int i, int j) { return m.part(i * block, j * block, block); };
	for (int k = 0; k < m.n / block; k++) {
		int next = k + 1, left = m.n / block - next;
		factor(at(k, k));
		w.each(2 * left, [=](int t) {
			if (t % 2 == 0) {
				right(at(k, k), at(k, next + t / 2));
			} else {
				below(at(k, k), at(next + t / 2, k));
			}
		});
		w.each(left * left, [=](int t) {
			int i = next + t / left, j = next + t % left;
			at(i, j).add_product(at(i, k), at(k, j), -1);
		});
	}
}

// Heat in a plate, one step after the other. A task has this many rows.
template <class Forks> std::vector<double> spread(const Forks &w, int n, int band) {
	std::vector<double> from(n * n), to(n * n);
	std::fill_n(from.begin(), n, 100);
	std::fill_n(to.begin(), n, 100);
	for (int step = 0; step < 20; step++) {
		w.each((n + band - 1) / band, [&](int t) {
			for (int i = std::max(1, t * band); i < std::min(n - 1, (t + 1) * band); i++) {
				const double *row = &from[i * n];
				double *out = &to[i * n];
				for (int j = 1; j < n - 1; j++) out[j] = (row[j - n] + row[j + n] + row[j - 1] + row[j + 1]) / 4;
			}
		});
		std::swap(from, to);
	}
	return from;
}
