import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Does one measurement of a ForkJoinPool and prints its result as one line of JSON.
 *
 * <pre>
 * java Pools plain|tuned|serial fib WORKERS N SECONDS
 * java Pools plain hot|cold WORKERS 0 SECONDS
 * java Pools plain mergesort|primes|transform WORKERS N SECONDS
 * </pre>
 *
 * fib is nanoseconds for each fork of fib(N), without cutoff. hot and cold are nanoseconds until a
 * thread outside of the pool has the result of a task, one after the other or after 300 us each.
 * mergesort, primes and transform are nanoseconds for the whole: they are the programs of
 * internal/workload, with the same numbers and as many tasks.
 */
public class Pools {
    /** As the documentation of RecursiveTask has it. */
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

    /** Without boxing, and without the queue for what was not stolen. */
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

    static long random(long n) {
        long z = (n + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    static final class MergeSort extends RecursiveAction {
        final long[] a, spare;
        final int from, to;

        MergeSort(long[] a, long[] spare, int from, int to) {
            this.a = a;
            this.spare = spare;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= 1024) {
                sort(from, to);
                return;
            }
            int m = from + (to - from) / 2;
            invokeAll(new MergeSort(a, spare, from, m), new MergeSort(a, spare, m, to));
            merge(from, m, to);
        }

        void sort(int from, int to) {
            if (to - from < 2) return;
            int m = from + (to - from) / 2;
            sort(from, m);
            sort(m, to);
            merge(from, m, to);
        }

        void merge(int from, int m, int to) {
            System.arraycopy(a, from, spare, from, to - from);
            for (int i = from, j = m, k = from; k < to; k++) a[k] = j == to || i < m && spare[i] <= spare[j] ? spare[i++] : spare[j++];
        }
    }

    interface Range {
        void run(int from, int to);
    }

    /** A task for each range of at most grain numbers below n. */
    static RecursiveAction blocks(int n, int grain, Range f) {
        return new RecursiveAction() {
            @Override
            protected void compute() {
                List<RecursiveAction> all = new ArrayList<>();
                for (int from = 0; from < n; from += grain) {
                    int begin = from;
                    all.add(new RecursiveAction() {
                        @Override
                        protected void compute() {
                            f.run(begin, Math.min(n, begin + grain));
                        }
                    });
                }
                invokeAll(all);
            }
        };
    }

    static int primes(int from, int to) {
        int found = 0;
        for (int i = from; i < to; i++) {
            boolean prime = true;
            for (int d = 2; prime && d * d <= i; d++) prime = i % d != 0;
            if (prime) found++;
        }
        return found;
    }

    static void check(boolean right) {
        if (!right) throw new AssertionError("the result is wrong");
    }

    /** Nanoseconds for a whole program; the input is made, and the result checked, before and after that. */
    static void whole(ForkJoinPool pool, long limit, Runnable ready, Supplier<RecursiveAction> program, Runnable check) {
        long warm = Math.max(2 * limit, 300_000_000), begin = System.nanoTime(), counted = 0;
        while (runs < 3 || runs < times.length && System.nanoTime() - counted < limit) {
            ready.run();
            long start = System.nanoTime();
            pool.invoke(program.get());
            long end = System.nanoTime();
            check.run();
            if (end - begin < warm) continue;
            if (counted == 0) counted = end;
            add(end - start);
        }
    }

    static void mergesort(ForkJoinPool pool, long limit, int n) {
        long[] a = new long[n], spare = new long[n];
        long want = 0;
        for (int i = 0; i < n; i++) want += random(random(i) >>> 40);
        long sum = want;
        whole(pool, limit, () -> Arrays.setAll(a, i -> random(i) >>> 40), () -> new MergeSort(a, spare, 0, n), () -> {
            long got = 0;
            for (int i = 0; i < n; i++) {
                check(i == 0 || a[i - 1] <= a[i]);
                got += random(a[i]);
            }
            check(got == sum);
        });
    }

    static void primes(ForkJoinPool pool, long limit, int n) {
        int[] found = new int[n / 1000 + 1];
        int want = primes(10, n);
        whole(pool, limit, () -> Arrays.fill(found, 0), () -> blocks(n - 10, 1000, (from, to) -> found[from / 1000] = primes(10 + from, 10 + to)),
            () -> check(Arrays.stream(found).sum() == want));
    }

    static void transform(ForkJoinPool pool, long limit, int n) {
        long[] in = new long[n], out = new long[n];
        Arrays.setAll(in, i -> random(i) >>> 32);
        whole(pool, limit, () -> Arrays.fill(out, 0), () -> blocks(n, 10_000, (from, to) -> {
            for (int i = from; i < to; i++) out[i] = in[i] * 3;
        }), () -> {
            for (int i = 0; i < n; i++) check(out[i] == in[i] + in[i] + in[i]);
        });
    }

    static long serial(int n) {
        return n < 2 ? n : serial(n - 2) + serial(n - 1);
    }

    /** By iteration: it must not cost time. */
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

    static void add(double time) {
        times[runs++] = time;
    }

    /** Nanoseconds for each fork; what the compiler needs to get going is not counted. */
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

    /** Nanoseconds for each call. The first tenth is not counted. */
    static void calls(ForkJoinPool pool, long limit, long idle) {
        long begin = System.nanoTime(), last = begin;
        for (long x = 0; x < 30 || runs < times.length && last - begin < limit; x++) {
            if (idle > 0) {
                LockSupport.parkNanos(idle); // sleep knows whole milliseconds only
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
            case "plain mergesort" -> mergesort(pool, limit, n);
            case "plain primes" -> primes(pool, limit, n);
            case "plain transform" -> transform(pool, limit, n);
            default -> throw new IllegalArgumentException(peer + " has no measurement " + what);
        }
        Arrays.sort(times, 0, runs);
        System.out.printf(
            Locale.ROOT,
            "{\"peer\":\"%s\",\"what\":\"%s\",\"workers\":%d,\"n\":%d,\"runs\":%d,\"best\":%s,\"median\":%s,\"finished\":true}%n",
            peer, what, workers, n, runs, times[0], (times[(runs - 1) / 2] + times[runs / 2]) / 2);
    }
}
