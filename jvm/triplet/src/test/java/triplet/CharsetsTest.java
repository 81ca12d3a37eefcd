package triplet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CharsetsTest {
    private static final List<String> SAME = List.of("Shift_JIS", "EUC-JP", "GB18030", "EUC-KR", "windows-1251", "KOI8-R");

    /** The octets are Java's, one by one. */
    private static String encoded(byte[] octets) {
        StringBuilder text = new StringBuilder();
        for (byte octet : octets) {
            char c = (char) (octet & 0xFF);
            text.append(c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0) ? String.valueOf(c) : String.format("%%%02X", (int) c));
        }
        return text.toString();
    }

    @Test
    void charsetsOfJavaAreJavas() {
        for (Charset charset : Charset.availableCharsets().values()) {
            if (!charset.canEncode()) {
                continue;
            }
            for (String text : Texts.generated(12, false, "ж", "語", "é", " ")) {
                // Without controls: those of ISO 2022 shift to another set.
                StringBuilder mappable = new StringBuilder();
                text.codePoints().mapToObj(Character::toString).filter(c -> charset.newEncoder().canEncode(c) && c.charAt(0) >= ' ').forEach(mappable::append);
                byte[] octets = mappable.toString().getBytes(charset);
                assertEquals(encoded(octets), Percent.encode(mappable.toString(), Sets.Rfc3986.UNRESERVED, charset), charset.name());
                assertEquals(new String(octets, charset), Percent.decode(encoded(octets), charset), charset.name());
            }
        }
    }

    @Test
    void charsetsByNameAreThoseOfTheEncodingStandard() {
        for (String name : SAME) {
            Charset charset = Charset.forName(name);
            for (String text : List.of("日本", "한국", "漢字", "Москва")) {
                if (charset.newEncoder().canEncode(text)) {
                    String encoded = encoded(text.getBytes(charset));
                    assertEquals(encoded, Percent.encode(text, Sets.Rfc3986.UNRESERVED, name), name);
                    assertEquals(text, Percent.decode(encoded, name), name);
                    assertEquals(Optional.of(text), Percent.tryDecode(encoded, name.toLowerCase()), name);
                }
            }
        }
        assertEquals("€", Percent.decode("%80", "iso-8859-1"));
        assertEquals("\u0080", Percent.decode("%80", StandardCharsets.ISO_8859_1));
    }

    @Test
    void anErrorHasItsOffset() {
        PercentDecodeException decode = assertThrows(PercentDecodeException.class, () -> Percent.decode("é%41a%FF", StandardCharsets.US_ASCII));
        assertEquals(5, decode.offset());
        assertEquals("invalid-charset", decode.kind());
        assertEquals("octet %FF at offset 5: not text in US-ASCII; decode to bytes or from another charset", decode.getMessage());
        decode = assertThrows(PercentDecodeException.class, () -> Percent.decode("é%41a%", StandardCharsets.US_ASCII));
        assertEquals(5, decode.offset());
        assertEquals("truncated", decode.kind());
        decode = assertThrows(PercentDecodeException.class, () -> Percent.decode("é𝄞%83%FF", "Shift_JIS"));
        assertEquals(3, decode.offset());
        assertEquals("invalid-charset", decode.kind());
        for (TripletException encode : List.of(assertThrows(TripletException.class, () -> Percent.encode("é𝄞ж", Sets.Rfc3986.PATH, "windows-1251")),
            assertThrows(TripletException.class, () -> Percent.encode("é𝄞ж", Sets.Rfc3986.PATH, Charset.forName("windows-1251"))))) {
            assertEquals(0, encode.offset());
            assertEquals("unmappable", encode.kind());
        }
        assertEquals(2, assertThrows(TripletException.class, () -> Percent.encode("жa𝄞", Sets.Rfc3986.PATH, "koi8-r")).offset());
        assertEquals(2, assertThrows(TripletException.class, () -> Percent.encode("жa𝄞", Sets.Rfc3986.PATH, Charset.forName("koi8-r"))).offset());
    }

    @Test
    void anUnknownCharsetIsAnError() {
        TripletException error = assertThrows(TripletException.class, () -> Percent.decode("%41", "shift_jsi"));
        assertEquals("no charset is named `shift_jsi`; the nearest one is `Shift_JIS`", error.getMessage());
        assertThrows(TripletException.class, () -> Percent.tryDecode("a", ""));
    }

    @Test
    void octetsThatAreNotTextStayOctets() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int octet = 0; octet < 256; octet++) {
            all.write(octet);
        }
        byte[] octets = all.toByteArray();
        assertEquals(encoded(octets), Percent.encodeToString(octets));
        assertEquals(encoded(octets), new String(Percent.encode(octets), StandardCharsets.US_ASCII));
        assertEquals(List.of(octets.length), List.of(Percent.decode(Percent.encode(octets)).length));
        assertEquals("\uFFFD%zz", Percent.decodeLossy("%FF%zz"));
        assertEquals(5, assertThrows(PercentDecodeException.class, () -> Percent.decode("é%41%4".getBytes(StandardCharsets.UTF_8))).offset());
        assertEquals(4, assertThrows(PercentDecodeException.class, () -> Percent.decodeToBytes("é%41%4")).offset());
        assertEquals(Optional.empty(), Percent.tryDecode("%4".getBytes(StandardCharsets.UTF_8)));
    }
}
