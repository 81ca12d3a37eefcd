package triplet.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import triplet.TripletException;

/** Operations on texts of Java. */
public final class Calls {
    private static final byte[] NONE = {};

    private Calls() {}

    /**
     * Runs an operation.
     *
     * @param operation its number
     * @param text the text
     * @param second the second argument
     * @param option numbers of names, and bits
     * @return the result, or {@code null} if there is none and nothing is wrong
     */
    public static byte[] run(int operation, byte[] text, byte[] second, long option) {
        return run(operation, text, second, option, false);
    }

    /**
     * Runs an operation without a second argument.
     *
     * @param operation its number
     * @param text the text
     * @param option numbers of names, and bits
     * @return the result, or {@code null} if there is none and nothing is wrong
     */
    public static byte[] run(int operation, byte[] text, long option) {
        return run(operation, text, NONE, option, false);
    }

    /**
     * Runs an operation that may fail.
     *
     * @param operation its number
     * @param text the text
     * @param option numbers of names, and bits
     * @return the result, or {@code null} if there is none, or an error in the text
     */
    public static byte[] attempt(int operation, byte[] text, long option) {
        return run(operation, text, NONE, option, true);
    }

    private static byte[] run(int operation, byte[] text, byte[] second, long option, boolean isAttempt) {
        if (text.length + second.length < 0) {
            throw new IllegalArgumentException("both arguments have " + ((long) text.length + second.length) + " bytes, and an array of Java at most " + Integer.MAX_VALUE);
        }
        ByteBuffer memory = Scratch.of(text.length + second.length);
        if (memory != null) {
            int length = text.length;
            Scratch.put(memory, 0, text);
            Scratch.put(memory, length, second);
            long result = Native.call(operation, Scratch.address(memory), length, second.length, Scratch.capacity(memory), option);
            if (result >= 0) {
                return Scratch.get(memory, length + second.length, (int) result);
            }
            if (result == Native.ABSENT || isAttempt && result <= Native.ERROR) {
                return null;
            }
        }
        byte[] both = Native.joined(text, second);
        byte[] result = Native.callArray(operation, both, text.length, option);
        if (result != null || isAttempt) {
            return result;
        }
        RuntimeException error = Errors.of(operation, both, text.length, option);
        if (error == null) {
            return null;
        }
        throw error;
    }

    /**
     * The UTF-8 of a string.
     *
     * @param text a string
     * @return its UTF-8
     * @throws triplet.TripletException if a surrogate has no other half: it is not a character, and UTF-8 cannot say it
     */
    public static byte[] utf8(String text) {
        byte[] octets = octets(text);
        if (mayHaveLoneSurrogate(text, octets)) {
            int at = loneSurrogate(text);
            if (at >= 0) {
                throw new TripletException("the text at offset " + at + ": half of a surrogate pair, which is not a character", "lone-surrogate", at);
            }
        }
        return octets;
    }

    /**
     * The UTF-8 of a string.
     *
     * @param text a string
     * @return its UTF-8; {@code null} if a surrogate has no other half
     */
    public static byte[] utf8OrNull(String text) {
        byte[] octets = octets(text);
        return mayHaveLoneSurrogate(text, octets) && loneSurrogate(text) >= 0 ? null : octets;
    }

    /**
     * Java makes an array of two or three times the length of a text that is not ASCII. Where that is more than an array can have, the size
     * that Java asks for is negative, or Java throws an {@code OutOfMemoryError} that names the size. Memory that is refused is another one.
     */
    private static byte[] octets(String text) {
        try {
            return text.getBytes(StandardCharsets.UTF_8);
        } catch (NegativeArraySizeException error) {
            throw tooLong(text);
        } catch (OutOfMemoryError error) {
            String message = String.valueOf(error.getMessage());
            if (message.startsWith("UTF16 String size")) {
                throw tooLong(text);
            }
            throw error;
        }
    }

    private static IllegalArgumentException tooLong(String text) {
        return new IllegalArgumentException("a text of " + text.length() + " characters that are not all ASCII is too long: its UTF-8 may have more bytes than an array of Java, "
            + Integer.MAX_VALUE);
    }

    /**
     * Java writes a lone surrogate as {@code ?}. If the UTF-8 is longer than the text, the text has characters outside ASCII. If not, each of
     * its characters is ASCII or a lone surrogate, and then the text differs from its UTF-8.
     */
    private static boolean mayHaveLoneSurrogate(String text, byte[] octets) {
        return octets.length != text.length() || !ascii(octets).equals(text);
    }

    /**
     * Finds half of a surrogate pair.
     *
     * @param text a string
     * @return the offset of the first lone surrogate, or -1
     */
    public static int loneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /**
     * A string of octets that are ASCII.
     *
     * @param ascii the octets
     * @return the string
     */
    public static String ascii(byte[] ascii) {
        return new String(ascii, StandardCharsets.ISO_8859_1);
    }

    /**
     * A string of octets that are UTF-8.
     *
     * @param utf8 the octets
     * @return the string
     */
    public static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
