// Written by `cargo xtask vocabulary` from the names of the libraries in Rust.

package triplet;

/** How far references are normalised. */
public enum Level {
    /** {@code percent}. */
    PERCENT("percent"),
    /** {@code path}. */
    PATH("path"),
    /** {@code scheme}. */
    SCHEME("scheme"),
    /** {@code decoded}. */
    DECODED("decoded");

    private final String label;

    Level(String label) {
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
