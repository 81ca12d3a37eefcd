//! The program of `examples/`, run as it is written.

#[path = "../../examples/lint_log.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod lint_log;

#[test]
fn lint_a_log() {
    let log = "\
192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] \"GET /img/logo.png?size=2 HTTP/1.1\" 200 512
192.0.2.7 - - [01/Jan/2026:00:00:01 +0000] \"GET /img/..%2f..%2fetc/passwd HTTP/1.1\" 404 0
192.0.2.7 - - [01/Jan/2026:00:00:02 +0000] \"GET /img/%252e%252e/x HTTP/1.1\" 404 0
no request
";
    let mut report = Vec::new();
    let count = lint_log::report(log.as_bytes(), &mut report).expect("memory takes all");
    let expected = "\
2:5: error[dot-segment] ..: a dot segment: what is opened is not what is written
2:10: error[dot-segment] ..: a dot segment: what is opened is not what is written
3:5: warn[double-encoding] %252e: encoded more than once: a decoder that decodes twice sees another text
3:5: error[encoded-dot-segment] %252e%252e: an encoded dot segment: it goes up if a filter runs before the decoder
3:10: warn[double-encoding] %252e: encoded more than once: a decoder that decodes twice sees another text
";
    assert_eq!(String::from_utf8(report).expect("text"), expected);
    assert_eq!(count, 5);
}
