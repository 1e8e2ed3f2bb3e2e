//! Shell scripts that are on this machine: those of the installed packages, whole and line by line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Where scripts are looked for.
const ROOTS: [&str; 7] =
    ["/usr/bin", "/usr/sbin", "/etc", "/usr/share", "/usr/lib", "/usr/libexec", "/var/lib/dpkg/info"];

/// The largest script that is taken, in bytes.
const MOST_BYTES: u64 = 200_000;

/// Is this the first line of a script for `sh` or bash?
fn is_for_shell(first: &str) -> bool {
    let Some(words) = first.strip_prefix("#!") else { return false };
    let mut names = words.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or_default());
    let name = names.next().filter(|name| *name != "env").or_else(|| names.next());
    name.is_some_and(|name| ["sh", "bash", "dash"].contains(&name))
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            collect(&entry.path(), found);
        } else if kind.is_file() && entry.metadata().is_ok_and(|about| about.len() <= MOST_BYTES) {
            found.push(entry.path());
        }
    }
}

/// The text of a file that is a script.
fn script(path: &Path) -> Option<String> {
    let mut head = [0; 2];
    std::io::Read::read_exact(&mut std::fs::File::open(path).ok()?, &mut head).ok()?;
    if head != *b"#!" {
        return None;
    }
    let text = String::from_utf8(std::fs::read(path).ok()?).ok()?;
    (is_for_shell(text.lines().next()?) && !text.contains('\0')).then_some(text)
}

/// Every script, once.
pub(crate) fn scripts() -> Vec<String> {
    let mut paths = Vec::new();
    for root in ROOTS {
        collect(Path::new(root), &mut paths);
    }
    let texts: BTreeSet<String> = paths.iter().filter_map(|path| script(path)).collect();
    texts.into_iter().collect()
}

/// Their lines, each once, without comments and blank lines.
pub(crate) fn lines(scripts: &[String]) -> Vec<String> {
    let lines: BTreeSet<&str> = scripts.iter().flat_map(|script| script.lines()).map(str::trim).collect();
    lines.into_iter().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}
