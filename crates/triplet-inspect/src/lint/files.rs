//! Names of files that no page links to: of the system, of a person, of a program's own folder.
#![forbid(unsafe_code)]

use core::ops::Range;

/// Folders of Unix that hold what is not published (FHS 3.0), with the slash or the name after them.
const FOLDERS: [&[u8]; 13] = [
    b"/etc/",
    b"/dev/fd/",
    b"/dev/tcp/",
    b"/root/",
    b"/var/log/",
    b"/var/www/",
    b"/var/lib/php",
    b"/var/spool/",
    b"/run/secrets/",
    b"/var/run/secrets/",
    b"/usr/local/",
    b"/sys/class/",
    b"/sys/kernel/",
];

/// Names below `/proc` that say something of the system or of the program itself (proc(5)); the names below `/proc/sys` are folders.
const PROC: [&[u8]; 18] = [
    b"self",
    b"thread-self",
    b"version",
    b"net",
    b"mounts",
    b"cmdline",
    b"cpuinfo",
    b"meminfo",
    b"partitions",
    b"uptime",
    b"swaps",
    b"modules",
    b"filesystems",
    b"interrupts",
    b"ioports",
    b"diskstats",
    b"kcore",
    b"kallsyms",
];

/// Variables that hold the folder of a person or of the system, as shells and Windows write them.
const VARIABLES: [&[u8]; 10] = [
    b"$home/",
    b"${home}",
    b"${env:home}",
    b"%userprofile%",
    b"%appdata%",
    b"%localappdata%",
    b"%systemroot%",
    b"%windir%",
    b"%homepath%",
    b"%programdata%",
];

/// The part of a value that names a file of the system or of a person: its start.
pub(super) fn of_system(text: &[u8]) -> Option<Range<usize>> {
    let root = root(text);
    if root > 0 {
        return of_root(&text[root..]).map(|length| root..root + length);
    }
    let begins = |start: &&&[u8]| {
        text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    };
    let known = match text.first()? {
        b'/' => return of_root(text).map(|length| 0..length),
        b'$' | b'%' => VARIABLES.iter().find(begins),
        b'~' => return of_person(text),
        _ => None,
    };
    known.map(|known| 0..known.len())
}

/// Where the root is in a path, after what a program or a filter removes: a drive, or dots or `~` before two slashes: `C:/proc/self/`,
/// `..//etc/`. It is 0 in another path.
fn root(text: &[u8]) -> usize {
    let before = match text {
        [drive, b':', b'/', ..] if drive.is_ascii_alphabetic() => return 2,
        [b'.', b'.', b'/', ..] => 2,
        [b'.' | b'~', b'/', ..] => 1,
        _ => return 0,
    };
    let slashes = text[before..].iter().take_while(|&&b| b == b'/').count();
    if slashes > 1 { before + slashes - 1 } else { 0 }
}

/// The length of the part of a path from the root that names a file of the system.
fn of_root(path: &[u8]) -> Option<usize> {
    let Some(rest) = path.strip_prefix(b"/proc/") else {
        return FOLDERS.iter().find(|folder| path.starts_with(folder)).map(|folder| folder.len());
    };
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    let (name, rest) = rest.split_at(name);
    let sys: [&[u8]; 4] = [b"/kernel/", b"/vm/", b"/fs/", b"/net/"];
    let is_known = PROC.contains(&name)
        || !name.is_empty() && name.iter().all(u8::is_ascii_digit) && rest.starts_with(b"/")
        || name == b"sys" && sys.iter().any(|folder| rest.starts_with(folder));
    is_known.then_some(path.len() - rest.len())
}

