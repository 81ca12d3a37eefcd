package triplet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import triplet.internal.Answer;
import triplet.internal.Calls;
import triplet.internal.Native;

/**
 * Forms: {@code application/x-www-form-urlencoded}, such as most queries. A space is {@code +}.
 *
 * <pre>{@code
 * Forms.parse("q=a+b&lang=fr");                          // [q=a b, lang=fr]
 * Forms.get("q=a+b&lang=fr", "q");                       // Optional[a b]
 * Forms.serialize(List.of(Map.entry("q", "a & b")));     // "q=a+%26+b"
 * }</pre>
 */
public final class Forms {
    private static final int DECODE = Native.operation("pct_decode");
    private static final int PARSE = Native.operation("form_parse");
    private static final int GET = Native.operation("form_get");
    private static final int SERIALIZE = Native.operation("form_serialize");

    private Forms() {}

    /**
     * Parses a form as the URL standard does: never an error. Malformed triplets are kept, and octets that are not UTF-8 become U+FFFD.
     *
     * @param form a form, such as a query without its {@code ?}
     * @return names and values, in their order
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static List<Map.Entry<String, String>> parse(String form) {
        Objects.requireNonNull(form, "form");
        Answer answer = new Answer(Calls.run(PARSE, Calls.utf8(form), 0));
        int count = answer.number();
        List<Map.Entry<String, String>> pairs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            pairs.add(Map.entry(answer.text(), answer.text()));
        }
        return List.copyOf(pairs);
    }

    /**
     * The value of the first pair with a name.
     *
     * @param form a form, such as a query without its {@code ?}
     * @param name a name, decoded
     * @return the value, decoded; nothing if there is none
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static Optional<String> get(String form, String name) {
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(name, "name");
        return Optional.ofNullable(Calls.run(GET, Calls.utf8(form), Calls.utf8(name), 0)).map(Calls::text);
    }

    /**
     * Writes a form.
     *
     * @param pairs names and values, in their order
     * @return the form
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String serialize(Iterable<? extends Map.Entry<String, String>> pairs) {
        Objects.requireNonNull(pairs, "pairs");
        List<byte[]> parts = new ArrayList<>();
        long size = 0;
        for (Map.Entry<String, String> pair : pairs) {
            Objects.requireNonNull(pair, "a pair");
            String name = Objects.requireNonNull(pair.getKey(), "a name");
            String value = Objects.requireNonNull(pair.getValue(), () -> "the value of \"" + name + '"');
            for (String part : new String[] {name, value}) {
                byte[] octets = Calls.utf8(part);
                parts.add(octets);
                size += octets.length + Integer.BYTES;
            }
        }
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the names and values have " + size + " bytes, and an array of Java at most " + Integer.MAX_VALUE);
        }
        ByteBuffer all = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        parts.forEach(part -> all.putInt(part.length).put(part));
        return Calls.ascii(Calls.run(SERIALIZE, all.array(), 0));
    }

    /**
     * Encodes one name or value.
     *
     * @param text a text
     * @return the text encoded, with {@code +} for a space
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String encode(String text) {
        return Percent.encode(text, Sets.Whatwg.FORM);
    }

    /**
     * Decodes one name or value, strictly.
     *
     * @param text a text with triplets, in which {@code +} is a space
     * @return the text decoded
     * @throws PercentDecodeException if a triplet is malformed, or the octets are not UTF-8
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String decode(String text) {
        Objects.requireNonNull(text, "text");
        return isClean(text) ? text : Calls.text(Calls.run(DECODE, Calls.utf8(text), Native.PLUS | Native.IN_UTF16));
    }

    /**
     * Decodes one name or value, if that can be done.
     *
     * @param text a text with triplets, in which {@code +} is a space
     * @return the text decoded; nothing where {@link #decode} throws an exception
     */
    public static Optional<String> tryDecode(String text) {
        Objects.requireNonNull(text, "text");
        if (isClean(text)) {
            return Optional.of(text);
        }
        byte[] octets = Calls.utf8OrNull(text);
        return octets == null ? Optional.empty() : Optional.ofNullable(Calls.attempt(DECODE, octets, Native.PLUS)).map(Calls::text);
    }

    private static boolean isClean(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0;
    }
}
