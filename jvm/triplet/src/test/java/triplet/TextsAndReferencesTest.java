package triplet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TextsAndReferencesTest {
    @Test
    void formsAreReadAndWritten() {
        List<Map.Entry<String, String>> pairs = List.of(Map.entry("a b", "&="), Map.entry("", "é"), Map.entry("a b", ""), Map.entry("𝄞", "+"));
        String form = Forms.serialize(pairs);
        assertEquals("a+b=%26%3D&=%C3%A9&a+b=&%F0%9D%84%9E=%2B", form);
        assertEquals(pairs, Forms.parse(form));
        assertEquals(Optional.of("&="), Forms.get(form, "a b"));
        assertEquals(Optional.empty(), Forms.get(form, "b"));
        assertEquals(List.of(), Forms.parse(""));
        assertEquals("", Forms.serialize(List.of()));
        assertEquals(List.of(Map.entry("%zz", "\uFFFD")), Forms.parse("%zz=%FF"));
        assertEquals("a b", Forms.decode("a+b"));
        assertEquals(3, assertThrows(PercentDecodeException.class, () -> Forms.decode("a+b%")).offset());
        assertEquals(Optional.empty(), Forms.tryDecode("a+b%"));
        for (String text : Texts.generated(1000, false, "&", "=", "+", "%", " ")) {
            assertEquals(List.of(Map.entry(text, text)), Forms.parse(Forms.serialize(List.of(Map.entry(text, text)))));
        }
    }

    @Test
    void referencesAreSplitAsJavaSplitsThem() {
        for (String text : List.of("http://u:p@h:80/a%2Fb?c=d#e", "//h", "/a", "a/b?", "?q", "#", "", "mailto:a@b", "http://[::1]:8/", "file:///a")) {
            References.Parts parts = References.split(text);
            // Java has no URI that is a scheme alone, and its opaque URIs have no path.
            URI java = URI.create(text);
            assertEquals(java.getScheme(), parts.scheme());
            assertEquals(java.getRawUserInfo(), parts.userinfo());
            assertEquals(java.getHost(), java.getRawAuthority() == null ? null : parts.host());
            assertEquals(java.getPort() < 0 ? null : "" + java.getPort(), parts.port());
            assertEquals(java.isOpaque() ? java.getRawSchemeSpecificPart() : java.getRawPath(), parts.path());
            assertEquals(java.getRawQuery(), parts.query());
            assertEquals(java.getRawFragment(), parts.fragment());
        }
    }

    @Test
    void referencesAreNormalisedAndCompared() {
        assertEquals("http://example.com/~user", References.normalize("HTTP://EXAMPLE.com/%7euser"));
        assertEquals("http://h/b", References.normalize("http://h/a/../b", Level.PATH));
        assertEquals("http://h/", References.normalize("http://h:80", Level.SCHEME));
        assertThrows(TripletException.class, () -> References.normalize("/", Level.DECODED));
        assertTrue(References.equivalent("/?a=%2B", "/?a=%2b"));
        assertTrue(References.equivalent("/a%21", "/a!", Level.DECODED));
        assertEquals(List.of(false, false), List.of(References.equivalent("/a%2Fb", "/a/b"), References.equivalent("/a", "/b", Level.DECODED)));
        assertEquals("https://a.example/?a=&b=2%203", References.respell("https://a.example/?b=2+3&a", "rfc5849"));
        assertEquals(5, assertThrows(PercentDecodeException.class, () -> References.respell("/?é=1%", "form")).offset());
        TripletException error = assertThrows(TripletException.class, () -> References.respell("/", "rfc5848"));
        assertEquals("no convention is named `rfc5848`; the nearest one is `rfc5849`", error.getMessage());
    }

    @Test
    void wordsBesideAReferenceAreNotLost() {
        for (String[] row : new String[][] {{"é𝄞 see https://a.example/", "after-text", "8"}, {"https://a.example/ https://b.example/", "text-after", "19"},
                {"/docs see a/../b", "text-lost", "5"}, {"# Read me", "not-reference", "0"}}) {
            for (Executable call : new Executable[] {() -> References.normalize(row[0]), () -> References.respell(row[0], "aws-sigv4"),
                    () -> References.resolve("http://a/b", row[0])}) {
                TripletException error = assertThrows(TripletException.class, call, row[0]);
                assertEquals(List.of(row[1], Integer.parseInt(row[2])), List.of(error.kind(), error.offset()), row[0]);
            }
        }
        assertEquals("/a%20b", References.respell("/a b", "rfc3986"));
    }

    @Test
    void referencesAreComparedWithOptions() {
        assertTrue(References.equivalent("/?b=1&a=%7E", "/?a=~&b=1", Level.PATH, CompareOption.ANY_ORDER));
        assertTrue(References.equivalent("/é", "/%C3%A9", Level.PATH, CompareOption.IRI));
        assertTrue(References.equivalent("/?b=+&a", "/?a&b=%20", Level.DECODED, CompareOption.ANY_ORDER, CompareOption.PLUS));
        assertEquals("/?a=~&b=1", References.key("/?b=1&&a=%7E", Level.PATH, CompareOption.ANY_ORDER));
        assertEquals(References.key("/caf%C3%A9"), References.key("/cafe\u0301", Level.DECODED, CompareOption.NFC));
        TripletException error = assertThrows(TripletException.class, () -> References.key("/", Level.PATH, CompareOption.NFC));
        assertEquals("the option `nfc` goes with the level `decoded`", error.getMessage());
    }

    @Test
    void referencesAreResolvedAndRepaired() {
        // RFC 3986 section 5.4.
        for (String[] row : new String[][] {{"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"/g", "http://a/g"}, {"//g", "http://g"}, {"?y", "http://a/b/c/d;p?y"},
                {"#s", "http://a/b/c/d;p?q#s"}, {"", "http://a/b/c/d;p?q"}, {"../..", "http://a/"}, {"../../../g", "http://a/g"}, {"http:g", "http:g"}}) {
            assertEquals(row[1], References.resolve("http://a/b/c/d;p?q", row[0]));
        }
        assertEquals("http://é/𝄞", References.resolve("http://é/a", "𝄞"));
        TripletException relative = assertThrows(TripletException.class, () -> References.resolve("/a", "b"));
        assertEquals(List.of("no-scheme", 0), List.of(relative.kind(), relative.offset()));
        assertEquals("https://a.example/b%20c?q=50%25", References.requote("https://a.example/b c?q=50%"));
        assertEquals("/%C3%A9%20%41", References.requote(" </é %41> "));
        TripletException after = assertThrows(TripletException.class, () -> References.requote("é𝄞 see https://a.example/b c"));
        assertEquals(List.of("after-text", 8), List.of(after.kind(), after.offset()));
        assertEquals("http://a/@b%2Fc?q=%C3%A9", References.key("HTTP://a/%40b%2fc?q=é"));
        assertEquals("http://a/%40b%2Fc", References.key("HTTP://a/%40b%2fc", Level.PERCENT));
        assertEquals(References.equivalent("/a%21", "/a!", Level.DECODED), References.key("/a%21").equals(References.key("/a!")));
    }

    @Test
    void textsAreInspected() {
        Inspect.Finding finding = Inspect.lint("/é𝄞/%00", Context.PATH).stream().filter(found -> found.rule().equals("nul-byte")).findFirst().orElseThrow();
        assertEquals(Severity.ERROR, finding.severity());
        assertEquals(List.of(5, 8), List.of(finding.start(), finding.end()));
        assertEquals(List.of(), Inspect.lint("/a/b", Context.PATH));
        Inspect.Node root = Inspect.explain("https://é.example/%C3%A9?q=1").root();
        assertEquals("iri", root.kind());
        Inspect.Node pair = root.children().get(root.children().size() - 1);
        assertEquals("q=1", pair.written());
        assertEquals("q=1", "https://é.example/%C3%A9?q=1".substring(pair.start(), pair.end()));
        assertEquals(Optional.of(new Inspect.Layers("/", 2)), Inspect.decodeLayers("%252F", 8));
        assertEquals(Optional.empty(), Inspect.decodeLayers("%252F", 1));
        assertThrows(IllegalArgumentException.class, () -> Inspect.decodeLayers("a", 70_000));
    }
}
