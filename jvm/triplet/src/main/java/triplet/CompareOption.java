// Written by `cargo xtask vocabulary` from the names of the libraries in Rust.

package triplet;

/** What two references may differ in and be the same all the same. */
public enum CompareOption {
    /** {@code iri}. */
    IRI("iri"),
    /** {@code plus}. */
    PLUS("plus"),
    /** {@code nfc}. */
    NFC("nfc"),
    /** {@code any-order}. */
    ANY_ORDER("any-order");

    private final String label;

    CompareOption(String label) {
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
