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

/// A URL whose path has any number of segments, with a port and a fragment. A segment that is `.` or `..` is an error.
pub fn page_url(path: &[&str], part: &str) -> Result<String, BuildError> {
    let start = Builder::new().scheme("https").host("pages.example").port(8443);
    path.iter().fold(start, |url, segment| url.segment(segment)).fragment(part).build()
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
    println!("{}", page_url(&["docs", "50% off"], "part 2")?);
    Ok(())
}
