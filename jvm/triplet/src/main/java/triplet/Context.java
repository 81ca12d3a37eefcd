// Written by `cargo xtask vocabulary` from the names of the libraries in Rust.

package triplet;

/** What a text that is checked may be. */
public enum Context {
    /** {@code url}. */
    URL("url"),
    /** {@code path}. */
    PATH("path"),
    /** {@code segment}. */
    SEGMENT("segment"),
    /** {@code query}. */
    QUERY("query"),
    /** {@code form}. */
    FORM("form"),
    /** {@code host}. */
    HOST("host"),
    /** {@code userinfo}. */
    USERINFO("userinfo"),
    /** {@code fragment}. */
    FRAGMENT("fragment"),
    /** {@code any}. */
    ANY("any");

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
