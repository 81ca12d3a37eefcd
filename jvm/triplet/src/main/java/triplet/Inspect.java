package triplet;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import triplet.internal.Answer;
import triplet.internal.Calls;
import triplet.internal.Native;

/**
 * What a text consists of, and what is suspicious in it.
 *
 * <pre>{@code
 * Inspect.lint("/a/%2e%2e/b", Context.PATH).get(0).rule();   // "encoded-dot-segment"
 * Inspect.explain("https%3A%2F%2Fh.example%2F%C3%A9").readable();   // Optional[https://h.example/é]
 * }</pre>
 */
public final class Inspect {
    private static final int LINT = Native.operation("pct_lint");
    private static final int EXPLAIN = Native.operation("explain");
    private static final int LAYERS = Native.operation("pct_decode_layers");

    private Inspect() {}

    /**
     * What to look at in a text before it is used.
     *
     * @param rule the stable name of the rule
     * @param severity how much it matters here
     * @param start where in the text it begins, in {@code char}s
     * @param end where it ends
     * @param layer how often the text must be decoded until it shows
     * @param message what is wrong
     * @param advice what to do
     * @serial exclude
     */
    public record Finding(String rule, Severity severity, int start, int end, int layer, String message, String advice) implements Serializable {}

    /**
     * What a text is, or a part of it.
     *
     * @param kind the stable name of the notation
     * @param title the same, for people
     * @param start where in the text around it the part begins, in {@code char}s
     * @param end where it ends
     * @param written the part as it is written
     * @param decoded the part without its notation; {@code null} if it is the same
     * @param detail more about it; {@code null} if there is none
     * @param findings what is suspicious in it, with places in {@code written}
     * @param children what it consists of
     * @serial exclude
     */
    public record Node(String kind, String title, int start, int end, String written, String decoded, String detail,
            List<Finding> findings, List<Node> children) implements Serializable {}

    /**
     * What a text is.
     *
     * @param root the whole text
     * @param readable the links of the text as a person reads them; nothing if it has none
     * @serial exclude
     */
    @SuppressWarnings("serial")
    public record Explanation(Node root, Optional<String> readable) implements Serializable {
        private Object writeReplace() {
            return new Written(root, readable.orElse(null));
        }
    }

    /** An explanation as it is serialized: an {@link Optional} cannot be. */
    private record Written(Node root, String readable) implements Serializable {
        private Object readResolve() {
            return new Explanation(root, Optional.ofNullable(readable));
        }
    }

    /**
     * A text that was decoded until nothing changed.
     *
     * @param text the text
     * @param layers how often it was decoded
     * @serial exclude
     */
    public record Layers(String text, int layers) implements Serializable {}

    /**
     * Checks a text.
     *
     * @param text a text
     * @param context what it may be
     * @return the findings, in the order of their places
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static List<Finding> lint(String text, Context context) {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(context, "context");
        return findings(new Answer(Calls.run(LINT, Calls.utf8(text), Native.IN_UTF16 | context.ordinal())));
    }

    /**
     * Says what a text is: which notations it is written in, one within the other, and what it consists of.
     *
     * @param text a text
     * @return the tree of its parts
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static Explanation explain(String text) {
        Objects.requireNonNull(text, "text");
        Answer answer = new Answer(Calls.run(EXPLAIN, Calls.utf8(text), 0));
        Optional<String> readable = Optional.ofNullable(answer.text());
        return new Explanation(node(answer), readable);
    }

    /**
     * Decodes until nothing changes. For inspection: a program that uses a text decodes it once.
     *
     * @param text a text
     * @param most how often at most, up to 65,535
     * @return text and layers; nothing past the limit, and if the octets are not UTF-8
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static Optional<Layers> decodeLayers(String text, int most) {
        Objects.requireNonNull(text, "text");
        if (most < 0 || most > 0xFFFF) {
            throw new IllegalArgumentException("a number of layers is from 0 to 65535, not " + most);
        }
        return Optional.ofNullable(Calls.run(LAYERS, Calls.utf8(text), most)).map(Answer::new).map(answer -> new Layers(answer.text(), answer.number()));
    }

    private static Node node(Answer answer) {
        String kind = answer.text();
        String title = answer.text();
        int start = answer.number();
        int end = answer.number();
        String written = answer.text();
        String decoded = answer.text();
        String detail = answer.text();
        List<Finding> findings = findings(answer);
        int count = answer.number();
        List<Node> children = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            children.add(node(answer));
        }
        return new Node(kind, title, start, end, written, decoded, detail, findings, List.copyOf(children));
    }

    private static List<Finding> findings(Answer answer) {
        int count = answer.number();
        List<Finding> findings = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            findings.add(new Finding(answer.text(), severity(answer.text()), answer.number(), answer.number(), answer.number(), answer.text(), answer.text()));
        }
        return List.copyOf(findings);
    }

    private static Severity severity(String name) {
        for (Severity severity : Severity.values()) {
            if (severity.toString().equals(name)) {
                return severity;
            }
        }
        throw new IllegalStateException("no severity is named " + name);
    }
}
