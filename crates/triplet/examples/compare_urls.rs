//! Finds URLs in a list that mean the same: `cargo run --example compare_urls`.
//!
//! Each URL is written in its normal form, so equal texts are equal URLs. What is left alone may still lead to the same page, but
//! no specification says so.

use std::collections::BTreeMap;

use triplet::uri::{self, Level};

/// The URLs of a list by their normal form.
pub fn groups<'a>(urls: &[&'a str]) -> BTreeMap<String, Vec<&'a str>> {
    let mut groups = BTreeMap::<String, Vec<&str>>::new();
    for url in urls {
        groups.entry(uri::normalize(url, Level::Scheme).into_owned()).or_default().push(url);
    }
    groups
}

fn main() {
    let urls = [
        "HTTP://Example.com:80/%7Eann/./a",
        "http://example.com/~ann/a",
        "http://example.com/~ann/b/../a",
        "http://example.com/~ann/a/",
    ];
    for (normal, same) in groups(&urls) {
        println!("{normal}: {same:?}");
    }
    // Two URLs alone, without a new text.
    println!("{:?}", uri::equivalent(urls[0], urls[1], Level::Scheme));
}
