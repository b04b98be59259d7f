// Code that all programs share.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using u64 = uint64_t;
using Numbers = std::vector<u64>;

// Runs everything without forks.
struct Serial {
	static constexpr bool forks = false;

	template <class A, class B> void both(const A &a, const B &b) const {
		a();
		b();
	}

	template <class A, class B> void ordered(const A &a, const B &b) const { both(a, b); }

	template <class F> void each(int n, const F &f) const {
		for (int i = 0; i < n; i++) f(i);
	}

	template <class F> void spawn(int n, const F &f) const { each(n, f); }
};

inline u64 random64(u64 n) {
	u64 z = (n + 1) * 0x9e3779b97f4a7c15;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

inline void check(bool right) {
	if (!right) {
		std::cerr << "the result is wrong" << std::endl;
		std::exit(1);
	}
}

inline u64 serial(int n) { return n < 2 ? n : serial(n - 2) + serial(n - 1); }

// By iteration, because it must not cost time.
inline u64 expected(int n) {
	u64 a = 0, b = 1;
	for (; n > 0; n--) {
		u64 c = a + b;
		a = b;
		b = c;
	}
	return a;
}

// Nanoseconds of each run until the limit. It runs at least once.
template <class Ready, class Run, class Check> std::vector<double> timed(double limit, Ready ready, Run run, Check check) {
	using clock = std::chrono::steady_clock;
	auto since = [](clock::time_point t) { return std::chrono::duration<double, std::nano>(clock::now() - t).count(); };
	std::vector<double> times;
	for (auto begin = clock::now(); times.empty() || since(begin) < limit;) {
		ready();
		auto start = clock::now();
		run();
		times.push_back(since(start));
		check();
	}
	return times;
}

// Sorts the times.
inline double median(std::vector<double> &values) {
	std::sort(values.begin(), values.end());
	size_t n = values.size();
	return (values[(n - 1) / 2] + values[n / 2]) / 2;
}
