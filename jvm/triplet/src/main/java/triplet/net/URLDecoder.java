package triplet.net;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import triplet.Forms;

/**
 * {@link java.net.URLDecoder} again: replace the import, and keep the rest. Results and exceptions are Java's, for every string. UTF-8 is
 * decoded by Triplet; any other charset, and what Triplet refuses, by Java itself, whose decoder replaces octets that are not text by
 * U+FFFD and takes {@code %+1} for a triplet.
 */
public final class URLDecoder {
    private URLDecoder() {}

    /**
     * Decodes what is in a form, as {@link java.net.URLDecoder#decode(String, Charset)}.
     *
     * @param text a text with triplets, in which {@code +} is a space
     * @param charset the charset of the octets
     * @return the text decoded
     * @throws IllegalArgumentException where Java throws it, for a malformed triplet
     */
    public static String decode(String text, Charset charset) {
        if (!StandardCharsets.UTF_8.equals(charset)) {
            return java.net.URLDecoder.decode(text, charset);
        }
        return Forms.tryDecode(text).orElseGet(() -> java.net.URLDecoder.decode(text, charset));
    }

    /**
     * Decodes in the charset with a name.
     *
     * @param text a text with triplets, in which {@code +} is a space
     * @param charset the name of a charset of Java
     * @return the text decoded
     * @throws UnsupportedEncodingException if Java has no such charset
     */
    public static String decode(String text, String charset) throws UnsupportedEncodingException {
        return URLEncoder.isUtf8(charset) ? decode(text, StandardCharsets.UTF_8) : java.net.URLDecoder.decode(text, charset);
    }

    /**
     * Decodes in the default charset of Java.
     *
     * @param text a text with triplets, in which {@code +} is a space
     * @return the text decoded
     * @deprecated as in Java: the result depends on the machine
     */
    @Deprecated
    public static String decode(String text) {
        return decode(text, Charset.defaultCharset());
    }
}
