package triplet.spark;

import java.nio.ByteBuffer;
import org.apache.spark.TaskContext;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import triplet.TripletException;
import triplet.internal.Errors;
import triplet.internal.Native;
import triplet.internal.Scratch;

/**
 * An operation of the native library, on values of Spark. A value is copied into the direct memory of the thread, and the result out of
 * it; the call has only numbers as arguments. From about 32 kB on, the native side makes the array of the result.
 */
final class Operation {
    /** The name of the SQL function, for errors. */
    final String name;
    private final int number;
    /** Whether there is no result where the operation fails. */
    private final boolean isAttempt;

    private static final UTF8String NONE = UTF8String.fromBytes(new byte[0]);
    private static final byte[] UNCHANGED = {};
    /** The most characters of a value in a message. */
    private static final int SHOWN = 80;

    Operation(String name) {
        this.name = name;
        isAttempt = name.startsWith("try_");
        number = Native.operation(isAttempt ? name.substring(4) : name);
    }

    /** The result as text. */
    UTF8String text(UTF8String value, long option) {
        return text(value, NONE, option);
    }

    /** The result as text, of a value and a second argument. */
    UTF8String text(UTF8String value, UTF8String second, long option) {
        byte[] result = run(value, second, option, false);
        return result == null ? null : UTF8String.fromBytes(result);
    }

    /** A value decoded; the value itself if there is nothing to decode. */
    UTF8String decoded(UTF8String value) {
        byte[] result = run(value, NONE, 0, true);
        return result == UNCHANGED ? value : result == null ? null : UTF8String.fromBytes(result);
    }

    /** The decoded octets. */
    byte[] decodedBytes(UTF8String value) {
        byte[] result = run(value, NONE, 0, true);
        return result == UNCHANGED ? value.getBytes() : result;
    }

    /** The parts of the result, which {@link Parts} reads. */
    byte[] parts(UTF8String value, UTF8String second, long option) {
        return run(value, second, option, false);
    }

    byte[] parts(UTF8String value, long option) {
        return run(value, NONE, option, false);
    }

    /**
     * Runs the operation.
     *
     * @param decodes whether a result of the length of the value is the value: each triplet is longer than its octet
     * @return null if there is no result
     */
    private byte[] run(UTF8String value, UTF8String second, long option, boolean decodes) {
        int length = value.numBytes();
        int more = second.numBytes();
        ByteBuffer memory = length > Scratch.LONGEST || more > Scratch.LONGEST ? null : Scratch.of(length + more);
        if (memory != null) {
            long at = Scratch.address(memory);
            value.writeToMemory(null, at);
            if (more > 0) {
                second.writeToMemory(null, at + length);
            }
            long result = Native.call(number, at, length, more, Scratch.capacity(memory), option);
            if (result >= 0) {
                if (decodes && result == length) {
                    return UNCHANGED;
                }
                byte[] bytes = new byte[(int) result];
                Platform.copyMemory(null, at + length + more, bytes, Platform.BYTE_ARRAY_OFFSET, result);
                return bytes;
            }
            if (result == Native.ABSENT || isAttempt && result <= Native.ERROR) {
                return null;
            }
        }
        return outside(value, second, option);
    }

    /** Runs the operation on a long value, or throws the error of a value. */
    private byte[] outside(UTF8String value, UTF8String second, long option) {
        byte[] text = value.getBytes();
        byte[] both = Native.joined(text, second.getBytes());
        byte[] result = Native.callArray(number, both, text.length, option);
        if (result != null) {
            return result;
        }
        RuntimeException error = Errors.of(number, both, text.length, option);
        boolean isOfValue = error instanceof TripletException of && !of.kind().equals("unknown-name");
        if (error == null || isAttempt && isOfValue) {
            return null;
        }
        throw new IllegalArgumentException(name + ": " + (isOfValue ? place(value) : "") + error.getMessage());
    }

    /**
     * A row of a distributed table has no number, so the error shows its value, escaped. The exception is a class of the JDK and has no cause:
     * where the jar was added to a session, the driver cannot read an exception of ours from an executor, and reports no reason.
     */
    private static String place(UTF8String value) {
        TaskContext task = TaskContext.get();
        return (task == null ? "" : "partition " + task.partitionId() + ": ") + shown(value) + ": ";
    }

    /** A value for a message, as Python shows text, or octets that are not UTF-8. */
    private static String shown(UTF8String value) {
        String text = value.toString();
        boolean isText = UTF8String.fromString(text).equals(value);
        StringBuilder shown = new StringBuilder(isText ? "'" : "b'");
        if (isText) {
            text.codePoints().limit(SHOWN).forEach(character -> escape(shown, character));
        } else {
            byte[] octets = value.getBytes();
            for (int i = 0; i < Math.min(octets.length, SHOWN); i++) {
                escape(shown, octets[i] & 255);
            }
        }
        boolean isShort = (isText ? text.codePointCount(0, text.length()) : value.numBytes()) <= SHOWN;
        return shown.append(isShort ? "'" : "'…").toString();
    }

    private static void escape(StringBuilder to, int character) {
        if (character == '\'' || character == '\\') {
            to.append('\\').append((char) character);
        } else if (character >= ' ' && character < 0x7F) {
            to.append((char) character);
        } else {
            to.append(String.format(character < 0x100 ? "\\x%02x" : character < 0x10000 ? "\\u%04x" : "\\U%08x", character));
        }
    }
}
