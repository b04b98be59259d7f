// The loads: each of some threads is given as many tasks, which compute a Fibonacci number. As those of
// the pool in Go, a task for each thread queues the tasks of it.

#pragma once

#include "common.hpp"

#include <atomic>

struct Load {
	int threads, each;
	bool skewed;

	// The number that a task computes.
	int n(int thread, int k) const {
		if (!skewed) return 25 + random64(thread * each + k) % 5;
		return thread < (threads + 1) / 2 ? 25 : 1;
	}

	// Nanoseconds for each run; waited is how long tasks waited until they began, on average.
	template <class Forks> std::vector<double> run(const Forks &w, double limit, double &waited) const {
		using clock = std::chrono::steady_clock;
		Numbers results(threads * each);
		std::atomic<int64_t> nanoseconds = 0;
		std::vector<double> waits;
		auto run = [&] {
			auto start = clock::now();
			w.spawn(threads, [&](int thread) {
				w.spawn(each, [&, thread](int k) {
					nanoseconds += std::chrono::nanoseconds(clock::now() - start).count();
					results[thread * each + k] = serial(n(thread, k));
				});
			});
		};
		auto times = timed(limit, [&] { std::fill(results.begin(), results.end(), 0); }, run, [&] {
			for (int i = 0; i < threads * each; i++) check(results[i] == expected(n(i / each, i % each)));
			waits.push_back(double(nanoseconds.exchange(0)) / results.size());
		});
		waited = median(waits);
		return times;
	}
};
