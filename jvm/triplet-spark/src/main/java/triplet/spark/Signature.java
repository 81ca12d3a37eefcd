package triplet.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A function as SQL knows it: its name and its arguments. Binding one to types of arguments gives what runs. */
final class Signature implements UnboundFunction {
    private static final long serialVersionUID = 1;

    private final transient Function<DataType[], Bound> function;
    /** Such as {@code pct_encode(text [, set [, charset]])}. */
    private final String usage;
    private final String name;
    private final int columns;
    private final int least;
    private final int most;

    Signature(String usage, int columns, Function<DataType[], Bound> function) {
        this.usage = usage;
        this.columns = columns;
        this.function = function;
        name = usage.substring(0, usage.indexOf('('));
        least = usage.split(" \\[")[0].split(",").length;
        most = usage.split(",").length;
    }

    @Override
    public String name() {
        return name;
    }

    /** How it is called. */
    @Override
    public String description() {
        return usage;
    }

    @Override
    public BoundFunction bind(StructType given) {
        StructField[] fields = given.fields();
        if (fields.length < least || fields.length > most) {
            throw refused(fields.length + (fields.length == 1 ? " argument was given" : " arguments were given"));
        }
        List<DataType> types = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            DataType type = fields[i].dataType();
            if (i < columns && !(type instanceof StringType || type instanceof BinaryType || type instanceof NullType)) {
                throw refused("a column of type " + type.sql() + " is not text and not binary");
            }
            if (i >= columns && !(type instanceof StringType || type instanceof IntegralType)) {
                throw refused("the arguments after the columns must be constants, and not NULL; " + type.sql() + " was given");
            }
            // Spark casts binary and numbers. Binary is not copied by that, and need not be UTF-8.
            types.add(type instanceof StringType ? type : DataTypes.StringType);
        }
        return function.apply(types.toArray(DataType[]::new));
    }

    private UnsupportedOperationException refused(String why) {
        return new UnsupportedOperationException(usage + ": " + why);
    }
}
