//! `python -m pip`: which program that is. Python looks for a module in the working directory before it looks anywhere else, and so
//! for every module that this one imports.
//!
//! Owns the doubt that a file there may be run in the place of the tool. Refuses to read such a file, and to say what the tool does
//! (`wrapper` hands it on as a command of its own).

use super::options::{self, Item, Tables};
use super::walk::Walker;
use super::word::Word;
use super::{Directory, Doubt, Invocation, base_name};
use crate::facts::{Facts, FileKind};

/// The modules that Python brings, of all versions: what nearly every module imports. Those left out are never imported by others.
const STANDARD: &str = "abc aifc annotationlib argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb \
    binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections \
    colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes \
    curses dataclasses datetime dbm decimal difflib dis distutils doctest dummy_threading email encodings ensurepip \
    enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath \
    getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imghdr imp importlib inspect \
    io ipaddress itertools json keyword linecache locale logging lzma macpath mailbox mailcap marshal math mimetypes \
    mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator \
    optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix \
    posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re \
    readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd \
    smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string \
    stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile \
    termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle \
    types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref \
    xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo";

/// How the files of modules end.
const ENDINGS: [&str; 5] = ["py", "pyc", "pyw", "so", "pyd"];

/// A module that is run by its name.
pub(super) struct Module {
    /// What is looked for: the first part of its name.
    name: String,
    /// The part after it, which is looked for in its directory.
    below: Option<String>,
}

impl Module {
    /// The module that a command runs; none where the working directory is not looked into (`-I`, `-P`).
    pub(super) fn of(words: &[Word], tables: &Tables) -> Option<Self> {
        let command = base_name(words.first()?.known()?);
        if !command.starts_with("python") && !command.starts_with("pypy") {
            return None;
        }
        let items = options::read(tables.table(command)?.as_ref(), words).items;
        let given = |name: &str| {
            items.iter().find_map(|item| match item {
                Item::Flag(flag) if flag.names.iter().any(|own| own == name) => Some(flag),
                _ => None,
            })
        };
        if given("-I").or_else(|| given("-P")).is_some_and(|flag| flag.certain) {
            return None;
        }
        let path = given("-m")?.value.as_ref()?.known()?;
        let mut parts = path.split('.').map(str::to_owned);
        Some(Self { name: parts.next()?, below: parts.next() })
    }

    /// May a file or directory of this name be imported on the way to the module?
    pub(super) fn may_import(&self, file: &str) -> bool {
        let (stem, rest) = file.split_once('.').map_or((file, None), |(stem, rest)| (stem, Some(rest)));
        let is_module = rest.is_none_or(|rest| ENDINGS.contains(&rest.rsplit('.').next().unwrap_or_default()));
        let is_own = stem.starts_with('_') && stem != "__init__" && stem != "__main__" && stem != "__pycache__";
        is_module && (stem == self.name || is_own || STANDARD.split_ascii_whitespace().any(|name| name == stem))
    }

    /// What of a directory may be run in its place; where that cannot be told, the directory itself.
    fn in_directory(&self, directory: &str, facts: &dyn Facts) -> Option<String> {
        let Some(names) = facts.names(directory, &|name| self.may_import(name)) else {
            return (facts.file_kind(directory) != Ok(FileKind::Missing)).then(|| directory.to_owned());
        };
        let below = |name: &str| {
            let stem = name.split('.').next().unwrap_or_default();
            stem == "__init__" || stem == "__main__" || self.below.as_deref() == Some(stem)
        };
        names.into_iter().map(|name| format!("{directory}/{name}")).find(|path| match facts.file_kind(path) {
            Ok(FileKind::Directory) => facts.names(path, &below).is_none_or(|inner| !inner.is_empty()),
            Ok(FileKind::Missing) => false,
            _ => true,
        })
    }
}

impl Walker<'_> {
    /// Why it is not sure that `python -m` runs the tool of that name.
    pub(super) fn doubt_of_module(&self, invocation: &Invocation) -> Option<Doubt> {
        let module = Module::of(&invocation.words, self.tables)?;
        let found = match &invocation.place.directory {
            Directory::Known(directories) if !invocation.place.foreign => {
                directories.iter().find_map(|directory| module.in_directory(directory, self.facts))?
            }
            _ => "a directory that is not known".to_owned(),
        };
        let why = format!("python may run what lies in the working directory as {}: {found}", module.name);
        Some(Doubt { why, span: invocation.span })
    }
}
