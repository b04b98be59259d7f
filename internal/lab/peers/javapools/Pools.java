import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/**
 * Does one measurement of a ForkJoinPool, or of a deque, and prints its result as one line of JSON.
 *
 * <pre>
 * java Pools plain|tuned|serial fib WORKERS N SECONDS
 * java Pools plain hot|cold WORKERS 0 SECONDS
 * java Pools plain|serial KERNEL WORKERS N SECONDS
 * java Pools DEQUE pair|thieves|latency|steal|items WORKERS N SECONDS
 * </pre>
 *
 * fib gives nanoseconds for each fork of fib(N), without a cutoff. hot and cold give nanoseconds
 * until a thread outside the pool has the result of a task. hot measures one task after the other,
 * cold pauses for 300 us before each. KERNEL is a program of Kernels and gives nanoseconds for a
 * whole run; for the loads even and skewed, N is the number of tasks for each worker. DEQUE is one
 * of Deques.
 */
public class Pools {
    /** As in the documentation of RecursiveTask. */
    static final class Plain extends RecursiveTask<Long> {
        final int n;

        Plain(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n < 2) return (long) n;
            Plain a = new Plain(n - 2);
            a.fork();
            return new Plain(n - 1).compute() + a.join();
        }
    }

    /** Without boxing. A task that was not stolen leaves the queue without waiting. */
    static final class Tuned extends RecursiveAction {
        final int n;
        long result;

        Tuned(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            result = fib(n);
        }

        static long fib(int n) {
            if (n < 2) return n;
            Tuned a = new Tuned(n - 2);
            a.fork();
            long b = fib(n - 1);
            if (a.tryUnfork()) return fib(n - 2) + b;
            a.join();
            return a.result + b;
        }
    }

    static final class Identity extends RecursiveTask<Long> {
        final long x;

        Identity(long x) {
            this.x = x;
        }

        @Override
        protected Long compute() {
            return x;
        }
    }

    static void check(boolean right) {
        if (!right) throw new AssertionError("the result is wrong");
    }

    static long serial(int n) {
        return n < 2 ? n : serial(n - 2) + serial(n - 1);
    }

    /** By iteration, because it must not cost time. */
    static long expected(int n) {
        long a = 0, b = 1;
        for (int i = 0; i < n; i++) {
            long c = a + b;
            a = b;
            b = c;
        }
        return a;
    }

    static double[] times = new double[1 << 20];
    static int runs;
    static String more = ""; // other figures, as JSON

    static void add(double time) {
        times[runs++] = time;
    }

    /** Nanoseconds for each fork. The warm-up of the compiler is not counted. */
    static void repeat(int n, long limit, LongUnaryOperator fib) {
        long forks = expected(n + 1) - 1;
        run(n, Math.max(2 * limit, 300_000_000), fib, 5);
        long begin = System.nanoTime();
        while (runs < 3 || runs < times.length && System.nanoTime() - begin < limit) {
            long start = System.nanoTime();
            run(n, 0, fib, 1);
            add((double) (System.nanoTime() - start) / forks);
        }
    }

    static void run(int n, long limit, LongUnaryOperator fib, int atLeast) {
        long begin = System.nanoTime();
        for (int i = 0; i < atLeast || System.nanoTime() - begin < limit; i++) {
            long got = fib.applyAsLong(n);
            if (got != expected(n)) throw new AssertionError("fib(" + n + ") is " + got);
        }
    }

    /** Nanoseconds of each call. The first tenth is not counted. */
    static void calls(ForkJoinPool pool, long limit, long idle) {
        long begin = System.nanoTime(), last = begin;
        for (long x = 0; x < 30 || runs < times.length && last - begin < limit; x++) {
            if (idle > 0) {
                LockSupport.parkNanos(idle); // Thread.sleep takes whole milliseconds
                last = System.nanoTime();
            }
            long got = pool.invoke(new Identity(x));
            if (got != x) throw new AssertionError("a call returned " + got + ", not " + x);
            long now = System.nanoTime();
            add(now - last);
            last = now;
        }
        times = Arrays.copyOfRange(times, runs / 10, runs);
        runs = times.length;
    }

    /** Sorts the first n. */
    static double median(double[] values, int n) {
        Arrays.sort(values, 0, n);
        return (values[(n - 1) / 2] + values[n / 2]) / 2;
    }

    public static void main(String[] args) {
        if (args.length != 5) throw new IllegalArgumentException("want: CONTESTANT WHAT WORKERS N SECONDS");
        String peer = args[0], what = args[1];
        int workers = Integer.parseInt(args[2]), n = Integer.parseInt(args[3]);
        long limit = (long) (Double.parseDouble(args[4]) * 1e9);
        ForkJoinPool pool = new ForkJoinPool(workers);
        switch (peer + " " + what) {
            case "serial fib" -> repeat(n, limit, k -> serial((int) k));
            case "plain fib" -> repeat(n, limit, k -> pool.invoke(new Plain((int) k)));
            case "tuned fib" -> repeat(n, limit, k -> {
                Tuned t = new Tuned((int) k);
                pool.invoke(t);
                return t.result;
            });
            case "plain hot" -> calls(pool, limit, 0);
            case "plain cold" -> calls(pool, limit, 300_000);
            default -> {
                switch (peer) {
                    case "plain" -> new Kernels(new Kernels.Plain(pool), workers, limit).run(what, n);
                    case "serial" -> new Kernels(new Kernels.Serial(), workers, limit).run(what, n);
                    default -> new Deques(peer, limit).run(what, workers, n);
                }
            }
        }
        double median = median(times, runs);
        System.out.printf(
            Locale.ROOT,
            "{\"peer\":\"%s\",\"what\":\"%s\",\"workers\":%d,\"n\":%d,\"runs\":%d,\"best\":%s,\"median\":%s%s,\"finished\":true}%n",
            peer, what, workers, n, runs, times[0], median, more);
    }
}
