//! What a text is: the tree of `explain`, as the command prints it with `--json`.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use triplet::readings::{Languages, Reason};
use triplet_inspect::{Explain, Node, Why};

use crate::answer::Answer;
use crate::codec::text;
use crate::inspect::hex;
use crate::json::{self, Json};

/// Writes `{"kind","title","span":[…],"written","read"?,"octets"?,"charset"?,"likely"?,"detail"?,"remedies"?,"findings"?,
/// "children"?,"cut"?,"readable"?}`; only the root has the last. To what the command prints, the parts of
/// a reason are added: the place of the writing of frequent letters, as in `readings`, and the name of the part that names the charset.
/// `tags` are the reader's languages, separated by spaces.
pub(crate) fn explain(input: &[u8], tags: &[u8], output: &mut Vec<u8>) -> Answer {
    let languages = Languages::of(str::from_utf8(tags).unwrap_or_default().split(' '));
    let explanation = Explain::new().languages(languages).explain(text(input)?);
    let root = explanation.root();
    json::object(output, |json| {
        node(json, root);
        if let Some(readable) = root.readable() {
            json.text("readable", &readable);
        }
    });
    Ok(())
}

fn node(json: &mut Json, this: &Node) {
    json.text("kind", this.kind.name());
    json.text("title", this.kind.title());
    span(json, &this.span);
    json.text("written", &this.written);
    if let Some(read) = &this.decoded {
        json.text("read", read);
    }
    if let Some(octets) = &this.octets {
        match str::from_utf8(octets) {
            Ok(text) => json.text("octets", text),
            Err(_) => json.object("octets", |json| {
                json.text("hex", &hex(octets).to_ascii_lowercase());
            }),
        }
    }
    if let Some(read) = &this.charset {
        json.object("charset", |json| {
            json.text("name", read.charset.name());
            json.text("evidence", read.evidence.name());
            json.text(
                "reason",
                if let Why::Octets(reason) = &read.why { reason.name() } else { "named" },
            );
            json.display("why", &read.why);
            if let Why::Octets(Reason::Frequent(writing)) = read.why {
                json.number("writing", writing as u64);
            }
            if let Why::NamedBy(name) = &read.why {
                json.text("named_by", name);
            }
            if let Some((charset, text)) = &read.runner_up {
                json.object("runner_up", |json| {
                    json.text("name", charset.name());
                    json.text("text", text);
                });
            }
        });
    }
    if this.is_likely {
        json.flag("likely", true);
    }
    if let Some(detail) = &this.detail {
        json.text("detail", detail);
    }
    if !this.remedies.is_empty() {
        json.array("remedies", |list| {
            for remedy in &this.remedies {
                list.push_object(|json| {
                    json.text("kind", remedy.kind.name());
                    json.text("message", &remedy.message);
                    json.number("offset", remedy.offset as u64);
                    json.text("text", &remedy.text);
                });
            }
        });
    }
    if !this.findings.is_empty() {
        json.array("findings", |list| {
            for found in &this.findings {
                list.push_object(|json| {
                    json.text("rule", found.rule.name());
                    json.text("severity", found.severity.name());
                    span(json, &(found.start..found.end));
                });
            }
        });
    }
    if !this.children.is_empty() {
        json.array("children", |list| {
            for child in &this.children {
                list.push_object(|json| node(json, child));
            }
        });
    }
    if this.is_cut {
        json.flag("cut", true);
    }
}

/// The first offset and the one after the last.
fn span(json: &mut Json, span: &Range<usize>) {
    json.array("span", |list| {
        list.push_number(span.start as u64);
        list.push_number(span.end as u64);
    });
}
