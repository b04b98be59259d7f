import java.util.concurrent.atomic.AtomicLong;

/**
 * The most valuable things that fit. A branch is left out if even a fraction of the next thing
 * cannot lift its value above the best so far, which all tasks share.
 */
final class Knapsack {
    private final Kernels.Forks forks;
    private final Kernels.Forks serial = new Kernels.Serial();
    private final int n;
    private final long[] weight, value; // in the order of value for weight
    private final int room;
    private final AtomicLong found = new AtomicLong();

    Knapsack(Kernels.Forks forks, int n) {
        this.forks = forks;
        this.n = n;
        weight = new long[n];
        value = new long[n];
        int all = 0;
        for (int i = 0; i < n; i++) {
            weight[i] = 10 + Long.remainderUnsigned(Kernels.random(i), 40);
            value[i] = weight[i] * (300 - i) / 100 + 1;
            all += (int) weight[i];
        }
        room = all / 2;
    }

    long best() {
        found.set(0);
        pack(forks, 0, room, 0);
        return found.get();
    }

    /** The last eight things do not fork, nor does a branch below a thing without room. */
    private void pack(Kernels.Forks w, int i, long room, long value) {
        for (long best = found.get(); value > best && !found.compareAndSet(best, value); best = found.get()) {
        }
        if (i == n || hopeless(i, room, value)) return;
        if (weight[i] > room) {
            pack(serial, i + 1, room, value);
        } else if (w == serial || i >= n - 8) {
            pack(serial, i + 1, room - weight[i], value + this.value[i]);
            pack(serial, i + 1, room, value);
        } else {
            w.both(() -> pack(w, i + 1, room - weight[i], value + this.value[i]), () -> pack(w, i + 1, room, value));
        }
    }

    private boolean hopeless(int i, long room, long value) {
        for (; i < n && weight[i] <= room; i++) {
            room -= weight[i];
            value += this.value[i];
        }
        if (i < n) value += this.value[i] * room / weight[i] + n; // makes up for rounding in the bound and in the order
        return value <= found.get();
    }

    /** Dynamic programming: the best value for each room. */
    long expected() {
        long[] table = new long[room + 1];
        for (int i = 0; i < n; i++) {
            for (int r = room; r >= weight[i]; r--) table[r] = Math.max(table[r], table[r - (int) weight[i]] + value[i]);
        }
        return table[room];
    }
}
