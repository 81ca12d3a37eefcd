package triplet;

import java.io.Serializable;
import java.util.Objects;
import triplet.internal.Answer;
import triplet.internal.Calls;
import triplet.internal.Native;

/**
 * References: URIs and relative references (RFC 3986).
 *
 * <pre>{@code
 * References.normalize("HTTP://EXAMPLE.com/%7euser");                // "http://example.com/~user"
 * References.equivalent("/%7Euser", "/~user");                       // true
 * References.split("http://h/a%2Fb?c=d").path();                     // "/a%2Fb"
 * References.respell("https://a.example/?b=2+3&a", "rfc5849");       // "https://a.example/?a=&b=2%203"
 * References.resolve("http://a/b/c?q", "../d");                      // "http://a/d"
 * References.requote("https://a.example/b c?q=50%");                 // "https://a.example/b%20c?q=50%25"
 * References.key("HTTP://a/%40b%2fc");                               // "http://a/@b%2Fc"
 * References.key("/?b=1&a", Level.PATH, CompareOption.ANY_ORDER);    // "/?a&b=1"
 * }</pre>
 */
public final class References {
    private static final int NORMALIZE = Native.operation("normalize");
    private static final int EQUIVALENT = Native.operation("pct_equivalent");
    private static final int RESPELL = Native.operation("respell");
    private static final int KEY = Native.operation("pct_key");
    private static final int RESOLVE = Native.operation("resolve");
    private static final int REQUOTE = Native.operation("requote");
    private static final int PARTS = Native.operation("uri_parts");
    private static final CompareOption[] NO_OPTIONS = {};

    private References() {}

    /**
     * The components of a reference, still encoded. What the reference does not have is {@code null}.
     *
     * @param scheme before the first {@code :}
     * @param userinfo before the {@code @} of the authority
     * @param host the host
     * @param port after the last {@code :} of the authority
     * @param path the path, perhaps empty
     * @param query after the {@code ?}
     * @param fragment after the {@code #}
     * @serial exclude
     */
    public record Parts(String scheme, String userinfo, String host, String port, String path, String query, String fragment) implements Serializable {}

    /**
     * Splits a reference by its delimiters. A split always succeeds, and does not say whether the reference is valid.
     *
     * @param reference a reference
     * @return its components
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static Parts split(String reference) {
        Objects.requireNonNull(reference, "reference");
        Answer answer = new Answer(Calls.run(PARTS, Calls.utf8(reference), 0));
        return new Parts(answer.text(), answer.text(), answer.text(), answer.text(), answer.text(), answer.text(), answer.text());
    }

    /**
     * The normal form at the level {@link Level#PATH}: RFC 3986 section 6.2.2.
     *
     * @param reference a reference
     * @return its normal form
     * @throws TripletException if the text is not one reference alone, or half of a surrogate pair is missing
     */
    public static String normalize(String reference) {
        return normalize(reference, Level.PATH);
    }

    /**
     * The normal form at a level.
     *
     * @param reference a reference
     * @param level how far; {@link Level#DECODED} compares only
     * @return its normal form
     * @throws TripletException if the text is not one reference alone, half of a surrogate pair is missing, or the level has no normal form
     */
    public static String normalize(String reference, Level level) {
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(level, "level");
        return Calls.text(Calls.run(NORMALIZE, Calls.utf8(reference), level.ordinal() | Native.IN_UTF16));
    }

