package triplet.internal;

import triplet.PercentDecodeException;
import triplet.TripletException;

/** Exceptions for what the native side refuses. */
public final class Errors {
    private Errors() {}

    /**
     * The exception for an operation without a result. Its text is judged again, so that the message can say what is wrong where.
     *
     * @param operation the number of the operation
     * @param input the text and the second argument
     * @param second where in {@code input} the second argument begins
     * @param option numbers of names, and bits
     * @return an exception to throw; {@code null} if nothing is wrong
     */
    public static RuntimeException of(int operation, byte[] input, int second, long option) {
        Answer answer = new Answer(Native.describe(operation, input, second, option));
        String kind = answer.text();
        int offset = answer.number();
        String message = answer.text();
        switch (kind) {
            case "memory":
                throw new OutOfMemoryError(message);
            case "":
                return null;
            case "bug":
                return new IllegalStateException(message);
            case "truncated", "not-hex", "invalid-utf-8", "invalid-charset":
                return new PercentDecodeException(message, kind, offset);
            default:
                return new TripletException(message, kind, offset);
        }
    }
}
