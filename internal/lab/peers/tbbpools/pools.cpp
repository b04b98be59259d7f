// Does one measurement of oneTBB and prints its result as one line of JSON:
//
//	pools onetbb|serial KERNEL WORKERS N SECONDS
//	pools onetbb|serial even|skewed WORKERS N SECONDS
//	pools version
//
// KERNEL fib gives nanoseconds for each fork of fib(N), without a cutoff. The kernels of kernels.hpp give
// nanoseconds for a whole run. even and skewed are the loads of loads.hpp, with N tasks for each worker.

#include "kernels.hpp"
#include "loads.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/version.h>

#include <cstdio>
#include <string>

struct OneTBB {
	static constexpr bool forks = true;

	template <class A, class B> void both(const A &a, const B &b) const { tbb::parallel_invoke(a, b); }

	// The same for a lone worker that must do a before b: it begins with the last one.
	template <class A, class B> void ordered(const A &a, const B &b) const { tbb::parallel_invoke(b, a); }

	// f of each number below n, one task each. By default oneTBB puts several into a task.
	template <class F> void each(int n, const F &f) const { tbb::parallel_for(0, n, f, tbb::simple_partitioner()); }

	// The same, with tasks that are queued one by one.
	template <class F> void spawn(int n, const F &f) const {
		tbb::task_group all;
		for (int i = 0; i < n; i++) all.run([&f, i] { f(i); });
		all.wait();
	}
};

template <class Forks> std::vector<double> measure(const std::string &what, int workers, int n, double limit, std::string &more) {
	if (what != "even" && what != "skewed") return Kernels<Forks>{{}, limit}.run(what, n);
	double waited;
	auto times = Load{workers, n, what == "skewed"}.run(Forks(), limit, waited);
	more = ",\"waited\":" + std::to_string(waited);
	return times;
}

int main(int argc, char **argv) {
	if (argc == 2 && std::string(argv[1]) == "version") {
		std::printf("\"%s\"\n", TBB_VERSION_STRING);
		return 0;
	}
	if (argc != 6) {
		std::fprintf(stderr, "want: CONTESTANT WHAT WORKERS N SECONDS\n");
		return 1;
	}
	std::string peer = argv[1], what = argv[2], more;
	int workers = std::atoi(argv[3]), n = std::atoi(argv[4]);
	double limit = std::atof(argv[5]) * 1e9;
	std::vector<double> times;
	if (peer == "onetbb") {
		tbb::global_control most(tbb::global_control::max_allowed_parallelism, workers);
		tbb::task_arena arena(workers);
		arena.execute([&] { times = measure<OneTBB>(what, workers, n, limit, more); });
	} else if (peer == "serial") {
		times = measure<Serial>(what, workers, n, limit, more);
	}
	if (times.empty()) {
		std::fprintf(stderr, "%s has no measurement %s\n", argv[1], argv[2]);
		return 1;
	}
	double middle = median(times);
	std::printf("{\"peer\":\"%s\",\"what\":\"%s\",\"workers\":%d,\"n\":%d,\"runs\":%zu,\"best\":%.17g,\"median\":%.17g%s,\"finished\":true}\n",
		argv[1], argv[2], workers, n, times.size(), times[0], middle, more.c_str());
}
