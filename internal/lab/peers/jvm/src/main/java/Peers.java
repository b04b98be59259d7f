import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs a Chase-Lev deque under Lincheck's model checker, and prints the number of invocations of
 * the scenario as one line of JSON.
 *
 * <pre>java Peers lincheck "pushes pops thieves steals-each" seconds right|broken [warm-up-seconds]</pre>
 *
 * It stops after that time, when Lincheck has run all interleavings that it knows, or when an item
 * was taken twice. The deque "broken" allows the latter.
 */
public class Peers {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("lin")) Lin.main(args[1], Double.parseDouble(args[2]));
        String tool = args[0], scenario = args[1];
        int[] n = Arrays.stream(scenario.split(" ")).mapToInt(Integer::parseInt).toArray();
        if (!tool.equals("lincheck") || n.length != 4 || n[0] > 4)
            throw new IllegalArgumentException("want: lincheck \"pushes pops thieves steals-each\", and at most 4 pushes");
        double seconds = Double.parseDouble(args[2]), warmUp = args.length > 4 ? Double.parseDouble(args[4]) : 0;
        Class<?> deque = args[3].equals("broken") ? Deque.Broken.class : Deque.class;

        Method push = deque.getMethod("push", long.class), pop = deque.getMethod("pop"), steal = deque.getMethod("steal");
        List<List<Actor>> threads = new ArrayList<>();
        threads.add(new ArrayList<>());
        for (long v = 1; v <= n[0]; v++) threads.get(0).add(new Actor(push, List.of(v)));
        for (int i = 0; i < n[1]; i++) threads.get(0).add(new Actor(pop, List.of()));
        for (int t = 1; t <= n[2]; t++) {
            threads.add(new ArrayList<>());
            for (int i = 0; i < n[3]; i++) threads.get(t).add(new Actor(steal, List.of()));
        }
        ModelCheckingOptions options = new ModelCheckingOptions()
            .iterations(0) // Lincheck generates no scenarios
            .invocationsPerIteration(Integer.MAX_VALUE)
            .addCustomScenario(new ExecutionScenario(List.of(), threads, List.of(), null))
            .minimizeFailedScenario(false)
            .verifier(Once.class);
        Thread check = new Thread(() -> options.check(deque));
        check.setUncaughtExceptionHandler((thread, e) -> {
            if (Once.rejectedAfter > 0) return; // Lincheck reports this failure
            e.printStackTrace();
            System.exit(1);
        });
        check.setDaemon(true);
        check.start();
        while (Deque.made == 0 && check.isAlive()) Thread.sleep(1);
        long before = 0, start = System.nanoTime();
        if (warmUp > 0) {
            check.join((long) (warmUp * 1000) + 1);
            before = Deque.made;
            start = System.nanoTime();
        }
        check.join((long) (seconds * 1000) + 1);
        double took = (System.nanoTime() - start) / 1e9;
        boolean found = Once.rejectedAfter > 0;
        System.out.printf(
            Locale.ROOT,
            "{\"tool\":\"%s\",\"scenario\":\"%s\",\"executions\":%d,\"seconds\":%.6f,\"finished\":%b,\"found\":%b}%n",
            tool, scenario, found ? Once.rejectedAfter : Deque.made - before, took, !check.isAlive() && !found, found);
        System.exit(0);
    }
}
