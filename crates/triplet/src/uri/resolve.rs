//! From a reference to what it means at a base, and back (RFC 3986 section 5).
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::{UriError, UriErrorKind};
use super::normalize::dots::{Climb, push_without_dot_segments};
use super::recompose::Components;
use super::reference::Reference;
use crate::names::names;

names! { "way to read a reference";
    /// How a reference with the base's own scheme is read (section 5.2.2).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Strictness {
        /// `http:g` is a URI, and its own target.
        #[default]
        Strict => "strict",
        /// At a base with the scheme `http`, `http:g` is the relative reference `g`: the exception for old
        /// documents.
        Lenient => "lenient",
    }
}

/// The target of a reference at a base (section 5.2). The base's fragment has no meaning.
///
/// Nothing is normalised but dot segments. A reference with a scheme whose path begins with no slash (`data:a/../b`)
/// is its own target to the letter: there, dots are data. Section 5.2.2 would remove them, and so name
/// another resource. A path that is merged with such a base loses its dot segments by section 5.2.4, and gets a slash
/// where it climbs: `../c` at `tag:a/b` is `tag:/c`. A path that would begin with `//` where no authority is gets
/// `/.` before it, so that it stays a path. Linear time.
///
/// # Errors
///
/// When the base has no scheme.
///
/// ```
/// use triplet::uri::{Strictness, resolve};
///
/// let base = "http://a/b/c/d;p?q";
/// assert_eq!(resolve(base, "../g", Strictness::Strict)?, "http://a/b/g");
/// // An encoded slash divides nothing.
/// assert_eq!(resolve(base, "..%2Fg", Strictness::Strict)?, "http://a/b/c/..%2Fg");
/// # Ok::<(), triplet::uri::UriError>(())
/// ```
pub fn resolve(base: &str, reference: &str, strictness: Strictness) -> Result<String, UriError> {
    let base = Reference::split(base);
    if base.scheme().is_none() {
        return Err(UriError::new(UriErrorKind::NoScheme, 0));
    }
    Ok(target(&base, reference, strictness))
}

/// [`resolve`], but the base may be a relative reference too, and so may be the result: what a program does with two links
/// whose page it does not know yet. `join` never fails.
///
/// If the base has a scheme, the result is that of `resolve` under [`Strictness::Strict`]. Otherwise section 5.2 is applied without the
/// scheme. A relative path keeps each `..` that climbs above its start, so that the order of joining does not matter:
/// `resolve(a, join(b, c))` is `resolve(resolve(a, b), c)` for each URI `a` that has an authority, or whose path begins with a slash. (In
/// another URI, such as `tag:x`, climbing adds a slash by the letter of section 5.2.4, so that climbing twice differs from climbing
/// once.) The last segment of the path of `b` must not be a dot segment, which section 5.2.3 removes from a base like any other segment.
///
/// Python's `urljoin` drops a `..` that climbs above a relative path, and makes an absolute path relative where a `..` climbs above the
/// root. Without such climbing the results are the same, with one exception: a result that is empty, or would begin with a slash or a
/// scheme, gets `./` before it here, and stays relative.
///
/// ```
/// use triplet::uri::join;
///
/// assert_eq!(join("docs/a.html", "b.html#top"), "docs/b.html#top");
/// assert_eq!(join("/docs/a.html", "../x?q"), "/x?q");
/// assert_eq!(join("//example.com/a", "/b"), "//example.com/b");
/// assert_eq!(join("docs/a.html", "../../b.html"), "../b.html");
/// assert_eq!(join("http://example.com/a/b", "../c"), "http://example.com/c");
/// ```
#[must_use]
pub fn join(base: &str, reference: &str) -> String {
    target(&Reference::split(base), reference, Strictness::Strict)
}

/// Section 5.2.2. If the base has no scheme, the result may have none.
fn target(base: &Reference<'_>, reference: &str, strictness: Strictness) -> String {
    let reference = Reference::split(reference);
    let own_scheme = reference.scheme().filter(|scheme| {
        strictness == Strictness::Strict
            || !base.scheme().is_some_and(|base| scheme.eq_ignore_ascii_case(base))
    });
    let (authority, path, query) = if own_scheme.is_some() {
        let path = match reference.path() {
            path if path.starts_with('/') => Cow::Owned(remove_dot_segments(path)),
            path => Cow::Borrowed(path),
        };
        (authority(&reference), path, reference.query())
    } else if reference.authority().is_some() {
        let path = Cow::Owned(remove_dot_segments(reference.path()));
        (authority(&reference), path, reference.query())
    } else if reference.path().is_empty() {
        let query = reference.query().or(base.query());
        (authority(base), Cow::Borrowed(base.path()), query)
    } else {
        let path = if reference.path().starts_with('/') {
            remove_dot_segments(reference.path())
        } else {
            let merged = merge(base, reference.path());
            match base.scheme().is_none() && !merged.starts_with('/') {
                true => relative_without_dots(&merged),
                false => remove_dot_segments(&merged),
            }
        };
        (authority(base), Cow::Owned(path), reference.query())
    };
    let scheme = own_scheme.or(base.scheme());
    let fragment = reference.fragment();
    Components { scheme, authority, path: &path, query, fragment }.recompose()
}

/// The authority of a reference, as it is written.
fn authority<'a>(reference: &Reference<'a>) -> Option<&'a str> {
    reference.authority().map(|authority| authority.as_str())
}

/// A relative path without dot segments. The result is a relative path too (section 4.2).
fn relative_without_dots(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 2);
    push_without_dot_segments(path, Climb::Kept, &mut out);
    let first = out.split('/').next().unwrap_or_default();
    if first.is_empty() || first.as_bytes().contains(&b':') {
        out.insert_str(0, "./");
    }
    out
}

