import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A load of internal/lab/workload: each of some threads is given as many tasks, which compute a Fibonacci
 * number. As those of the pool in Go, a task for each thread queues the tasks of it.
 */
record Load(int threads, int each, boolean skewed) {
    /** The number that a task computes. */
    private int n(int thread, int k) {
        if (!skewed) return 25 + (int) Long.remainderUnsigned(Kernels.random((long) thread * each + k), 5);
        return thread < (threads + 1) / 2 ? 25 : 1;
    }

    /** Tells how long tasks waited until they began too, on average. */
    void run(Kernels kernels) {
        int all = threads * each;
        long[] results = new long[all], start = new long[1];
        AtomicLong waited = new AtomicLong();
        List<Double> waits = new ArrayList<>();
        kernels.whole(() -> {
            Arrays.fill(results, 0);
            waited.set(0);
            start[0] = System.nanoTime();
        }, () -> kernels.forks.spawn(threads, thread -> kernels.forks.spawn(each, k -> {
            waited.addAndGet(System.nanoTime() - start[0]);
            results[thread * each + k] = Pools.serial(n(thread, k));
        })), () -> {
            for (int i = 0; i < all; i++) Pools.check(results[i] == Pools.expected(n(i / each, i % each)));
            waits.add((double) waited.get() / all);
        });
        // Those of the runs that count, which are the last ones.
        double[] counted = waits.stream().skip(waits.size() - Pools.runs).mapToDouble(w -> w).toArray();
        Pools.more = ",\"waited\":" + Pools.median(counted, counted.length);
    }
}
