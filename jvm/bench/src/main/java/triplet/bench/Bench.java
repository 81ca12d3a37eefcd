package triplet.bench;

import com.google.common.net.UrlEscapers;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import okhttp3.HttpUrl;
import org.apache.commons.codec.net.URLCodec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.springframework.web.util.UriUtils;
import triplet.Forms;
import triplet.Percent;
import triplet.Sets;

/** Strings of several lengths, encoded and decoded by Triplet and its peers. {@link #main} prints a table. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Bench {
    /** What the texts consist of: words as in queries and paths, or one in which nothing changes. */
    static final Map<String, String> UNITS = Map.of("words", "/café x&y=1.2/item-name_09/abcd ", "clean", "abcdefghijklmnopqrstuvwxyz012345");

    /** The length in characters. */
    @Param({"8", "64", "1024", "65536"})
    public int length;

    /** The kind of text. */
    @Param({"words", "clean"})
    public String kind;

    private String text;
    private String encoded;
    private byte[] octets;
    private HttpUrl url;
    private final URLCodec codec = new URLCodec();

    /** Makes the texts. */
    @Setup
    public void texts() {
        String unit = UNITS.get(kind);
        text = unit.repeat(length / unit.length() + 1).substring(0, length);
        encoded = java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
        octets = encoded.getBytes(StandardCharsets.UTF_8);
        url = HttpUrl.get("http://h/");
        if (!Percent.encode(text, Sets.Dialect.JAVA).equals(encoded) || !Forms.decode(encoded).equals(text)) {
            throw new AssertionError("not the results of Java");
        }
    }

    @Benchmark
    public Object encodeTriplet() {
        return Percent.encode(text);
    }

    @Benchmark
    public Object encodeTripletNet() {
        return triplet.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Benchmark
    public Object encodeJava() {
        return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Benchmark
    public Object encodeGuava() {
        return UrlEscapers.urlFormParameterEscaper().escape(text);
    }

    @Benchmark
    public Object encodeSpring() {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }

    @Benchmark
    public Object encodeCommons() throws Exception {
        return codec.encode(text);
    }

    @Benchmark
    public Object encodeOkHttp() {
        return url.newBuilder().addQueryParameter("q", text).build();
    }

    @Benchmark
    public Object decodeTriplet() {
        return Forms.decode(encoded);
    }

    @Benchmark
    public Object decodeTripletNet() {
        return triplet.net.URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    }

    @Benchmark
    public Object decodeJava() {
        return java.net.URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    }

    @Benchmark
    public Object decodeSpring() {
        return UriUtils.decode(encoded, StandardCharsets.UTF_8);
    }

    @Benchmark
    public Object decodeCommons() throws Exception {
        return codec.decode(encoded);
    }

    @Benchmark
    public Object decodeNetty() {
        return QueryStringDecoder.decodeComponent(encoded);
    }

    @Benchmark
    public Object decodeBytesTriplet() {
        return Percent.decode(octets);
    }

    @Benchmark
    public Object decodeBytesCommons() throws Exception {
        return URLCodec.decodeUrl(octets);
    }

    private static final Map<String, String> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put("encodeTriplet", "`Percent.encode`");
        NAMES.put("encodeTripletNet", "`triplet.net.URLEncoder`");
        NAMES.put("encodeJava", "`java.net.URLEncoder`");
        NAMES.put("encodeGuava", "Guava `urlFormParameterEscaper`");
        NAMES.put("encodeSpring", "Spring `UriUtils.encode`");
        NAMES.put("encodeCommons", "commons-codec `URLCodec.encode`");
        NAMES.put("encodeOkHttp", "OkHttp `addQueryParameter`, the whole URL");
        NAMES.put("decodeTriplet", "`Forms.decode`");
        NAMES.put("decodeTripletNet", "`triplet.net.URLDecoder`");
        NAMES.put("decodeJava", "`java.net.URLDecoder`");
        NAMES.put("decodeSpring", "Spring `UriUtils.decode`");
        NAMES.put("decodeCommons", "commons-codec `URLCodec.decode`");
        NAMES.put("decodeNetty", "Netty `decodeComponent`");
        NAMES.put("decodeBytesTriplet", "`Percent.decode(byte[])`");
        NAMES.put("decodeBytesCommons", "commons-codec `decodeUrl(byte[])`");
    }

    /**
     * Prints a table in nanoseconds a call.
     *
     * @param options {@code quick} for few turns; other words are patterns of the benchmarks to run
     * @throws Exception if a benchmark fails
     */
    public static void main(String[] options) throws Exception {
        boolean quick = List.of(options).contains("quick");
        OptionsBuilder builder = new OptionsBuilder();
        String[] patterns = Arrays.stream(options).filter(option -> !option.equals("quick")).toArray(String[]::new);
        List.of(patterns.length == 0 ? new String[] {"triplet.bench.Bench"} : patterns).forEach(builder::include);
        // Many short turns. The shortest counts, because other programs on the machine only add time.
        builder.forks(quick ? 0 : 1).warmupIterations(quick ? 1 : 2).measurementIterations(quick ? 1 : 40);
        builder.warmupTime(TimeValue.milliseconds(quick ? 20 : 300)).measurementTime(TimeValue.milliseconds(quick ? 20 : 10));
        builder.verbosity(VerboseMode.SILENT).shouldFailOnError(true);
        Collection<RunResult> results = new Runner(builder.build()).run();
        Map<String, Map<String, Double>> rows = new LinkedHashMap<>();
        for (String kind : List.of("words", "clean")) {
            for (RunResult result : results) {
                if (result.getParams().getParam("kind").equals(kind)) {
                    String method = result.getParams().getBenchmark();
                    String row = NAMES.get(method.substring(method.lastIndexOf('.') + 1)) + (kind.equals("clean") ? ", nothing changes" : "");
                    double best = result.getBenchmarkResults().iterator().next().getIterationResults().stream()
                        .mapToDouble(turn -> turn.getPrimaryResult().getScore()).min().orElseThrow();
                    rows.computeIfAbsent(row, name -> new LinkedHashMap<>()).put(result.getParams().getParam("length"), best);
                }
            }
        }
        System.out.println("| ns a call, characters | 8 | 64 | 1,024 | 65,536 |\n|---|--:|--:|--:|--:|");
        for (String suffix : List.of("", ", nothing changes")) {
            for (String name : NAMES.values()) {
                Map<String, Double> row = rows.get(name + suffix);
                if (row != null) {
                    System.out.print("| " + name + suffix + " |");
                    List.of("8", "64", "1024", "65536").forEach(length -> System.out.printf(" %,.0f |", row.get(length)));
                    System.out.println();
                }
            }
        }
    }
}
