import java.util.Arrays;

/** Heat that spreads in a square plate, one step after the other. */
final class Heat {
    private static final int STEPS = 20, BAND = 16;

    private static double[] got;

    /** The result does not depend on the order, so it equals that of one thread, bit by bit. */
    static void run(Kernels k, int n) {
        double[] want = spread(new Kernels.Serial(), n, n);
        k.whole(() -> got = null, () -> got = spread(k.forks, n, BAND), () -> Pools.check(Arrays.equals(got, want)));
    }

    /** The number of rows of a task. */
    private static double[] spread(Kernels.Forks w, int n, int band) {
        double[] a = new double[n * n], b = new double[n * n];
        Arrays.fill(a, 0, n, 100);
        Arrays.fill(b, 0, n, 100);
        for (int s = 0; s < STEPS; s++) {
            double[] from = s % 2 == 0 ? a : b, to = s % 2 == 0 ? b : a;
            Kernels.each(w, 0, (n + band - 1) / band, t -> {
                for (int i = Math.max(1, t * band); i < Math.min(n - 1, (t + 1) * band); i++) row(from, to, i * n, n);
            });
        }
        return a; // the number of steps is even
    }

    private static void row(double[] from, double[] to, int at, int n) {
        for (int j = at + 1; j < at + n - 1; j++) to[j] = (from[j - n] + from[j + n] + from[j - 1] + from[j + 1]) / 4;
    }
}
