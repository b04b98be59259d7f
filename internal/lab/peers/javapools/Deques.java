import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingDeque;

/**
 * The measurements of deques in internal/lab/workload, for two deques of java.util.concurrent and for
 * ChaseLev. Values are nanoseconds for each pair, item or steal.
 */
final class Deques {
    record Item(long id) {}

    /** The owner pushes and pops at one end, and thieves steal at the other. null means no item. */
    interface Ends {
        void push(Item v);

        Item pop();

        Item steal();

        /** Steals up to this many items by one call. */
        default int batch(Collection<Item> to, int most) {
            throw new IllegalArgumentException("it has no batches");
        }
    }

    record Own(ChaseLev<Item> d) implements Ends {
        @Override
        public void push(Item v) {
            d.push(v);
        }

        @Override
        public Item pop() {
            return d.pop();
        }

        @Override
        public Item steal() {
            return d.steal();
        }
    }

    record Linked(Deque<Item> d) implements Ends {
        @Override
        public void push(Item v) {
            d.addLast(v);
        }

        @Override
        public Item pop() {
            return d.pollLast();
        }

        @Override
        public Item steal() {
            return d.pollFirst();
        }

        @Override
        public int batch(Collection<Item> to, int most) {
            if (d instanceof LinkedBlockingDeque<Item> all) return all.drainTo(to, most);
            return Ends.super.batch(to, most);
        }
    }

    private final Ends d;
    private final long limit;
    private volatile boolean stop;
    private volatile long looked, done; // the number of the tried steal, and of the last successful one

    Deques(String name, long limit) {
        this.limit = limit;
        d = switch (name) {
            case "chaselev" -> new Own(new ChaseLev<>());
            case "linked" -> new Linked(new ConcurrentLinkedDeque<>());
            case "blocking" -> new Linked(new LinkedBlockingDeque<>());
            default -> throw new IllegalArgumentException("no deque " + name);
        };
    }

    void run(String what, int workers, int n) {
        switch (what) {
            case "pair" -> pairs(n);
            case "thieves" -> thieves(workers - 1, n);
            case "latency" -> latency();
            case "steal" -> steals(n);
            case "items" -> items(n);
            default -> throw new IllegalArgumentException("no measurement " + what);
        }
    }

    /** Counts items and sums up their values. */
    static final class Tally {
        long count, sum;

        void add(Item v) {
            count++;
            sum += v.id();
        }

        void check(Tally want) {
            Pools.check(count == want.count && sum == want.sum);
        }
    }

    private static Item[] some(int n) {
        Item[] all = new Item[n];
        for (int i = 0; i < n; i++) all[i] = new Item(Kernels.random(i));
        return all;
    }

    /** Times a function, after a warm-up of the compiler. */
    private void turns(int operations, Runnable ready, Runnable run) {
        long warm = Math.max(2 * limit, 300_000_000), begin = System.nanoTime(), counted = 0;
        while (Pools.runs < 1 || Pools.runs < Pools.times.length && System.nanoTime() - counted < limit) {
            ready.run();
            long start = System.nanoTime();
            run.run();
            long end = System.nanoTime();
            if (start - begin < warm) continue;
            if (counted == 0) counted = end;
            Pools.add((double) (end - start) / operations);
        }
    }

    private void pairs(int batch) {
        final int many = 1 << 16;
        Item it = new Item(1);
        turns(many / batch * batch, () -> {}, () -> {
            for (int i = 0; i < many / batch; i++) {
                for (int k = 0; k < batch; k++) d.push(it);
                for (int k = 0; k < batch; k++) Pools.check(d.pop() == it);
            }
        });
        Pools.check(d.pop() == null);
    }

    private Tally plunder() {
        Tally got = new Tally();
        for (int misses = 0; !stop; ) {
            Item v = d.steal();
            if (v != null) {
                got.add(v);
                misses = 0;
            } else if (++misses % 64 == 0) {
                Thread.yield();
            }
        }
        return got;
    }

    private void thieves(int n, int batch) {
        final int batches = 256;
        Item[] all = some(batch);
        Tally pushed = new Tally(), got = new Tally();
        Tally[] stolen = new Tally[n];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int me = i;
            Thread t = new Thread(() -> stolen[me] = plunder());
            threads.add(t);
            t.start();
        }
        turns(batches * batch, () -> {}, () -> {
            for (int i = 0; i < batches; i++) {
                for (Item v : all) {
                    d.push(v);
                    pushed.add(v);
                }
                for (Item v = d.pop(); v != null; v = d.pop()) got.add(v);
            }
        });
        stop = true;
        long own = got.count;
        for (int i = 0; i < n; i++) {
            end(threads.get(i));
            got.count += stolen[i].count;
            got.sum += stolen[i].sum;
        }
        got.check(pushed);
        Pools.more = String.format(Locale.ROOT, ",\"share\":%.6f", (double) (got.count - own) / got.count);
    }

    private static void end(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void latency() {
        Thread thief = new Thread(() -> {
            for (long k = 1; !stop; ) {
                Item v = d.steal();
                if (v != null) {
                    Pools.check(v.id() == k);
                    done = k++;
                } else if (looked < k) {
                    looked = k;
                }
            }
        });
        thief.setDaemon(true); // lets the process end if the check fails
        thief.start();
        long k = 0;
        long warm = Math.max(2 * limit, 300_000_000), begin = System.nanoTime(), counted = 0;
        while (Pools.runs < 1 || Pools.runs < Pools.times.length && System.nanoTime() - counted < limit) {
            Item it = new Item(++k);
            while (looked < it.id()) {}
            long start = System.nanoTime();
            d.push(it);
            while (done < it.id()) {}
            long end = System.nanoTime();
            if (start - begin < warm) continue;
            if (counted == 0) counted = end;
            Pools.add(end - start);
        }
        stop = true;
        end(thief);
    }

    private void steals(int batch) {
        Item[] all = some(1024);
        List<Item> to = new ArrayList<>(batch);
        Tally want = new Tally();
        for (Item v : all) want.add(v);
        turns(all.length, () -> {
            for (Item v : all) d.push(v);
        }, () -> {
            Tally got = new Tally();
            while (got.count < all.length) {
                if (batch == 1) {
                    got.add(d.steal());
                    continue;
                }
                to.clear();
                Pools.check(d.batch(to, batch) > 0);
                for (Item v : to) got.add(v);
            }
            got.check(want);
        });
    }

    private static double held() {
        System.gc();
        System.gc(); // removes the garbage of the first deque
        Runtime r = Runtime.getRuntime();
        return r.totalMemory() - r.freeMemory();
    }

    private void items(int n) {
        Item it = new Item(1);
        double before = held();
        long start = System.nanoTime();
        for (int i = 0; i < n; i++) d.push(it);
        Pools.add((double) (System.nanoTime() - start) / n);
        Pools.more = String.format(Locale.ROOT, ",\"bytes\":%.1f", Math.max(0, (held() - before) / n));
        int left = 0;
        while (d.pop() != null) left++;
        Pools.check(left == n);
    }
}
