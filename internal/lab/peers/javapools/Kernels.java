import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * The programs of internal/lab/workload, with the same random numbers and the same number of tasks.
 * Making the input and checking the result are not timed.
 */
final class Kernels {
    /** How a program forks. */
    interface Forks {
        void run(Runnable program);

        void both(Runnable a, Runnable b);

        /** Calls f for each number below n, with tasks that are queued one by one. */
        void spawn(int n, IntConsumer f);

        default boolean forks() {
            return true;
        }
    }

    /** Closures on a ForkJoinPool. */
    record Plain(ForkJoinPool pool) implements Forks {
        static RecursiveAction action(Runnable f) {
            return new RecursiveAction() {
                @Override
                protected void compute() {
                    f.run();
                }
            };
        }

        @Override
        public void run(Runnable program) {
            pool.invoke(action(program));
        }

        @Override
        public void both(Runnable a, Runnable b) {
            ForkJoinTask.invokeAll(action(a), action(b));
        }

        @Override
        public void spawn(int n, IntConsumer f) {
            ForkJoinTask.invokeAll(IntStream.range(0, n).mapToObj(i -> action(() -> f.accept(i))).toList());
        }
    }

    /** The same without forks. */
    record Serial() implements Forks {
        @Override
        public void run(Runnable program) {
            program.run();
        }

        @Override
        public void both(Runnable a, Runnable b) {
            a.run();
            b.run();
        }

        @Override
        public void spawn(int n, IntConsumer f) {
            for (int i = 0; i < n; i++) f.accept(i);
        }

        @Override
        public boolean forks() {
            return false;
        }
    }

