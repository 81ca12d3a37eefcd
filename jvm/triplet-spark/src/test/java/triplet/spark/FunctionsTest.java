package triplet.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import triplet.Context;
import triplet.Inspect;

class FunctionsTest {
    private static SparkSession spark;

    @BeforeAll
    static void start() {
        spark = SparkSession.builder().master("local[1]").appName("triplet")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.sql.catalog.triplet", "triplet.spark.Catalog")
            .config("spark.sql.extensions", "triplet.spark.Extensions")
            .getOrCreate();
        spark.sparkContext().setLogLevel("OFF");
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static List<Object> column(String query) {
        return spark.sql(query).collectAsList().stream().map(row -> row.get(0)).collect(Collectors.toList());
    }

    private static void refused(String message, String query) {
        Throwable error = assertThrows(Throwable.class, () -> spark.sql(query).collectAsList());
        StringBuilder all = new StringBuilder();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            all.append(cause.getMessage()).append('\n');
        }
        assertTrue(all.toString().contains(message), all.toString());
    }

    /** The table of the document is the one that the other engines are compared with. */
    @Test
    void theFunctionsAreThoseOfTheDocument() throws Exception {
        String document = Files.readString(Path.of("../../docs/data.md"));
        TreeSet<String> expected = Pattern.compile("^\\| `(\\w+\\(.*?\\))` \\|", Pattern.MULTILINE).matcher(document).results()
            .map(row -> row.group(1)).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(18, expected.size());
        TreeSet<String> found = new TreeSet<>();
        for (String name : Extensions.names()) {
            List<Object> lines = column("DESCRIBE FUNCTION " + name);
            found.add(lines.stream().map(Object::toString).filter(line -> line.startsWith("Usage: ")).findFirst().orElseThrow().substring(7));
        }
        assertEquals(expected, found);
        assertEquals(Arrays.asList(Extensions.names()), Arrays.stream(new Catalog().listFunctions(new String[0])).map(Identifier::name).collect(Collectors.toList()));
    }

    @Test
    void textIsDecodedWithEitherName() {
        String rows = " FROM VALUES ('caf%C3%A9'), (NULL), ('clean'), ('') AS t(u)";
        List<Object> expected = Arrays.asList("café", null, "clean", "");
        assertEquals(expected, column("SELECT triplet.pct_decode(u)" + rows));
        assertEquals(expected, column("SELECT pct_decode(u)" + rows));
        assertEquals(Arrays.asList("a%FF", null), column("SELECT pct_encode(u) FROM VALUES (X'61FF'), (NULL) AS t(u)"));
    }

