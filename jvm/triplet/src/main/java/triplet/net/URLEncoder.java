package triplet.net;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import triplet.Percent;
import triplet.Sets;
import triplet.TripletException;

/**
 * {@link java.net.URLEncoder} again: replace the import, and keep the rest. Results and exceptions are Java's, for every string. UTF-8 is
 * encoded by Triplet, any other charset by Java itself.
 */
public final class URLEncoder {
    private URLEncoder() {}

    /**
     * Encodes for a form, as {@link java.net.URLEncoder#encode(String, Charset)}. Half of a surrogate pair becomes {@code ?}, as in Java.
     *
     * @param text a text
     * @param charset the charset of the octets
     * @return the text encoded
     */
    public static String encode(String text, Charset charset) {
        if (!StandardCharsets.UTF_8.equals(charset)) {
            return java.net.URLEncoder.encode(text, charset);
        }
        try {
            return Percent.encode(text, Sets.Dialect.JAVA);
        } catch (TripletException error) {
            return java.net.URLEncoder.encode(text, charset);
        }
    }

    /**
     * Encodes in the charset with a name.
     *
     * @param text a text
     * @param charset the name of a charset of Java
     * @return the text encoded
     * @throws UnsupportedEncodingException if Java has no such charset
     */
    public static String encode(String text, String charset) throws UnsupportedEncodingException {
        return isUtf8(charset) ? encode(text, StandardCharsets.UTF_8) : java.net.URLEncoder.encode(text, charset);
    }

    /**
     * Encodes in the default charset of Java.
     *
     * @param text a text
     * @return the text encoded
     * @deprecated as in Java: the result depends on the machine
     */
    @Deprecated
    public static String encode(String text) {
        return encode(text, Charset.defaultCharset());
    }

    static boolean isUtf8(String charset) {
        return "UTF-8".equalsIgnoreCase(charset);
    }
}
