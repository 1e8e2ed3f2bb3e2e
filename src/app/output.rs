#![allow(clippy::disallowed_methods, reason = "edge: asks the environment whether and how to colour")]
//! Standard output and standard error, the only place that writes to them.
//!
//! Owns the handles, buffering and flushing, and the question whether a person is looking. Takes text only as
//! [`Clean`], a [`Page`] of it, or JSON that the answer room escaped; refuses anything else.

use std::io::{self, IsTerminal, Write};

use rustix::fs::{OFlags, Stat};

use crate::answer::sanitize::Clean;
use crate::answer::text::Page;

/// How many columns a line is laid out for where the terminal does not say.
const DEFAULT_COLUMNS: usize = 80;

/// The widest that a page is laid out for where nobody asks for more.
const MOST_COLUMNS: usize = 100;

/// The widest page that `COLUMNS` can ask for.
const MOST_SAID: usize = 1000;

/// Standard output, which says when nobody can hear: the standard library takes what cannot be written to for written.
pub(crate) struct Stdout(io::StdoutLock<'static>);

impl Stdout {
    /// Takes it.
    pub(crate) fn lock() -> Self {
        Self(io::stdout().lock())
    }
}

/// Was standard output closed when runok was started? The standard library opens `/dev/null`, to read and to write, in the
/// place of what is closed, and so does whoever starts a program whose output is for nobody.
pub(crate) fn nobody_hears() -> bool {
    let out = io::stdout();
    let both = rustix::fs::fcntl_getfl(&out).is_ok_and(|flags| flags.contains(OFlags::RDWR));
    let same = |null: Stat| rustix::fs::fstat(&out).is_ok_and(|own| own.st_rdev == null.st_rdev && own.st_rdev != 0);
    both && rustix::fs::stat("/dev/null").is_ok_and(same)
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(&self.0, bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The two standard outputs.
pub(crate) struct Output {
    out: io::BufWriter<Stdout>,
    terminal: bool,
}

impl Output {
    /// Takes standard output.
    pub(crate) fn open() -> Self {
        let out = Stdout::lock();
        let terminal = out.0.is_terminal();
        Self { out: io::BufWriter::new(out), terminal }
    }

    /// Is a person looking at standard output?
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// How wide the terminal is, in columns.
    pub(crate) fn columns(&self) -> usize {
        let size = rustix::termios::tcgetwinsize(&self.out.get_ref().0);
        size.map(|size| usize::from(size.ws_col)).ok().filter(|columns| *columns > 0).unwrap_or(DEFAULT_COLUMNS)
    }

    /// How wide a page may be: as `COLUMNS` says, else as the terminal is, between 80 and 100.
    pub(crate) fn page_columns(&self) -> usize {
        let said = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|columns| *columns > 0);
        said.map_or_else(
            || self.columns().clamp(DEFAULT_COLUMNS, MOST_COLUMNS),
            |columns: usize| columns.min(MOST_SAID),
        )
    }

    /// Writes one line.
    pub(crate) fn line(&mut self, text: &Clean) -> io::Result<()> {
        self.out.write_all(text.as_str().as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// Writes one line of JSON, as [`crate::answer::json`] made it.
    pub(crate) fn json(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// Writes a page, in colour where a person looks and has not said no.
    pub(crate) fn page(&mut self, page: &Page) -> io::Result<()> {
        let colour = self.terminal && colour_is_wanted();
        self.out.write_all(page.paint(colour).as_bytes())
    }

    /// Writes a document that runok itself made: help, a schema, a completion script.
    pub(crate) fn document(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", Clean::document(text).as_str().trim_end())
    }

    /// Writes text to standard error, now.
    pub(crate) fn complain(&mut self, text: &str) -> io::Result<()> {
        self.out.flush()?;
        writeln!(io::stderr().lock(), "{}", Clean::for_terminal(text).as_str().trim_end())
    }

    /// Writes lines to standard error, now.
    pub(crate) fn complain_lines(&mut self, lines: &[Clean]) -> io::Result<()> {
        self.out.flush()?;
        let mut error = io::BufWriter::new(io::stderr().lock());
        lines.iter().try_for_each(|line| writeln!(error, "{line}"))?;
        error.flush()
    }

    /// Is a person looking at standard error?
    pub(crate) fn error_is_terminal(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// Writes a page to standard error, now, in colour where a person looks and has not said no.
    pub(crate) fn complain_page(&mut self, page: &Page) -> io::Result<()> {
        self.out.flush()?;
        let mut error = io::stderr().lock();
        let colour = error.is_terminal() && colour_is_wanted();
        error.write_all(page.paint(colour).as_bytes())
    }

    /// Hands on what is buffered, for readers that wait for an answer before they ask again.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes what is left.
    pub(crate) fn close(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Says something on standard error when even output has failed; if that fails too, nothing is left to do.
pub(crate) fn last_words(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", Clean::one_line(text));
}

/// Would whoever looks at a terminal have colours on it?
pub(super) fn colour_is_wanted() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_none_or(|value| value == "dumb");
    !refused && !dumb
}
