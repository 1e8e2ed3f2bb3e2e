//! The commands of a sed program.
//!
//! Owns which commands there are, what follows each, and which of them touch files or run commands. Refuses to know where
//! a text or a label ends (`sed_cursor`).

use super::ProgramEffects;
use super::sed_cursor::{Brackets, Cursor, Labels, Stop, Style};

/// The longest line: older BSDs cut a longer one in two and read the rest as commands.
const MAX_LINE_BYTES: usize = 2000;

/// How GNU sed reads: a program that it would refuse is not understood.
const GNU: Style = Style { brackets: Brackets::Posix, brackets_in_y: false, labels: Labels::Word, lenient: false };

/// Files that are standard streams.
const STREAMS: [&str; 3] = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];

/// Reads a program in every way in which a sed would.
pub(super) fn read(text: &str, effects: &mut ProgramEffects) {
    if text.split('\n').any(|line| line.len() > MAX_LINE_BYTES) {
        effects.doubt(&format!("a line of the sed program is longer than {MAX_LINE_BYTES} bytes"));
        return;
    }
    match script(text, GNU, effects) {
        Ok(()) => {}
        Err(Stop::Rejected) => effects.doubt("sed would not accept the program"),
        Err(Stop::Unclear(why)) => effects.doubt(why),
    }
    for style in others() {
        if let Err(Stop::Unclear(why)) = script(text, style, effects) {
            effects.doubt(why);
        }
    }
}

/// The other ways to read: every combination, for there are seds between those that are known.
fn others() -> impl Iterator<Item = Style> {
    [Brackets::Posix, Brackets::Escapes, Brackets::Simple].into_iter().flat_map(|brackets| {
        [Labels::Word, Labels::Semicolon, Labels::Line].into_iter().flat_map(move |labels| {
            [false, true].map(|brackets_in_y| Style { brackets, brackets_in_y, labels, lenient: true })
        })
    })
}

/// Reads a program in one way; what it does before a mistake counts, for sed opens files while it reads.
fn script(text: &str, style: Style, effects: &mut ProgramEffects) -> Result<(), Stop> {
    let mut reader = Reader { cursor: Cursor::new(text, style), effects, groups: 0 };
    while reader.command()? {}
    if reader.groups == 0 { Ok(()) } else { Err(Stop::Rejected) }
}

struct Reader<'a, 'e> {
    cursor: Cursor<'a>,
    effects: &'e mut ProgramEffects,
    groups: usize,
}

impl Reader<'_, '_> {
    /// Reads one command; `false` at the end.
    fn command(&mut self) -> Result<bool, Stop> {
        self.cursor.separators();
        if self.cursor.peek().is_none() {
            return Ok(false);
        }
        self.addresses()?;
        self.cursor.blanks();
        if self.cursor.takes(b'!') {
            self.cursor.blanks();
        }
        let letter = self.cursor.take().ok_or(Stop::Rejected)?;
        self.arguments(letter)?;
        Ok(true)
    }

    fn addresses(&mut self) -> Result<(), Stop> {
        if !self.address(false)? {
            return Ok(());
        }
        self.cursor.blanks();
        if self.cursor.takes(b',') {
            self.cursor.blanks();
            if !self.address(true)? {
                return Err(Stop::Rejected);
            }
        }
        Ok(())
    }

