package triplet.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import triplet.Forms;
import triplet.Percent;

/**
 * The same calls as {@link Bench} beside {@code java.net}, in processor time of the thread, for a machine that other programs use too.
 * The calls take turns; the least time of the turns counts.
 */
public final class ProcessorTime {
    private static final int[] LENGTHS = {8, 64, 1024, 65536};
    /** About as many characters are read in each turn. */
    private static final int CHARACTERS = 2_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** What a call returns goes here, so that no call is left out. */
    private static volatile Object result;

    private ProcessorTime() {}

    private record Row(String name, boolean decodes, UnaryOperator<String> call) {}

    private static final List<Row> ROWS = List.of(
        new Row("`Percent.encode`", false, Percent::encode),
        new Row("`triplet.net.URLEncoder`", false, text -> triplet.net.URLEncoder.encode(text, StandardCharsets.UTF_8)),
        new Row("`java.net.URLEncoder`", false, text -> URLEncoder.encode(text, StandardCharsets.UTF_8)),
        new Row("`Forms.decode`", true, Forms::decode),
        new Row("`triplet.net.URLDecoder`", true, text -> triplet.net.URLDecoder.decode(text, StandardCharsets.UTF_8)),
        new Row("`java.net.URLDecoder`", true, text -> URLDecoder.decode(text, StandardCharsets.UTF_8)));

    /** Nanoseconds of each row for a text. */
    private static double[] measure(String text, int turns) {
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        Function<Row, String> input = row -> row.decodes() ? encoded : text;
        int calls = Math.max(20, CHARACTERS / Math.max(text.length(), 16));
        double[] least = new double[ROWS.size()];
        Arrays.fill(least, Double.MAX_VALUE);
        for (int turn = 0; turn < turns; turn++) {
            for (int i = 0; i < least.length; i++) {
                UnaryOperator<String> call = ROWS.get(i).call();
                String argument = input.apply(ROWS.get(i));
                long start = THREADS.getCurrentThreadCpuTime();
                for (int j = 0; j < calls; j++) {
                    result = call.apply(argument);
                }
                least[i] = Math.min(least[i], (THREADS.getCurrentThreadCpuTime() - start) / (double) calls);
            }
        }
        return least;
    }

    /**
     * Prints a table.
     *
     * @param arguments how many turns there are, or 15
     */
    public static void main(String[] arguments) {
        int turns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 15;
        System.out.println("| ns a call, characters | 8 | 64 | 1,024 | 65,536 |\n|---|--:|--:|--:|--:|");
        for (String kind : List.of("words", "clean")) {
            List<double[]> columns = new ArrayList<>();
            for (int length : LENGTHS) {
                String unit = Bench.UNITS.get(kind);
                columns.add(measure(unit.repeat(length / unit.length() + 1).substring(0, length), turns));
            }
            for (int i = 0; i < ROWS.size(); i++) {
                StringBuilder line = new StringBuilder("| " + ROWS.get(i).name() + (kind.equals("clean") ? ", nothing changes |" : " |"));
                for (double[] column : columns) {
                    line.append(String.format(" %,.0f |", column[i]));
                }
                System.out.println(line);
            }
        }
    }
}
