//! A query in an old charset: written, read, and read when nobody says which charset it is: `cargo run --example legacy_charset
//! --features charset`.

use triplet::charset::{self, Charset, CharsetError};
use triplet::set::rfc3986;

/// A value of a query for a server that expects GBK.
pub fn value(text: &str) -> Result<String, charset::Unmappable> {
    let gbk = Charset::for_label("gbk").expect("a label of the Encoding standard");
    Ok(charset::encode(text, gbk, rfc3986::QUERY_VALUE).try_to_cow()?.into_owned())
}

/// The text of a value in a charset that a page or a header names.
pub fn text(value: &str, label: &str) -> Option<Result<String, CharsetError>> {
    let charset = Charset::for_label(label)?;
    Some(charset::decode(value, charset).to_str().map(std::borrow::Cow::into_owned))
}

/// The most likely charset of a value whose charset nobody names, its text, and why. A guess: show it to a person, with the reason and
/// the next ones, whose `score` says how much less likely they are.
pub fn guess(value: &str) -> Option<(&'static str, String, String)> {
    let best = charset::candidates(value).into_iter().next()?;
    (best.malformed == 0).then(|| (best.charset.name(), best.text, best.reason.to_string()))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let value = value("中文搜索")?;
    println!("{value}");
    println!("{:?}", text(&value, "gb2312"));
    println!("{:?}", guess(&value));
    Ok(())
}
