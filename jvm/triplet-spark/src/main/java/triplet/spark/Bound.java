package triplet.spark;

import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;

/**
 * A function with types of its arguments. Spark calls the static method {@code invoke} of its class that has these arguments, from the code
 * that Spark generates. Nothing is called by way of an object, and an executor needs no object of the driver.
 */
public abstract class Bound implements ScalarFunction<Object> {
    private static final long serialVersionUID = 1;

    private final String name;
    private final DataType result;
    private final DataType[] types;

    Bound(Operation operation, DataType result, DataType[] types) {
        name = operation.name;
        this.result = result;
        this.types = types.clone();
    }

    @Override
    public final String name() {
        return name;
    }

    /** One name for all bindings of a function, so that Spark takes two calls with the same arguments for one. */
    @Override
    public final String canonicalName() {
        return "triplet." + name;
    }

    @Override
    public final DataType[] inputTypes() {
        return types.clone();
    }

    @Override
    public final DataType resultType() {
        return result;
    }
}
