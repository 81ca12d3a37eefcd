/**
 * The native layer. It is not exported, and may change with any version. {@code triplet-spark}, which is released with this jar, calls
 * {@link triplet.internal.Native} and {@link triplet.internal.Scratch}.
 */
package triplet.internal;
