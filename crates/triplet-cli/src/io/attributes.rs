//! What a new file takes over from the one that it replaces: owner, mode, and extended attributes. Extended attributes have the access
//! control list.
#![forbid(unsafe_code)]

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Gives the new file the attributes of the old one. The file was made readable by its owner alone, so nobody reads the text
/// before the mode allows it.
#[cfg(unix)]
pub fn keep(new: &File, old: &Metadata, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = new.metadata()?;
    let differs = |old: u32, now: u32| (old != now).then_some(old);
    let (user, group) = (differs(old.uid(), now.uid()), differs(old.gid(), now.gid()));
    if user.is_some() || group.is_some() {
        fchown(new, user, group).map_err(|error| named(&error, "owner or group"))?;
    }
    #[cfg(target_os = "linux")]
    keep_extended(new, path).map_err(|error| named(&error, "extended attributes"))?;
    // After the owner: changing that clears bits of the mode.
    new.set_permissions(old.permissions())
}

#[cfg(not(unix))]
pub fn keep(new: &File, old: &Metadata, _path: &Path) -> io::Result<()> {
    new.set_permissions(old.permissions())
}

#[cfg(unix)]
fn named(error: &io::Error, what: &str) -> io::Error {
    let why = format!("its {what} can't be kept, so it is left as it is");
    io::Error::new(error.kind(), format!("{why}: {error}"))
}

#[cfg(target_os = "linux")]
fn keep_extended(new: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fsetxattr, getxattr, listxattr};
    use rustix::io::Errno;

    // The longest list of names and the longest value that the kernel gives (limits.h).
    let mut names = vec![0; 64 * 1024];
    let mut value = vec![0; 64 * 1024];
    let length = match listxattr(path, &mut names) {
        // The file system has no such attributes.
        Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(()),
        length => length?,
    };
    for name in names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        // The system itself gives labels to new files, and not every user may change labels.
        let is_systems = name.starts_with(b"security.") || name.starts_with(b"trusted.");
        let kept = getxattr(path, name, &mut value)
            .and_then(|length| fsetxattr(new, name, &value[..length], XattrFlags::empty()));
        match kept {
            Err(_) if is_systems => {}
            // Another program removed it meanwhile.
            Err(Errno::NODATA) => {}
            kept => kept?,
        }
    }
    Ok(())
}
