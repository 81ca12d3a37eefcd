//! Puts data into a URL, and takes it out again: `cargo run --example encode_url`.
//!
//! Each value is encoded for its own component, so no `/`, `&` or `%` in it can change the URL around it. To read it back, the
//! URL is split first, and each part is decoded once.

use triplet::uri::{BuildError, Builder, Reference};

/// The URL of a file of a user, downloaded under a name.
pub fn download_url(user: &str, file: &str, name: &str) -> Result<String, BuildError> {
    Builder::new()
        .scheme("https")
        .host("files.example")
        .segment(user)
        .segment(file)
        .pair("as", name)
        .build()
}

/// The segments of the path of a URL, decoded.
pub fn segments(url: &str) -> Result<Vec<String>, triplet::DecodeError> {
    let reference = Reference::split(url);
    reference
        .segments()
        .map(|segment| Ok(triplet::decode(segment).to_str()?.into_owned()))
        .collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = download_url("zoë", "50% off/2026", "a & b.pdf")?;
    println!("{url}");
    println!("{:?}", segments(&url)?);
    Ok(())
}
