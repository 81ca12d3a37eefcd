package triplet.spark;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import triplet.internal.Native;

/**
 * All functions. The static methods of each class are for Spark's generated code: there is one for each number of arguments. The meaning of
 * names, arguments and results is that of {@code docs/data.md}.
 */
public final class Functions {
    private static final DataType TEXT = DataTypes.StringType;

    static final Map<String, Signature> ALL = Stream.of(
        new Signature("pct_encode(text [, set [, charset]])", 1, Encode::new),
        new Signature("pct_decode(text [, charset])", 1, Decode::new),
        new Signature("try_pct_decode(text [, charset])", 1, TryDecode::new),
        new Signature("pct_decode_lossy(text [, charset])", 1, DecodeLossy::new),
        new Signature("pct_decode_bytes(text)", 1, DecodeBytes::new),
        new Signature("pct_decode_layers(text [, max])", 1, DecodeLayers::new),
        new Signature("pct_error(text)", 1, Error::new),
        new Signature("pct_normalize(reference [, level])", 1, Normalize::new),
        new Signature("pct_respell(reference, convention)", 1, Respell::new),
        new Signature("pct_equivalent(reference, other [, level [, options]])", 2, Equivalent::new),
        new Signature("pct_key(reference [, level [, options]])", 1, Key::new),
        new Signature("pct_resolve(base, reference)", 2, Resolve::new),
        new Signature("pct_requote(reference)", 1, Requote::new),
        new Signature("pct_remove(reference, names)", 1, Remove::new),
        new Signature("uri_parts(reference)", 1, UriParts::new),
        new Signature("form_parse(query)", 1, FormParse::new),
        new Signature("form_get(query, name)", 1, FormGet::new),
        new Signature("pct_lint(text [, context])", 1, Lint::new)
    ).collect(Collectors.toMap(Signature::name, signature -> signature, (a, b) -> a, () -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER)));

    private Functions() {}

    private static StructType struct(Object... namesAndTypes) {
        StructField[] fields = new StructField[namesAndTypes.length / 2];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = DataTypes.createStructField((String) namesAndTypes[2 * i], (DataType) namesAndTypes[2 * i + 1], true);
        }
        return DataTypes.createStructType(fields);
    }

    /** {@code pct_encode}. */
    public static final class Encode extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_encode");
        private static final Constants SETS = new Constants("set");
        private static final Constants CHARSETS = new Constants("charset");
        private static final long UNRESERVED = Native.number("set", "rfc3986:unreserved");

        Encode(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param text a text
         * @return its result
         */
        public static UTF8String invoke(UTF8String text) {
            return text == null ? null : OPERATION.text(text, UNRESERVED);
        }

        /**
         * The function.
         *
         * @param text a text
         * @param set the name of a set
         * @return its result
         */
        public static UTF8String invoke(UTF8String text, UTF8String set) {
            return text == null ? null : OPERATION.text(text, SETS.number(OPERATION, set));
        }

        /**
         * The function.
         *
         * @param text a text
         * @param set the name of a set
         * @param charset a label of a charset
         * @return its result
         */
        public static UTF8String invoke(UTF8String text, UTF8String set, UTF8String charset) {
            return text == null ? null : OPERATION.text(text, SETS.number(OPERATION, set) | CHARSETS.number(OPERATION, charset) << Native.CHARSET);
        }
    }

    /** {@code pct_decode}. */
    public static final class Decode extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_decode");
        private static final Constants CHARSETS = new Constants("charset");

        Decode(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param text a text
         * @return its result
         */
        public static UTF8String invoke(UTF8String text) {
            return text == null ? null : OPERATION.decoded(text);
        }

        /**
         * The function.
         *
         * @param text a text
         * @param charset a label of a charset
         * @return its result
         */
        public static UTF8String invoke(UTF8String text, UTF8String charset) {
            return text == null ? null : OPERATION.text(text, CHARSETS.number(OPERATION, charset) << Native.CHARSET);
        }
    }

    /** {@code try_pct_decode}. */
    public static final class TryDecode extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("try_pct_decode");
        private static final Constants CHARSETS = new Constants("charset");

        TryDecode(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param text a text
         * @return its result
         */
        public static UTF8String invoke(UTF8String text) {
            return text == null ? null : OPERATION.decoded(text);
        }

        /**
         * The function.
         *
         * @param text a text
         * @param charset a label of a charset
         * @return its result
         */
        public static UTF8String invoke(UTF8String text, UTF8String charset) {
            return text == null ? null : OPERATION.text(text, CHARSETS.number(OPERATION, charset) << Native.CHARSET);
        }
    }

    /** {@code pct_decode_lossy}. */
    public static final class DecodeLossy extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_decode_lossy");
        private static final Constants CHARSETS = new Constants("charset");

        DecodeLossy(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param text a text
         * @return its result
         */
        public static UTF8String invoke(UTF8String text) {
            return text == null ? null : OPERATION.text(text, 0);
        }

        /**
         * The function.
         *
         * @param text a text
         * @param charset a label of a charset
         * @return its result
         */
        public static UTF8String invoke(UTF8String text, UTF8String charset) {
            return text == null ? null : OPERATION.text(text, CHARSETS.number(OPERATION, charset) << Native.CHARSET);
        }
    }

    /** {@code pct_decode_bytes}. */
    public static final class DecodeBytes extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_decode_bytes");

        DecodeBytes(DataType[] types) {
            super(OPERATION, DataTypes.BinaryType, types);
        }

        /**
         * The function.
         *
         * @param text a text
         * @return its result
         */
        public static byte[] invoke(UTF8String text) {
            return text == null ? null : OPERATION.decodedBytes(text);
        }
    }

    /** {@code pct_decode_layers}. */
    public static final class DecodeLayers extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_decode_layers");
        private static final int LAYERS = 8;

        DecodeLayers(DataType[] types) {
            super(OPERATION, struct("text", TEXT, "layers", DataTypes.LongType), types);
        }

        /**
         * The function.
         *
         * @param text a text
         * @return its result
         */
        public static InternalRow invoke(UTF8String text) {
            return text == null ? null : row(OPERATION.parts(text, LAYERS));
        }

        /**
         * The function.
         *
         * @param text a text
         * @param max how often it is decoded at most
         * @return its result
         */
        public static InternalRow invoke(UTF8String text, UTF8String max) {
            return text == null ? null : row(OPERATION.parts(text, Constants.count(OPERATION, max)));
        }

        private static InternalRow row(byte[] result) {
            if (result == null) {
                return null;
            }
            Parts parts = new Parts(result);
            return Parts.row(parts.text(), (long) parts.number());
        }
    }

    /** {@code pct_error}. */
    public static final class Error extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_error");

        Error(DataType[] types) {
            super(OPERATION, struct("offset", DataTypes.LongType, "kind", TEXT), types);
        }

        /**
         * The function.
         *
         * @param text a text
         * @return its result
         */
        public static InternalRow invoke(UTF8String text) {
            return text == null ? null : row(OPERATION.parts(text, 0));
        }

        private static InternalRow row(byte[] result) {
            if (result == null) {
                return null;
            }
            Parts parts = new Parts(result);
            return Parts.row((long) parts.number(), parts.text());
        }
    }

    /** {@code pct_normalize}. */
    public static final class Normalize extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_normalize");
        private static final Constants LEVELS = new Constants("level");
        private static final long PATH = Native.number("level", "path");

        Normalize(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @return its result
         */
        public static UTF8String invoke(UTF8String reference) {
            return reference == null ? null : OPERATION.text(reference, PATH);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @param level the name of a level
         * @return its result
         */
        public static UTF8String invoke(UTF8String reference, UTF8String level) {
            return reference == null ? null : OPERATION.text(reference, LEVELS.number(OPERATION, level));
        }
    }

    /** {@code pct_respell}. */
    public static final class Respell extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_respell");

        Respell(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @param convention the name of a convention or a set
         * @return its result
         */
        public static UTF8String invoke(UTF8String reference, UTF8String convention) {
            return reference == null ? null : OPERATION.text(reference, Constants.given(OPERATION, convention), 0);
        }
    }

    /** {@code pct_equivalent}. */
    public static final class Equivalent extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_equivalent");
        private static final Constants LEVELS = new Constants("level");
        private static final Constants OPTIONS = new Constants("option");
        private static final long PATH = Native.number("level", "path");

        Equivalent(DataType[] types) {
            super(OPERATION, DataTypes.BooleanType, types);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @param other another one
         * @return its result
         */
        public static Boolean invoke(UTF8String reference, UTF8String other) {
            return reference == null || other == null ? null : same(reference, other, PATH);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @param other another one
         * @param level the name of a level
         * @return its result
         */
        public static Boolean invoke(UTF8String reference, UTF8String other, UTF8String level) {
            return reference == null || other == null ? null : same(reference, other, LEVELS.number(OPERATION, level));
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @param other another one
         * @param level the name of a level
         * @param options the names of options
         * @return its result
         */
        public static Boolean invoke(UTF8String reference, UTF8String other, UTF8String level, UTF8String options) {
            return reference == null || other == null
                ? null
                : same(reference, other, LEVELS.number(OPERATION, level) | OPTIONS.number(OPERATION, options) << Native.COMPARING);
        }

        private static boolean same(UTF8String reference, UTF8String other, long level) {
            return new Parts(OPERATION.parts(reference, other, level)).number() == 1;
        }
    }

    /** {@code pct_key}. */
    public static final class Key extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_key");
        private static final Constants LEVELS = new Constants("level");
        private static final Constants OPTIONS = new Constants("option");
        private static final long DECODED = Native.number("level", "decoded");

        Key(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @return its result
         */
        public static UTF8String invoke(UTF8String reference) {
            return reference == null ? null : OPERATION.text(reference, DECODED);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @param level the name of a level
         * @return its result
         */
        public static UTF8String invoke(UTF8String reference, UTF8String level) {
            return reference == null ? null : OPERATION.text(reference, LEVELS.number(OPERATION, level));
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @param level the name of a level
         * @param options the names of options
         * @return its result
         */
        public static UTF8String invoke(UTF8String reference, UTF8String level, UTF8String options) {
            return reference == null
                ? null
                : OPERATION.text(reference, LEVELS.number(OPERATION, level) | OPTIONS.number(OPERATION, options) << Native.COMPARING);
        }
    }

    /** {@code pct_resolve}. */
    public static final class Resolve extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_resolve");

        Resolve(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param base a URI
         * @param reference a URI reference
         * @return its result
         */
        public static UTF8String invoke(UTF8String base, UTF8String reference) {
            return base == null || reference == null ? null : OPERATION.text(reference, base, 0);
        }
    }

    /** {@code pct_requote}. */
    public static final class Requote extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_requote");

        Requote(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @return its result
         */
        public static UTF8String invoke(UTF8String reference) {
            return reference == null ? null : OPERATION.text(reference, 0);
        }
    }

    /** {@code pct_remove}. */
    public static final class Remove extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_remove");

        Remove(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @param names the names of parameters
         * @return its result
         */
        public static UTF8String invoke(UTF8String reference, UTF8String names) {
            return reference == null ? null : OPERATION.text(reference, Constants.given(OPERATION, names), 0);
        }
    }

    /** {@code uri_parts}. */
    public static final class UriParts extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("uri_parts");

        UriParts(DataType[] types) {
            super(OPERATION, struct("scheme", TEXT, "userinfo", TEXT, "host", TEXT, "port", TEXT, "path", TEXT, "query", TEXT, "fragment", TEXT), types);
        }

        /**
         * The function.
         *
         * @param reference a URI reference
         * @return its result
         */
        public static InternalRow invoke(UTF8String reference) {
            return reference == null ? null : row(new Parts(OPERATION.parts(reference, 0)));
        }

        private static InternalRow row(Parts parts) {
            return Parts.row(parts.text(), parts.text(), parts.text(), parts.text(), parts.text(), parts.text(), parts.text());
        }
    }

    /** {@code form_parse}. */
    public static final class FormParse extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("form_parse");

        FormParse(DataType[] types) {
            super(OPERATION, DataTypes.createArrayType(struct("name", TEXT, "value", TEXT)), types);
        }

        /**
         * The function.
         *
         * @param query a form
         * @return its result
         */
        public static ArrayData invoke(UTF8String query) {
            return query == null ? null : new Parts(OPERATION.parts(query, 0)).list(parts -> Parts.row(parts.text(), parts.text()));
        }
    }

    /** {@code form_get}. */
    public static final class FormGet extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("form_get");

        FormGet(DataType[] types) {
            super(OPERATION, TEXT, types);
        }

        /**
         * The function.
         *
         * @param query a form
         * @param name the decoded name of a pair
         * @return its result
         */
        public static UTF8String invoke(UTF8String query, UTF8String name) {
            return query == null ? null : OPERATION.text(query, Constants.given(OPERATION, name), 0);
        }
    }

    /** {@code pct_lint}. */
    public static final class Lint extends Bound {
        private static final long serialVersionUID = 1;
        private static final Operation OPERATION = new Operation("pct_lint");
        private static final Constants CONTEXTS = new Constants("context");
        private static final long URL = Native.number("context", "url");

        Lint(DataType[] types) {
            super(OPERATION, DataTypes.createArrayType(struct("id", TEXT, "severity", TEXT, "offset", DataTypes.LongType)), types);
        }

        /**
         * The function.
         *
         * @param text a text
         * @return its result
         */
        public static ArrayData invoke(UTF8String text) {
            return text == null ? null : list(OPERATION.parts(text, URL));
        }

        /**
         * The function.
         *
         * @param text a text
         * @param context the name of a context
         * @return its result
         */
        public static ArrayData invoke(UTF8String text, UTF8String context) {
            return text == null ? null : list(OPERATION.parts(text, CONTEXTS.number(OPERATION, context)));
        }

        private static ArrayData list(byte[] result) {
            return new Parts(result).list(Lint::finding);
        }

        private static InternalRow finding(Parts parts) {
            UTF8String id = parts.text();
            UTF8String severity = parts.text();
            long offset = parts.number();
            // Its end and its layer, and what is wrong and what to do.
            parts.skipNumbers(2);
            parts.skipText();
            parts.skipText();
            return Parts.row(id, severity, offset);
        }
    }
}