    private static final int GRAIN = 1024;
    private static final int[] QUEENS = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596};

    final Forks forks;
    private final int workers;
    private final long limit;
    private long got;

    Kernels(Forks forks, int workers, long limit) {
        this.forks = forks;
        this.workers = workers;
        this.limit = limit;
    }

    void run(String what, int n) {
        switch (what) {
            case "fib12" -> value(() -> fib(forks, n, 12), Pools.expected(n));
            case "fib30" -> value(() -> fib(forks, n, 30), Pools.expected(n));
            case "nqueens" -> value(() -> queens(n, 0, 0, 0, 0), QUEENS[n]);
            case "primes" -> value(() -> sum(0, (n - 10 + 999) / 1000, i -> primes(10 + 1000 * i, Math.min(n, 1010 + 1000 * i))), sieve(n));
            case "uts" -> value(() -> 1 + sum(0, n, i -> tree(forks, random(i))), 1 + nodes(n));
            case "mergesort" -> sorting(n, (a, spare) -> mergesort(forks, a, spare, 0, n));
            case "quicksort" -> sorting(n, (a, spare) -> quicksort(forks, a, 0, n, GRAIN));
            case "quicksort1000" -> sorting(n, (a, spare) -> quicksort(forks, a, 0, n, Math.max(1, n / 1000)));
            case "transform" -> transform(n);
            case "matmul" -> matmul(n);
            case "grains" -> grains(n);
            case "lu" -> LU.run(this, n);
            case "heat" -> Heat.run(this, n);
            case "strassen" -> product(n, (c, a, b) -> Strassen.multiply(forks, Strassen.whole(c, n), Strassen.whole(a, n), Strassen.whole(b, n)));
            case "knapsack" -> {
                Knapsack k = new Knapsack(forks, n);
                value(k::best, k.expected());
            }
            case "even", "skewed" -> new Load(workers, n, what.equals("skewed")).run(this);
            default -> throw new IllegalArgumentException("no measurement " + what);
        }
    }

    /** Times runs until the limit, after a warm-up of the compiler. */
    void whole(Runnable ready, Runnable program, Runnable check) {
        long warm = Math.max(2 * limit, 300_000_000), begin = System.nanoTime(), counted = 0;
        while (Pools.runs < 1 || Pools.runs < Pools.times.length && System.nanoTime() - counted < limit) {
            ready.run();
            long start = System.nanoTime();
            forks.run(program);
            long end = System.nanoTime();
            check.run();
            if (start - begin < warm) continue;
            if (counted == 0) counted = end;
            Pools.add(end - start);
        }
    }

    private void value(LongSupplier program, long want) {
        whole(() -> got = -1, () -> got = program.getAsLong(), () -> Pools.check(got == want));
    }

    /** The sum of f over from..to, one task for each number. */
    private long sum(int from, int to, IntToLongFunction f) {
        return sum(forks, from, to, f);
    }

    /** Calls f for each number of from..to, one task each. */
    static void each(Forks w, int from, int to, IntConsumer f) {
        if (to - from < 2) {
            if (from < to) f.accept(from);
            return;
        }
        int middle = (from + to) / 2;
        w.both(() -> each(w, from, middle, f), () -> each(w, middle, to, f));
    }

    private static long sum(Forks w, int from, int to, IntToLongFunction f) {
        if (to - from == 0) return 0;
        if (to - from == 1) return f.applyAsLong(from);
        int middle = (from + to) / 2;
        long[] halves = new long[2];
        w.both(() -> halves[0] = sum(w, from, middle, f), () -> halves[1] = sum(w, middle, to, f));
        return halves[0] + halves[1];
    }

    static long random(long n) {
        long z = (n + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    private static long fib(Forks w, int n, int threshold) {
        if (n <= threshold) return Pools.serial(n);
        long[] both = new long[2];
        w.both(() -> both[0] = fib(w, n - 1, threshold), () -> both[1] = fib(w, n - 2, threshold));
        return both[0] + both[1];
    }

    interface Sort {
        void run(long[] a, long[] spare);
    }

    private void sorting(int n, Sort sort) {
        long[] a = new long[n], spare = new long[n];
        long want = 0;
        for (int i = 0; i < n; i++) want += random(random(i) >>> 40);
        long sum = want;
        whole(() -> Arrays.setAll(a, i -> random(i) >>> 40), () -> sort.run(a, spare), () -> {
            long got = 0;
            for (int i = 0; i < n; i++) {
                Pools.check(i == 0 || a[i - 1] <= a[i]);
                got += random(a[i]);
            }
            Pools.check(got == sum);
        });
    }

    private static void mergesort(Forks w, long[] a, long[] spare, int from, int to) {
        if (to - from < 2) return;
        int m = from + (to - from) / 2;
        if (to - from <= GRAIN) {
            mergesort(w, a, spare, from, m);
            mergesort(w, a, spare, m, to);
        } else {
            w.both(() -> mergesort(w, a, spare, from, m), () -> mergesort(w, a, spare, m, to));
        }
        System.arraycopy(a, from, spare, from, to - from);
        for (int i = from, j = m, k = from; k < to; k++) a[k] = j == to || i < m && spare[i] <= spare[j] ? spare[i++] : spare[j++];
    }

    private static void quicksort(Forks w, long[] a, int from, int to, int grain) {
        if (to - from < 2) return;
        int last = to - 1, half = from + (to - from) / 2;
        long pivot = a[half];
        a[half] = a[last];
        int split = from;
        for (int i = from; i < last; i++) {
            if (a[i] < pivot) {
                long v = a[i];
                a[i] = a[split];
                a[split++] = v;
            }
        }
        a[last] = a[split];
        a[split] = pivot;
        int at = split;
        if (to - from <= grain) {
            quicksort(w, a, from, at, grain);
            quicksort(w, a, at + 1, to, grain);
        } else {
            w.both(() -> quicksort(w, a, from, at, grain), () -> quicksort(w, a, at + 1, to, grain));
        }
    }

    /** Placements in the remaining rows. The first three rows fork. */
    private long queens(int n, int row, int columns, int left, int right) {
        if (row == n) return 1;
        if (row < 3) {
            int[] squares = new int[n];
            int count = 0;
            for (int free = (1 << n) - 1 & ~(columns | left | right); free != 0; free &= free - 1) squares[count++] = free & -free;
            return sum(0, count, i -> {
                int q = squares[i];
                return queens(n, row + 1, columns | q, (left | q) << 1, (right | q) >> 1);
            });
        }
        long found = 0;
        for (int free = (1 << n) - 1 & ~(columns | left | right); free != 0; free &= free - 1) {
            int q = free & -free;
            found += queens(n, row + 1, columns | q, (left | q) << 1, (right | q) >> 1);
        }
        return found;
    }

    private static long primes(int from, int to) {
        long found = 0;
        for (long i = from; i < to; i++) {
            boolean prime = true;
            for (long d = 2; prime && d * d <= i; d++) prime = i % d != 0;
            if (prime) found++;
        }
        return found;
    }

    private static long sieve(int n) {
        boolean[] composite = new boolean[n];
        long found = 0;
        for (int i = 2; i < n; i++) {
            if (composite[i]) continue;
            if (i >= 10) found++;
            for (long k = 2L * i; k < n; k += i) composite[(int) k] = true;
        }
        return found;
    }

    private static boolean has(long state) {
        return Long.remainderUnsigned(random(state), 1000) < 245;
    }

    private static long child(long state, long i) {
        return random(state ^ random(i + 1));
    }

    private static long tree(Forks w, long state) {
        return has(state) ? 1 + sum(w, 0, 4, i -> tree(w, child(state, i))) : 1;
    }

    /** Without forks, depth first. The check must not be the program itself. */
    private static long nodes(int n) {
        long[] open = new long[1 << 16];
        int top = 0;
        long seen = 0;
        for (int i = 0; i < n; i++) {
            open[top++] = random(i);
            while (top > 0) {
                long state = open[--top];
                seen++;
                for (int k = 0; has(state) && k < 4; k++) open[top++] = child(state, k);
            }
        }
        return seen;
    }

    private void transform(int n) {
        final int block = 10_000;
        long[] in = new long[n], out = new long[n];
        Arrays.setAll(in, i -> random(i) >>> 32);
        whole(() -> Arrays.fill(out, 0), () -> sum(0, (n + block - 1) / block, b -> {
            for (int i = b * block; i < Math.min(n, (b + 1) * block); i++) out[i] = in[i] * 3;
            return 0;
        }), () -> {
            for (int i = 0; i < n; i++) Pools.check(out[i] == in[i] + in[i] + in[i]);
        });
    }

    private static long[] apply(long[] m, long[] v) {
        int n = v.length;
        long[] out = new long[n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) out[i] += m[i * n + j] * v[j];
        return out;
    }

    interface Multiply {
        void run(long[] c, long[] a, long[] b);
    }

    /** Times a product of two matrices of random numbers. They wrap around, so nothing is rounded. */
    private void product(int n, Multiply multiply) {
        long[] a = new long[n * n], b = new long[n * n], c = new long[n * n], v = new long[n];
        Arrays.setAll(a, i -> random(1 + i));
        Arrays.setAll(b, i -> random((1L << 40) + i));
        whole(() -> {}, () -> {
            Arrays.fill(c, 0);
            multiply.run(c, a, b);
        }, () -> {
            for (long seed = 0; seed < 3; seed++) { // Freivalds: both sides are applied to vectors
                long first = seed << 32;
                Arrays.setAll(v, i -> random(first + i));
                Pools.check(Arrays.equals(apply(c, v), apply(a, apply(b, v))));
            }
        });
    }

    private void matmul(int n) {
        final int tile = 64;
        int tiles = n / tile;
        product(n, (c, a, b) -> sum(0, tiles * tiles, t -> {
            int first = t / tiles * tile, column = t % tiles * tile;
            for (int k0 = 0; k0 < n; k0 += tile) product(a, b, c, n, first, column, k0, tile);
            return 0;
        }));
    }

    private static void product(long[] a, long[] b, long[] c, int n, int first, int column, int k0, int tile) {
        for (int i = first; i < first + tile; i++) {
            for (int k = k0; k < k0 + tile; k++) {
                long x = a[i * n + k];
                for (int j = column; j < column + tile; j++) c[i * n + j] += x * b[k * n + j];
            }
        }
    }

    private static long grain(long i, int n) {
        for (int k = 0; k < 20 * n; k++) i = random(i);
        return i;
    }

    private void grains(int n) {
        long[] out = new long[1 << 13];
        whole(() -> Arrays.fill(out, 0), () -> sum(0, out.length, i -> out[i] = grain(i, n)), () -> {
            for (int i = 0; i < out.length; i += 97) Pools.check(out[i] == grain(i, n));
        });
    }
}