    /// An address, if one stands here.
    fn address(&mut self, second: bool) -> Result<bool, Stop> {
        match self.cursor.peek() {
            Some(b'0'..=b'9') => {
                self.cursor.number()?;
                self.step()?;
            }
            Some(b'$') => drop(self.cursor.take()),
            Some(b'+' | b'~') if second => {
                let _ = self.cursor.take();
                self.cursor.blanks();
                self.cursor.number()?;
            }
            Some(byte @ (b'/' | b'\\')) => {
                let _ = byte == b'\\' && self.cursor.takes(byte);
                let delimiter = self.cursor.delimiter()?;
                self.cursor.delimited(delimiter, true)?;
                self.cursor.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'I' | b'M'));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `~step` after a line number.
    fn step(&mut self) -> Result<(), Stop> {
        self.cursor.blanks();
        if self.cursor.takes(b'~') {
            self.cursor.blanks();
            self.cursor.number()?;
        }
        Ok(())
    }

    /// What follows a command's letter.
    fn arguments(&mut self, letter: u8) -> Result<(), Stop> {
        match letter {
            b'#' => drop(self.cursor.line()),
            b'{' => self.groups += 1,
            b'}' => {
                self.close()?;
                return self.end();
            }
            b':' | b'b' | b't' | b'T' | b'v' => self.cursor.label()?,
            b'a' | b'i' | b'c' => drop(self.cursor.text()?),
            b'e' => return self.execute(),
            b'r' | b'R' => return self.reads(),
            b'w' | b'W' => return self.writes(),
            b's' => return self.substitute(),
            b'y' => return self.transliterate(),
            b'q' | b'Q' | b'l' => {
                self.cursor.blanks();
                self.cursor.skip_while(|byte| byte.is_ascii_digit());
                return self.end();
            }
            b'=' | b'd' | b'D' | b'F' | b'g' | b'G' | b'h' | b'H' | b'n' | b'N' | b'p' | b'P' | b'x' | b'z' => {
                return self.end();
            }
            _ => return Err(Stop::Rejected),
        }
        Ok(())
    }

    /// Ends a group; busybox does not mind one that was not begun.
    fn close(&mut self) -> Result<(), Stop> {
        match self.groups.checked_sub(1) {
            Some(groups) => self.groups = groups,
            None if self.cursor.style().lenient => {}
            None => return Err(Stop::Rejected),
        }
        Ok(())
    }

    /// Nothing may follow but a separator.
    fn end(&mut self) -> Result<(), Stop> {
        self.cursor.blanks();
        match self.cursor.peek() {
            None | Some(b'\n' | b';' | b'}' | b'#') => Ok(()),
            Some(_) if self.cursor.style().lenient => Ok(()),
            Some(_) => Err(Stop::Rejected),
        }
    }

    fn reads(&mut self) -> Result<(), Stop> {
        let file = self.cursor.file()?;
        if !STREAMS.contains(&file) {
            self.effects.reads(file);
        }
        Ok(())
    }

    fn writes(&mut self) -> Result<(), Stop> {
        let file = self.cursor.file()?;
        if !STREAMS.contains(&file) {
            self.effects.writes(file);
        }
        Ok(())
    }

    /// `e` alone runs what the input holds, with a text that.
    fn execute(&mut self) -> Result<(), Stop> {
        self.effects.runs = true;
        self.cursor.blanks();
        if matches!(self.cursor.peek(), None | Some(b'\n')) {
            self.effects.runs_something();
            return Ok(());
        }
        match self.cursor.text()? {
            text if text.contains('\\') => self.effects.runs_something(),
            text => self.effects.runs_text(text),
        }
        Ok(())
    }

    fn substitute(&mut self) -> Result<(), Stop> {
        let delimiter = self.cursor.delimiter()?;
        self.cursor.delimited(delimiter, true)?;
        self.cursor.delimited(delimiter, false)?;
        loop {
            self.cursor.blanks();
            match self.cursor.peek() {
                Some(b'g' | b'p' | b'i' | b'I' | b'm' | b'M' | b'0'..=b'9') => {}
                Some(b'e') => self.effects.runs_something(),
                Some(b'w') => {
                    let _ = self.cursor.take();
                    return self.writes();
                }
                _ => return self.end(),
            }
            let _ = self.cursor.take();
        }
    }

    fn transliterate(&mut self) -> Result<(), Stop> {
        let brackets = self.cursor.style().brackets_in_y;
        let delimiter = self.cursor.delimiter()?;
        self.cursor.delimited(delimiter, brackets)?;
        self.cursor.delimited(delimiter, false)?;
        self.end()
    }
}
