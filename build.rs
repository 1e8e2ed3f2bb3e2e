//! Run by cargo before runok is compiled: finds where the lines of the option tables stand.
//!
//! Owns the files that say so, one for each table. Refuses to know how (`text` does).

#![allow(clippy::disallowed_methods, reason = "what holds for runok does not for what builds it: that reads files")]

#[allow(dead_code, reason = "what reads a layout is not needed to write one")]
#[path = "src/command/options/text.rs"]
mod text;

use std::path::Path;
use std::{env, fs, io};

/// Where the tables are, from where the build script runs.
const TABLES: &str = "src/command/options/tables";

#[allow(clippy::print_stdout, reason = "so does a build script speak to cargo")]
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={TABLES}");
    println!("cargo::rerun-if-changed=src/command/options/text.rs");
    let target = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    write_layouts(Path::new(TABLES), &Path::new(&target).join("tables"))
}

/// Writes the layout of each table in a directory, and below it, into a file of the same name.
fn write_layouts(tables: &Path, target: &Path) -> io::Result<()> {
    fs::create_dir_all(target)?;
    for entry in fs::read_dir(tables)? {
        let entry = entry?;
        let own = target.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => write_layouts(&entry.path(), &own)?,
            false => fs::write(own, text::layout(&fs::read_to_string(entry.path())?))?,
        }
    }
    Ok(())
}
