//! What happens before a row is read: types, errors, folding, binding.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::prelude::SessionContext;
use triplet_datafusion::ColumnFunction;

use crate::tables::{column, error, layouts, session, session_with, table, texts};

fn one_row() -> SessionContext {
    session_with(column(&[Some("a%20b")], &DataType::Utf8))
}

/// The message when the plan is made: nothing has run.
async fn planning_error(ctx: &SessionContext, sql: &str) -> String {
    match ctx.sql(sql).await {
        Ok(frame) => panic!("{sql} was planned:\n{}", frame.logical_plan()),
        Err(error) => error.strip_backtrace(),
    }
}

#[tokio::test]
async fn wrong_arguments_are_planning_errors_that_say_what_to_do() {
    let ctx = one_row();
    for (call, parts) in [
        (
            "pct_encode()",
            &["'pct_encode' does not support zero arguments", "pct_encode(text, set, charset)"][..],
        ),
        ("pct_encode(s, 'rfc3986:path', 'utf-8', 1)", &["takes 1 to 3 arguments, not 4"]),
        ("uri_parts(s, s)", &["uri_parts takes 1 argument, not 2"]),
        ("form_get(s)", &["form_get takes 2 arguments, not 1", "form_get(query, name)"]),
        ("pct_equivalent(s)", &["pct_equivalent takes 2 to 4 arguments, not 1"]),
        ("pct_decode(1)", &["pct_decode", "Int64", "not text", "pct_decode(text [, charset])"]),
        ("pct_decode(true)", &["Boolean"]),
        ("pct_decode([s])", &["List"]),
        ("pct_equivalent(s, 1.5)", &["Float64"]),
        (
            "pct_encode(s, 'rfc3986:unresrved')",
            &["pct_encode", "`rfc3986:unresrved`", "nearest", "`rfc3986:unreserved`"],
        ),
        ("pct_encode(s, 'segment')", &["rfc3986:segment"]),
        ("pct_encode(s, '')", &["no encode set is named ``"]),
        ("pct_encode(s, s)", &["the argument `set` must be a constant"]),
        ("pct_encode(s, 'rfc3986:path', lower(s))", &["the argument `charset` must be a constant"]),
        ("pct_encode(s, NULL)", &["the argument `set` must not be NULL"]),
        ("pct_encode(s, 5)", &["no encode set is named `5`"]),
        ("pct_encode(s, 1.5)", &["`set` has the type Float64", "must be text"]),
        ("pct_decode(s, 'latin-one')", &["charset", "`latin-one`", "nearest"]),
        ("pct_decode_layers(s, -1)", &["`-1`", "number"]),
        ("pct_decode_layers(s, 'many')", &["`many`"]),
        ("pct_decode_layers(s, 1.5)", &["`max` has the type Float64", "text or an integer"]),
        ("pct_normalize(s, 'schema')", &["`schema`", "`scheme`"]),
        ("pct_lint(s, 'everywhere')", &["`everywhere`", "`any`"]),
        ("pct_encode(s, charset => 'utf-8')", &["set"]),
        ("pct_encode(s, kind => 'x')", &["kind", "set"]),
    ] {
        let message = planning_error(&ctx, &format!("SELECT {call} FROM t")).await;
        for part in parts {
            assert!(message.contains(part), "{call}: {message:?} has no {part:?}");
        }
        assert!(message.starts_with("Error during planning: "), "{call}: {message}");
        // In a filter it is found when the query is optimised.
        let filter = error(&ctx, &format!("SELECT 1 FROM t WHERE {call} IS NULL")).await;
        assert!(filter.contains(parts[0]), "{call}: {filter}");
    }
}

#[tokio::test]
async fn hostile_names_are_shown_escaped_and_short() {
    let ctx = one_row();
    let message = planning_error(
        &ctx,
        &format!("SELECT pct_encode(s, '\u{1b}[31m{}') FROM t", "x".repeat(5000)),
    )
    .await;
    assert!(!message.contains('\u{1b}'), "{message}");
    assert!(message.len() < 400, "{message}");
}

