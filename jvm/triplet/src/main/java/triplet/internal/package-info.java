/**
 * The native layer. This package is not exported, and may change with any version. {@code triplet-spark} is released with this jar, and calls
 * {@link triplet.internal.Native} and {@link triplet.internal.Scratch}.
 */
package triplet.internal;
