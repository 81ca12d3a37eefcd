//! Expands a URI template, as the documentation of a web API gives it: `cargo run --example template`.
//!
//! The template is parsed once. It can come from outside, so that what is wrong with it is an error with its offset. Values are
//! data: each is encoded once, for the place that the template gives it.

use triplet::template::{Template, TemplateError, Value, Variables};

/// What a user searches for.
pub struct Search<'a> {
    /// In these words.
    pub text: &'a str,
    /// With these labels.
    pub labels: &'a [&'a str],
    /// The number of the page; the first one if there is none.
    pub page: Option<u32>,
}

impl Variables for Search<'_> {
    fn value(&self, name: &str) -> Value<'_> {
        match name {
            "q" => Value::from(self.text),
            "label" => Value::list(self.labels.iter().copied()),
            "page" => Value::from(self.page),
            _ => Value::UNDEFINED,
        }
    }
}

/// The address of the list of results.
pub fn address(template: &str, search: &Search<'_>) -> Result<String, TemplateError> {
    Template::parse(template)?.expand(search)
}

/// The names that a template asks for and a search does not know.
pub fn unknown(template: &str) -> Result<Vec<String>, TemplateError> {
    let template = Template::parse(template)?;
    let names = template.variables().map(|variable| variable.name());
    let is_unknown = |name: &&str| !["q", "label", "page"].contains(name);
    Ok(names.filter(is_unknown).map(str::to_owned).collect())
}

fn main() -> Result<(), TemplateError> {
    let template = "https://api.example/issues{?q,label*,page,sort}";
    let search = Search { text: "50% & more", labels: &["bug", "c++"], page: Some(2) };
    println!("{}", address(template, &search)?);
    println!("unknown: {:?}", unknown(template)?);
    Ok(())
}