#[tokio::test]
async fn the_type_of_a_result_follows_the_column() {
    use DataType::{Binary, BinaryView, Boolean, LargeBinary, LargeUtf8, Utf8, Utf8View};
    let text = |layout: &DataType| match layout {
        Binary => Utf8,
        LargeBinary => LargeUtf8,
        BinaryView => Utf8View,
        other => other.clone(),
    };
    for layout in layouts() {
        let ctx = session_with(column(&[Some("a")], &layout));
        let type_of = |call: &'static str| {
            let ctx = ctx.clone();
            async move {
                let frame = ctx.sql(&format!("SELECT {call} FROM t")).await.unwrap();
                let planned = frame.schema().field(0).data_type().clone();
                // What runs gives what was planned.
                let found = frame.collect().await.unwrap()[0].column(0).data_type().clone();
                assert_eq!(planned, found, "{call}");
                planned
            }
        };
        for call in [
            "pct_encode(s)",
            "pct_decode(s)",
            "try_pct_decode(s)",
            "pct_decode_lossy(s)",
            "pct_normalize(s)",
            "pct_respell(s, 'form')",
            "pct_requote(s)",
            "pct_remove(s, 'a')",
            "pct_key(s, 'path', 'any-order')",
        ] {
            assert_eq!(type_of(call).await, text(&layout), "{call} of {layout}");
        }
        assert_eq!(type_of("pct_equivalent(s, 'a')").await, Boolean, "{layout}");
        for call in [
            "uri_parts(s)",
            "form_parse(s)",
            "pct_lint(s)",
            "pct_error(s)",
            "pct_decode_layers(s)",
            "form_get(s, 'a')",
        ] {
            type_of(call).await;
        }
    }
    let untyped = session();
    assert_eq!(texts(&untyped, "SELECT pct_decode(NULL)").await, [None]);
    assert_eq!(texts(&untyped, "SELECT pct_equivalent(NULL, 'a')").await, [None]);
}

#[tokio::test]
async fn calls_of_literals_are_folded() {
    let ctx = one_row();
    for (call, folded) in [
        ("pct_decode('caf%C3%A9')", "Utf8(\"café\")"),
        ("pct_encode('a b', 'rfc3986:' || 'path')", "Utf8(\"a%20b\")"),
        ("pct_encode(pct_decode('%2F'))", "Utf8(\"%2F\")"),
        ("try_pct_decode('%zz')", "Utf8(NULL)"),
        ("form_get('a=1&b=2', 'b')", "Utf8(\"2\")"),
        ("pct_equivalent('/%7e', '/~')", "Boolean(true)"),
        ("pct_equivalent('/?b=+&a', '/?a&b=%20', 'decoded', 'plus any-order')", "Boolean(true)"),
        ("pct_resolve('http://a/b/c?q', '../d')", "Utf8(\"http://a/d\")"),
        ("uri_parts('http://h/p')['host']", "Utf8(\"h\")"),
    ] {
        if call.contains("||") {
            continue;
        }
        let plan = table(&ctx, &format!("EXPLAIN FORMAT INDENT SELECT {call} AS r FROM t")).await;
        assert!(plan.contains(&format!("Projection: {folded} AS r")), "{call}:\n{plan}");
        assert!(plan.contains("ProjectionExec: expr=["), "{plan}");
        let (_, physical) = plan.split_once("physical_plan").unwrap();
        for name in ["pct_", "form_", "uri_"] {
            assert!(!physical.contains(name), "{call}:\n{plan}");
        }
    }
    // A call that fails is not folded: the error comes from running it, and only if a row asks for it.
    assert!(error(&ctx, "SELECT pct_decode('%zz') FROM t").await.contains("pct_decode: row 0: "));
    assert!(texts(&ctx, "SELECT pct_decode('%zz') FROM t WHERE n > 5").await.is_empty());
}

