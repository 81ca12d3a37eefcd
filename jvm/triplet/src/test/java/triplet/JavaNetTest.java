package triplet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import triplet.net.URLDecoder;
import triplet.net.URLEncoder;

/** {@code triplet.net} has the results of {@code java.net}. */
class JavaNetTest {
    private static final List<Charset> CHARSETS = List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16,
        StandardCharsets.US_ASCII, Charset.forName("windows-1252"), Charset.forName("Shift_JIS"), Charset.forName("GB18030"));

    /** Each {@code char} in UTF-8. Other charsets are done by Java itself. */
    private static List<String> chars(Charset charset) {
        List<String> all = Texts.chars();
        return charset.equals(StandardCharsets.UTF_8) ? all : IntStream.range(0, all.size() / 251).mapToObj(i -> all.get(i * 251)).toList();
    }

    @Test
    void eachCharIsEncodedAsByJava() {
        for (Charset charset : CHARSETS) {
            for (String text : chars(charset)) {
                assertEquals(java.net.URLEncoder.encode(text, charset), URLEncoder.encode(text, charset));
                String within = "a " + text + "b";
                assertEquals(java.net.URLEncoder.encode(within, charset), URLEncoder.encode(within, charset));
            }
        }
    }

    @Test
    void generatedTextsAreEncodedAsByJava() {
        for (String text : Texts.generated(20_000, true, " ", "?", "%", "+", "\uD83D", "\uDE00")) {
            assertEquals(java.net.URLEncoder.encode(text, StandardCharsets.UTF_8), URLEncoder.encode(text, StandardCharsets.UTF_8));
        }
    }

    @Test
    void eachCharIsDecodedAsByJava() {
        for (Charset charset : CHARSETS) {
            for (String text : chars(charset)) {
                for (String within : List.of(text, "+%41" + text + "%C3%A9", "%" + text + "1", "%4" + text)) {
                    same(() -> java.net.URLDecoder.decode(within, charset), () -> URLDecoder.decode(within, charset));
                }
            }
        }
    }

    @Test
    void generatedTextsAreDecodedAsByJava() {
        String[] pieces = {"+", "%", "%20", "%C3%A9", "%F0%9F%98%80", "%C3", "%80", "%00", "%e2%82%ac", "%ED%A0%80", "%-1", "%+f", "%4", "\uD83D"};
        for (String text : Texts.generated(20_000, true, pieces)) {
            same(() -> java.net.URLDecoder.decode(text, StandardCharsets.UTF_8), () -> URLDecoder.decode(text, StandardCharsets.UTF_8));
        }
        for (String text : Texts.generated(20_000, false, "+", "%20", "%C3%A9", "%F0%9F%98%80")) {
            String encoded = java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
            assertEquals(text, URLDecoder.decode(encoded, StandardCharsets.UTF_8));
        }
    }

    @Test
    void namesOfCharsetsAreThoseOfJava() {
        for (String charset : List.of("UTF-8", "utf-8", "UTF8", "latin1", "no such charset", "", " UTF-8")) {
            same(() -> java.net.URLEncoder.encode("é ", charset), () -> URLEncoder.encode("é ", charset));
            same(() -> java.net.URLDecoder.decode("%C3%A9+", charset), () -> URLDecoder.decode("%C3%A9+", charset));
        }
        assertThrows(UnsupportedEncodingException.class, () -> URLEncoder.encode("é", "no such charset"));
    }

    @Test
    @SuppressWarnings("deprecation")
    void theDefaultCharsetIsThatOfJava() {
        assertEquals(java.net.URLEncoder.encode("é ?"), URLEncoder.encode("é ?"));
        assertEquals(java.net.URLDecoder.decode("%C3%A9+"), URLDecoder.decode("%C3%A9+"));
    }

    @Test
    void nullIsTheSameException() {
        same(() -> java.net.URLEncoder.encode(null, StandardCharsets.UTF_8), () -> URLEncoder.encode(null, StandardCharsets.UTF_8), false);
        same(() -> java.net.URLEncoder.encode("a", (Charset) null), () -> URLEncoder.encode("a", (Charset) null));
        same(() -> java.net.URLDecoder.decode(null, StandardCharsets.UTF_8), () -> URLDecoder.decode(null, StandardCharsets.UTF_8), false);
        same(() -> java.net.URLDecoder.decode("a", (Charset) null), () -> URLDecoder.decode("a", (Charset) null));
    }

    private static void same(Callable<String> java, Callable<String> ours) {
        same(java, ours, true);
    }

    private static void same(Callable<String> java, Callable<String> ours, boolean withMessage) {
        String[] results = new String[2];
        for (int i = 0; i < 2; i++) {
            try {
                results[i] = (i == 0 ? java : ours).call();
            } catch (Exception error) {
                results[i] = withMessage ? error.toString() : error.getClass().toString();
            }
        }
        assertEquals(results[0], results[1]);
    }
}
