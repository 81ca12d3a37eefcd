//! Every awkward row as the value of a column, in each layout, through SQL. The expected results are written out here.

use datafusion::arrow::datatypes::DataType;
use datafusion::error::DataFusionError;
use triplet_datafusion::RowError;

use crate::tables::{batches, column, error, layouts, session, session_with, table, texts};

/// A text; what `pct_decode` gives, or the offset and the kind of its error; what `pct_decode_lossy` gives.
type Row = (&'static str, Result<&'static str, (usize, &'static str)>, &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("", Ok(""), ""),
    ("plain", Ok("plain"), "plain"),
    ("%", Err((0, "truncated")), "%"),
    ("a%", Err((1, "truncated")), "a%"),
    ("%4", Err((0, "truncated")), "%4"),
    ("%zz", Err((0, "not-hex")), "%zz"),
    ("%4z", Err((0, "not-hex")), "%4z"),
    ("%%41", Err((0, "not-hex")), "%A"),
    ("%+1", Err((0, "not-hex")), "%+1"),
    ("% 1", Err((0, "not-hex")), "% 1"),
    ("%0x", Err((0, "not-hex")), "%0x"),
    ("ok%４１", Err((2, "not-hex")), "ok%４１"),
    ("%2f%2F", Ok("//"), "//"),
    ("a+b", Ok("a+b"), "a+b"),
    ("x%u4E2D", Err((1, "not-hex")), "x%u4E2D"),
    ("a%00b", Ok("a\0b"), "a\0b"),
    ("ok%C0%AF", Err((2, "invalid-utf-8")), "ok\u{FFFD}\u{FFFD}"),
    ("%ED%A0%80", Err((0, "invalid-utf-8")), "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("%F4%90%80%80", Err((0, "invalid-utf-8")), "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("%2541", Ok("%41"), "%41"),
    ("%C3%A9%FF", Err((6, "invalid-utf-8")), "é\u{FFFD}"),
    ("é%C3%A9é", Ok("ééé"), "ééé"),
    ("%e4%b8%ad%E6%96%87", Ok("中文"), "中文"),
];

/// The texts as a column, with NULL as its last row.
fn texts_and_null() -> Vec<Option<&'static str>> {
    ROWS.iter().map(|row| Some(row.0)).chain([None]).collect()
}

#[tokio::test]
async fn decoding_in_each_layout() {
    for layout in layouts() {
        let ctx = session_with(column(&texts_and_null(), &layout));
        let decoded = texts(&ctx, "SELECT try_pct_decode(s) FROM t ORDER BY n").await;
        let lossy = texts(&ctx, "SELECT pct_decode_lossy(s) FROM t ORDER BY n").await;
        let offsets = texts(&ctx, "SELECT pct_error(s)['offset'] FROM t ORDER BY n").await;
        let kinds = texts(&ctx, "SELECT pct_error(s)['kind'] FROM t ORDER BY n").await;
        for (at, (text, strict, expected_lossy)) in ROWS.iter().enumerate() {
            let place = format!("{text:?} in {layout}");
            assert_eq!(decoded[at].as_deref(), strict.ok(), "{place}");
            assert_eq!(lossy[at].as_deref(), Some(*expected_lossy), "{place}");
            let offset = strict.err().map(|(offset, _)| offset.to_string());
            assert_eq!(offsets[at], offset, "{place}");
            assert_eq!(kinds[at].as_deref(), strict.err().map(|(_, kind)| kind), "{place}");
        }
        for answer in [decoded, lossy, offsets, kinds] {
            assert_eq!(answer.len(), ROWS.len() + 1, "{layout}");
            assert_eq!(answer.last(), Some(&None), "NULL in {layout}");
        }
    }
}

#[tokio::test]
async fn an_error_names_function_row_and_offset() {
    for layout in layouts() {
        for (text, strict, _) in ROWS {
            // Good rows before it, so that the row is not the first.
            let ctx = session_with(column(&[Some("a%20b"), None, Some(*text)], &layout));
            let sql = "SELECT pct_decode(s) FROM t";
            match (strict, batches(&ctx, sql).await) {
                (Ok(_), Ok(_)) => {}
                (Err((offset, kind)), Err(error)) => {
                    let DataFusionError::External(inner) = error.find_root() else {
                        panic!("{text:?} in {layout}: {error:?}");
                    };
                    let row: &RowError = inner.downcast_ref().unwrap();
                    assert_eq!(
                        (row.row(), row.offset()),
                        (Some(2), Some(*offset)),
                        "{text:?} in {layout}"
                    );
                    assert_eq!(row.kind(), *kind, "{text:?} in {layout}");
                    let message = error.strip_backtrace();
                    assert!(message.contains("pct_decode: row 2: "), "{message}");
                    assert!(message.contains(&format!("offset {offset}")), "{message}");
                    assert!(message.contains("try_pct_decode gives NULL"), "{message}");
                    assert!(!message.contains(char::is_control), "{message:?}");
                }
                (expected, found) => {
                    panic!("{text:?} in {layout}: {found:?}, and not {expected:?}")
                }
            }
        }
    }
}

#[tokio::test]
async fn raw_octets_of_binary_columns() {
    let ctx = session();
    let octets = "arrow_cast(x'41ff2542', 'Binary')";
    assert_eq!(texts(&ctx, &format!("SELECT try_pct_decode({octets})")).await, [None]);
    assert_eq!(
        texts(&ctx, &format!("SELECT pct_decode_lossy({octets})")).await,
        [Some("A\u{FFFD}%B".to_owned())]
    );
    assert_eq!(
        texts(&ctx, &format!("SELECT pct_encode({octets})")).await,
        [Some("A%FF%25B".to_owned())]
    );
    let bytes = table(&ctx, "SELECT encode(pct_decode_bytes('%00%FFa'), 'hex') AS h").await;
    assert!(bytes.contains("00ff61"), "{bytes}");
    let fixed = "arrow_cast(x'2541', 'FixedSizeBinary(2)')";
    assert_eq!(
        texts(&ctx, &format!("SELECT pct_encode({fixed})")).await,
        [Some("%25A".to_owned())]
    );
}

#[tokio::test]
async fn encoding_in_each_layout() {
    let rows = [Some("a b/é"), Some("%41"), None, Some(""), Some("-._~"), Some("+&=")];
    let plain = ["a%20b%2F%C3%A9", "%2541", "NULL", "", "-._~", "%2B%26%3D"];
    let form = ["a+b%2F%C3%A9", "%2541", "NULL", "", "-._%7E", "%2B%26%3D"];
    let latin = ["a%20b%2F%E9", "%2541", "NULL", "", "-._~", "%2B%26%3D"];
    for layout in layouts() {
        let ctx = session_with(column(&rows, &layout));
        for (sql, expected) in [
            ("SELECT pct_encode(s) FROM t ORDER BY n", plain),
            ("SELECT pct_encode(s, 'rfc3986:unreserved') FROM t ORDER BY n", plain),
            ("SELECT pct_encode(s, 'whatwg:form') FROM t ORDER BY n", form),
            ("SELECT pct_encode(s, 'rfc3986:unreserved', 'iso-8859-1') FROM t ORDER BY n", latin),
        ] {
            let found = texts(&ctx, sql).await;
            let found: Vec<_> =
                found.iter().map(|text| text.as_deref().unwrap_or("NULL")).collect();
            assert_eq!(found, expected, "{sql} of {layout}");
        }
    }
}

#[tokio::test]
async fn the_other_functions_in_each_layout() {
    let rows = [
        Some("HTTP://a.example/%7Eu/../x?q=caf%C3%A9&q=2&r=1+1#f"),
        None,
        Some(""),
        Some("%252F%00"),
    ];
    for layout in layouts() {
        let ctx = session_with(column(&rows, &layout));
        let one = |sql: &'static str| {
            let ctx = ctx.clone();
            async move {
                let found =
                    texts(&ctx, &format!("SELECT CAST({sql} AS VARCHAR) FROM t ORDER BY n")).await;
                found.into_iter().map(|text| text.unwrap_or("NULL".to_owned())).collect::<Vec<_>>()
            }
        };
        let place = layout.to_string();
        assert_eq!(
            one("pct_normalize(s)").await,
            ["http://a.example/x?q=caf%C3%A9&q=2&r=1+1#f", "NULL", "", "%252F%00"],
            "{place}"
        );
        assert_eq!(
            one("pct_normalize(s, 'percent')").await[0],
            "http://a.example/~u/../x?q=caf%C3%A9&q=2&r=1+1#f",
            "{place}"
        );
        assert_eq!(
            one("uri_parts(s)['host']").await,
            ["a.example", "NULL", "NULL", "NULL"],
            "{place}"
        );
        assert_eq!(
            one("uri_parts(s)['path']").await,
            ["/%7Eu/../x", "NULL", "", "%252F%00"],
            "{place}"
        );
        assert_eq!(
            one("uri_parts(s)['query']").await,
            ["q=caf%C3%A9&q=2&r=1+1", "NULL", "NULL", "NULL"],
            "{place}"
        );
        assert_eq!(
            one("form_get(uri_parts(s)['query'], 'q')").await,
            ["café", "NULL", "NULL", "NULL"],
            "{place}"
        );
        assert_eq!(one("form_get(uri_parts(s)['query'], 'r')").await[0], "1 1", "{place}");
        assert_eq!(one("cardinality(form_parse(uri_parts(s)['query']))").await[0], "3", "{place}");
        assert_eq!(one("pct_decode_layers(s)['text']").await[3], "/\0", "{place}");
        assert_eq!(one("pct_decode_layers(s)['layers']").await[3], "2", "{place}");
        assert_eq!(one("pct_decode_layers(s, 1)['text']").await[3], "NULL", "{place}");
        assert_eq!(one("pct_lint(s)[1]['id']").await[1], "NULL", "{place}");
        // A value is a reference unless a context is given, as for the library.
        let same = "pct_lint(s)[1]['id'] IS NOT DISTINCT FROM pct_lint(s, 'url')[1]['id']";
        assert_eq!(one(same).await, ["true"; 4], "{place}");
        let dots = "pct_lint('/a/%2e%2e/b')[1]['severity']";
        assert_eq!(one(dots).await, ["error"; 4], "{place}");
        assert_eq!(
            one("pct_equivalent(s, 'http://a.example/~u/../x?q=caf%c3%a9&q=2&r=1+1#f')").await,
            ["true", "NULL", "false", "false"],
            "{place}"
        );
        assert_eq!(
            one("pct_equivalent('', s)").await,
            ["false", "NULL", "true", "false"],
            "{place}"
        );
        assert_eq!(one("pct_equivalent(s, s)").await, ["true", "NULL", "true", "true"], "{place}");
    }
}