/// Section 5.2.3.
fn merge(base: &Reference<'_>, path: &str) -> String {
    let before = if base.authority().is_some() && base.path().is_empty() {
        "/"
    } else {
        base.path().rfind('/').map_or("", |slash| &base.path()[..=slash])
    };
    let mut merged = String::with_capacity(before.len() + path.len());
    merged.push_str(before);
    merged.push_str(path);
    merged
}

/// A path without `.` and `..`, exactly as section 5.2.4 says: `..` never climbs above the root. Encoded dots are
/// data here; [`normalize`](super::normalize) decodes them first. [`resolve`] and `normalize` leave the path of a URI alone
/// if the path does not begin with a slash. Linear time.
///
/// ```
/// use triplet::uri::remove_dot_segments;
///
/// assert_eq!(remove_dot_segments("/a/b/c/./../../g"), "/a/g");
/// ```
#[must_use]
pub fn remove_dot_segments(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    push_without_dot_segments(path, Climb::Dropped, &mut out);
    out
}

/// The shortest reference that means the target at the base, by the ways of section 4.2: empty, a fragment, a
/// query, a path, a path from the root, an authority; or the target itself. Of two with the same length, the one that comes first in this list.
///
/// A target is read at a base that has a scheme, and resolving the result there gives what [`resolve`] gives of the target. A base
/// without a scheme and the target are read at the same unknown place. [`join`] of the base and the result gives the target
/// without its dot segments. Linear time.
///
/// # Errors
///
/// [`UriErrorKind::Unreachable`], when the base has no scheme and no reference leads from it to the target: `../a` does not say
/// what the folder around `b` is called, and no reference without a host leads away from `//host/a`. With a scheme, there is always a
/// reference.
///
/// ```
/// use triplet::uri::relativize;
///
/// assert_eq!(relativize("http://a/b/c/d?q", "http://a/b/x/y#z")?, "../x/y#z");
/// assert_eq!(relativize("http://a/b/c/d?q", "http://a/x")?, "/x");
/// assert_eq!(relativize("docs/a.html", "img/x.png")?, "../img/x.png");
/// assert!(relativize("../a", "b").is_err());
/// # Ok::<(), triplet::uri::UriError>(())
/// ```
pub fn relativize(base: &str, target: &str) -> Result<String, UriError> {
    let from = Reference::split(base);
    let whole = match from.scheme() {
        Some(_) => self::target(&from, target, Strictness::Strict),
        None => join("", target),
    };
    let to = Reference::split(&whole);
    let mut candidates: Vec<String> = Vec::new();
    if from.scheme() == to.scheme() {
        let mut push = |path: &str, query: Option<&str>| {
            let fragment = to.fragment();
            candidates.push(Components { path, query, fragment, ..<_>::default() }.recompose());
        };
        if authority(&from) == authority(&to) {
            push("", None);
            push("", to.query());
            // The folder that a path is merged with; it may have dot segments.
            let folder = merge(&from, "");
            let clean = match from.scheme().is_none() && !folder.starts_with('/') {
                true => relative_without_dots(&folder),
                false => remove_dot_segments(&folder),
            };
            // Without the `/.` that keeps a path with two slashes from becoming an authority.
            let unguarded = to.path().strip_prefix("/.").filter(|path| path.starts_with("//"));
            let has_dots = clean != folder;
            let other = has_dots.then_some((&folder, to.path()));
            let unguarded = unguarded.map(|path| (&clean, path));
            for (folder, to_path) in
                [Some((&clean, to.path())), other, unguarded].into_iter().flatten()
            {
                let path = relative_path(folder, to_path);
                // A dot segment at the end needs no slash.
                if let Some(short) = path.strip_suffix('/')
                    && matches!(short.rsplit('/').next(), Some("." | ".."))
                {
                    push(short, to.query());
                }
                push(&path, to.query());
            }
            push(to.path(), to.query());
        }
        let network = Components {
            scheme: None,
            authority: authority(&to),
            path: to.path(),
            query: to.query(),
            fragment: to.fragment(),
        };
        candidates.push(network.recompose());
    }
    // A `:` in the first segment would end a scheme (section 4.2). Such a path begins with `./` instead.
    candidates.retain(|candidate| {
        !candidate.split(['/', '?', '#']).next().unwrap_or_default().as_bytes().contains(&b':')
    });
    candidates.push(whole.clone());
    // At a base with a scheme, the target itself always leads to the target.
    candidates.push(target.into());
    candidates.sort_by_key(String::len);
    // What is shorter may mean something else at odd bases, so each must prove itself.
    candidates
        .into_iter()
        .find(|candidate| self::target(&from, candidate, Strictness::Strict) == whole)
        .ok_or(UriError::new(UriErrorKind::Unreachable, 0))
}

/// A path that leads from a folder to a path of the same root.
fn relative_path(folder: &str, to: &str) -> String {
    let [folder, to] = [folder, to].map(|path| path.strip_prefix("./").unwrap_or(path));
    let mut common = 0;
    for (at, (a, b)) in folder.bytes().zip(to.bytes()).enumerate() {
        if a != b {
            break;
        }
        if a == b'/' {
            common = at + 1;
        }
    }
    let mut path = String::new();
    for _ in folder[common..].matches('/') {
        path.push_str("../");
    }
    let rest = &to[common..];
    let first = rest.split('/').next().unwrap_or_default();
    if path.is_empty() && (first.is_empty() || first.as_bytes().contains(&b':')) {
        path.push_str("./");
    }
    path.push_str(rest);
    path
}