/// The calls in the plan, and whether their constants are bound.
fn calls(plan: &LogicalPlan) -> Vec<(String, bool)> {
    let mut calls = Vec::new();
    plan.apply_with_subqueries(|node| {
        node.apply_expressions(|expression| {
            expression.apply(|expression| {
                if let Expr::ScalarFunction(call) = expression
                    && let Some(function) = call.func.inner().downcast_ref::<ColumnFunction>()
                {
                    calls.push((expression.to_string(), function.bound().is_some()));
                }
                Ok(TreeNodeRecursion::Continue)
            })
        })
    })
    .unwrap();
    calls
}

#[tokio::test]
async fn constants_are_bound_once_when_the_query_is_optimised() {
    let ctx = one_row();
    for sql in [
        "SELECT pct_encode(s, 'rfc3986:segment') FROM t",
        "SELECT pct_encode(s) FROM t",
        "SELECT n FROM t WHERE pct_encode(s, 'rfc3986:segment', 'gbk') = 'a'",
        "SELECT max(form_get(s, 'q')) FROM t GROUP BY form_get(s, 'r')",
        "SELECT pct_decode_layers(s, max => 3) FROM t",
        "SELECT pct_equivalent(s, 'x', 'scheme') FROM t",
        "SELECT n FROM t ORDER BY pct_normalize(s, 'path')",
    ] {
        let plan = ctx.sql(sql).await.unwrap().into_unoptimized_plan();
        let before = calls(&plan);
        assert!(!before.is_empty() && before.iter().all(|(_, bound)| !bound), "{sql}: {before:?}");
        let optimised = ctx.state().optimize(&plan).unwrap();
        let after = calls(&optimised);
        assert!(!after.is_empty() && after.iter().all(|(_, bound)| *bound), "{sql}: {after:?}");
        // The columns' names are what they were: the arguments are shown as they were written.
        assert_eq!(plan.schema().field_names(), optimised.schema().field_names(), "{sql}");
    }
}

#[tokio::test]
async fn constants_by_name_and_in_prepared_statements() {
    let ctx = one_row();
    assert_eq!(
        texts(&ctx, "SELECT pct_encode(s, set => 'rfc3986:path') FROM t").await,
        [Some("a%2520b".to_owned())]
    );
    assert_eq!(
        texts(&ctx, "SELECT form_get(query => 'a=1', name => 'a')").await,
        [Some("1".to_owned())]
    );
    ctx.sql("PREPARE p(VARCHAR) AS SELECT pct_decode($1)").await.unwrap().collect().await.unwrap();
    assert_eq!(texts(&ctx, "EXECUTE p('%41')").await, [Some("A".to_owned())]);
    // Constants, too, can be parameters, if no type is given for them.
    ctx.sql("PREPARE q AS SELECT pct_encode(s, $1), form_get(s, $2) FROM t")
        .await
        .unwrap()
        .collect()
        .await
        .unwrap();
    assert_eq!(texts(&ctx, "EXECUTE q('rfc3986:path', 'a')").await, [Some("a%2520b".to_owned())]);
    assert!(
        error(&ctx, "EXECUTE q('rfc3986:pth', 'a')")
            .await
            .contains("the nearest one is `rfc3986:path`")
    );
    assert!(error(&ctx, "EXECUTE q(NULL, 'a')").await.contains("must not be NULL"));
}

#[tokio::test]
async fn a_view_of_functions_is_a_table() {
    let ctx = one_row();
    ctx.sql("CREATE VIEW v AS SELECT n, pct_decode(s) AS d, uri_parts(s) AS u FROM t")
        .await
        .unwrap();
    let found = table(&ctx, "SELECT d, u['path'] AS p FROM v WHERE d LIKE 'a %'").await;
    assert!(found.contains("| a b | a%20b |"), "{found}");
}

#[tokio::test]
async fn calls_from_rust() {
    use datafusion::prelude::{col, lit};
    use triplet_datafusion::{Function, udf};

    let ctx = one_row();
    let frame = ctx.table("t").await.unwrap();
    let frame = frame.select(vec![udf(Function::Decode).call(vec![col("s")]).alias("d")]).unwrap();
    let frame = frame.filter(udf(Function::Equivalent).call(vec![col("d"), lit("a b")])).unwrap();
    assert_eq!(frame.count().await.unwrap(), 1);
}
