package triplet.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads a result with several parts as rows of Spark: see {@code jvm/native/src/answer.rs}. Texts stay in the array of the result. */
final class Parts {
    private final byte[] bytes;
    private int at;

    Parts(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The native library writes numbers in the order that x86-64 and AArch64 have. */
    int number() {
        int number = Platform.getInt(bytes, Platform.BYTE_ARRAY_OFFSET + at);
        at += 4;
        return number;
    }

    UTF8String text() {
        int length = number();
        if (length < 0) {
            return null;
        }
        at += length;
        return UTF8String.fromBytes(bytes, at - length, length);
    }

    static InternalRow row(Object... fields) {
        return new GenericInternalRow(fields);
    }

    /** A list, each element of which is read by {@code element}. */
    ArrayData list(java.util.function.Function<Parts, InternalRow> element) {
        Object[] rows = new Object[number()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = element.apply(this);
        }
        return new GenericArrayData(rows);
    }

    void skipText() {
        at += Math.max(number(), 0);
    }

    void skipNumbers(int count) {
        at += 4 * count;
    }
}
