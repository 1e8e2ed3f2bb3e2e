#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "an edge: starts the validator's process")]
//! Starts a validator with nothing but what it may have.
//!
//! Owns where the program is looked for, its environment, its directory, its process group and its descriptors. Refuses to
//! talk to it, and to use a shell: a file without a first line that names an interpreter does not start.

use std::ffi::OsStr;
use std::io;
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};

use crate::policy::types::Executor;

/// Beginnings of the names of variables that change what a dynamic linker loads; no validator sees them.
const LINKER_VARIABLES: [&[u8]; 2] = [b"LD_", b"DYLD_"];

/// Where a program is looked for when `PATH` is not set.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The first descriptor that a validator may not have.
const FIRST_PRIVATE_DESCRIPTOR: RawFd = 3;

/// How many descriptors are looked at where the system does not list the open ones.
const GUESSED_DESCRIPTORS: RawFd = 256;

/// Starts it, in a process group of its own, with pipes as its standard input and output.
///
/// # Errors
/// Why it could not be started, for a person: the program's name and the system's words.
pub(super) fn launch(executor: &Executor, withheld_env: &[String]) -> Result<Child, String> {
    let Some((word, arguments)) = executor.words.split_first().filter(|(word, _)| !word.is_empty()) else {
        return Err("the executor names no program".to_owned());
    };
    let directory = Path::new(&executor.directory);
    let program = find_program(word, directory)
        .ok_or_else(|| format!("{word}: not found in PATH: {}", io::Error::from(rustix::io::Errno::NOENT)))?;
    let mut command = Command::new(&program);
    command.args(arguments).current_dir(directory).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if is_withheld(&name, withheld_env) {
            command.env_remove(name);
        }
    }
    start(&mut command).map_err(|error| explain(word, &program, directory, &error))
}

/// Must this variable of runok's own environment be kept from the validator?
fn is_withheld(name: &OsStr, withheld: &[String]) -> bool {
    let name = name.as_bytes();
    LINKER_VARIABLES.iter().any(|prefix| name.starts_with(prefix))
        || withheld.iter().any(|other| other.as_bytes() == name)
}

/// The file to run: a word with `/` is relative to `directory`, any other is looked for in runok's own `PATH` (also where
/// `PATH` is withheld), whose relative entries are relative to `directory` too.
fn find_program(word: &str, directory: &Path) -> Option<PathBuf> {
    if word.contains('/') {
        return Some(directory.join(word));
    }
    let path = std::env::var_os("PATH").unwrap_or_else(|| DEFAULT_PATH.into());
    std::env::split_paths(&path).map(|entry| directory.join(entry).join(word)).find(|file| is_program(file))
}

fn is_program(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|facts| facts.is_file())
        && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

/// Starts the command while no descriptor but the three can be inherited, and leaves the descriptors as they were.
fn start(command: &mut Command) -> io::Result<Child> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let inherited: Vec<RawFd> = open_descriptors().into_iter().filter(|descriptor| is_inherited(*descriptor)).collect();
    for descriptor in &inherited {
        fcntl(*descriptor, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
    }
    let child = command.spawn();
    for descriptor in &inherited {
        // Best effort: it only gives runok's own later children what runok was given.
        let _ = fcntl(*descriptor, FcntlArg::F_SETFD(FdFlag::empty()));
    }
    child
}

/// The numbers of the open descriptors above the standard streams, and perhaps of some that are not open.
fn open_descriptors() -> Vec<RawFd> {
    let Ok(entries) = std::fs::read_dir("/dev/fd") else {
        return (FIRST_PRIVATE_DESCRIPTOR..GUESSED_DESCRIPTORS).collect();
    };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    numbers.filter(|number| *number >= FIRST_PRIVATE_DESCRIPTOR).collect()
}

/// Is it open, and would a child get it?
fn is_inherited(descriptor: RawFd) -> bool {
    fcntl(descriptor, FcntlArg::F_GETFD)
        .is_ok_and(|flags| !FdFlag::from_bits_truncate(flags).contains(FdFlag::FD_CLOEXEC))
}

/// Says what the system's error leaves open: the same number stands for three different missing files.
fn explain(word: &str, program: &Path, directory: &Path, error: &io::Error) -> String {
    let hint = match error.kind() {
        io::ErrorKind::NotFound if !directory.is_dir() => " (the directory of the policy file is gone)",
        io::ErrorKind::NotFound if program.exists() => " (the interpreter that its first line names is missing)",
        io::ErrorKind::PermissionDenied if program.is_dir() => " (it is a directory)",
        io::ErrorKind::PermissionDenied if program.exists() => " (is it executable?)",
        _ => "",
    };
    format!("{word}: {error}{hint}")
}
