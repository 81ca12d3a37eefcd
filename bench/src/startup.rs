//! How long the command takes to start, encode one letter, and end. The command is compared with `true`, the smallest process, and with
//! `cat` of an empty file.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::arguments::Options;
use crate::clock::{self, Timing};
use crate::table::{Table, number};

/// `Err` if there is no command to start.
pub(crate) fn report(options: &Options) -> Result<(), String> {
    let command = command_of(options)?;
    let commands: [(&str, &Path, &[&str]); 3] = [
        ("triplet encode x", &command, &["encode", "x"]),
        ("true", Path::new("/bin/true"), &[]),
        ("cat /dev/null", Path::new("/bin/cat"), &["/dev/null"]),
    ];
    let passes = options.startup_passes;
    let medians = clock::medians(commands.len(), Timing::of_passes(passes), |which| {
        let (_, program, arguments) = commands[which];
        // `Command` uses `posix_spawn` here.
        let status = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status();
        match status {
            Ok(status) if status.success() => {}
            other => panic!("`{}` {}: {other:?}", program.display(), arguments.join(" ")),
        }
    });
    let mut table = Table::new(["process", "µs", "× `true`", "× `cat`"]);
    for ((name, ..), seconds) in commands.iter().zip(&medians) {
        let ratio = |other: f64| number(Some(seconds / other));
        let time = number(Some(seconds * 1e6));
        table.row([name.to_string(), time, ratio(medians[1]), ratio(medians[2])]);
    }
    say!("## Start-up, {passes} starts\n\n{table}");
    Ok(())
}

/// The command that was named, or the one that was built beside this program.
pub(crate) fn command_of(options: &Options) -> Result<PathBuf, String> {
    let command = options.bin.clone().unwrap_or_else(beside_this_program);
    if command.is_file() {
        return Ok(command);
    }
    Err(format!(
        "no command at `{}`: build it with `cargo build --release -p triplet-cli`, \
         or name it with `--bin PATH`",
        command.display()
    ))
}

fn beside_this_program() -> PathBuf {
    let this = std::env::current_exe().unwrap_or_default();
    this.with_file_name(format!("triplet{}", std::env::consts::EXE_SUFFIX))
}
