package triplet;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import triplet.internal.Calls;
import triplet.internal.Charsets;
import triplet.internal.Native;

/**
 * Encodes and decodes.
 *
 * <pre>{@code
 * Percent.encode("50% off");                       // "50%25%20off"
 * Percent.encode("a/b c", Sets.Rfc3986.PATH);      // "a/b%20c"
 * Percent.decode("caf%C3%A9");                     // "café"
 * Percent.decode("caf%E9", "windows-1252");        // "café"
 * Percent.tryDecode("100%");                       // Optional.empty()
 * Percent.decode("100%");                          // PercentDecodeException: offset 3, kind truncated
 * }</pre>
 *
 * <p>Decoding is strict: a malformed triplet, or octets that are not text, are an error with its offset. {@code +} is a plus; in a form,
 * where it is a space, {@link Forms} decodes. All methods take time in proportion to the length of the text.
 *
 * <p>A method with a {@link Charset} means what Java means by that charset. A method with the name of a charset means the Encoding standard,
 * as browsers do: {@code iso-8859-1} is then another name of {@code windows-1252}. Such a name may also be {@code cesu-8}, {@code cp037} and others.
 */
public final class Percent {
    private static final int ENCODE = Native.operation("pct_encode");
    private static final int DECODE = Native.operation("pct_decode");
    private static final int DECODE_BYTES = Native.operation("pct_decode_bytes");
    private static final int DECODE_LOSSY = Native.operation("pct_decode_lossy");
    /** Up to this length a loop finds sooner than a call that nothing changes. */
    private static final int SHORT = 64;

    private Percent() {}

