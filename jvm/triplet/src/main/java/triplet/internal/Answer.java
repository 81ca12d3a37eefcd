package triplet.internal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a result with several parts: see {@code jvm/native/src/answer.rs}. */
public final class Answer {
    private final byte[] bytes;
    private int at;

    /**
     * Reads from the beginning.
     *
     * @param bytes the result of an operation
     */
    public Answer(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * The next number.
     *
     * @return a number
     */
    public int number() {
        int number = bytes[at] & 255 | (bytes[at + 1] & 255) << 8 | (bytes[at + 2] & 255) << 16 | bytes[at + 3] << 24;
        at += 4;
        return number;
    }

    /**
     * The next text.
     *
     * @return a text, or {@code null}
     */
    public String text() {
        int length = number();
        if (length < 0) {
            return null;
        }
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /**
     * The next octets, of a length that both sides know.
     *
     * @param length how many
     * @return the octets
     */
    public byte[] octets(int length) {
        byte[] octets = java.util.Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return octets;
    }

    /**
     * A list of texts.
     *
     * @return the texts
     */
    public List<String> names() {
        int count = number();
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(text());
        }
        return List.copyOf(names);
    }
}
