//! Trees of what a text is: spans, limits, the readable link, and that each value is decoded once.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use triplet::iri;
use triplet::uri::{Level, requote_reference};
use triplet_fuzz::input::Input;
use triplet_inspect::{Explain, Explanation, Kind, Node, explain};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let depth = usize::from(input.byte() % 20) + 1;
    let nodes = usize::from(input.byte()) + 1;
    let text = &*input.text();

    let whole = explain(text);
    check(&whole, text, 10_000);
    if matches!(whole.root().kind, Kind::Url | Kind::Iri | Kind::Reference) {
        means_the_same(&whole);
    }
    // A value in a link is a text by itself.
    for value in whole.root().nodes().filter(|node| node.kind == Kind::Value) {
        assert!(value.read().len() <= 3 * value.written.len(), "{value:?}");
    }
    check(&Explain::new().max_depth(depth).max_nodes(nodes).explain(text), text, nodes);
});

fn check(explanation: &Explanation, text: &str, nodes: usize) {
    let root = explanation.root();
    assert_eq!(&text[root.span.clone()], root.written);
    assert!(root.nodes().count() <= nodes, "{} > {nodes}: {text:?}", root.nodes().count());
    in_node(root);
    let _ = explanation.readable();
}

fn in_node(node: &Node) {
    let mut end = 0;
    for child in &node.children {
        if child.is_likely {
            assert!(child.written == node.read() || child.written == node.written, "{node:?}");
        } else {
            assert_eq!(node.read()[child.span.clone()], child.written, "{node:?}");
            assert!(end <= child.span.start, "{node:?}");
            end = child.span.end;
        }
        in_node(child);
    }
    for found in &node.findings {
        assert!(found.start < found.end && found.end <= node.written.len(), "{node:?}");
    }
    for remedy in &node.remedies {
        assert!(remedy.offset <= node.written.len() && remedy.text != node.written, "{node:?}");
    }
}

/// The readable link leads where the link as it is written leads.
fn means_the_same(explanation: &Explanation) {
    let (written, readable) = (&explanation.root().written, explanation.readable());
    let readable = readable.expect("a link is readable");
    let (before, after) = (requote_reference(written), requote_reference(&readable));
    assert!(
        before == after || iri::equivalent(&before, &after, Level::Scheme),
        "{written:?} {readable:?}: {before:?} {after:?}"
    );
}
