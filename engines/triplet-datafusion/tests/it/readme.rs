//! README.md: each SQL block runs in one session, one after the other, and gives the table beside it.

use std::path::Path;

use triplet_datafusion::Function;

use crate::tables::{session, table};

#[tokio::test]
async fn each_block_gives_what_the_readme_shows() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let ctx = session();
    let mut found = None;
    let (mut ran, mut compared) = (0, 0);
    for (at, block) in readme.split("```").enumerate() {
        if at % 2 == 0 {
            continue;
        }
        let (kind, body) = block.split_once('\n').unwrap();
        match kind {
            "sql" => {
                assert_eq!(found, None, "no table beside the block before this one:\n{body}");
                for statement in body.split(";\n").filter(|statement| !statement.trim().is_empty())
                {
                    ran += 1;
                    found = match ctx.sql(statement).await {
                        Ok(frame) => match frame.to_string().await {
                            // A statement that only changes the session shows nothing.
                            Ok(table) => (table != "++\n++").then_some(table),
                            Err(error) => Some(error.strip_backtrace()),
                        },
                        Err(error) => Some(error.strip_backtrace()),
                    };
                }
            }
            "text" => {
                compared += 1;
                let found = found.take().unwrap();
                assert_eq!(found.trim_end(), body.trim_end(), "the README shows another table");
            }
            // Documentation tests run `rust`; the module `logs` runs what is in `sh`.
            "rust" | "sh" => {}
            other => panic!("a block of kind {other:?}"),
        }
    }
    assert_eq!(found, None);
    assert!(ran > 10 && compared > 8, "{ran} statements, {compared} tables");
}

#[tokio::test]
async fn the_table_of_functions_is_complete() {
    let readme = include_str!("../../README.md");
    for function in Function::ALL {
        assert!(
            readme.contains(&format!("| `{}` |", function.signature())),
            "{}",
            function.signature()
        );
    }
    // And the version is the one that is built.
    let version = table(&session(), "SELECT version() AS v").await;
    assert!(version.contains("DataFusion 55."), "{version}");
}
