//! Reads the body of an HTML form with limits, and writes one: `cargo run --example parse_form`.

use triplet::form::{self, FormError, Serializer};

/// The pairs of a body that a stranger sent: malformed triplets and more than 100 pairs are errors.
pub fn pairs(body: &[u8]) -> Result<Vec<(String, String)>, FormError> {
    let pairs = form::parse(body).strict().max_pairs(100).to_text_pairs()?;
    Ok(pairs.into_iter().map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
}

/// The body of a form with these pairs, as a browser writes it.
pub fn body(pairs: &[(String, String)]) -> String {
    let mut body = String::new();
    let mut serializer = Serializer::new(&mut body);
    for (name, value) in pairs {
        serializer.append(name, value);
    }
    body
}

fn main() -> Result<(), FormError> {
    let pairs = pairs(b"q=tea+%26+milk&lang=en")?;
    println!("{pairs:?}");
    println!("{}", body(&pairs));
    Ok(())
}
