import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * The broken structures of the module examples, shared access by shared access, with their sequential
 * specifications. A result of -1 stands for none.
 */
public class Structures {
    /** Lincheck makes a structure for each invocation, before other threads run. */
    static volatile long made;

    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Map {
        private final AtomicReference<HashMap<Integer, Integer>> of = new AtomicReference<>(new HashMap<>());

        public Map() {
            made++;
        }

        @Operation
        public int get(@Param(name = "key") int k) {
            return of.get().getOrDefault(k, -1);
        }

        @Operation
        public void put(@Param(name = "key") int k, int v) {
            HashMap<Integer, Integer> n = new HashMap<>(of.get());
            n.put(k, v);
            of.set(n);
        }

        @Operation
        public synchronized void delete(@Param(name = "key") int k) {
            HashMap<Integer, Integer> n = new HashMap<>(of.get());
            n.remove(k);
            of.set(n);
        }
    }

    public static class MapSpec {
        private final HashMap<Integer, Integer> of = new HashMap<>();

        public int get(int k) {
            return of.getOrDefault(k, -1);
        }

        public void put(int k, int v) {
            of.put(k, v);
        }

        public void delete(int k) {
            of.remove(k);
        }
    }

    public static class Queue {
        private static class Node {
            final int value;
            final AtomicReference<Node> next = new AtomicReference<>();

            Node(int value) {
                this.value = value;
            }
        }

        private final AtomicReference<Node> head, tail;

        public Queue() {
            made++;
            Node n = new Node(0);
            head = new AtomicReference<>(n);
            tail = new AtomicReference<>(n);
        }

        @Operation
        public void push(int v) {
            Node n = new Node(v);
            tail.getAndSet(n).next.set(n);
        }

        @Operation(nonParallelGroup = "consumer")
        public int pop() {
            Node next = head.get().next.get();
            if (next == null) return -1;
            head.set(next);
            return next.value;
        }
    }

    public static class QueueSpec {
        private final ArrayDeque<Integer> items = new ArrayDeque<>();

        public void push(int v) {
            items.addLast(v);
        }

        public int pop() {
            return items.isEmpty() ? -1 : items.removeFirst();
        }
    }

    public static class SPSC {
        private final AtomicInteger read = new AtomicInteger(), write = new AtomicInteger();
        private final int[] slots = new int[2];

        public SPSC() {
            made++;
        }

        @Operation(nonParallelGroup = "producer")
        public boolean push(int v) {
            int w = write.get();
            if (w - read.get() == 2) return false;
            slots[w % 2] = v;
            write.set(w + 1);
            return true;
        }

        @Operation(nonParallelGroup = "consumer")
        public int pop() {
            int r = read.get();
            if (r == write.get()) return -1;
            read.set(r + 1);
            return slots[r % 2];
        }
    }

    public static class Bounded {
        protected final ArrayDeque<Integer> items = new ArrayDeque<>();

        public boolean push(int v) {
            if (items.size() == 2) return false;
            items.addLast(v);
            return true;
        }

        public int pop() {
            return items.isEmpty() ? -1 : items.removeFirst();
        }
    }

    public static class SPSCSpec extends Bounded {}

    public static class Stealing {
        private final AtomicInteger top = new AtomicInteger(), bottom = new AtomicInteger();
        private final AtomicIntegerArray slots = new AtomicIntegerArray(2);

        public Stealing() {
            made++;
        }

        @Operation(nonParallelGroup = "owner")
        public boolean push(int v) {
            int b = bottom.get();
            if (b - top.get() == 2) return false;
            slots.set(b % 2, v);
            bottom.set(b + 1);
            return true;
        }

        @Operation(nonParallelGroup = "owner")
        public int pop() {
            int b = bottom.get() - 1;
            bottom.set(b);
            int t = top.get();
            if (t > b) {
                bottom.set(t);
                return -1;
            }
            int v = slots.get(b % 2);
            if (t < b) return v;
            boolean won = top.compareAndSet(t, t + 1);
            bottom.set(t + 1);
            return won ? v : -1;
        }

        @Operation
        public int steal() {
            while (true) {
                int t = top.get();
                if (t >= bottom.get()) return -1;
                if (top.compareAndSet(t, t + 1)) return slots.get(t % 2);
            }
        }
    }

    public static class StealingSpec extends Bounded {
        @Override
        public int pop() {
            return items.isEmpty() ? -1 : items.removeLast();
        }

        public int steal() {
            return super.pop();
        }
    }

    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Set {
        private static class Node {
            final int key;
            final AtomicReference<Node> next = new AtomicReference<>();
            final AtomicBoolean deleted = new AtomicBoolean();

            Node(int key) {
                this.key = key;
            }
        }

        private final Node head = new Node(0);

        public Set() {
            made++;
        }

        /** Returns the node before the key. */
        private Node find(int key, Node[] found) {
            Node before = head, after = before.next.get();
            while (after != null) {
                if (after.deleted.get()) {
                    before.next.compareAndSet(after, after.next.get());
                    after = before.next.get();
                    continue;
                }
                if (after.key >= key) break;
                before = after;
                after = after.next.get();
            }
            found[0] = after;
            return before;
        }

        @Operation
        public boolean add(@Param(name = "key") int key) {
            Node[] found = new Node[1];
            while (true) {
                Node before = find(key, found), after = found[0];
                if (after != null && after.key == key) return false;
                Node n = new Node(key);
                n.next.set(after);
                if (before.next.compareAndSet(after, n)) return true;
            }
        }

        @Operation
        public boolean remove(@Param(name = "key") int key) {
            Node[] found = new Node[1];
            Node before = find(key, found), n = found[0];
            if (n == null || n.key != key || !n.deleted.compareAndSet(false, true)) return false;
            before.next.compareAndSet(n, n.next.get());
            return true;
        }

        @Operation
        public boolean has(@Param(name = "key") int key) {
            Node[] found = new Node[1];
            find(key, found);
            Node n = found[0];
            return n != null && n.key == key && !n.deleted.get();
        }
    }

    public static class SetSpec {
        private final TreeSet<Integer> keys = new TreeSet<>();

        public boolean add(int key) {
            return keys.add(key);
        }

        public boolean remove(int key) {
            return keys.remove(key);
        }

        public boolean has(int key) {
            return keys.contains(key);
        }
    }
}
