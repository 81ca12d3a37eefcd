//! Names of pairs that binders of frameworks follow into objects of the program.
#![forbid(unsafe_code)]

/// Whether a binder follows a name into the class of an object, the scope of a request or the global variables.
pub(super) fn is_object_graph(name: &[u8]) -> bool {
    let globals: [&[u8]; 10] = [
        b"GLOBALS",
        b"_SERVER",
        b"_SESSION",
        b"_ENV",
        b"_GET",
        b"_POST",
        b"_COOKIE",
        b"_FILES",
        b"_REQUEST",
        b"HTTP_SESSION_VARS",
    ];
    let first = name.split(|b| matches!(b, b'[' | b'.')).next().unwrap_or_default();
    if globals.contains(&first) {
        return true;
    }
    let has =
        |what: &[u8]| name.windows(what.len()).any(|window| window.eq_ignore_ascii_case(what));
    // Spring, Struts, Groovy and Java's beans.
    let classes = has(b"classloader")
        || has(b"protectiondomain")
        || has(b".getclass")
        || has(b"_memberaccess");
    // `class.id` may be the name of a field; the class of an object has a module or a loader.
    let class = name.get(..12).is_some_and(|start| {
        start.eq_ignore_ascii_case(b"class.module")
            || start[..11].eq_ignore_ascii_case(b"class[modul")
            || start[..11].eq_ignore_ascii_case(b"class.class")
    });
    let prefixes: [&[u8]; 6] = [
        b"redirect:$",
        b"action:$",
        b"redirectAction:$",
        b"method:#",
        b"redirect:http",
        b"redirectAction:http",
    ];
    // A property of Drupal's form, and a method of OGNL.
    let has_code = |two: &[u8]| two == b"[#" && !name.starts_with(b"[#");
    let calls = |three: &[u8]| matches!(three, b"'](" | b"\"](");
    if name.windows(2).any(has_code) || name.windows(3).any(calls) {
        return true;
    }
    classes
        || class
        || prefixes.iter().any(|prefix| name.starts_with(prefix))
        || name.starts_with(b"@java.")
}
