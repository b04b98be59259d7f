import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The deque of D. Chase and Y. Lev (SPAA 2005) in plain Java. Java's own work-stealing deque is
 * private to ForkJoinPool. The array does not shrink. The owner clears the slots that it pops.
 */
final class ChaseLev<T> {
    private final AtomicLong top = new AtomicLong();
    private volatile long bottom; // written by the owner
    private volatile AtomicReferenceArray<T> array = new AtomicReferenceArray<>(64);

    void push(T v) {
        long b = bottom, t = top.get();
        AtomicReferenceArray<T> a = array;
        if (b - t >= a.length() - 1) {
            AtomicReferenceArray<T> larger = new AtomicReferenceArray<>(2 * a.length());
            for (long i = t; i < b; i++) larger.setPlain(slot(i, larger), a.getPlain(slot(i, a)));
            array = a = larger;
        }
        a.setPlain(slot(b, a), v); // the store of bottom publishes it
        bottom = b + 1;
    }

    /** Takes the newest item. Returns null if there is none. */
    T pop() {
        long b = bottom - 1;
        AtomicReferenceArray<T> a = array;
        bottom = b;
        long t = top.get();
        if (b < t) {
            bottom = t;
            return null;
        }
        T v = a.getPlain(slot(b, a));
        if (b == t) {
            if (!top.compareAndSet(t, t + 1)) v = null;
            bottom = t + 1;
        }
        if (v != null) a.setPlain(slot(b, a), null);
        return v;
    }

    /** Takes the oldest item. Returns null if there is none, or if another thread was faster. */
    T steal() {
        long t = top.get();
        if (t >= bottom) return null;
        AtomicReferenceArray<T> a = array;
        T v = a.get(slot(t, a));
        return top.compareAndSet(t, t + 1) ? v : null;
    }

    private static int slot(long i, AtomicReferenceArray<?> a) {
        return (int) i & a.length() - 1;
    }
}
