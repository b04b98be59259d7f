// Does one measurement of oneTBB and prints its result as one line of JSON:
//
//	pools onetbb|serial KERNEL WORKERS N SECONDS
//	pools version
//
// KERNEL is fib, nanoseconds for each fork of fib(N) without cutoff, or one of kernels.hpp:
// nanoseconds for the whole.

#include "kernels.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/version.h>

#include <cstdio>
#include <string>

struct OneTBB {
	template <class A, class B> void both(const A &a, const B &b) const { tbb::parallel_invoke(a, b); }
};

int main(int argc, char **argv) {
	if (argc == 2 && std::string(argv[1]) == "version") {
		std::printf("\"%s\"\n", TBB_VERSION_STRING);
		return 0;
	}
	if (argc != 6) {
		std::fprintf(stderr, "want: CONTESTANT WHAT WORKERS N SECONDS\n");
		return 1;
	}
	std::string peer = argv[1], what = argv[2];
	int workers = std::atoi(argv[3]), n = std::atoi(argv[4]);
	double limit = std::atof(argv[5]) * 1e9;
	std::vector<double> times;
	if (peer == "onetbb") {
		tbb::global_control most(tbb::global_control::max_allowed_parallelism, workers);
		tbb::task_arena arena(workers);
		arena.execute([&] { times = Kernels<OneTBB>{{}, limit}.run(what, n); });
	} else if (peer == "serial") {
		times = Kernels<Serial>{{}, limit}.run(what, n);
	}
	if (times.empty()) {
		std::fprintf(stderr, "%s has no measurement %s\n", argv[1], argv[2]);
		return 1;
	}
	std::sort(times.begin(), times.end());
	size_t runs = times.size();
	std::printf("{\"peer\":\"%s\",\"what\":\"%s\",\"workers\":%d,\"n\":%d,\"runs\":%zu,\"best\":%.17g,\"median\":%.17g,\"finished\":true}\n",
		argv[1], argv[2], workers, n, runs, times[0], (times[(runs - 1) / 2] + times[runs / 2]) / 2);
}