    @Test
    void constantsMayDifferInOneQuery() {
        Row row = spark.sql("SELECT pct_encode(u, 'spark'), pct_encode(u, 'rfc3986:path'), pct_encode(u, 'spark', 'gbk'), try_pct_decode(w, 'gbk'),"
            + " try_pct_decode(w, 'windows-1252'), pct_decode_layers(w, 0) FROM VALUES ('/é ', '%A8%A6') AS t(u, w)").collectAsList().get(0);
        assertEquals(Arrays.asList("%2F%C3%A9+", "/%C3%A9%20", "%2F%A8%A6+", "é", "¨¦", null), Arrays.asList(
            row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), row.get(5)));
    }

    @Test
    void wordsBesideAReferenceAreNotLost() {
        String beside = "'https://a.example/docs see a/../b'";
        assertEquals(List.of("https://a.example/docs see a/../b"), column("SELECT pct_normalize(" + beside + ")"));
        refused("it would be lost", "SELECT pct_respell(" + beside + ", 'aws-sigv4')");
        assertEquals(Arrays.asList("http://a/d", null), column("SELECT pct_resolve('http://a/b/c', u) FROM VALUES ('../d'), ('docs see a/../b') AS t(u)"));
        assertEquals(Arrays.asList("/%C3%A9%20b", null), column("SELECT pct_requote(u) FROM VALUES ('/é b'), ('see https://a.example/') AS t(u)"));
        assertEquals(Arrays.asList("/?q=%zz", null), column("SELECT pct_remove(u, 'utm_* gclid') FROM VALUES ('/?utm%5Fid=7&q=%zz&gclid'), ('/?gclid=1 b') AS t(u)"));
        assertEquals(List.of("/?a&b=1"), column("SELECT pct_key('/?b=1&a', 'path', 'any-order')"));
        assertEquals(List.of(true), column("SELECT pct_equivalent('/?b=+&a', '/?a&b=%20', 'decoded', 'plus any-order')"));
    }

    @Test
    void partsAreRowsAndLists() {
        String query = "SELECT uri_parts(u).host, uri_parts(u).port, form_parse(uri_parts(u).query)[1].value, pct_error(u).offset, pct_error(u).kind,"
            + " pct_lint(u)[0].id, pct_equivalent(u, 'http://h?a=1&b=+%25') FROM VALUES ('http://h?a=1&b=+%'), (NULL) AS t(u)";
        List<Row> rows = spark.sql(query).collectAsList();
        assertEquals("[h,null, %,16,truncated,malformed-escape,false]", rows.get(0).toString());
        assertEquals("[null,null,null,null,null,null,null]", rows.get(1).toString());
    }

    @Test
    void lintReadsAReferenceUnlessAContextIsGiven() {
        String rows = " FROM VALUES ('/a/%2e%2e/b'), ('https://example.com/..%2f..%2fetc'), ('https://example.com/a') AS t(u)";
        List<Object> asReferences = column("SELECT pct_lint(u, 'url')" + rows);
        assertEquals(asReferences, column("SELECT pct_lint(u)" + rows));
        assertEquals(asReferences, column("SELECT triplet.pct_lint(u)" + rows));
        for (int row = 0; row < 3; row++) {
            String text = column("SELECT u" + rows).get(row).toString();
            List<String> expected = Inspect.lint(text, Context.URL).stream().map(Inspect.Finding::rule).collect(Collectors.toList());
            assertEquals(List.of(expected.toString()), column("SELECT concat('[', array_join(pct_lint('" + text + "').id, ', '), ']')"));
        }
        assertEquals(List.of("error"), column("SELECT pct_lint('/a/%2e%2e/b')[0].severity"));
        assertEquals(List.of("warn"), column("SELECT pct_lint('/a/%2e%2e/b', 'any')[0].severity"));
    }

    /** Values around the length from which the native side makes the array, and results that fill the memory of the thread. */
    @Test
    void longValuesAreAsShortOnes() {
        for (int length : new int[] {1, 1023, 8191, 8192, 32767, 32768, 32769, 100_000}) {
            String text = "repeat('é', " + length + ")";
            List<Object> encoded = column("SELECT pct_encode(u) FROM (SELECT " + text + " AS u, rand() AS r)");
            assertEquals(List.of("%C3%A9".repeat(length)), encoded);
            assertEquals(List.of(true), column("SELECT pct_decode(pct_encode(u)) = u FROM (SELECT " + text + " AS u, rand() AS r)"));
        }
    }

    @Test
    void aMalformedRowIsNamed() {
        String rows = " FROM (SELECT concat('x%4z', repeat('y', 40000 * (id - 1)), chr(27)) AS u FROM range(1, 3))";
        refused("pct_decode: partition 0: 'x%4z\\x1b': `%4z` at offset 1: `z` is not a hexadecimal digit", "SELECT pct_decode(u)" + rows);
        refused("'…: `%4z` at offset 1", "SELECT pct_decode(u)" + rows + " WHERE length(u) > 9");
        refused("b'a\\xff': octet FF at offset 1", "SELECT pct_decode(u) FROM (SELECT CAST(X'61FF' AS STRING) AS u FROM range(1))");
        assertEquals(Arrays.asList(null, null), column("SELECT try_pct_decode(u)" + rows));
    }

    @Test
    void wrongCallsAreRefused() {
        refused("`rfc3986:segment`", "SELECT pct_encode('a', 'rfc3986:segmnt')");
        refused("a column of type INT is not text and not binary", "SELECT pct_decode(1)");
        refused("not NULL", "SELECT pct_encode('a', NULL)");
        refused("not NULL", "SELECT pct_encode('a', CAST(NULL AS STRING))");
        refused("form_get(query, name): 1 argument was given", "SELECT form_get('a')");
        refused("4 arguments were given", "SELECT pct_encode('a', 'spark', 'utf-8', 'x')");
        refused("`-1` is not a number from 0 on", "SELECT pct_decode_layers('a', -1)");
    }

    @Test
    void generatedCodeCallsTheFunctions() {
        String plan = column("EXPLAIN CODEGEN SELECT pct_decode(u), triplet.uri_parts(u) FROM (SELECT concat('a', id) AS u FROM range(9))").get(0).toString();
        assertTrue(plan.contains("triplet.spark.Functions$Decode.invoke("), plan);
        assertTrue(plan.contains("triplet.spark.Functions$UriParts.invoke("), plan);
        // Without generated code the result is the same.
        spark.conf().set("spark.sql.codegen.wholeStage", "false");
        spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        try {
            assertEquals(List.of("/0"), column("SELECT pct_decode(u) FROM (SELECT concat('%2F', id) AS u FROM range(1))"));
        } finally {
            spark.conf().unset("spark.sql.codegen.wholeStage");
            spark.conf().unset("spark.sql.codegen.factoryMode");
        }
    }
}
