/**
 * Percent-encoding by every specification. {@link triplet.Percent} is where to begin.
 */
module triplet {
    exports triplet;
    exports triplet.net;
}
