import java.util.Locale;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.verifier.LinearizabilityVerifier;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;

/**
 * Checks a structure of {@link Structures} by Lincheck's model checker as it comes, and prints the
 * invocations and the time to the first wrong result, and the time to the report, as a line of JSON.
 *
 * <pre>java Peers lin Map seconds</pre>
 */
public class Lin {
    static volatile long rejectedAfter, rejectedAt;

    /** The usual verifier. It notes when it rejects first. */
    public static class Noting implements Verifier {
        private final Verifier usual;

        public Noting(Class<?> specification) {
            usual = new LinearizabilityVerifier(specification);
        }

        @Override
        public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
            boolean right = usual.verifyResults(scenario, results);
            if (!right && rejectedAfter == 0) {
                rejectedAfter = Structures.made;
                rejectedAt = System.nanoTime();
            }
            return right;
        }
    }

    public static void main(String name, double patience) throws Exception {
        Class<?> structure = Class.forName("Structures$" + name), specification = Class.forName("Structures$" + name + "Spec");
        long start = System.nanoTime();
        Thread check = new Thread(() -> {
            try {
                // Go's maps have no steps either.
                ManagedStrategyGuarantee plain = ManagedStrategyGuaranteeKt.forClasses("java.util.HashMap").allMethods().ignore();
                new ModelCheckingOptions().sequentialSpecification(specification).verifier(Noting.class).addGuarantee(plain).check(structure);
            } catch (LincheckAssertionError e) {
                // This is its report.
            }
        });
        check.setDaemon(true);
        check.start();
        check.join((long) (patience * 1000) + 1);
        double took = (System.nanoTime() - start) / 1e9;
        boolean found = rejectedAfter > 0;
        System.out.printf(
            Locale.ROOT,
            "{\"structure\":\"%s\",\"found\":%b,\"executions\":%d,\"to_fault\":%.6f,\"to_report\":%.6f}%n",
            name, found, found ? rejectedAfter : Structures.made, found ? (rejectedAt - start) / 1e9 : took, took);
        System.exit(0);
    }
}
