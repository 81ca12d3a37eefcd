package triplet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.net.UrlEscapers;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import okhttp3.HttpUrl;
import org.apache.commons.codec.net.URLCodec;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.UriUtils;
import triplet.internal.Calls;

/** The real peers of Maven Central: what equals a set is compared on every character; what differs is in the table of docs/java.md. */
class PeersTest {
    private static void same(UnaryOperator<String> peer, EncodeSet set) {
        for (String text : Texts.chars()) {
            if (Calls.loneSurrogate(text) < 0) {
                assertEquals(peer.apply(text), Percent.encode(text, set), set + " " + (int) text.charAt(0));
            }
        }
        for (String text : Texts.generated(3000, false, " ", "/", "+", "%", "&", "%41", "\uD83D\uDE00")) {
            assertEquals(peer.apply(text), Percent.encode(text, set));
        }
    }

    @Test
    void springEncodesTheComponentsOfRfc3986() {
        same(text -> UriUtils.encode(text, StandardCharsets.UTF_8), Sets.Rfc3986.UNRESERVED);
        same(text -> UriUtils.encodePathSegment(text, StandardCharsets.UTF_8), Sets.Rfc3986.SEGMENT);
        same(text -> UriUtils.encodePath(text, StandardCharsets.UTF_8), Sets.Rfc3986.PATH);
        same(text -> UriUtils.encodeQuery(text, StandardCharsets.UTF_8), Sets.Rfc3986.QUERY);
        same(text -> UriUtils.encodeFragment(text, StandardCharsets.UTF_8), Sets.Rfc3986.FRAGMENT);
        same(text -> UriUtils.encodeUserInfo(text, StandardCharsets.UTF_8), Sets.Rfc3986.USERINFO);
    }

    @Test
    void guavaEscapesSegmentsAndForms() {
        same(UrlEscapers.urlPathSegmentEscaper()::escape, Sets.Rfc3986.SEGMENT);
        same(UrlEscapers.urlFragmentEscaper()::escape, Sets.Rfc3986.FRAGMENT);
        same(UrlEscapers.urlFormParameterEscaper()::escape, Sets.Dialect.JAVA);
    }

    @Test
    void commonsCodecEncodesForms() {
        URLCodec codec = new URLCodec();
        for (String text : Texts.generated(3000, false, " ", "/", "+", "%")) {
            byte[] octets = text.getBytes(StandardCharsets.UTF_8);
            assertArrayEquals(codec.encode(octets), Percent.encode(octets, Sets.Dialect.JAVA));
        }
    }

    @Test
    void okHttpSplitsQueriesAsWeDo() {
        for (String text : Texts.generated(2000, false, "&", "=", "+", "%20", "%C3%A9")) {
            // OkHttp drops tabs, line breaks and spaces around; NUL and the like are encoded by it first.
            String query = text.replaceAll("[\\x00-\\x20#]", "").replaceAll("%(?![0-9A-Fa-f]{2})", "");
            HttpUrl url = HttpUrl.get("http://h/?" + query);
            StringBuilder theirs = new StringBuilder();
            for (int i = 0; i < url.querySize(); i++) {
                String value = url.queryParameterValue(i);
                if (!(url.queryParameterName(i).isEmpty() && value == null)) {
                    theirs.append(url.queryParameterName(i)).append(" -> ").append(value == null ? "" : value).append('\n');
                }
            }
            StringBuilder ours = new StringBuilder();
            Forms.parse(query).forEach(pair -> ours.append(pair.getKey()).append(" -> ").append(pair.getValue()).append('\n'));
            assertEquals(theirs.toString(), ours.toString(), query);
        }
    }
}
