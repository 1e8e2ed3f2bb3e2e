//! The texts of the built-in tables.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use runok::command::options::{self, Table, Tables};

thread_local! {
    static KNOWN: Tables = Tables::default();
    static SUBCOMMANDS: RefCell<BTreeMap<String, Vec<String>>> = RefCell::default();
    /// The names of all of them.
    pub(crate) static TABLES: Vec<&'static str> = options::names().collect();
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/command/options/tables")
}

/// The text of a table, if there is a file of that name.
pub(crate) fn text(name: &str) -> Option<String> {
    std::fs::read_to_string(directory().join(format!("{name}.txt"))).ok()
}

pub(crate) fn built_in(name: &str) -> Rc<Table> {
    KNOWN.with(|tables| tables.table(name)).unwrap()
}

/// The names in the heads of sections, at any depth.
pub(crate) fn sections(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    heads.flat_map(|head| head.split([' ', '|'])).map(|name| name.replace('*', "abc")).collect()
}

/// The names of the subcommands of a built-in command, at any depth.
pub(crate) fn subcommands(name: &str) -> Vec<String> {
    if let Some(known) = SUBCOMMANDS.with(|known| known.borrow().get(name).cloned()) {
        return known;
    }
    let mut found = sections(&text(name).unwrap_or_default());
    let files = std::fs::read_dir(directory().join(name)).into_iter().flatten().flatten();
    for file in files {
        let stem = file.path().file_stem().unwrap().to_str().unwrap().to_owned();
        found.extend(sections(&std::fs::read_to_string(file.path()).unwrap_or_default()));
        found.push(stem);
    }
    SUBCOMMANDS.with(|known| known.borrow_mut().insert(name.to_owned(), found.clone()));
    found
}
