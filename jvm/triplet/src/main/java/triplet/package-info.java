/**
 * Percent-encoding: {@link triplet.Percent} encodes and decodes, {@link triplet.Sets} has the encode sets of the specifications,
 * {@link triplet.Forms} reads and writes forms, {@link triplet.References} normalises and compares references, and
 * {@link triplet.Inspect} says what a text consists of and what is suspicious in it.
 *
 * <p>All functions are static and may be called by any number of threads at a time. An argument that is {@code null} is a
 * {@link NullPointerException}. An error in a text is a {@link triplet.TripletException} with its offset.
 */
package triplet;
