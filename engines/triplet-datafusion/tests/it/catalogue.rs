//! What a session tells about its functions.

use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::SessionContext;
use triplet_datafusion::{Function, all, register_in};

use crate::tables::{session, table, texts};

#[tokio::test]
async fn routines_shows_each_function_with_its_description_and_syntax() {
    let ctx = session();
    for function in Function::ALL {
        let name = function.name();
        let sql = |what| {
            format!(
                "SELECT {what} FROM information_schema.routines WHERE routine_name = '{name}' AND routine_type = 'FUNCTION'"
            )
        };
        assert_eq!(
            texts(&ctx, &sql("description")).await,
            [Some(function.about().to_owned())],
            "{name}"
        );
        assert_eq!(
            texts(&ctx, &sql("syntax_example")).await,
            [Some(function.signature())],
            "{name}"
        );
        assert_eq!(
            texts(&ctx, &sql("is_deterministic")).await,
            [Some("true".to_owned())],
            "{name}"
        );
    }
    let shown = table(&ctx, "SHOW FUNCTIONS").await;
    for function in Function::ALL {
        let row = shown.lines().find(|row| row.starts_with(&format!("| {} ", function.name())));
        assert!(row.unwrap_or_default().contains(&function.signature()), "{}", function.name());
    }
}

#[tokio::test]
async fn the_example_of_each_function_gives_its_result() {
    let ctx = session();
    for function in Function::ALL {
        let (call, expected) = function.example();
        let found = table(&ctx, &format!("SELECT {call} AS r")).await;
        let found = found.lines().nth(3).unwrap().trim_matches(['|', ' ']);
        assert_eq!(found, expected, "{call}");
        let documentation = all().into_iter().find(|udf| udf.name() == function.name()).unwrap();
        let documentation = documentation.documentation().unwrap().clone();
        assert!(documentation.sql_example.unwrap().contains(call));
        let arguments = documentation.arguments.unwrap();
        assert_eq!(arguments.len(), function.columns() + function.constants().len(), "{call}");
    }
}

#[tokio::test]
async fn names_do_not_depend_on_case_and_functions_can_be_registered_twice() {
    let ctx = session();
    triplet_datafusion::register_all(&ctx);
    assert_eq!(texts(&ctx, "SELECT PCT_Decode('%41')").await, [Some("A".to_owned())]);
    let functions =
        "SELECT count(*) FROM information_schema.routines WHERE routine_name LIKE '%pct%'";
    assert_eq!(texts(&ctx, functions).await, [Some("15".to_owned())]);
}

#[tokio::test]
async fn a_session_state_can_be_given_the_functions() {
    let mut state = SessionStateBuilder::new().with_default_features().build();
    register_in(&mut state).unwrap();
    let ctx = SessionContext::new_with_state(state);
    assert_eq!(texts(&ctx, "SELECT pct_decode('%41')").await, [Some("A".to_owned())]);
    // Or all of them when it is built.
    let functions = all().into_iter().map(Into::into).collect();
    let state = SessionStateBuilder::new().with_scalar_functions(functions).build();
    let ctx = SessionContext::new_with_state(state);
    assert_eq!(texts(&ctx, "SELECT pct_decode('%41')").await, [Some("A".to_owned())]);
}
