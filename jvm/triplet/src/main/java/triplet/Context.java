// Written by `cargo xtask vocabulary` from the names of the libraries in Rust.

package triplet;

/** What a text that is checked may be. */
public enum Context {
    /** {@code any}. */
    ANY("any"),
    /** {@code url}. */
    URL("url"),
    /** {@code host}. */
    HOST("host"),
    /** {@code path}. */
    PATH("path"),
    /** {@code segment}. */
    SEGMENT("segment"),
    /** {@code query}. */
    QUERY("query"),
    /** {@code fragment}. */
    FRAGMENT("fragment"),
    /** {@code userinfo}. */
    USERINFO("userinfo"),
    /** {@code form}. */
    FORM("form");

    private final String label;

    Context(String label) {
        this.label = label;
    }

    /**
     * The stable name, the same for every face of the library.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return label;
    }
}
