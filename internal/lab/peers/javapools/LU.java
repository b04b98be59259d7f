import java.util.Arrays;

/**
 * Factors a matrix into triangular ones, without pivoting, because the diagonal is large. It works
 * in blocks of 32. The twin has no blocks.
 */
final class LU {
    private static final int BLOCK = 32;

    private final int n; // a multiple of BLOCK
    private final double[] m;

    private LU(int n) {
        this.n = n;
        m = new double[n * n];
    }

    static void run(Kernels k, int n) {
        double[] origin = new double[n * n];
        Arrays.setAll(origin, i -> (double) (Kernels.random(i) >>> 40) / (1 << 24) + (i % (n + 1) == 0 ? n : 0));
        LU lu = new LU(n);
        k.whole(() -> {}, () -> {
            System.arraycopy(origin, 0, lu.m, 0, n * n);
            if (k.forks.forks()) {
                lu.decompose(k.forks);
            } else {
                lu.factor(0, n);
            }
        }, () -> lu.check(origin));
    }

    private void check(double[] origin) {
        for (int i = 0; i < n; i += 7) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k <= Math.min(i, j); k++) sum += (k == i ? 1 : m[i * n + k]) * m[k * n + j];
                Pools.check(Math.abs(sum - origin[i * n + j]) <= 1e-9 * n);
            }
        }
    }

    private void decompose(Kernels.Forks w) {
        for (int k = 0; k < n; k += BLOCK) {
            int d = k, next = k + BLOCK, left = (n - next) / BLOCK;
            factor(d, BLOCK);
            Kernels.each(w, 0, 2 * left, t -> {
                int i = next + t / 2 * BLOCK;
                if (t % 2 == 0) {
                    right(d, i);
                } else {
                    below(d, i);
                }
            });
            Kernels.each(w, 0, left * left, t -> rest(next + t / left * BLOCK, next + t % left * BLOCK, d));
        }
    }

    /** Factors the square of this size at d, d: L is below the diagonal and has ones on it, U is on and above. */
    private void factor(int d, int size) {
        for (int k = d; k < d + size; k++) {
            for (int i = k + 1; i < d + size; i++) eliminate(i, k, d + size);
        }
    }

    /** Divides the k-th number of row i by the pivot, and subtracts that multiple of row k. */
    private void eliminate(int i, int k, int to) {
        m[i * n + k] /= m[k * n + k];
        subtract(i * n, m[i * n + k], k * n, k + 1, to);
    }

    /** Subtracts x times a row from another one. */
    private void subtract(int row, double x, int other, int from, int to) {
        double[] m = this.m;
        for (int j = from; j < to; j++) m[row + j] -= x * m[other + j];
    }

    /** Solves L of the block at d, d times x = the block at d, j, and leaves x there. */
    private void right(int d, int j) {
        for (int k = d; k < d + BLOCK; k++) {
            for (int i = k + 1; i < d + BLOCK; i++) subtract(i * n, m[i * n + k], k * n, j, j + BLOCK);
        }
    }

    /** Solves x times U of the block at d, d = the block at i, d, and leaves x there. */
    private void below(int d, int i) {
        for (int row = i; row < i + BLOCK; row++) {
            for (int k = d; k < d + BLOCK; k++) eliminate(row, k, d + BLOCK);
        }
    }

    /** Subtracts the product of the blocks at i, d and d, j from the block at i, j. */
    private void rest(int i, int j, int d) {
        for (int row = i; row < i + BLOCK; row++) {
            for (int k = d; k < d + BLOCK; k++) subtract(row * n, m[row * n + k], k * n, j, j + BLOCK);
        }
    }
}
