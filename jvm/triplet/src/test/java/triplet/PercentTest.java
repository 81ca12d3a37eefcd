package triplet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PercentTest {
    @Test
    void textIsEncodedAndDecoded() {
        assertEquals("50%25%20off", Percent.encode("50% off"));
        assertEquals("a/b%20c", Percent.encode("a/b c", Sets.Rfc3986.PATH));
        assertEquals("café", Percent.decode("caf%C3%A9"));
        assertEquals("café", Percent.decode("caf%E9", "windows-1252"));
        assertEquals(Optional.empty(), Percent.tryDecode("100%"));
    }

    @Test
    void anErrorHasOffsetAndKind() {
        PercentDecodeException error = assertThrows(PercentDecodeException.class, () -> Percent.decode("é𝄞 100%"));
        assertEquals(7, error.offset());
        assertEquals("truncated", error.kind());
        assertEquals("`%` at offset 7: no digit follows; a `%` needs two hexadecimal digits", error.getMessage());
    }
}
