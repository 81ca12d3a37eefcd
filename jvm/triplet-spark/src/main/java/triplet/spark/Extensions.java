package triplet.spark;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import scala.Function1;
import scala.Tuple3;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The functions without the name of a catalog: after {@code spark.sql.extensions=triplet.spark.Extensions} they are called as
 * {@code pct_decode(url)}.
 *
 * <p>What is passed between Spark and this class is named by interfaces that Scala 2.12 and 2.13 share, so that one jar serves both.
 */
public final class Extensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    /** For Spark, which makes an extension by its class name. */
    public Extensions() {}

    @Override
    @SuppressWarnings("unchecked")
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        for (String name : names()) {
            extensions.injectFunction(described(name));
        }
        return BoxedUnit.UNIT;
    }

    /**
     * The functions.
     *
     * @return their names
     */
    public static String[] names() {
        return Functions.ALL.keySet().toArray(String[]::new);
    }

    /**
     * A function that makes a call from its arguments, a sequence of Scala: for {@code FunctionRegistry.createOrReplaceTempFunction} of a
     * session that has begun.
     *
     * @param name the name of a function
     * @return the function that makes a call
     */
    public static Function1<Object, Expression> builder(String name) {
        return new Builder(Functions.ALL.get(name));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Tuple3 described(String name) {
        String usage = Functions.ALL.get(name).description();
        ExpressionInfo info = new ExpressionInfo(Functions.class.getName(), null, name, usage, "", "", "", "", "", "", "java_udf");
        return new Tuple3<>(new FunctionIdentifier(name), info, (Function1) builder(name));
    }

    /** Makes a call of a function from its arguments, a sequence of Scala. */
    private static final class Builder extends AbstractFunction1<Object, Expression> {
        private final Signature function;

        Builder(Signature function) {
            this.function = function;
        }

        @Override
        public Expression apply(Object arguments) {
            StructField[] types = {};
            Iterator<?> each = ((scala.collection.Seq<?>) arguments).iterator();
            while (each.hasNext()) {
                types = Arrays.copyOf(types, types.length + 1);
                types[types.length - 1] = DataTypes.createStructField("_" + types.length, ((Expression) each.next()).dataType(), true);
            }
            return call(function.bind(DataTypes.createStructType(types)), arguments);
        }
    }

    /** {@code V2ExpressionUtils.resolveScalarFunction}, whose second argument is of another type in each version of Scala. */
    private static Expression call(BoundFunction function, Object arguments) {
        try {
            Class<?> utils = Class.forName("org.apache.spark.sql.catalyst.expressions.V2ExpressionUtils", true, Expression.class.getClassLoader());
            for (Method method : utils.getMethods()) {
                if (method.getName().equals("resolveScalarFunction")) {
                    return (Expression) method.invoke(null, function, arguments);
                }
            }
        } catch (InvocationTargetException error) {
            if (error.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(error);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
        throw new UnsupportedOperationException("this Spark has no V2ExpressionUtils.resolveScalarFunction; use triplet.spark.Catalog");
    }
}