#[tokio::test]
async fn a_dictionary_stays_one_and_is_converted_once() {
    let layout = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let rows = [Some("a%20b"), Some("%7E"), Some("a%20b"), None];
    let ctx = session_with(column(&rows, &layout));
    for function in
        ["pct_decode", "try_pct_decode", "pct_encode", "pct_normalize", "pct_decode_lossy"]
    {
        let answer = batches(&ctx, &format!("SELECT {function}(s) AS r FROM t")).await.unwrap();
        assert_eq!(answer[0].column(0).data_type(), &layout, "{function}");
    }
    let types = table(&ctx, "SELECT DISTINCT arrow_typeof(pct_decode_bytes(s)) AS r FROM t").await;
    assert!(types.contains("Dictionary(Int32, Binary)"), "{types}");
    // Grouping by a dictionary is what it is for.
    let groups = table(
        &ctx,
        "SELECT pct_decode(s) AS d, count(*) AS n FROM t GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1",
    )
    .await;
    assert!(groups.contains("| a b | 2 |"), "{groups}");
}

#[tokio::test]
async fn a_filter_or_a_case_keeps_bad_rows_from_the_function() {
    let rows = [Some("a%20b"), Some("%zz"), Some("%FF"), None];
    let ctx = session_with(column(&rows, &DataType::Utf8View));
    let good = "SELECT pct_decode(s) FROM t WHERE pct_error(s) IS NULL AND s IS NOT NULL";
    assert_eq!(texts(&ctx, good).await, [Some("a b".to_owned())]);
    let case =
        "SELECT CASE WHEN pct_error(s) IS NULL THEN pct_decode(s) ELSE s END FROM t ORDER BY n";
    let found = texts(&ctx, case).await;
    assert_eq!(
        found,
        [Some("a b".to_owned()), Some("%zz".to_owned()), Some("%FF".to_owned()), None]
    );
    assert!(error(&ctx, "SELECT pct_decode(s) FROM t").await.contains("row 1: "));
}

