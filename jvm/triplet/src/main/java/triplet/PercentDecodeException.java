package triplet;

/**
 * A text that cannot be decoded. The kinds are {@code truncated} and {@code not-hex} for a malformed triplet, {@code invalid-utf-8} and
 * {@code invalid-charset} for octets that are not text.
 */
public final class PercentDecodeException extends TripletException {
    private static final long serialVersionUID = 1;

    /**
     * An error with everything that is known of it.
     *
     * @param message what is wrong, where, and what to do
     * @param kind the stable name of what is wrong
     * @param offset where
     */
    public PercentDecodeException(String message, String kind, int offset) {
        super(message, kind, offset);
    }
}
