package triplet.spark;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.unsafe.types.UTF8String;
import triplet.internal.Native;

/**
 * The arguments after the columns: names. The native library knows names by their numbers. Spark passes the names with each row, so the last
 * one is looked at first.
 */
final class Constants {
    /** Names that are found are few, but a program may find them in any case. */
    private static final int MOST = 1000;

    private final String table;
    private final Map<UTF8String, Long> numbers = new ConcurrentHashMap<>();
    /** Written by any thread: each object is whole. */
    private Last last = new Last(UTF8String.fromBytes(new byte[0]), 0);

    private record Last(UTF8String name, long number) {}

    Constants(String table) {
        this.table = table;
    }

    /** The number of a name. */
    long number(Operation operation, UTF8String name) {
        Last known = last;
        if (name != null && known.name.numBytes() > 0 && known.name.equals(name)) {
            return known.number;
        }
        return found(operation, name);
    }

    private long found(Operation operation, UTF8String name) {
        given(operation, name);
        Long number = numbers.get(name);
        if (number == null) {
            number = looked(operation, name.toString());
            if (numbers.size() < MOST) {
                // A copy: Spark may use the memory of a value again.
                numbers.put(name.clone(), number);
            }
        }
        last = new Last(name.clone(), number);
        return number;
    }

    private long looked(Operation operation, String name) {
        try {
            return Native.number(table, name);
        } catch (IllegalArgumentException error) {
            // Without its cause: see `Operation.place`.
            throw new IllegalArgumentException(operation.name + ": " + error.getMessage());
        }
    }

    /** A constant that must not be NULL. */
    static UTF8String given(Operation operation, UTF8String constant) {
        if (constant == null) {
            throw new IllegalArgumentException(operation.name + ": the arguments after the columns must be constants, and not NULL");
        }
        return constant;
    }

    /** A number from 0 on. */
    static long count(Operation operation, UTF8String constant) {
        String digits = given(operation, constant).toString();
        try {
            // No text of 2 GiB has more layers than the native library's largest number here can count.
            return Math.min(Integer.parseUnsignedInt(digits) & 0xFFFFFFFFL, 0xFFFF);
        } catch (NumberFormatException error) {
            throw new IllegalArgumentException(operation.name + ": `" + digits + "` is not a number from 0 on");
        }
    }
}
