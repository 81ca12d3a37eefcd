package triplet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.function.Executable;
import triplet.internal.Native;
import triplet.internal.Scratch;

class HostileTest {
    @Test
    void nullIsANullPointerException() {
        List<Executable> calls = List.of(() -> Percent.encode((String) null), () -> Percent.encode("a", (EncodeSet) null), () -> Percent.encode((byte[]) null),
            () -> Percent.encode("é ", Sets.Rfc3986.PATH, (String) null), () -> Percent.decode((String) null), () -> Percent.decode((byte[]) null),
            () -> Percent.decode("%41", (String) null), () -> Percent.tryDecode((String) null), () -> Percent.decodeLossy(null),
            () -> Forms.parse(null), () -> Forms.get("a=b", null), () -> Forms.serialize(null), () -> References.normalize(null),
            () -> References.normalize("/", null), () -> References.equivalent("/", null), () -> References.split(null),
            () -> References.respell("/", null), () -> Inspect.lint(null, Context.URL), () -> Inspect.lint("a", null), () -> Inspect.explain(null),
            () -> EncodeSet.byName(null), () -> EncodeSet.keeping(null));
        for (Executable call : calls) {
            assertThrows(NullPointerException.class, call);
        }
    }

    /** Each method, with null in the place of each argument and a good value in all others. */
    @Test
    void aNullPointerExceptionNamesTheArgument() throws Exception {
        int count = 0;
        for (Class<?> owner : List.of(Percent.class, Forms.class, References.class, Inspect.class, EncodeSet.class)) {
            for (Method method : owner.getDeclaredMethods()) {
                Object on = Modifier.isStatic(method.getModifiers()) ? null : Sets.Rfc3986.PATH;
                boolean isAsked = Modifier.isPublic(method.getModifiers()) && !method.getName().equals("equals");
                Class<?>[] types = isAsked ? method.getParameterTypes() : new Class<?>[0];
                for (int at = 0; at < types.length; at++) {
                    if (types[at].isPrimitive()) {
                        continue;
                    }
                    Object[] arguments = Arrays.stream(types).map(HostileTest::good).toArray();
                    arguments[at] = null;
                    Throwable error = assertThrows(InvocationTargetException.class, () -> method.invoke(on, arguments), method.toString()).getCause();
                    assertEquals(NullPointerException.class, error.getClass(), method.toString());
                    assertTrue(names(types[at]).contains(error.getMessage()), method + ": " + error.getMessage());
                    count++;
                }
            }
        }
        assertTrue(count > 40, count + " arguments");
        Map.Entry<String, String> pair = new SimpleEntry<>("q", null);
        assertEquals("the value of \"q\"", assertThrows(NullPointerException.class, () -> Forms.serialize(List.of(pair))).getMessage());
        assertEquals("a name", assertThrows(NullPointerException.class, () -> Forms.serialize(List.of(new SimpleEntry<>(null, "a")))).getMessage());
    }

    private static Object good(Class<?> type) {
        Map<Class<?>, Object> values = Map.of(byte[].class, new byte[0], EncodeSet.class, Sets.Rfc3986.PATH, Charset.class, StandardCharsets.UTF_16, Level.class, Level.PATH,
            CompareOption[].class, new CompareOption[0], Context.class, Context.URL, Iterable.class, List.of(), int.class, 1, char.class, 'a');
        // The name of a charset, of a convention and of a set, or any text.
        return values.getOrDefault(type, "form");
    }

    private static List<String> names(Class<?> type) {
        Map<Class<?>, String> names = Map.of(byte[].class, "octets", EncodeSet.class, "set", Charset.class, "charset", Level.class, "level", Context.class, "context",
            Iterable.class, "pairs", CompareOption[].class, "options");
        List<String> ofTexts = List.of("text", "charset", "form", "name", "reference", "a", "b", "convention", "base", "characters");
        return names.containsKey(type) ? List.of(names.get(type)) : ofTexts;
    }

    @Test
    void aLoneSurrogateIsAnErrorWithItsOffset() {
        String text = "a%C3%A9é\uD83D\uDE00\uDE00";
        List<Executable> calls = List.of(() -> Percent.encode(text), () -> Percent.decode(text), () -> Percent.encode(text, Sets.Rfc3986.PATH, StandardCharsets.UTF_16),
            () -> Percent.decode(text, "utf-16le"), () -> Forms.parse(text), () -> References.normalize(text), () -> Inspect.explain(text));
        for (Executable call : calls) {
            TripletException error = assertThrows(TripletException.class, call);
            assertEquals(10, error.offset());
            assertEquals("lone-surrogate", error.kind());
            assertEquals("the text at offset 10: half of a surrogate pair, which is not a character", error.getMessage());
        }
        assertEquals(1, assertThrows(TripletException.class, () -> Percent.encode("?\uD800?")).offset());
        assertEquals(0, assertThrows(TripletException.class, () -> Percent.encode("\uDC00\uD800")).offset());
        assertEquals("%3F%3F", Percent.encode("??"));
    }

