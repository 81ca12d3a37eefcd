package triplet.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The native methods.
 *
 * <p><b>How another module calls them.</b> Find the number of an operation once, as a static constant: {@code static final int DECODE =
 * Native.operation("pct_decode");}. The operations are listed in {@code jvm/native/src/operations.rs}, those of SQL under their names in
 * SQL. Find the numbers of constants once too: {@link #number}, for example {@code number("level", "path")}. Then, for each value:
 *
 * <pre>{@code
 * int n = ...;                                  // the length of the text in bytes
 * ByteBuffer memory = Scratch.of(n);            // this thread's memory, at least 4 n and some; null if n > Scratch.LONGEST
 * long at = Scratch.address(memory);
 * // copy n bytes to the address `at`, and a second argument of m bytes after them
 * long r = Native.call(DECODE, at, n, m, Scratch.capacity(memory), option);
 * if (r >= 0)                  // r bytes at the address at + n + m are the result
 * else if (r == Native.ABSENT) // no result, and nothing is wrong: SQL's NULL
 * else if (r == Native.TOO_LONG) // or where Scratch.of gave null: Native.callArray(DECODE, bytes, n, option)
 * else                         // try_…: NULL. Otherwise: throw Errors.of(DECODE, bytes, n, option)
 * }</pre>
 *
 * <p>Results with several parts are read by {@link Answer}, whose format {@code jvm/native/src/answer.rs} says.
 */
public final class Native {
    /** There is no result, and nothing is wrong. */
    public static final long ABSENT = -1;
    /** The result does not fit: call {@link #callArray}. */
    public static final long TOO_LONG = -2;
    /** Memory was refused. */
    public static final long MEMORY = -3;
    /** Results from this one down are errors in the text: {@code ERROR - result} is the offset in bytes. */
    public static final long ERROR = -16;

    /** A bit of the option: {@code +} is read as a space. */
    public static final long PLUS = 1L << 32;
    /** A bit of the option: offsets count UTF-16, as a string does. */
    public static final long IN_UTF16 = 1L << 33;
    /** The number of a charset is in the option from this bit on, that of a set, level or context from bit 0 on. */
    public static final int CHARSET = 16;
    /** How far the options of comparing are shifted: a bit for each, in the order of their names. */
    public static final int COMPARING = 34;

    static {
        Library.load();
    }

    private static final byte[] NONE = {};

    private Native() {}

    /**
     * Runs an operation in memory of this thread.
     *
     * @param operation the number of the operation
     * @param at the address of {@code capacity} bytes that begin with the text and the second argument
     * @param length the length of the text in bytes
     * @param second the length of the second argument in bytes
     * @param capacity how many bytes there are; the result is written after the arguments
     * @param option numbers of names, and bits
     * @return the length of the result, or a negative number
     */
    public static native long call(int operation, long at, int length, int second, int capacity, long option);

    /**
     * Runs an operation on a text of any length, and makes the array of the result.
     *
     * @param operation the number of the operation
     * @param input the text and the second argument
     * @param second where in {@code input} the second argument begins
     * @param option numbers of names, and bits
     * @return the result; {@code null} if there is none, and {@link #describe} says why
     */
    public static native byte[] callArray(int operation, byte[] input, int second, long option);

    /**
     * Says why there is no result: the arguments are those of {@link #callArray}.
     *
     * @param operation the number of the operation
     * @param input the text and the second argument
     * @param second where in {@code input} the second argument begins
     * @param option numbers of names, and bits
     * @return kind, offset and message, for {@link Answer}
     */
    public static native byte[] describe(int operation, byte[] input, int second, long option);

    static native long address(ByteBuffer direct);

    /**
     * The number of an operation.
     *
     * @param name its name
     * @return its number
     */
    public static int operation(String name) {
        byte[] table = callArray(0, "operation".getBytes(StandardCharsets.UTF_8), 9, 0);
        int number = new Answer(table).names().indexOf(name);
        if (number < 0) {
            throw new UnsatisfiedLinkError("the native library does not have the operation " + name + "; it is of another version");
        }
        return number;
    }

    /**
     * The number of a name.
     *
     * @param table {@code set}, {@code charset}, {@code level}, {@code context}
     * @param name the name
     * @return its number
     * @throws triplet.TripletException if there is no such name; the message says the nearest one
     */
    public static int number(String table, String name) {
        byte[] answer = run("number", name.getBytes(StandardCharsets.UTF_8), table.getBytes(StandardCharsets.UTF_8), 0);
        return new Answer(answer).number();
    }

    /**
     * All names of a table, in the order of their numbers.
     *
     * @param table {@code set}, {@code charset}, {@code level}, {@code context}
     * @return the names
     */
    public static java.util.List<String> names(String table) {
        return new Answer(run("names", table.getBytes(StandardCharsets.UTF_8), NONE, 0)).names();
    }

    /** Runs an operation that is called seldom, by its name. */
    static byte[] run(String name, byte[] text, byte[] second, long option) {
        int operation = operation(name);
        byte[] input = joined(text, second);
        byte[] result = callArray(operation, input, text.length, option);
        if (result == null) {
            throw Errors.of(operation, input, text.length, option);
        }
        return result;
    }

    /**
     * Both arguments in one array.
     *
     * @param text the text
     * @param second the second argument
     * @return both
     */
    public static byte[] joined(byte[] text, byte[] second) {
        if (second.length == 0) {
            return text;
        }
        byte[] both = java.util.Arrays.copyOf(text, text.length + second.length);
        System.arraycopy(second, 0, both, text.length, second.length);
        return both;
    }
}
