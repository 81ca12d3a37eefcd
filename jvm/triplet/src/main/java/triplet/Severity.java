// Written by `cargo xtask vocabulary` from the names of the libraries in Rust.

package triplet;

/** How much a finding matters. */
public enum Severity {
    /** {@code info}. */
    INFO("info"),
    /** {@code warn}. */
    WARN("warn"),
    /** {@code error}. */
    ERROR("error");

    private final String label;

    Severity(String label) {
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
