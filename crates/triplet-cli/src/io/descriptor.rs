//! Paths that name an open descriptor, such as `/dev/stdout`, and not a file of their own.
//!
//! On Linux each leads through a link to `/proc/…/fd/N`, which the system follows to whatever is open there, also a file that has
//! no name any more. To replace the file that is found there would take away what others write to the descriptor.
#![forbid(unsafe_code)]

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use super::replace::folder_of;

/// What a path names.
#[derive(Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// A descriptor of this process.
    Own(i32),
    /// A descriptor of another process.
    Others,
}

/// The descriptor that a path names, through all links.
pub fn named_by(path: &Path) -> Option<Descriptor> {
    let mut path = path.to_owned();
    // The kernel's own limit of links.
    for _ in 0..40 {
        let folder = fs::canonicalize(folder_of(&path)).ok()?;
        if let Some(found) = in_folder(&folder, path.file_name()?) {
            return Some(found);
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

/// The descriptor that has this name in a folder of descriptors.
fn in_folder(folder: &Path, name: &OsStr) -> Option<Descriptor> {
    let name = name.to_str().filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))?;
    let number: i32 = name.parse().ok()?;
    // Where it is not a link to a folder of processes.
    if folder == Path::new("/dev/fd") {
        return Some(Descriptor::Own(number));
    }
    let process = folder.strip_prefix("/proc").ok()?;
    let parts: Vec<&OsStr> = process.iter().collect();
    // `/proc/PID/fd`, and that of one of its threads: threads have the same descriptors.
    let is_folder = match parts[..] {
        [_, last] => last == "fd",
        [_, task, _, last] => task == "task" && last == "fd",
        _ => false,
    };
    let is_own = || fs::canonicalize("/proc/self").is_ok_and(|own| folder.starts_with(own));
    is_folder.then(|| if is_own() { Descriptor::Own(number) } else { Descriptor::Others })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_paths_name() {
        let thread = format!("/proc/{}/fd/12", std::process::id());
        for (path, number) in [
            ("/dev/stdout", Some(1)),
            ("/dev/../dev/stderr", Some(2)),
            ("/dev/fd/1", Some(1)),
            ("/dev/fd/77", Some(77)),
            ("/proc/self/fd/3", Some(3)),
            ("/proc/thread-self/fd/4", Some(4)),
            (&thread, Some(12)),
            ("/dev/null", None),
            ("/dev/fd", None),
            ("/dev/fd/+1", None),
            ("/dev/fd/x", None),
            ("/proc/self/stat", None),
            ("/no/such/1", None),
            ("1", None),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(named_by(Path::new(path)), number.map(Descriptor::Own), "{path}");
        }
        let parent = format!("/proc/{}/fd/1", std::os::unix::process::parent_id());
        assert_eq!(named_by(Path::new(&parent)), Some(Descriptor::Others));
    }
}
