//! The tree of `explain` in a notebook.
#![forbid(unsafe_code)]

use triplet_inspect::{Node, is_invisible};

use crate::explain_rows::{SHOWN, rows};

/// The rows of a tree in a notebook, and the characters of each value.
const HTML_ROWS: usize = 500;
const HTML_SHOWN: usize = 2000;

/// The tree as nested lists. Nothing of the text is markup, and invisible characters are shown.
pub(crate) fn html(node: &Node) -> String {
    let mut html = format!("<div><strong>{}</strong>", escaped(&node.description(), SHOWN));
    if node.decoded.is_some() {
        html.push_str(&format!(" {}", value_html(node)));
    }
    let mut found = Vec::new();
    rows(node, 1, HTML_ROWS, &mut found);
    let mut depth = 0;
    for row in found.iter().take(HTML_ROWS) {
        match row.depth > depth {
            true => html.push_str("<ul>"),
            false => html.push_str(&"</li></ul>".repeat(depth - row.depth)),
        }
        if row.depth <= depth {
            html.push_str("</li>");
        }
        depth = row.depth;
        html.push_str(if row.node.is_likely { "<li>perhaps " } else { "<li>" });
        match (row.name, row.value) {
            (Some(name), _) => {
                html.push_str(&format!("<strong>{}</strong> ", escaped(name, SHOWN)))
            }
            (None, Some(value)) => html.push_str(&format!("<em>{}</em> ", value.kind.name())),
            (None, None) => {
                html.push_str(&format!("<em>{}</em>", escaped(&row.node.description(), SHOWN)))
            }
        }
        html.push_str(&row.value.map_or(String::new(), value_html));
    }
    html.push_str(&"</li></ul>".repeat(depth));
    html.push_str(if found.len() > HTML_ROWS { "…</div>" } else { "</div>" });
    html
}

fn value_html(node: &Node) -> String {
    let value = escaped(node.read(), HTML_SHOWN);
    let Some(read) = &node.charset else {
        return format!("<code style=\"white-space: pre-wrap\">{value}</code>");
    };
    let why = escaped(&format!("{}: {}", read.charset.name(), read.why), HTML_SHOWN);
    format!("<code style=\"white-space: pre-wrap\">{value}</code> <small>{why}</small>")
}

/// The start of a text as the text of an element.
fn escaped(text: &str, most: usize) -> String {
    let mut html = String::new();
    for (number, c) in text.chars().enumerate() {
        if number == most {
            html.push('…');
            break;
        }
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            '\n' => html.push('\n'),
            '\r' => {}
            c if is_invisible(c) => html.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
            c => html.push(c),
        }
    }
    html
}
