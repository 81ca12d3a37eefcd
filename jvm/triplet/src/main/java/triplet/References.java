package triplet;

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
 * }</pre>
 */
public final class References {
    private static final int NORMALIZE = Native.operation("pct_normalize");
    private static final int EQUIVALENT = Native.operation("pct_equivalent");
    private static final int RESPELL = Native.operation("pct_respell");
    private static final int PARTS = Native.operation("uri_parts");

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
     */
    public record Parts(String scheme, String userinfo, String host, String port, String path, String query, String fragment) {}

    /**
     * Splits a reference by its delimiters. A split always succeeds, and does not say whether the reference is valid.
     *
     * @param reference a reference
     * @return its components
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static Parts split(String reference) {
        Answer answer = new Answer(Calls.run(PARTS, Calls.utf8(reference), 0));
        return new Parts(answer.text(), answer.text(), answer.text(), answer.text(), answer.text(), answer.text(), answer.text());
    }

    /**
     * The normal form at the level {@link Level#PATH}: RFC 3986 section 6.2.2.
     *
     * @param reference a reference
     * @return its normal form
     * @throws TripletException if half of a surrogate pair is missing
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
     * @throws TripletException if half of a surrogate pair is missing, or the level has no normal form
     */
    public static String normalize(String reference, Level level) {
        return Calls.text(Calls.run(NORMALIZE, Calls.utf8(reference), level.ordinal()));
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
        return new Answer(Calls.run(EQUIVALENT, Calls.utf8(a), Calls.utf8(b), level.ordinal())).number() == 1;
    }

    /**
     * Spells path and query again, and keeps all else: each piece of data is decoded once and encoded.
     *
     * @param reference a reference
     * @param convention {@code rfc3986}, {@code whatwg}, {@code form}, {@code rfc5849}, {@code aws-sigv4}, {@code aws-sigv4-s3}, or the name
     *     of a set
     * @return the reference, spelled by that convention
     * @throws PercentDecodeException if a triplet is malformed
     * @throws TripletException if there is no such convention, or half of a surrogate pair is missing
     */
    public static String respell(String reference, String convention) {
        return Calls.text(Calls.run(RESPELL, Calls.utf8(reference), Calls.utf8(convention), Native.IN_UTF16));
    }
}