    /**
     * Encodes all but the unreserved characters of RFC 3986 section 2.3: any data, for any component of a reference.
     *
     * @param text a text
     * @return the text encoded; the same string if nothing changes
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String encode(String text) {
        return encode(text, Sets.Rfc3986.UNRESERVED);
    }

    /**
     * Encodes what a set does not keep, as UTF-8.
     *
     * @param text a text
     * @param set which characters are kept
     * @return the text encoded; the same string if nothing changes
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String encode(String text, EncodeSet set) {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(set, "set");
        if (isUnchanged(text, set)) {
            return text;
        }
        byte[] octets = Calls.utf8(text);
        byte[] encoded = Calls.run(ENCODE, octets, set.own, set.number);
        if (encoded.length == octets.length && !set.writesSpaceAsPlus()) {
            return text;
        }
        return set.keepsNonAscii() ? Calls.text(encoded) : Calls.ascii(encoded);
    }

    /** Whether a short text has only characters that stay as they are. */
    private static boolean isUnchanged(String text, EncodeSet set) {
        int length = text.length();
        if (length > SHORT) {
            return false;
        }
        boolean[] unchanged = set.unchanged;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= unchanged.length || !unchanged[c]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Encodes what a set does not keep, in a charset of Java.
     *
     * @param text a text
     * @param set which characters are kept
     * @param charset the charset of the octets
     * @return the text encoded
     * @throws TripletException if the charset lacks a character; the kind is {@code unmappable}
     */
    public static String encode(String text, EncodeSet set, Charset charset) {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(set, "set");
        Objects.requireNonNull(charset, "charset");
        if (charset.equals(StandardCharsets.UTF_8)) {
            return encode(text, set);
        }
        return encodeToString(Charsets.octets(text, charset), set);
    }

    /**
     * Encodes what a set does not keep, in a charset of the Encoding standard.
     *
     * @param text a text
     * @param set which characters are kept
     * @param charset a label of the charset, in any case
     * @return the text encoded
     * @throws TripletException if the charset lacks a character, the kind is {@code unmappable}; or if there is no such charset
     */
    public static String encode(String text, EncodeSet set, String charset) {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(set, "set");
        Objects.requireNonNull(charset, "charset");
        long option = Charsets.number(charset) << Native.CHARSET | Native.IN_UTF16;
        return Calls.text(Calls.run(ENCODE, Calls.utf8(text), set.own, option | set.number));
    }

    /**
     * Encodes all octets but those of the unreserved characters.
     *
     * @param octets any octets
     * @return the octets encoded
     */
    public static byte[] encode(byte[] octets) {
        return encode(octets, Sets.Rfc3986.UNRESERVED);
    }

    /**
     * Encodes all octets that a set does not keep.
     *
     * @param octets any octets
     * @param set which characters are kept
     * @return the octets encoded
     */
    public static byte[] encode(byte[] octets, EncodeSet set) {
        Objects.requireNonNull(octets, "octets");
        Objects.requireNonNull(set, "set");
        return Calls.run(ENCODE, octets, set.own, set.number);
    }

    /**
     * Encodes all octets but those of the unreserved characters.
     *
     * @param octets any octets
     * @return the octets encoded
     */
    public static String encodeToString(byte[] octets) {
        return encodeToString(octets, Sets.Rfc3986.UNRESERVED);
    }

    /**
     * Encodes all octets that a set does not keep.
     *
     * @param octets any octets
     * @param set which characters are kept
     * @return the octets encoded
     */
    public static String encodeToString(byte[] octets, EncodeSet set) {
        Objects.requireNonNull(octets, "octets");
        Objects.requireNonNull(set, "set");
        return Calls.text(encode(octets, set));
    }

    /**
     * Decodes once, to text.
     *
     * @param text a text with triplets
     * @return the text decoded; the same string if there is none
     * @throws PercentDecodeException if a triplet is malformed, or the octets are not UTF-8
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String decode(String text) {
        Objects.requireNonNull(text, "text");
        if (text.indexOf('%') < 0) {
            return text;
        }
        return Calls.text(Calls.run(DECODE, Calls.utf8(text), Native.IN_UTF16));
    }

    /**
     * Decodes once, to text in a charset of Java. Characters outside ASCII that are not encoded stay.
     *
     * @param text a text with triplets
     * @param charset the charset of the octets
     * @return the text decoded
     * @throws PercentDecodeException if a triplet is malformed, or the octets are not text in this charset
     */
    public static String decode(String text, Charset charset) {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(charset, "charset");
        if (charset.equals(StandardCharsets.UTF_8)) {
            return decode(text);
        }
        return Charsets.decode(text, charset, Percent::decodeToBytes);
    }

    /**
     * Decodes once, to text in a charset of the Encoding standard.
     *
     * @param text a text with triplets
     * @param charset a label of the charset, in any case
     * @return the text decoded
     * @throws PercentDecodeException if a triplet is malformed, or the octets are not text in this charset
     * @throws TripletException if there is no such charset, or half of a surrogate pair is missing
     */
    public static String decode(String text, String charset) {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(charset, "charset");
        long option = Charsets.number(charset) << Native.CHARSET | Native.IN_UTF16;
        return Calls.text(Calls.run(DECODE, Calls.utf8(text), option));
    }

    /**
     * Decodes once.
     *
     * @param octets octets with triplets
     * @return the octets decoded
     * @throws PercentDecodeException if a triplet is malformed; the offset is in bytes
     */
    public static byte[] decode(byte[] octets) {
        Objects.requireNonNull(octets, "octets");
        return Calls.run(DECODE_BYTES, octets, 0);
    }

    /**
     * Decodes once, to octets.
     *
     * @param text a text with triplets; other characters are octets of UTF-8
     * @return the octets
     * @throws PercentDecodeException if a triplet is malformed
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static byte[] decodeToBytes(String text) {
        Objects.requireNonNull(text, "text");
        return Calls.run(DECODE_BYTES, Calls.utf8(text), Native.IN_UTF16);
    }

    /**
     * Decodes once, to text, if that can be done.
     *
     * @param text a text with triplets
     * @return the text decoded; nothing where {@link #decode(String)} throws an exception
     */
    public static Optional<String> tryDecode(String text) {
        Objects.requireNonNull(text, "text");
        if (text.indexOf('%') < 0) {
            return Optional.of(text);
        }
        byte[] octets = Calls.utf8OrNull(text);
        return octets == null ? Optional.empty() : Optional.ofNullable(Calls.attempt(DECODE, octets, 0)).map(Calls::text);
    }

    /**
     * Decodes once, to text in a charset of the Encoding standard, if that can be done.
     *
     * @param text a text with triplets
     * @param charset a label of the charset, in any case
     * @return the text decoded; nothing where the octets are not text in this charset
     * @throws TripletException if there is no such charset
     */
    public static Optional<String> tryDecode(String text, String charset) {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(charset, "charset");
        long option = Charsets.number(charset) << Native.CHARSET;
        byte[] octets = Calls.utf8OrNull(text);
        return octets == null ? Optional.empty() : Optional.ofNullable(Calls.attempt(DECODE, octets, option)).map(Calls::text);
    }

    /**
     * Decodes once, if that can be done.
     *
     * @param octets octets with triplets
     * @return the octets decoded; nothing where a triplet is malformed
     */
    public static Optional<byte[]> tryDecode(byte[] octets) {
        Objects.requireNonNull(octets, "octets");
        return Optional.ofNullable(Calls.attempt(DECODE_BYTES, octets, 0));
    }

    /**
     * Decodes once, for people to read: malformed triplets are kept, and octets that are not UTF-8 become U+FFFD.
     *
     * @param text a text with triplets
     * @return the text decoded
     * @throws TripletException if half of a surrogate pair is missing
     */
    public static String decodeLossy(String text) {
        Objects.requireNonNull(text, "text");
        if (text.indexOf('%') < 0) {
            return text;
        }
        return Calls.text(Calls.run(DECODE_LOSSY, Calls.utf8(text), 0));
    }
}