    @Test
    void lengthsAroundTheBoundsOfMemory() {
        for (int length : List.of(0, 1, 63, 64, 65, 1023, 1024, 1025, 8191, 8192, 8193, Scratch.LONGEST - 1, Scratch.LONGEST, Scratch.LONGEST + 1, 1_000_000)) {
            for (String unit : List.of("%", "a", "é", "\uD83D\uDE00")) {
                String text = unit.repeat(length);
                String encoded = Percent.encode(text);
                assertEquals(java.net.URLEncoder.encode(text, StandardCharsets.UTF_8), encoded);
                assertEquals(text, Percent.decode(encoded));
                assertEquals(text, Percent.tryDecode(encoded).orElseThrow());
                assertEquals(text, Percent.decodeLossy(encoded));
                assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Percent.decode(encoded.getBytes(StandardCharsets.UTF_8)));
                assertEquals(text, Forms.get("z=b&" + encoded + "=" + encoded, text).orElseThrow());
                int end = encoded.length();
                assertEquals(end, assertThrows(PercentDecodeException.class, () -> Percent.decode(encoded + "%")).offset());
                assertEquals(end, assertThrows(PercentDecodeException.class, () -> Percent.decode(encoded + "%FF%41")).offset());
                assertEquals(true, Percent.tryDecode(encoded + "%4").isEmpty());
            }
        }
    }

    @Test
    void aHundredThreadsAtATime() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(100);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String text = "é% " + i + "x".repeat(i * 700);
                String expected = java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
                done.add(threads.submit(() -> {
                    for (int turn = 0; turn < 200; turn++) {
                        String encoded = Percent.encode(text, Sets.Dialect.JAVA);
                        assertEquals(expected, encoded);
                        assertEquals(text, Forms.decode(encoded));
                    }
                }));
            }
            for (Future<?> one : done) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void argumentsThatNoJavaClassPassesAreRefused() {
        byte[] text = "a".getBytes(StandardCharsets.UTF_8);
        for (int operation : List.of(-1, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
            assertEquals(null, Native.callArray(operation, text, 1, 0));
        }
        int encode = Native.operation("pct_encode");
        for (int second : List.of(-1, 2, Integer.MAX_VALUE)) {
            assertEquals(null, Native.callArray(encode, text, second, 0));
        }
        for (long option : List.of(0xFFFFL, 0xFFFF0000L, -1L)) {
            assertEquals(null, Native.callArray(encode, text, 1, option));
        }
        long at = Scratch.address(Scratch.of(100));
        assertEquals(-4, Native.call(encode, at, 100, 0, 99, 0));
        assertEquals(-4, Native.call(encode, at, -1, 0, 99, 0));
        assertEquals(Native.TOO_LONG, Native.call(encode, at, 4, 0, 4, 0));
        assertThrows(UnsatisfiedLinkError.class, () -> Native.operation("no such operation"));
    }

    /** What a thread holds goes with the thread: all of it together would be more than the direct memory that the JVM may have. */
    @Test
    void threadsThatEndGiveTheirMemoryBack() throws Exception {
        String text = "é% ".repeat(8000);
        String expected = Percent.encode(text);
        ExecutorService four = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < 8000; i++) {
                done.add(four.submit(() -> {
                    List<String> found = new ArrayList<>();
                    Thread thread = new Thread(() -> found.add(Percent.encode(text)));
                    thread.start();
                    thread.join();
                    assertEquals(List.of(expected), found);
                    return null;
                }));
            }
            for (Future<?> one : done) {
                one.get();
            }
        } finally {
            four.shutdownNow();
        }
    }

    private static final String HUGE = "triplet.huge";

    private static void assertTooLong(String message, Executable call) {
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, call);
        assertEquals(message, error.getMessage());
        assertEquals("%25", Percent.encode("%"));
    }

    /** Needs 8 GB: {@code cargo xtask jvm-huge}. So do the tests below. */
    @Test
    @EnabledIfSystemProperty(named = HUGE, matches = "true")
    void anArrayWhoseResultIsTooLong() {
        byte[] octets = new byte[750_000_000];
        assertTooLong("the result has 2250000000 bytes, and an array of Java at most 2147483647", () -> Percent.encode(octets));
        byte[] mixed = new byte[1_288_490_189];
        java.util.Arrays.fill(mixed, (byte) 'a');
        java.util.Arrays.fill(mixed, 0, 600_000_000, (byte) ' ');
        assertTooLong("the result has 2488490189 bytes, and an array of Java at most 2147483647", () -> Percent.encode(mixed));
    }

    @Test
    @EnabledIfSystemProperty(named = HUGE, matches = "true")
    void anArrayOfTheGreatestLength() {
        byte[] clean = new byte[Integer.MAX_VALUE - 8];
        java.util.Arrays.fill(clean, (byte) 'a');
        assertEquals(clean.length, Percent.encode(clean).length);
        clean[clean.length - 1] = '%';
        assertEquals(clean.length - 1, assertThrows(PercentDecodeException.class, () -> Percent.decode(clean)).offset());
        System.arraycopy("%41".getBytes(StandardCharsets.UTF_8), 0, clean, clean.length - 3, 3);
        byte[] decoded = Percent.decode(clean);
        assertEquals(clean.length - 2, decoded.length);
        assertEquals('A', decoded[decoded.length - 1]);
    }

    @Test
    @EnabledIfSystemProperty(named = HUGE, matches = "true")
    void aStringThatIsTooLong() {
        String ascii = "a ".repeat(550_000_000);
        assertTooLong("the result has 2200000000 bytes, and an array of Java at most 2147483647", () -> Percent.encode(ascii));
        String latin = "é".repeat(1_200_000_000);
        String message = "a text of 1200000000 characters that are not all ASCII is too long: its UTF-8 may have more bytes than an array of Java, 2147483647";
        assertTooLong(message, () -> Percent.encode(latin));
        assertTooLong(message, () -> Percent.decodeToBytes(latin));
        assertTooLong(message, () -> Forms.parse(latin));
        assertTooLong(message, () -> References.normalize(latin));
    }
}
