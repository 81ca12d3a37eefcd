//! The name of a file in `Content-Disposition` (RFC 6266), written and read: `cargo run --example content_disposition`.
//!
//! A name in ASCII is for programs that do not know `filename*`. Those that know it prefer it.

use triplet::ext_value::{ExtValue, encode};

/// A header field's value that offers a file for download.
pub fn attachment(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_graphic() && !"\"\\%/".contains(c) || c == ' ' { c } else { '_' })
        .collect();
    format!("attachment; filename=\"{plain}\"; filename*={}", encode(name))
}

/// The name in a header field's value. What is not a name, or malformed, is left out, as RFC 6266 section 4.3 says.
pub fn file_name(header: &str) -> Option<String> {
    let parameter = |name: &str| {
        header.split(';').skip(1).find_map(|parameter| {
            let (known, value) = parameter.split_once('=')?;
            known.trim().eq_ignore_ascii_case(name).then_some(value.trim())
        })
    };
    let extended = parameter("filename*").and_then(|value| ExtValue::parse(value).ok());
    let name = match extended.and_then(|value| Some(value.to_str().ok()?.into_owned())) {
        Some(name) => name,
        None => parameter("filename")?.trim_matches('"').to_owned(),
    };
    // A sender must not choose a folder.
    let last = name.rsplit(['/', '\\']).next()?;
    (!last.is_empty() && last != "." && last != "..").then(|| last.to_owned())
}

fn main() {
    let header = attachment("naïve plan.txt");
    println!("Content-Disposition: {header}");
    println!("{:?}", file_name(&header));
}
