//! Rows of genome annotation: GFF3 and VCF (*Generic Feature Format version 3*, *The Variant Call Format* 4.3 section 1.2). The columns are
//! between tabs, and one of them has pairs between semicolons. What is encoded in a pair is decoded after the pairs are split.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use triplet::decode_triplet;

use super::super::form::{has_settings, has_triplet, pairs_between};
use super::super::node::Kind;
use super::super::recognized::{Inner, MAX_PARTS, Part, Place, Reading, Recognized, span_of};

/// Rows with all their columns. Lines that begin with `#` are comments.
pub(crate) fn rows(text: &str, place: Place) -> Option<Recognized> {
    if place != Place::Whole || !text.contains('\t') || !has_triplet(text) {
        return None;
    }
    let mut parts = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<&str> = line.splitn(12, '\t').collect();
        let pairs = column_of_pairs(&columns)?;
        for (number, column) in columns.iter().enumerate() {
            if parts.len() == MAX_PARTS || !has_triplet(column) {
                continue;
            }
            let span = span_of(text, column);
            parts.push(if number == pairs {
                let pairs = pairs_between(column, ';', 0, false);
                Part::new(Kind::Form, span, Reading::Pair(pairs))
            } else {
                Part::new(Kind::Encoded, span, Reading::Decode)
            });
        }
    }
    if parts.is_empty() {
        return None;
    }
    let found = Recognized::certain(Inner::Parts(parts))?;
    Some(Recognized { detail: Some("columns, as GFF3 and VCF have them".into()), ..found })
}

/// Which column has the pairs.
fn column_of_pairs(columns: &[&str]) -> Option<usize> {
    let is_number =
        |column: &str| !column.is_empty() && column.bytes().all(|byte| byte.is_ascii_digit());
    match columns {
        // In GTF the names of the pairs are before values in quotation marks.
        [_, _, _, start, end, _, "+" | "-" | "." | "?", _, pairs]
            if is_number(start) && is_number(end) && !pairs.contains(" \"") =>
        {
            Some(8)
        }
        [_, position, _, reference, _, _, _, _, ..]
            if is_number(position)
                && !reference.is_empty()
                && reference.bytes().all(|byte| b"ACGTNacgtn".contains(&byte)) =>
        {
            Some(7)
        }
        _ => None,
    }
}

/// The column with the pairs alone: each has a word as its name, and in a value one of the delimiters is encoded.
pub(crate) fn pairs(text: &str, place: Place) -> Option<Recognized> {
    let is_delimiter = |(at, _): (usize, &str)| {
        matches!(decode_triplet(&text.as_bytes()[at..]), Some(b';' | b'=' | b',' | b'&' | b'\t'))
    };
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let is_pair = |pair: &str| {
        pair.split_once('=').is_some_and(|(name, value)| {
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.bytes().all(is_part)
                && !value.contains('=')
        })
    };
    if place != Place::Whole
        || !text.contains(';')
        || text.contains(['&', '?', '\n', '"', '\''])
        || has_settings(text)
        || !text.match_indices('%').any(is_delimiter)
        || !text.trim_end_matches(';').split(';').all(is_pair)
    {
        return None;
    }
    let found = Recognized::certain(Inner::Parts(pairs_between(text, ';', 0, false)))?;
    Some(Recognized { detail: Some("with semicolons between its pairs".into()), ..found })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::super::node::Kind;
    use crate::{Node, explain};

    fn values(node: &Node) -> Vec<&str> {
        let pairs = node.children.iter().filter_map(Node::name_and_value);
        pairs.filter_map(|(_, value)| Some(value?.read())).collect()
    }

    #[test]
    fn rows_are_split_before_they_are_decoded() {
        let gff = "##gff-version 3\nchr%201\tX\tgene\t1\t9\t.\t+\t.\tID=g;Note=a%3Bb%3Dc%2525\nchr1\tX\tgene\t1\t9\t.\t-\t.\tID=h";
        let explanation = explain(gff);
        let root = explanation.root();
        assert_eq!(root.kind, Kind::Text);
        assert_eq!(root.children[0].read(), "chr 1");
        assert_eq!(values(&root.children[1]), ["g", "a;b=c%25"]);
        assert_eq!(root.children.len(), 2);
        let vcf = explain("17\t430\trs1\tG\tA\t.\tPASS\tAC=2;DB;N=a%3Db%3B\tGT\t1/1");
        assert_eq!(values(&vcf.root().children[0]), ["2", "a=b;"]);
        let pairs = explain("ID=gene-1;Note=thr operon%3B leader%2C x;gene=thrL");
        assert_eq!(pairs.root().kind, Kind::Form);
        assert_eq!(values(pairs.root()), ["gene-1", "thr operon; leader, x", "thrL"]);
    }

    #[test]
    fn what_is_no_row() {
        for text in [
            "a\tb%20c",
            "chr1\tX\tgene\t1\t9\t.\t+\t.\tgene_id \"a%20b\"; x \"y\"",
            "#a%20b\nchr1\tX\tgene\t1\t9\t.\t+\t.\tID=h",
            "1\t2\t3\t4\t5\t6\t7\t8%20\t9",
            "chr1\tX\tgene\t1\t9\t.\t+\t.\tID=h",
            "uid=a;pwd=p%3B",
            "a=1;b=2",
            "a=%20;b=2",
            "say a; b=%3B",
            "for(i=0;i<3;i++) a%3D",
        ] {
            let root = explain(text).into_root();
            let is_split = root
                .detail
                .as_deref()
                .is_some_and(|detail| detail.contains("columns") || detail.contains("semicolons"));
            assert!(!is_split, "{text}");
        }
    }
}
