//! An address with characters of all languages, as programs send it and as people read it: `cargo run --example iri --features
//! idna`.

use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::UriError;

/// The URI for an IRI: its host in Punycode, and the rest percent-encoded in UTF-8.
pub fn to_send(iri: &str) -> Result<String, UriError> {
    Ok(ToUri::new().host(HostEncoding::Punycode).convert(iri)?.into_owned())
}

/// What a person can read. Characters that could deceive stay encoded.
pub fn to_show(uri: &str) -> String {
    iri::from_uri(uri, HostDisplay::Unicode).into_owned()
}

fn main() -> Result<(), UriError> {
    let uri = to_send("https://bücher.example/straße?q=é")?;
    println!("{uri}");
    println!("{}", to_show(&uri));
    Ok(())
}
