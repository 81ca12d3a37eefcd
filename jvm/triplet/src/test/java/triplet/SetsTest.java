package triplet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import triplet.internal.Native;

class SetsTest {
    @Test
    void theConstantsAreAllSetsOfTheLibrary() throws IllegalAccessException {
        List<EncodeSet> constants = new ArrayList<>();
        Class<?>[] classes = Sets.class.getDeclaredClasses();
        for (Class<?> specification : classes) {
            for (var field : specification.getFields()) {
                EncodeSet set = (EncodeSet) field.get(null);
                String name = specification.getSimpleName() + ":" + field.getName();
                assertEquals(set.name(), name.replace('_', '-').toLowerCase());
                constants.add(set);
            }
        }
        assertEquals(Native.names("set").size(), constants.size());
        assertTrue(constants.containsAll(EncodeSet.named()));
    }

    @Test
    void theEnumsAreThoseOfTheLibrary() {
        assertEquals(Native.names("level"), List.of(Level.values()).stream().map(Level::toString).toList());
        assertEquals(Native.names("context"), List.of(Context.values()).stream().map(Context::toString).toList());
        assertEquals(Native.names("severity"), List.of(Severity.values()).stream().map(Severity::toString).toList());
        assertEquals(Native.names("option"), List.of(CompareOption.values()).stream().map(CompareOption::toString).toList());
    }

    private static Object sent(Object value) throws Exception {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        new ObjectOutputStream(octets).writeObject(value);
        return new ObjectInputStream(new ByteArrayInputStream(octets.toByteArray())).readObject();
    }

    /** A function that Spark sends to the machines of its cluster. */
    private interface Sent extends UnaryOperator<String>, Serializable {}

    @Test
    void setsAndAnswersAreSerialized() throws Exception {
        for (EncodeSet set : EncodeSet.named()) {
            assertSame(set, sent(set));
        }
        EncodeSet own = Sets.Rfc3986.SEGMENT.alsoEncode(":").spaceAsPlus();
        EncodeSet read = (EncodeSet) sent(own);
        assertEquals(own, read);
        assertEquals(own.toString(), read.toString());
        assertEquals("a%3A+%C3%A9", Percent.encode("a: é", read));
        Sent function = text -> Percent.encode(text, own);
        assertEquals("a%3A+b", ((Sent) sent(function)).apply("a: b"));
        String text = "https://h/..%2f?a=%C3%A9";
        for (Object answer : List.of(Inspect.lint(text, Context.URL), Inspect.explain(text), Inspect.explain("a"), Inspect.decodeLayers(text, 8).orElseThrow(),
                References.split(text), Context.PATH, Level.DECODED)) {
            assertEquals(answer, sent(answer));
        }
    }

    @Test
    void aSetSaysWhatTheEncoderDoes() {
        for (EncodeSet set : EncodeSet.named()) {
            for (char c = 0; c < 128; c++) {
                String text = String.valueOf(c);
                String expected = set.writesSpaceAsPlus() && c == ' ' ? "+" : set.keeps(c) ? text : String.format("%%%02X", (int) c);
                // Longer than what Java finds unchanged by itself.
                assertEquals(expected.repeat(100), Percent.encode(text.repeat(100), set), set + " " + (int) c);
                assertEquals(expected, Percent.encode(text, set));
            }
        }
    }

    @Test
    void ownSetsEncodeAsTheSetsThatTheyEqual() {
        EncodeSet keeping = EncodeSet.keeping("/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~");
        assertEquals(Sets.Dialect.PYTHON_QUOTE, keeping);
        assertEquals(Sets.Dialect.PYTHON_QUOTE.hashCode(), keeping.hashCode());
        assertEquals(Sets.Dialect.PYTHON_QUOTE_PLUS, keeping.alsoEncode("/").spaceAsPlus());
        for (String text : Texts.generated(1000, false, "/", " ", "+", "%41", "%")) {
            assertEquals(Percent.encode(text, Sets.Dialect.PYTHON_QUOTE), Percent.encode(text, keeping));
            assertEquals(Percent.encode(text, Sets.Dialect.PYTHON_QUOTE_PLUS), Percent.encode(text, keeping.alsoEncode("/").spaceAsPlus()));
            assertEquals(Percent.encode(text, Sets.Rfc6570.RESERVED), Percent.encode(text, Sets.Rfc6570.RESERVED.alsoKeep("").keepTriplets()));
            assertEquals(Percent.encode(text, Sets.Rfc3987.ISEGMENT), Percent.encode(text, Sets.Rfc3987.ISEGMENT.alsoKeep("a")));
        }
        assertEquals("a%3Ab", Percent.encode("a:b", Sets.Rfc3986.SEGMENT.alsoEncode(":")));
        assertEquals("%2B+", Percent.encode("+ ", Sets.Dialect.PYTHON_QUOTE_PLUS.alsoKeep("+")));
        assertNull(keeping.name());
        assertNotEquals(keeping, Sets.Rfc3986.SEGMENT);
    }

    @Test
    void namesAreFoundAndUnknownOnesNameTheNearest() {
        assertSame(EncodeSet.byName("rfc3986:segment"), EncodeSet.named().get(3));
        assertEquals(Sets.Dialect.SPARK, EncodeSet.byName("spark"));
        TripletException error = assertThrows(TripletException.class, () -> EncodeSet.byName("rfc3986:segmnt"));
        assertEquals("no encode set is named `rfc3986:segmnt`; the nearest one is `rfc3986:segment`", error.getMessage());
        assertEquals("unknown-name", error.kind());
    }

    @Test
    void aListOfCharactersIsAscii() {
        TripletException error = assertThrows(TripletException.class, () -> EncodeSet.keeping("aé"));
        assertEquals(1, error.offset());
        assertFalse(Sets.Rfc3986.SEGMENT.keeps('é'));
    }

    @Test
    void aSetHasWords() {
        assertEquals("rfc3986:segment", Sets.Rfc3986.SEGMENT.toString());
        assertEquals("one segment of a path", Sets.Rfc3986.SEGMENT.about());
        assertEquals("EncodeSet keeping \"ab\", space as +, and triplets", EncodeSet.keeping("ab").spaceAsPlus().keepTriplets().toString());
    }
}
