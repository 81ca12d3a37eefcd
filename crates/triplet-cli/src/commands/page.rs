//! The page: its four files, and the single file that `triplet web --export` writes.
//!
//! The files are in the program: the release build in `assets/web`, which `node web/build.mjs --release` writes.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::io;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

/// The `Content-Security-Policy` in the `<meta>` element of `index.html`: what the page needs is its own script, style sheet and
/// module, and one policy for trusted types, which makes the address of its Worker.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
     style-src 'self'; base-uri 'none'; form-action 'none'; \
     require-trusted-types-for 'script'; trusted-types triplet-worker";

pub struct Page {
    pub html: Cow<'static, str>,
    pub css: Cow<'static, str>,
    pub js: Cow<'static, str>,
    pub wasm: Cow<'static, [u8]>,
}

impl Page {
    /// The page in the program. A debug build takes another one from the folder that `TRIPLET_WEB_ASSETS` names: the page's tests
    /// run against the build of the current sources.
    pub fn load() -> io::Result<Page> {
        #[cfg(debug_assertions)]
        if let Some(folder) = std::env::var_os("TRIPLET_WEB_ASSETS") {
            return Page::read(folder.as_ref());
        }
        Ok(Page::embedded())
    }

    fn embedded() -> Page {
        Page {
            html: include_str!("../../assets/web/index.html").into(),
            css: include_str!("../../assets/web/page.css").into(),
            js: include_str!("../../assets/web/page.js").into(),
            wasm: include_bytes!("../../assets/web/triplet.wasm").into(),
        }
    }

    #[cfg(debug_assertions)]
    fn read(folder: &std::path::Path) -> io::Result<Page> {
        use std::fs::{read, read_to_string};
        Ok(Page {
            html: read_to_string(folder.join("index.html"))?.into(),
            css: read_to_string(folder.join("page.css"))?.into(),
            js: read_to_string(folder.join("page.js"))?.into(),
            wasm: read(folder.join("triplet.wasm"))?.into(),
        })
    }

    /// The whole page as one file that needs no server. Its policy allows the one script and the one style sheet by their
    /// hashes, and the Worker, which runs that script, by a `blob:` address. The module is data, which no policy has to allow.
    pub fn one_file(&self) -> String {
        let (css, js) = (self.css.trim(), self.js.trim());
        let policy = format!(
            "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; \
             base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; \
             trusted-types triplet-worker",
            hash_source(js),
            hash_source(css),
        );
        let style = format!("<style>{css}</style>");
        let module = format!(
            r#"<script type="application/json" id="embedded">{{"wasm":"{}"}}</script>"#,
            BASE64_STANDARD.encode(&self.wasm)
        );
        let script = format!("<script type=\"module\">{js}</script>\n</body>");
        // The script is inserted last: it may contain what the other steps search for.
        [
            (POLICY, policy.as_str()),
            (r#"<link rel="stylesheet" href="page.css">"#, &style),
            ("<link rel=\"preload\" href=\"triplet.wasm\" as=\"fetch\" crossorigin>\n", ""),
            (r#"<script type="module" src="page.js"></script>"#, &module),
            ("</body>", &script),
        ]
        .iter()
        .fold(self.html.to_string(), |html, (from, to)| html.replacen(from, to, 1))
    }
}

/// The `hash-source` of Content Security Policy Level 3 that allows this text.
fn hash_source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page contains the policy for static hosts, which do not send the field.
    #[test]
    fn the_page_has_the_policy() {
        let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
        assert!(Page::embedded().html.contains(&meta));
    }

    #[test]
    fn the_one_file_requests_nothing() {
        let file = Page::embedded().one_file();
        for word in ["src=\"", "rel=\"stylesheet\"", "rel=\"preload\"", "'self'"] {
            assert!(!file.contains(word), "{word}");
        }
        assert_eq!(file.matches("<script").count(), 2);
    }

    /// The example of Content Security Policy Level 3, section 2.3.1.
    #[test]
    fn the_hash_of_the_specification() {
        assert_eq!(
            hash_source("alert('Hello, world.');"),
            "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
        );
    }
}
