package triplet;

/** An error in a text: what is wrong, for people and for programs, and where. */
public class TripletException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** The kind. */
    private final String kind;
    /** The offset. */
    private final int offset;

    /**
     * An error with everything that is known of it.
     *
     * @param message what is wrong, where, and what to do
     * @param kind the stable name of what is wrong
     * @param offset where
     */
    public TripletException(String message, String kind, int offset) {
        super(message);
        this.kind = kind;
        this.offset = offset;
    }

    /**
     * Where the error is.
     *
     * @return the offset from the start of the text: in {@code char}s of a {@link String}, in bytes of a {@code byte[]}; 0 if it is not in
     *     a text
     */
    public int offset() {
        return offset;
    }

    /**
     * What is wrong, for programs. The names are those of the library in Rust, and never change: {@code truncated}, {@code not-hex},
     * {@code invalid-utf-8}, {@code invalid-charset}, {@code lone-surrogate}, {@code unmappable} and others.
     *
     * @return the stable name
     */
    public String kind() {
        return kind;
    }
}