#[tokio::test]
async fn empty_tables_and_tables_of_nulls() {
    for layout in layouts() {
        for rows in [&[][..], &[None, None][..]] {
            let ctx = session_with(column(rows, &layout));
            for call in [
                "pct_encode(s)",
                "pct_decode(s)",
                "try_pct_decode(s)",
                "pct_decode_lossy(s)",
                "pct_decode_bytes(s)",
                "pct_decode_layers(s)",
                "pct_error(s)",
                "pct_normalize(s)",
                "pct_equivalent(s, s)",
                "pct_equivalent(s, 'x')",
                "uri_parts(s)",
                "form_parse(s)",
                "form_get(s, 'x')",
                "pct_lint(s)",
            ] {
                let answer = batches(&ctx, &format!("SELECT {call} AS r FROM t")).await;
                let answer = answer.unwrap_or_else(|error| panic!("{call} of {layout}: {error}"));
                let count: usize = answer.iter().map(|batch| batch.num_rows()).sum();
                assert_eq!(count, rows.len(), "{call} of {layout}");
                for batch in answer {
                    assert_eq!(
                        batch.column(0).logical_null_count(),
                        batch.num_rows(),
                        "{call} of {layout}"
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn a_column_that_does_not_change_keeps_its_buffers() {
    let ctx =
        session_with(column(&[Some("a text of more than twelve octets"), None], &DataType::Utf8));
    let answer = batches(&ctx, "SELECT s, pct_decode(s), pct_encode(s, 'rfc3986:query') FROM t")
        .await
        .unwrap();
    let values = |at: usize| answer[0].column(at).to_data().buffers()[1].as_ptr();
    assert_eq!(values(0), values(1));
    // The spaces must be encoded.
    assert_ne!(values(0), values(2));
}