/// A hidden file of a person: `~/.ssh/id_rsa`, `~root/.bash_history`.
fn of_person(text: &[u8]) -> Option<Range<usize>> {
    let name = text[1..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    text[1 + name..].starts_with(b"/.").then_some(0..name + 3)
}

/// Where a path names a file of accounts or of a process, after the name of a folder or a program: `/static/etc/passwd`.
pub(super) fn of_system_in_path(text: &[u8]) -> Option<Range<usize>> {
    let files: [&[u8]; 6] = [
        b"/etc/passwd",
        b"/etc/shadow",
        b"/etc/hosts",
        b"/proc/self/",
        b"/windows/system32",
        b"/windows/win.ini",
    ];
    files.iter().find_map(|file| {
        let is_file = |window: &[u8]| window.eq_ignore_ascii_case(file);
        let at = text.windows(file.len()).position(is_file)?;
        Some(at..at + file.len())
    })
}

/// Where a value names a file of the system, whatever is before it and between its names: `cat /etc/passwd`, `..%5Cwinnt\\win.ini`,
/// `??etc?passwd`.
pub(super) fn of_system_in_value(text: &[u8]) -> Option<Range<usize>> {
    let anywhere: [&[u8]; 3] = [b"/etc/passwd", b"/etc/shadow", b"\\etc\\passwd"];
    let found = anywhere.iter().find_map(|file| {
        let at = text.windows(file.len()).position(|window| window == *file)?;
        Some(at..at + file.len())
    });
    let end = text.iter().rposition(|b| b.is_ascii_alphanumeric()).map_or(0, |last| last + 1);
    let ends: [&[u8]; 5] =
        [b"etc?passwd", b"etc?shadow", b"win.ini", b"boot.ini", b"drivers?etc?hosts"];
    let ends_with = |file: &&[u8]| {
        let start = end.checked_sub(file.len())?;
        let is_same = |(known, octet): (&u8, &u8)| match known {
            b'?' => !octet.is_ascii_alphanumeric(),
            known => known.eq_ignore_ascii_case(octet),
        };
        let is_name = start == 0 || !text[start - 1].is_ascii_alphanumeric();
        (is_name && file.iter().zip(&text[start..end]).all(is_same)).then_some(start..end)
    };
    // A name by itself is a word of a question.
    found.or_else(|| {
        ends.iter()
            .find_map(ends_with)
            .filter(|place| place.start > 0 || text[..end].contains(&b'/'))
    })
}

/// Folders in which programs that write programs keep their settings and what they were told.
const ASSISTANTS: [&[u8]; 12] = [
    b".idea",
    b".vscode",
    b".claude",
    b".cursor",
    b".codex",
    b".continue",
    b".cline",
    b".aider",
    b".zed",
    b".windsurf",
    b".roo",
    b".rovodev",
];

/// Whether a segment is a file or a folder of a program's own that servers give out by mistake: of version control, with passwords,
/// keys and settings. The names are those in the manuals of Git, Subversion, Mercurial, Bazaar, Darcs, Apache (whose own settings refuse
/// `.ht*`), Terraform, Let's Encrypt, Azure, npm, curl, Bash, zsh, Vim, GnuPG, OpenSSH, AWS, Docker, Kubernetes, Java (servlets), IIS,
/// WordPress, MySQL, PostgreSQL, Python and Redis, and [`ASSISTANTS`]. `.well-known` (RFC 8615) is not one.
pub(super) fn is_hidden(segment: &[u8]) -> bool {
    let names: [&[u8]; 52] = [
        b"web.config",
        b".envrc",
        b".bashrc",
        b".profile",
        b".zshrc",
        b".zsh_history",
        b".mysql_history",
        b".psql_history",
        b".python_history",
        b".pgpass",
        b".my.cnf",
        b".pypirc",
        b".gnupg",
        b".s3cfg",
        b".boto",
        b".dockercfg",
        b".gitconfig",
        b".hgrc",
        b".viminfo",
        b"htpasswd",
        b"master.passwd",
        b".git",
        b".svn",
        b".hg",
        b".bzr",
        b".env",
        b".aws",
        b".ssh",
        b".kube",
        b".docker",
        b".ds_store",
        b".npmrc",
        b".netrc",
        b".git-credentials",
        b"web-inf",
        b"meta-inf",
        b"id_rsa",
        b"id_dsa",
        b"id_ecdsa",
        b"id_ed25519",
        b"server.key",
        b"privkey.pem",
        b"terraform.tfstate",
        b".azure",
        b".gcloud",
        b".ftpconfig",
        b"_darcs",
        b"wp-config.php",
        b"dump.rdb",
        b"backup.sql",
        b"dump.sql",
        b"database.sql",
    ];
    // Windows drops dots and spaces at the end of a name.
    let end = segment.iter().rposition(|b| !matches!(b, b'.' | b' ')).map_or(0, |end| end + 1);
    let segment = &segment[..end];
    let is = |name: &&[u8]| segment.eq_ignore_ascii_case(name);
    // `.env.production`, `.git/config`, `wp-config.php.bak`.
    let begins = [
        &b".env."[..],
        b".env~",
        b"wp-config.php.",
        b"wp-config.php~",
        b".wp-config.php.",
        b"id_rsa.",
        b".htaccess",
        b".htpasswd",
        b".hta",
        b".ht_",
        b".httr-oauth",
        b".bash_",
        b".ssh.",
        b"htpasswd.",
        b"terraform.tfstate.",
        b"backup.sql.",
        b"dump.sql.",
        b"database.sql.",
    ];
    let starts = |start: &&[u8]| {
        segment.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    };
    // What an editor or a person has left: `index.php~`, `config.bak`.
    let ends = [&b".php~"[..], b".bak", b".swp", b".htpasswd", b".htaccess"];
    let is_copy = |end: &&[u8]| {
        let start = segment.len().checked_sub(end.len());
        start.is_some_and(|start| start > 0 && segment[start..].eq_ignore_ascii_case(end))
    };
    let public: [&[u8]; 4] = [b"example", b"pub", b"sample", b"dist"];
    let is_public = public.iter().any(|end| {
        segment.strip_suffix(*end).is_some_and(|name| name.ends_with(b".") || name.ends_with(b"-"))
    });
    !is_public
        && (names.iter().chain(&ASSISTANTS).any(is)
            || begins.iter().any(starts)
            || ends.iter().any(is_copy))
}

/// Whether a segment of a path says that a program shows the sources of others there, as GitHub, GitLab and Gitea write it.
pub(super) fn is_of_sources(segment: &[u8]) -> bool {
    [&b"blob"[..], b"tree", b"raw", b"blame"].contains(&segment)
}

/// Whether a hidden file may be a part of a program's sources. The folders of version control are not.
pub(super) fn is_source(segment: &[u8]) -> bool {
    let files: [&[u8]; 6] = [b".htaccess", b".npmrc", b".env", b".docker", b"web-inf", b"meta-inf"];
    files.iter().chain(&ASSISTANTS).any(|file| file.eq_ignore_ascii_case(segment))
}

/// Whether two segments that follow each other are such a file: of CVS, and of the settings of Google Cloud's command.
pub(super) fn is_hidden_pair(first: &[u8], second: &[u8]) -> bool {
    let is = |name: &[u8], known: &[u8]| name.eq_ignore_ascii_case(known);
    is(first, b"CVS") && [&b"Entries"[..], b"Root", b"Repository"].iter().any(|n| is(second, n))
        || is(first, b".config") && is(second, b"gcloud")
}

/// Where a value names the folder of a servlet or of an archive of Java that is not published: `/WEB-INF/web.xml`.
pub(super) fn of_servlet(text: &[u8]) -> Option<Range<usize>> {
    let start = text.iter().take_while(|b| b"/\\;.".contains(b)).count();
    let folders: [&[u8]; 2] = [b"web-inf", b"meta-inf"];
    let begins = |folder: &&&[u8]| {
        let end = start + folder.len();
        text.get(start..end).is_some_and(|begin| begin.eq_ignore_ascii_case(folder))
            && matches!(text.get(end), Some(b'/' | b'\\'))
    };
    folders.iter().find(begins).map(|folder| start..start + folder.len())
}

/// Where a value that is a path names a file that is not published: `/.git/config`, `.ssh/id_rsa`. A word alone does not count.
pub(super) fn hidden_in_value(text: &[u8]) -> Option<Range<usize>> {
    let path = text.split(|b| b"?#".contains(b)).next().unwrap_or_default();
    if !path.contains(&b'/') || path.iter().any(|b| *b <= b' ' || b":<>\"'|,".contains(b)) {
        return None;
    }
    let mut start = 0;
    for segment in path.split(|&b| b == b'/') {
        let range = start..start + segment.len();
        start = range.end + 1;
        if is_of_sources(segment) {
            return None;
        }
        if segment.starts_with(b".") && is_hidden(segment) {
            return Some(range);
        }
    }
    None
}

/// Where a value whose name says that it is a file names one that is not published: `.htaccess`, `./wp-config.php`.
pub(super) fn hidden_as_value(text: &[u8]) -> Option<Range<usize>> {
    let is_end = |b: &u8| b"./~+ ".contains(b);
    let end = text.iter().rposition(|b| !is_end(b)).map_or(0, |last| last + 1);
    let is_separator = |b: &u8| matches!(b, b'/' | b'\\');
    let start = text[..end].iter().rposition(is_separator).map_or(0, |at| at + 1);
    let of_path = |b: &u8| b.is_ascii_alphanumeric() || b"/\\._~-".contains(b);
    let is_shown = || text[..start].split(is_separator).any(is_of_sources);
    let named: [&[u8]; 4] = [b".", b"wp-config", b"web.config", b"web-inf"];
    let is_named = named.iter().any(|name| {
        text.get(start..start + name.len()).is_some_and(|first| first.eq_ignore_ascii_case(name))
    });
    (is_named && is_hidden(&text[start..end]) && text[..end].iter().all(of_path) && !is_shown())
        .then_some(start..end)
}

/// Whether a name ends like a picture.
pub(super) fn is_image(name: &[u8]) -> bool {
    let ends: [&[u8]; 6] = [b".png", b".jpg", b".jpeg", b".gif", b".svg", b".webp"];
    ends.iter().any(|end| {
        let start = name.len().checked_sub(end.len());
        start.is_some_and(|start| name[start..].eq_ignore_ascii_case(end))
    })
}

/// Whether a name ends like a file that caches keep for everybody.
pub(super) fn is_static(name: &[u8]) -> bool {
    let ends: [&[u8]; 8] =
        [b".css", b".js", b".ico", b".woff", b".woff2", b".ttf", b".avif", b".map"];
    ends.iter().any(|end| {
        let start = name.len().checked_sub(end.len());
        start.is_some_and(|start| name[start..].eq_ignore_ascii_case(end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        for text in [
            &b"/etc/passwd"[..],
            b"/proc/self/environ",
            b"/dev/fd/0",
            b"/root/.ssh/id_rsa",
            b"~/.aws/credentials",
            b"~root/.bash_history",
            b"$HOME/.netrc",
            b"${HOME}/.kube/config",
            b"%USERPROFILE%\\Desktop",
            b"%windir%\\win.ini",
        ] {
            assert!(of_system(text).is_some(), "{}", text.escape_ascii());
        }
        for text in [
            &b""[..],
            b"/",
            b"/products/etc/",
            b"/etcetera",
            b"/process/1",
            b"/devices/x",
            b"/rooted",
            b"/var/x",
            b"~",
            b"~jdoe/",
            b"$5",
            b"$HOMEPAGE",
            b"%40",
            b"50%",
        ] {
            assert!(of_system(text).is_none(), "{}", text.escape_ascii());
        }
        assert_eq!(of_system_in_path(b"/static/etc/passwd"), Some(7..18));
        assert_eq!(of_system_in_path(b"/read/C:/Windows/System32/config/SAM"), Some(8..25));
        assert_eq!(of_system_in_path(b"/docs/etc/"), None);
    }

    #[test]
    fn segments() {
        for name in
            [&b".git"[..], b".GIT", b".env", b".env.production", b"WEB-INF", b"wp-config.php.bak"]
        {
            assert!(is_hidden(name), "{}", name.escape_ascii());
        }
        for name in [
            &b".well-known"[..],
            b".github",
            b".gitignore",
            b".env.example",
            b"id_rsa.pub",
            b"env",
            b"",
        ] {
            assert!(!is_hidden(name), "{}", name.escape_ascii());
        }
        assert!(
            is_static(b"x.css") && is_static(b".JS") && !is_static(b"css") && !is_static(b"x.png")
        );
    }
}
