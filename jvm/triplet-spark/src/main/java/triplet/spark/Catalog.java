package triplet.spark;

import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A catalog with the functions: after {@code spark.sql.catalog.triplet=triplet.spark.Catalog} they are called as
 * {@code triplet.pct_decode(url)}. The catalog has no tables and no namespaces.
 */
public final class Catalog implements FunctionCatalog {
    private String name = "triplet";

    /** Spark makes a catalog by its class name. */
    public Catalog() {}

    @Override
    public void initialize(String name, CaseInsensitiveStringMap options) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Identifier[] listFunctions(String[] namespace) throws NoSuchNamespaceException {
        if (namespace.length > 0) {
            throw new NoSuchNamespaceException(namespace);
        }
        return Functions.ALL.keySet().stream().map(function -> Identifier.of(namespace, function)).toArray(Identifier[]::new);
    }

    @Override
    public UnboundFunction loadFunction(Identifier identifier) throws NoSuchFunctionException {
        Signature function = identifier.namespace().length == 0 ? Functions.ALL.get(identifier.name()) : null;
        if (function == null) {
            throw new NoSuchFunctionException(identifier);
        }
        return function;
    }
}
