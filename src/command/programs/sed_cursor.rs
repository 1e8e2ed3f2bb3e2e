//! A place in the text of a sed program, and the pieces that stand there.
//!
//! Owns where delimited texts, bracket expressions, labels and names end, for each sed that sees that otherwise. Refuses
//! to know commands (`sed`).

/// How a sed finds the end of a bracket expression, in which the delimiter does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Brackets {
    /// POSIX: `[:class:]` is skipped, a backslash is an ordinary character (GNU, older BSDs).
    Posix,
    /// The same, but a backslash hides `]` and itself (FreeBSD, macOS).
    Escapes,
    /// The first `]` that is not the first character ends it (busybox).
    Simple,
}

/// Where a label ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Labels {
    /// At a blank, `;`, `}` or `#` (GNU).
    Word,
    /// At a blank or `;` (busybox, older GNU).
    Semicolon,
    /// At the end of the line (BSD).
    Line,
}

/// One of the ways in which a program may be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// Bracket expressions in a regular expression.
    pub(super) brackets: Brackets,
    /// The strings of `y` have bracket expressions too (older BSDs, busybox).
    pub(super) brackets_in_y: bool,
    /// Labels.
    pub(super) labels: Labels,
    /// Commands need no separator, and a backslash may end a line (busybox).
    pub(super) lenient: bool,
}

/// Why reading stopped before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// This sed would refuse the program.
    Rejected,
    /// It is not known what it would do; why.
    Unclear(&'static str),
}

/// What stands in the text, byte by byte.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    style: Style,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, style: Style) -> Self {
        Self { text, at: 0, style }
    }

    pub(super) fn style(&self) -> Style {
        self.style
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.ahead(0)
    }

    fn ahead(&self, distance: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + distance).copied()
    }

    pub(super) fn take(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        byte
    }

    /// Takes this byte if it is the next one.
    pub(super) fn takes(&mut self, wanted: u8) -> bool {
        let here = self.peek() == Some(wanted);
        self.at += usize::from(here);
        here
    }

    pub(super) fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    pub(super) fn blanks(&mut self) {
        self.skip_while(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// What may stand between two commands.
    pub(super) fn separators(&mut self) {
        loop {
            self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b';'));
            if !(self.style.lenient && self.peek() == Some(b'\\') && self.ahead(1) == Some(b'\n')) {
                return;
            }
            self.at += 1;
        }
    }

    /// The name of a file: the rest of the line; there must be one.
    pub(super) fn file(&mut self) -> Result<&'a str, Stop> {
        self.blanks();
        let name = self.line();
        match name {
            "" => Err(Stop::Rejected),
            name if name.ends_with('\\') => Err(Stop::Unclear("a file's name in the sed program ends in a backslash")),
            name => Ok(name),
        }
    }

    /// A number; there must be one.
    pub(super) fn number(&mut self) -> Result<(), Stop> {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_digit());
        if self.at == start { Err(Stop::Rejected) } else { Ok(()) }
    }

    /// Up to the end of the line, that left out.
    pub(super) fn line(&mut self) -> &'a str {
        let start = self.at;
        self.skip_while(|byte| byte != b'\n');
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// A label. A backslash in one may join two lines (busybox).
    pub(super) fn label(&mut self) -> Result<(), Stop> {
        self.blanks();
        let start = self.at;
        match self.style.labels {
            Labels::Line => {
                let _ = self.line();
                return Ok(());
            }
            Labels::Semicolon => self.skip_while(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b';')),
            Labels::Word => self.skip_while(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'}' | b'#')),
        }
        match self.text.get(start..self.at) {
            Some(label) if label.contains('\\') => Err(Stop::Unclear("a label of the sed program holds a backslash")),
            _ => Ok(()),
        }
    }

    /// The text of `a`, `i`, `c` and `e`: to a line's end that no backslash hides.
    pub(super) fn text(&mut self) -> Result<&'a str, Stop> {
        self.blanks();
        match self.peek() {
            None => return Err(Stop::Rejected),
            Some(b'\n') => {
                return Err(Stop::Unclear(
                    "a command of the sed program has its text on the next line without a backslash",
                ));
            }
            Some(b'\\') => self.after_backslash()?,
            Some(_) => {}
        }
        let start = self.at;
        while let Some(byte) = self.peek() {
            if byte == b'\n' {
                break;
            }
            self.at += 1;
            if byte == b'\\' {
                let _ = self.take();
            }
        }
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// The backslash before the text: then a newline, or the text on the same line, whose first character is itself.
    fn after_backslash(&mut self) -> Result<(), Stop> {
        let _ = self.take();
        let blanks = self.text.as_bytes().iter().skip(self.at).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match self.ahead(blanks) {
            None => Err(Stop::Unclear("a text in the sed program ends in a backslash")),
            Some(b'\n') if blanks > 0 => {
                Err(Stop::Unclear("a blank follows a backslash at the end of a line of the sed program"))
            }
            Some(b'\\') => Err(Stop::Unclear("a text in the sed program begins with backslashes")),
            Some(b'\n') => {
                let _ = self.take();
                Ok(())
            }
            Some(_) => Ok(()),
        }
    }

    /// The delimiter of `s`, `y` or an address.
    pub(super) fn delimiter(&mut self) -> Result<u8, Stop> {
        match self.take() {
            None | Some(b'\n' | b'\\') => Err(Stop::Rejected),
            Some(byte) if byte.is_ascii_punctuation() && !matches!(byte, b'[' | b']') => Ok(byte),
            Some(_) => Err(Stop::Unclear("the sed program delimits a text by an unusual character")),
        }
    }

    /// A text up to the delimiter, that taken too.
    pub(super) fn delimited(&mut self, delimiter: u8, brackets: bool) -> Result<(), Stop> {
        loop {
            match self.take() {
                None | Some(b'\n') => return Err(Stop::Rejected),
                Some(byte) if byte == delimiter => return Ok(()),
                Some(b'\\') => {
                    if self.take().is_none() {
                        return Err(Stop::Rejected);
                    }
                }
                Some(b'[') if brackets => self.bracket()?,
                Some(_) => {}
            }
        }
    }

    /// A bracket expression after its `[`.
    fn bracket(&mut self) -> Result<(), Stop> {
        let _ = self.takes(b'^');
        let _ = self.takes(b']');
        loop {
            match self.take() {
                None | Some(b'\n') => return Err(Stop::Rejected),
                Some(b']') => return Ok(()),
                Some(b'[') if self.style.brackets != Brackets::Simple => self.class()?,
                Some(b'\\') if self.style.brackets == Brackets::Escapes => {
                    let _ = self.takes(b']') || self.takes(b'\\');
                }
                Some(_) => {}
            }
        }
    }

    /// `:alpha:]` after a `[` inside a bracket expression, if it is one.
    fn class(&mut self) -> Result<(), Stop> {
        let Some(kind @ (b':' | b'.' | b'=')) = self.peek() else {
            return Ok(());
        };
        self.at += 1;
        loop {
            match self.take() {
                None | Some(b'\n') => return Err(Stop::Rejected),
                Some(byte) if byte == kind && self.takes(b']') => return Ok(()),
                Some(_) => {}
            }
        }
    }
}
