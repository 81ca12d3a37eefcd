package triplet.spark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads a result with several parts as rows of Spark: see {@code jvm/native/src/answer.rs}. Texts stay in the array of the result. */
final class Parts {
    private static final VarHandle NUMBER = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private int at;

    Parts(byte[] bytes) {
        this.bytes = bytes;
    }

    int number() {
        int number = (int) NUMBER.get(bytes, at);
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
        int length = number();
        at += Math.max(length, 0);
    }

    void skipNumbers(int count) {
        at += 4 * count;
    }
}
