//! The name of a file in `Content-Disposition` (RFC 6266), written and read:
//! `cargo run --example content_disposition --features content_disposition`.
//!
//! A name in ASCII is for programs that do not know `filename*`. Those that know it prefer it.

use triplet::content_disposition::{ContentDisposition, encode};

/// A header field's value that offers a file for download.
pub fn attachment(name: &str) -> String {
    encode(name).to_string()
}

/// The name under which to save what a header field's value names: never a path, whatever the sender wrote.
pub fn file_name(header: &str) -> Option<String> {
    let name = ContentDisposition::parse(header).file_name()?.cut().to_name();
    name.ok().map(|name| name.into_string())
}

fn main() {
    let header = attachment("naïve plan.txt");
    println!("Content-Disposition: {header}");
    println!("{:?}", file_name(&header));
    for problem in ContentDisposition::parse("attachment; filename=na\u{EF}ve plan.txt;").problems()
    {
        println!("{problem}");
    }
}
