import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A load of internal/lab/workload: each thread gets the same number of tasks, and each task computes a
 * Fibonacci number. As in Go's pool, one task for each thread queues the thread's tasks.
 */
record Load(int threads, int each, boolean skewed) {
    /** The Fibonacci number that a task computes. */
    private int n(int thread, int k) {
        if (!skewed) return 25 + (int) Long.remainderUnsigned(Kernels.random((long) thread * each + k), 5);
        return thread < (threads + 1) / 2 ? 25 : 1;
    }

    /** Also reports the average time until a task began. */
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
        // Keep those of the last runs, which are the ones that count.
        double[] counted = waits.stream().skip(waits.size() - Pools.runs).mapToDouble(w -> w).toArray();
        Pools.more = ",\"waited\":" + Pools.median(counted, counted.length);
    }
}
