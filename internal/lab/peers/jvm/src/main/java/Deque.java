import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The deque of wsq/chaselev.go, shared access by shared access. It serves programs that push at
 * most as often as its first ring has slots, so it never grows, shrinks or wraps around. Java's
 * atomics are sequentially consistent, like Go's. Slots are plain memory. Lincheck orders their
 * accesses, too.
 */
public class Deque {
    private static final int CAPACITY = 4;

    private static class Ring {
        final long[] slots = new long[CAPACITY];
        final AtomicLongArray done = new AtomicLongArray(CAPACITY);

        Ring() {
            done.set(0, 1);
        }

        long take(long i) {
            long v = slots[(int) i % CAPACITY];
            slots[(int) i % CAPACITY] = 0;
            return v;
        }

        void finish(long i) {
            done.set((int) i % CAPACITY, i + 1);
        }
    }

    /** Lincheck makes a deque for each invocation, before other threads run. */
    static volatile long made;

    final AtomicLong top = new AtomicLong(), bottom = new AtomicLong();
    private volatile Ring array = new Ring();

    // Only the owner uses these.
    private final Ring ring = array;
    private long own, free; // own is the owner's copy of bottom

    public Deque() {
        made++;
    }

    public void push(long v) {
        ring.slots[(int) own % CAPACITY] = v;
        bottom.set(++own);
    }

    /** Returns 0 if there was no item, like steal. */
    public long pop() {
        long b = own - 1, t = top.get();
        if (b == t) {
            if (!top.compareAndSet(t, t + 1)) return 0;
            long v = ring.take(t);
            settle(t);
            return v;
        }
        if (b < t) return 0;
        own = b;
        bottom.set(b);
        t = top.get();
        if (b > t) return ring.take(b);
        boolean won = b == t && top.compareAndSet(t, t + 1);
        own = b + 1;
        bottom.set(b + 1);
        if (!won) return 0;
        long v = ring.take(b);
        settle(b);
        return v;
    }

    private void settle(long i) {
        if (free == i) free++;
        else ring.finish(i);
    }

    public long steal() {
        long t = top.get(), b = bottom.get();
        if (b <= t) return 0;
        Ring r = array;
        if (!claim(t)) return 0;
        long v = r.slots[(int) t % CAPACITY];
        array.finish(t);
        return v;
    }

    boolean claim(long t) {
        return top.compareAndSet(t, t + 1);
    }

    /** A wrong deque: its steal stores top instead of using a CAS. */
    public static class Broken extends Deque {
        @Override
        boolean claim(long t) {
            top.set(t + 1);
            return true;
        }
    }
}