    /**
     * Whether two references have the same normal form at the level {@link Level#PATH}.
     *
     * @param a a reference
     * @param b another
     * @return whether they are equivalent
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static boolean equivalent(String a, String b) {
        return equivalent(a, b, Level.PATH);
    }

    /**
     * Whether two references have the same normal form, or at the level {@link Level#DECODED} the same data.
     *
     * @param a a reference
     * @param b another
     * @param level how far differences are overlooked
     * @return whether they are equivalent
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static boolean equivalent(String a, String b, Level level) {
        return equivalent(a, b, level, NO_OPTIONS);
    }

    /**
     * Whether two references are equivalent at a level, with options.
     *
     * @param a a reference
     * @param b another
     * @param level how far differences are overlooked
     * @param options what else is overlooked
     * @return whether they are equivalent
     * @throws TripletException if an option goes with another level, or half of a surrogate pair is missing
     */
    public static boolean equivalent(String a, String b, Level level, CompareOption... options) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Objects.requireNonNull(level, "level");
        return new Answer(Calls.run(EQUIVALENT, Calls.utf8(a), Calls.utf8(b), level.ordinal() | bits(options))).number() == 1;
    }

    private static long bits(CompareOption[] options) {
        Objects.requireNonNull(options, "options");
        long bits = 0;
        for (CompareOption option : options) {
            Objects.requireNonNull(option, "option");
            bits |= 1L << Native.COMPARING + option.ordinal();
        }
        return bits;
    }

    /**
     * A text for maps and sets, which two references share exactly where they are equivalent at the level {@link Level#DECODED}. It is not
     * always a reference.
     *
     * @param reference a reference
     * @return its key
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String key(String reference) {
        return key(reference, Level.DECODED);
    }

    /**
     * A text for maps and sets, which two references share exactly where they are equivalent at a level.
     *
     * @param reference a reference
     * @param level how far differences are overlooked
     * @return its key
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String key(String reference, Level level) {
        return key(reference, level, NO_OPTIONS);
    }

    /**
     * A text for maps and sets, which two references share exactly where they are equivalent at a level, with options.
     *
     * @param reference a reference
     * @param level how far differences are overlooked
     * @param options what else is overlooked
     * @return its key
     * @throws TripletException if an option goes with another level, or half of a surrogate pair is missing
     */
    public static String key(String reference, Level level, CompareOption... options) {
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(level, "level");
        return Calls.text(Calls.run(KEY, Calls.utf8(reference), level.ordinal() | bits(options)));
    }

    /**
     * The target of a reference at a base (RFC 3986 section 5.2): what a link in a document means. Nothing is normalised but dot segments.
     *
     * @param base a URI, such as that of the document
     * @param reference a reference, such as that of the link
     * @return the URI of the target
     * @throws TripletException if the base has no scheme, the reference is not one alone, or half of a surrogate pair is missing
     */
    public static String resolve(String base, String reference) {
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(reference, "reference");
        return Calls.text(Calls.run(RESOLVE, Calls.utf8(reference), Calls.utf8(base), Native.IN_UTF16));
    }

    /**
     * Repairs a reference that people wrote or pasted: what is not allowed where it stands is encoded, triplets that are there stay, and a
     * {@code %} without two digits becomes {@code %25}. White space, {@code <} and {@code >} or quotation marks around it are taken off.
     *
     * @param reference a text that should be a URI
     * @return a URI or a relative reference
     * @throws TripletException if an address comes after other text, the kind is {@code after-text}; or if half of a surrogate pair is missing
     */
    public static String requote(String reference) {
        Objects.requireNonNull(reference, "reference");
        return Calls.text(Calls.run(REQUOTE, Calls.utf8(reference), Native.IN_UTF16));
    }

    /**
     * Spells path and query again, and keeps all else: each piece of data is decoded once and encoded.
     *
     * @param reference a reference
     * @param convention {@code rfc3986}, {@code whatwg}, {@code form}, {@code rfc5849}, {@code aws-sigv4}, {@code aws-sigv4-s3}, or the name
     *     of a set
     * @return the reference, spelled by that convention
     * @throws PercentDecodeException if a triplet is malformed
     * @throws TripletException if there is no such convention, the text is not one reference alone, or half of a surrogate pair is missing
     */
    public static String respell(String reference, String convention) {
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(convention, "convention");
        return Calls.text(Calls.run(RESPELL, Calls.utf8(reference), Calls.utf8(convention), Native.IN_UTF16));
    }
}
