// The loads: each thread gets the same number of tasks, and each task computes a Fibonacci number. As in
// Go's pool, one task for each thread queues the thread's tasks.

#pragma once

#include "common.hpp"

#include <atomic>

struct Load {
	int threads, each;
	bool skewed;

	// The Fibonacci number that a task computes.
	int n(int thread, int k) const {
		if (!skewed) return 25 + random64(thread * each + k) % 5;
		return thread < (threads + 1) / 2 ? 25 : 1;
	}

	// Nanoseconds of each run. waited is the average time until a task began.
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
