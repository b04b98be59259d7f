import java.util.List;
import org.jetbrains.kotlinx.lincheck.Result;
import org.jetbrains.kotlinx.lincheck.ValueResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResultKt;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;

/** Rejects an execution in which an item was taken twice, and checks nothing else. */
public class Once implements Verifier {
    /** The number of invocations before the first rejected one, or 0. */
    static volatile long rejectedAfter;

    /** Lincheck calls it with the deque's class. */
    public Once(Class<?> deque) {}

    @Override
    public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
        long taken = 0;
        for (List<Result> thread : ExecutionResultKt.getThreadsResults(results))
            for (Result r : thread)
                if (r instanceof ValueResult v && v.getValue() instanceof Long item && item != 0) {
                    if ((taken & 1L << item) != 0) {
                        if (rejectedAfter == 0) rejectedAfter = Deque.made; // Lincheck repeats the rejected one
                        return false;
                    }
                    taken |= 1L << item;
                }
        return true;
    }
}
