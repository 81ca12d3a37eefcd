//! Reads the body of an HTML form with limits, and writes one: `cargo run --example parse_form`.

use triplet::form::{self, Form, FormError, Serializer};

/// A body that a stranger sent: malformed triplets, more than 100 pairs and more than 64 KiB are errors.
pub fn read(body: &[u8]) -> Result<Form<'_>, FormError> {
    form::parse(body).strict().max_pairs(100).max_bytes(64 << 10).to_form()
}

/// The body of a form with these pairs, as a browser writes it.
pub fn body<'p>(pairs: impl IntoIterator<Item = (&'p str, &'p str)>) -> String {
    let mut body = String::new();
    Serializer::new(&mut body).extend(pairs);
    body
}

fn main() -> Result<(), FormError> {
    let form = read(b"q=tea+%26+milk&lang=en&lang=fr")?;
    println!("{:?} in {:?}", form.get("q"), form.get_all("lang").collect::<Vec<_>>());
    println!("{}", body(&form));
    Ok(())
}
