//! The page: its files, and the single file that `triplet web --export` writes.
//!
//! The files are in the program: the release build in `assets/web`. `node web/build.mjs --release` writes that folder.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::fmt::Write;
use std::io;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

/// The `Content-Security-Policy` in the `<meta>` element of `index.html`: what the page needs is its own script, style sheet and
/// module, its icons (one is written in its address), its manifest, and one policy for trusted types, which makes the
/// addresses of its Workers.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
     style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     require-trusted-types-for 'script'; trusted-types triplet-worker";

/// A file of the page, with the media type that it is served as.
pub struct File {
    pub name: Cow<'static, str>,
    pub kind: &'static str,
    pub content: Cow<'static, [u8]>,
}

pub struct Page {
    files: Vec<File>,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";

/// All files, each with its media type and the content of the release build.
macro_rules! files {
    ($($name:literal: $kind:expr),* $(,)?) => {
        vec![$(File {
            name: Cow::Borrowed($name),
            kind: $kind,
            content: Cow::Borrowed(include_bytes!(concat!("../../assets/web/", $name))),
        }),*]
    };
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
        let files = files! {
            "index.html": "text/html; charset=utf-8",
            "page.css": "text/css; charset=utf-8",
            "page.js": SCRIPT,
            "triplet.wasm": "application/wasm",
            "offline.js": SCRIPT,
            "page.webmanifest": "application/manifest+json",
            "icon.svg": "image/svg+xml",
            "icon-192.png": "image/png",
            "icon-512.png": "image/png",
            // The languages. The script has English.
            "de.json": JSON,
            "es.json": JSON,
            "fr.json": JSON,
            "ja.json": JSON,
            "ko.json": JSON,
            "ru.json": JSON,
            "zh.json": JSON,
            "zh-hant.json": JSON,
        };
        Page { files }
    }

    /// The files of a folder, and with them those of languages that the embedded page does not have yet.
    #[cfg(debug_assertions)]
    fn read(folder: &std::path::Path) -> io::Result<Page> {
        let mut page = Page::embedded();
        for file in &mut page.files {
            file.content = std::fs::read(folder.join(&*file.name))?.into();
        }
        for entry in std::fs::read_dir(folder)? {
            let Ok(name) = entry?.file_name().into_string() else { continue };
            if name.ends_with(".json") && page.file(&format!("/{name}")).is_none() {
                let content = std::fs::read(folder.join(&name))?.into();
                page.files.push(File { name: name.into(), kind: JSON, content });
            }
        }
        Ok(page)
    }

    /// The file of a path; `index.html` is that of `/`.
    pub fn file(&self, path: &str) -> Option<&File> {
        let name = path.strip_prefix('/')?;
        self.files
            .iter()
            .find(|file| file.name.strip_prefix("index.html").unwrap_or(&file.name) == name)
    }

    /// The content of a file that exists.
    fn content(&self, name: &str) -> &[u8] {
        self.files.iter().find(|file| file.name == name).map_or(b"", |file| &file.content)
    }

    /// The content of a text.
    fn text(&self, name: &str) -> Cow<'_, str> {
        String::from_utf8_lossy(self.content(name))
    }

    /// The whole page as one file that needs no server. Its policy allows the one script and the one style sheet by their
    /// hashes, and the Worker, which runs that script, by a `blob:` address. The module is data, which no policy has to allow.
    pub fn one_file(&self) -> String {
        let (css, js) = (self.text("page.css"), self.text("page.js"));
        let (css, js) = (css.trim(), js.trim());
        let policy = format!(
            "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; \
             img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; \
             trusted-types triplet-worker",
            hash_source(js),
            hash_source(css),
        );
        let style = format!("<style>{css}</style>");
        let mut languages = String::new();
        for file in self.files.iter().filter(|file| file.kind == JSON) {
            let code = file.name.trim_end_matches(".json");
            // No text ends the element.
            let texts = self.text(&file.name).trim().replace('<', "\\u003c");
            let comma = if languages.is_empty() { "" } else { "," };
            let _ = write!(languages, "{comma}\"{code}\":{texts}");
        }
        let data = format!(
            r#"<script type="application/json" id="embedded">{{"wasm":"{}","languages":{{{languages}}}}}</script>"#,
            BASE64_STANDARD.encode(self.content("triplet.wasm"))
        );
        let script = format!("<script type=\"module\">{js}</script>\n</body>");
        // The script is inserted last: it may contain what the other steps search for.
        [
            (POLICY, policy.as_str()),
            ("<link rel=\"manifest\" href=\"page.webmanifest\">\n", ""),
            (r#"<link rel="stylesheet" href="page.css">"#, &style),
            ("<link rel=\"preload\" href=\"triplet.wasm\" as=\"fetch\" crossorigin>\n", ""),
            (r#"<script type="module" src="page.js"></script>"#, &data),
            ("</body>", &script),
        ]
        .iter()
        .fold(self.text("index.html").into_owned(), |html, (from, to)| html.replacen(from, to, 1))
    }
}

/// The `hash-source` of Content Security Policy Level 3 that allows this text.
fn hash_source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No file of the folder is forgotten here.
    #[test]
    fn every_file_of_the_build_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/web");
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        names.sort_unstable();
        let page = Page::embedded();
        let mut ours: Vec<_> = page.files.iter().map(|file| &*file.name).collect();
        ours.sort_unstable();
        assert_eq!(ours, names, "`Page::embedded` has a line for each file in {folder}");
        assert_eq!(page.file("/").map(|file| &*file.name), Some("index.html"));
        assert!(page.file("/index.html").is_none() && page.file("page.js").is_none());
    }

    /// The page contains the policy for static hosts, which do not send the field.
    #[test]
    fn the_page_has_the_policy() {
        let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
        assert!(Page::embedded().text("index.html").contains(&meta));
    }

    #[test]
    fn the_one_file_requests_nothing() {
        let page = Page::embedded();
        let file = page.one_file();
        for word in
            ["src=\"", "rel=\"stylesheet\"", "rel=\"preload\"", "rel=\"manifest\"", "'self'"]
        {
            assert!(!file.contains(word), "{word}");
        }
        assert_eq!(file.matches("<script").count(), 2);
        for code in page.files.iter().filter_map(|file| file.name.strip_suffix(".json")) {
            assert!(file.contains(&format!("\"{code}\":{{\"stamp\":")), "{code}");
        }
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
