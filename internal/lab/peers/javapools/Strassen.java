/** The product of two square matrices by seven products of halves. */
final class Strassen {
    private static final int LEAF = 32;

    /** A square part of a matrix. */
    record Part(long[] cells, int at, int stride, int n) {
        Part quarter(int i, int j) {
            int h = n / 2;
            return new Part(cells, at + i * h * stride + j * h, stride, h);
        }

        Part plus(Part other, long sign) {
            Part sum = whole(new long[n * n], n);
            for (int i = 0; i < n; i++) {
                int x = at + i * stride, y = other.at + i * other.stride;
                for (int j = 0; j < n; j++) sum.cells[i * n + j] = cells[x + j] + sign * other.cells[y + j];
            }
            return sum;
        }

        void addProduct(Part a, Part b) {
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < n; k++) row(cells, at + i * stride, a.cells[a.at + i * a.stride + k], b.cells, b.at + k * b.stride, n);
            }
        }

        private static void row(long[] c, int to, long x, long[] b, int from, int n) {
            for (int j = 0; j < n; j++) c[to + j] += x * b[from + j];
        }
    }

    static Part whole(long[] cells, int n) {
        return new Part(cells, 0, n, n);
    }

    /** Adds the product to c. With 32 rows it multiplies directly. It needs a power of two. */
    static void multiply(Kernels.Forks w, Part c, Part a, Part b) {
        if (c.n <= LEAF) {
            c.addProduct(a, b);
            return;
        }
        int h = c.n / 2;
        Part a11 = a.quarter(0, 0), a12 = a.quarter(0, 1), a21 = a.quarter(1, 0), a22 = a.quarter(1, 1);
        Part b11 = b.quarter(0, 0), b12 = b.quarter(0, 1), b21 = b.quarter(1, 0), b22 = b.quarter(1, 1);
        long[][] p = new long[7][];
        Kernels.each(w, 0, 7, i -> {
            p[i] = new long[h * h];
            Part to = whole(p[i], h);
            switch (i) {
                case 0 -> multiply(w, to, a11.plus(a22, 1), b11.plus(b22, 1));
                case 1 -> multiply(w, to, a21.plus(a22, 1), b11);
                case 2 -> multiply(w, to, a11, b12.plus(b22, -1));
                case 3 -> multiply(w, to, a22, b21.plus(b11, -1));
                case 4 -> multiply(w, to, a11.plus(a12, 1), b22);
                case 5 -> multiply(w, to, a21.plus(a11, -1), b11.plus(b12, 1));
                default -> multiply(w, to, a12.plus(a22, -1), b21.plus(b22, 1));
            }
        });
        for (int i = 0; i < h; i++) {
            int upper = c.at + i * c.stride, lower = upper + h * c.stride;
            for (int j = 0; j < h; j++) {
                int k = i * h + j;
                c.cells[upper + j] = p[0][k] + p[3][k] - p[4][k] + p[6][k];
                c.cells[upper + h + j] = p[2][k] + p[4][k];
                c.cells[lower + j] = p[1][k] + p[3][k];
                c.cells[lower + h + j] = p[0][k] - p[1][k] + p[2][k] + p[5][k];
            }
        }
    }
}
