//! Reads a query into a struct, with limits and with errors for the person who sent it, and writes one:
//! `cargo run --features serde --example form_serde`.

use serde::{Deserialize, Serialize};
use triplet::form::{self, DeserializeError, OptionalValue};

/// The parameters of a search.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// What is searched for.
    pub q: String,
    /// The page of the results. `page=` is `None` too.
    pub page: Option<u32>,
    /// `tag=hot&tag=new`.
    #[serde(default)]
    pub tag: Vec<String>,
    /// `debug` alone, or `debug=level`.
    pub debug: Option<OptionalValue<String>>,
}

/// The search of a query that a stranger sent.
pub fn search(query: &str) -> Result<Search, DeserializeError> {
    form::parse(query).strict().max_pairs(100).deserialize()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let search = search("q=tea+%26+milk&tag=hot&tag=new&debug")?;
    println!("{search:?}");
    println!("{}", form::to_string(&search)?);
    if let Err(error) = self::search("q=tea&page=two") {
        println!("{error}");
    }
    Ok(())
}
