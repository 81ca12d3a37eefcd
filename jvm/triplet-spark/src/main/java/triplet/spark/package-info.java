/**
 * The functions of {@code docs/data.md} in Spark SQL, run in the JVM.
 *
 * <p>{@link triplet.spark.Catalog} gives them names with a prefix, {@link triplet.spark.Extensions} names without one.
 */
package triplet.spark;
