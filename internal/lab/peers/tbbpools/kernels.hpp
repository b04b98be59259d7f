// The programs of internal/lab/workload, with the same random numbers and the same number of tasks. Making
// the input and checking the result are not timed.

#pragma once

#include "knapsack.hpp"
#include "matrices.hpp"

template <class Forks> struct Kernels {
	Forks w;
	double limit;

	// Nanoseconds of each run, or nothing if there is no such program.
	std::vector<double> run(const std::string &what, int n) const {
		if (what == "fib") {
			auto times = value([=] { return fib(n, 1); }, expected(n));
			for (auto &t : times) t /= expected(n + 1) - 1;
			return times;
		}
		if (what == "fib12") return value([=] { return fib(n, 12); }, expected(n));
		if (what == "fib30") return value([=] { return fib(n, 30); }, expected(n));
		if (what == "nqueens") return value([=] { return queens(n, 0, 0, 0, 0); }, known(n));
		if (what == "primes") {
			return value([=] { return sum(0, (n - 10 + 999) / 1000, [=](int i) { return primes(10 + 1000 * i, std::min(n, 1010 + 1000 * i)); }); }, sieve(n));
		}
		if (what == "uts") return value([=] { return 1 + sum(0, n, [=](int i) { return tree(random64(i)); }); }, 1 + nodes(n));
		if (what == "mergesort") return sorting(n, [=](Numbers &a, Numbers &spare) { mergesort(a.data(), spare.data(), n); });
		if (what == "quicksort") return sorting(n, [=](Numbers &a, Numbers &) { quicksort(a.data(), n, grain); });
		if (what == "quicksort1000") return sorting(n, [=](Numbers &a, Numbers &) { quicksort(a.data(), n, std::max(1, n / 1000)); });
		if (what == "transform") return transform(n);
		if (what == "matmul") return matmul(n);
		if (what == "grains") return grains(n);
		if (what == "lu") return lu(n);
		if (what == "heat") return heat(n);
		if (what == "strassen") return product(n, [=](Part<u64> c, Part<u64> a, Part<u64> b) { ::strassen(w, c, a, b); });
		if (what == "knapsack") {
			Knapsack k(n);
			return value([&] { return k.best(w); }, k.expected());
		}
		return {};
	}

private:
	static constexpr int grain = 1024;

	template <class Ready, class Run, class Check> std::vector<double> whole(Ready ready, Run run, Check check) const {
		return timed(limit, ready, run, check);
	}

	template <class Program> std::vector<double> value(Program program, u64 want) const {
		u64 got;
		return whole([&] { got = ~0; }, [&] { got = program(); }, [&] { check(got == want); });
	}

	// The sum of f over from..to, one task for each number.
	template <class F> u64 sum(int from, int to, const F &f) const {
		if (from == to) return 0;
		if (to - from == 1) return f(from);
		int middle = (from + to) / 2;
		u64 a, b;
		w.both([&] { a = sum(from, middle, f); }, [&] { b = sum(middle, to, f); });
		return a + b;
	}

	u64 fib(int n, int threshold) const {
		if (n <= threshold) return serial(n);
		u64 a, b;
		w.both([&] { a = fib(n - 1, threshold); }, [&] { b = fib(n - 2, threshold); });
		return a + b;
	}

	static u64 known(int n) {
		static const u64 all[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596};
		return all[n];
	}

	// Placements in the remaining rows. The first three rows fork.
	u64 queens(int n, int row, u64 columns, u64 left, u64 right) const {
		if (row == n) return 1;
		if (row < 3) {
			u64 squares[32];
			int count = 0;
			for (u64 open = ((u64(1) << n) - 1) & ~(columns | left | right); open; open &= open - 1) squares[count++] = open & -open;
			return sum(0, count, [&](int i) -> u64 {
				u64 q = squares[i];
				return queens(n, row + 1, columns | q, (left | q) << 1, (right | q) >> 1);
			});
		}
		u64 found = 0;
		for (u64 open = ((u64(1) << n) - 1) & ~(columns | left | right); open; open &= open - 1) {
			u64 q = open & -open;
			found += queens(n, row + 1, columns | q, (left | q) << 1, (right | q) >> 1);
		}
		return found;
	}

	static u64 primes(int from, int to) {
		u64 found = 0;
		for (long i = from; i < to; i++) {
			bool prime = true;
			for (long d = 2; prime && d * d <= i; d++) prime = i % d != 0;
			found += prime;
		}
		return found;
	}

	static u64 sieve(int n) {
		std::vector<bool> composite(n);
		u64 found = 0;
		for (int i = 2; i < n; i++) {
			if (composite[i]) continue;
			found += i >= 10;
			for (long k = 2L * i; k < n; k += i) composite[k] = true;
		}
		return found;
	}

	static bool has(u64 state) { return random64(state) % 1000 < 245; }
	static u64 child(u64 state, int i) { return random64(state ^ random64(i + 1)); }

	u64 tree(u64 state) const {
		if (!has(state)) return 1;
		return 1 + sum(0, 4, [=](int i) { return tree(child(state, i)); });
	}

	// With a list of the nodes to visit.
	static u64 nodes(int n) {
		Numbers open;
		for (int i = 0; i < n; i++) open.push_back(random64(i));
		u64 seen = 0;
		for (; !open.empty(); seen++) {
			u64 state = open.back();
			open.pop_back();
			for (int i = 0; has(state) && i < 4; i++) open.push_back(child(state, i));
		}
		return seen;
	}

	template <class Sort> std::vector<double> sorting(int n, Sort sort) const {
		Numbers a(n), spare(n);
		auto fill = [&] { for (int i = 0; i < n; i++) a[i] = random64(i) >> 40; };
		auto sum = [&] {
			u64 s = 0;
			for (u64 v : a) s += random64(v);
			return s;
		};
		fill();
		u64 want = sum();
		return whole(fill, [&] { sort(a, spare); }, [&] { check(std::is_sorted(a.begin(), a.end()) && sum() == want); });
	}

	void mergesort(u64 *a, u64 *spare, int n) const {
		if (n < 2) return;
		int m = n / 2;
		auto left = [=] { mergesort(a, spare, m); };
		auto right = [=] { mergesort(a + m, spare + m, n - m); };
		if (n <= grain) {
			left();
			right();
		} else {
			w.both(left, right);
		}
		std::copy(a, a + n, spare);
		for (int i = 0, j = m, k = 0; k < n; k++) a[k] = j == n || (i < m && spare[i] <= spare[j]) ? spare[i++] : spare[j++];
	}

	void quicksort(u64 *a, int n, int least) const {
		if (n < 2) return;
		std::swap(a[n / 2], a[n - 1]);
		int at = 0;
		for (int i = 0; i < n - 1; i++) {
			if (a[i] < a[n - 1]) std::swap(a[i], a[at++]);
		}
		std::swap(a[at], a[n - 1]);
		auto left = [=] { quicksort(a, at, least); };
		auto right = [=] { quicksort(a + at + 1, n - at - 1, least); };
		if (n <= least) {
			left();
			right();
		} else {
			w.both(left, right);
		}
	}

	std::vector<double> transform(int n) const {
		constexpr int block = 10'000;
		Numbers in(n), out(n);
		for (int i = 0; i < n; i++) in[i] = random64(i) >> 32;
		auto scale = [&](int b) -> u64 {
			for (int i = b * block; i < std::min(n, (b + 1) * block); i++) out[i] = in[i] * 3;
			return 0;
		};
		return whole([&] { std::fill(out.begin(), out.end(), 0); }, [&] { sum(0, (n + block - 1) / block, scale); },
			[&] { for (int i = 0; i < n; i++) check(out[i] == in[i] + in[i] + in[i]); });
	}

	static Numbers apply(const Numbers &m, const Numbers &v) {
		size_t n = v.size();
		Numbers out(n);
		for (size_t i = 0; i < n; i++) {
			for (size_t j = 0; j < n; j++) out[i] += m[i * n + j] * v[j];
		}
		return out;
	}

	// Times a product of two matrices of random numbers. They wrap around, so nothing is rounded.
	template <class Multiply> std::vector<double> product(int n, Multiply multiply) const {
		Numbers a(n * n), b(n * n), c(n * n);
		for (int i = 0; i < n * n; i++) {
			a[i] = random64(1 + i);
			b[i] = random64((u64(1) << 40) + i);
		}
		auto run = [&] {
			std::fill(c.begin(), c.end(), 0);
			multiply(square(c, n), square(a, n), square(b, n));
		};
		return whole([] {}, run, [&] { // Freivalds: both sides are applied to vectors
			for (u64 seed = 0; seed < 3; seed++) {
				Numbers v(n);
				for (int i = 0; i < n; i++) v[i] = random64((seed << 32) + i);
				check(apply(c, v) == apply(a, apply(b, v)));
			}
		});
	}

	std::vector<double> matmul(int n) const {
		constexpr int tile = 64;
		return product(n, [=](Part<u64> c, Part<u64> a, Part<u64> b) {
			sum(0, n / tile * (n / tile), [=](int t) -> u64 {
				int i = t / (n / tile) * tile, j = t % (n / tile) * tile;
				for (int k = 0; k < n; k += tile) c.part(i, j, tile).add_product(a.part(i, k, tile), b.part(k, j, tile), 1);
				return 0;
			});
		});
	}

	std::vector<double> lu(int n) const {
		std::vector<double> origin(n * n), cells(n * n);
		for (int i = 0; i < n * n; i++) origin[i] = double(random64(i) >> 40) / (1 << 24);
		for (int i = 0; i < n; i++) origin[i * n + i] += n;
		auto m = square(cells, n);
		auto run = [&] {
			std::copy(origin.begin(), origin.end(), cells.begin());
			decompose(w, m);
		};
		return whole([] {}, run, [&] {
			for (int i = 0; i < n; i += 7) {
				for (int j = 0; j < n; j++) {
					double sum = 0;
					for (int k = 0; k <= std::min(i, j); k++) sum += (k == i ? 1 : m.row(i)[k]) * m.row(k)[j];
					check(std::abs(sum - origin[i * n + j]) <= 1e-9 * n);
				}
			}
		});
	}

	// The result does not depend on the order, so it equals that of one thread, bit by bit.
	std::vector<double> heat(int n) const {
		std::vector<double> got, want = spread(Serial(), n, n);
		return whole([&] { got.clear(); }, [&] { got = spread(w, n, 16); }, [&] { check(got == want); });
	}

	static u64 work(u64 i, int n) {
		for (int k = 0; k < 20 * n; k++) i = random64(i);
		return i;
	}

	std::vector<double> grains(int n) const {
		Numbers out(1 << 13);
		return whole([&] { std::fill(out.begin(), out.end(), 0); }, [&] { sum(0, out.size(), [&](int i) { return out[i] = work(i, n); }); },
			[&] { for (size_t i = 0; i < out.size(); i += 97) check(out[i] == work(i, n)); });
	}
};
