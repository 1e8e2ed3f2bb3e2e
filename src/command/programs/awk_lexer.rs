//! The words of an awk program.
//!
//! Owns what is a string, a regular expression, a name or an operator, and where a line ends a statement. Refuses to
//! know what they do (`awk`), and to decide between a division and a regular expression where the awks in use differ.

/// How an awk finds the end of a regular expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slashes {
    /// The first `/` without a backslash ends it (the one true awk, busybox).
    First,
    /// A `/` in a bracket expression does not; a backslash there hides the next character.
    Brackets,
    /// The same, but a backslash is an ordinary character there.
    PlainBrackets,
    /// Brackets as gawk counts them.
    Counted,
}

/// All of them.
pub(super) const SLASHES: [Slashes; 4] = [Slashes::First, Slashes::Brackets, Slashes::PlainBrackets, Slashes::Counted];

/// A word of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Number,
    /// A string, without its quotes, as written.
    Text(&'a str),
    Regex,
    Name(&'a str),
    /// A name with a parenthesis directly behind it (which is a word of its own).
    Call(&'a str),
    Mark(&'a str),
    /// The end of a line that may end a statement.
    Newline,
}

impl<'a> Token<'a> {
    /// The name that it is.
    pub(super) fn name(self) -> Option<&'a str> {
        match self {
            Self::Name(name) | Self::Call(name) => Some(name),
            _ => None,
        }
    }
}

/// Why there are no words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// This awk would refuse the program, before it does anything.
    Rejected,
    /// It is not known what it would do; why.
    Unclear(&'static str),
}

/// Words that are no names of variables or functions.
const KEYWORDS: [&str; 27] = [
    "BEGIN",
    "BEGINFILE",
    "END",
    "ENDFILE",
    "break",
    "case",
    "continue",
    "default",
    "delete",
    "do",
    "else",
    "exit",
    "for",
    "func",
    "function",
    "getline",
    "if",
    "in",
    "length",
    "next",
    "nextfile",
    "print",
    "printf",
    "return",
    "switch",
    "system",
    "while",
];

/// Marks, the longer ones first.
const MARKS: [&str; 42] = [
    "**=", "!=", "!~", "%=", "&&", "**", "*=", "++", "+=", "--", "-=", "/=", "<=", "==", ">=", ">>", "^=", "|&", "||",
    "!", "$", "%", "(", ")", "*", "+", ",", "-", "/", ":", ";", "<", "=", ">", "?", "[", "]", "^", "{", "|", "}", "~",
];

/// The words of a program.
pub(super) fn words(text: &str, slashes: Slashes) -> Result<Vec<Token<'_>>, Stop> {
    let mut lexer = Lexer { text, at: 0, slashes, words: Vec::new(), open: Vec::new(), after_condition: false };
    while lexer.word()? {}
    if lexer.open.is_empty() { Ok(lexer.words) } else { Err(Stop::Rejected) }
}

/// A bracket that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Parenthesis,
    /// The parenthesis of `if`, `while`, `for` or `switch`.
    Condition,
    Subscript,
    Brace,
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    slashes: Slashes,
    words: Vec<Token<'a>>,
    open: Vec<Open>,
    /// The last parenthesis closed that of a condition.
    after_condition: bool,
}

impl<'a> Lexer<'a> {
    fn ahead(&self, distance: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + distance).copied()
    }

    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.ahead(0).is_some_and(&wanted) {
            self.at += 1;
        }
    }

    /// Reads one word; `false` at the end.
    fn word(&mut self) -> Result<bool, Stop> {
        let Some(byte) = self.ahead(0) else {
            return Ok(false);
        };
        let start = self.at;
        match byte {
            b' ' | b'\t' => self.at += 1,
            b'\n' => self.newline(),
            b'\\' if self.ahead(1) == Some(b'\n') => self.at += 2,
            b'#' => self.comment()?,
            b'"' => self.string()?,
            b'0'..=b'9' => self.number(),
            b'.' if self.ahead(1).is_some_and(|next| next.is_ascii_digit()) => self.number(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                let name = self.since(start);
                let call = self.ahead(0) == Some(b'(');
                self.words.push(if call { Token::Call(name) } else { Token::Name(name) });
            }
            b'/' if self.begins_regex()? => self.regex()?,
            _ => self.mark()?,
        }
        Ok(true)
    }

    /// A line's end counts where a statement may end: behind an operator every awk reads on or stops.
    fn newline(&mut self) {
        self.at += 1;
        let ends = match self.words.last() {
            Some(Token::Mark(mark)) => matches!(*mark, ")" | "]" | "{" | "}" | ";" | "++" | "--"),
            _ => true,
        };
        if ends {
            self.words.push(Token::Newline);
        }
    }

    fn comment(&mut self) -> Result<(), Stop> {
        let start = self.at;
        self.skip_while(|byte| byte != b'\n');
        match self.since(start).ends_with('\\') {
            true => Err(Stop::Unclear("a comment in the awk program ends in a backslash")),
            false => Ok(()),
        }
    }

    fn string(&mut self) -> Result<(), Stop> {
        self.at += 1;
        let start = self.at;
        loop {
            match self.ahead(0) {
                None | Some(b'\n') => return Err(Stop::Unclear("a string in the awk program has no end")),
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
        self.words.push(Token::Text(self.since(start)));
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) {
        self.skip_while(|byte| byte.is_ascii_digit() || byte == b'.');
        let sign = usize::from(matches!(self.ahead(1), Some(b'+' | b'-')));
        if matches!(self.ahead(0), Some(b'e' | b'E'))
            && self.ahead(1 + sign).is_some_and(|digit| digit.is_ascii_digit())
        {
            self.at += 1 + sign;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        self.words.push(Token::Number);
    }

    /// A slash: the beginning of a regular expression, or a division?
    fn begins_regex(&self) -> Result<bool, Stop> {
        let unclear = Err(Stop::Unclear("a slash in the awk program may be a division or begin a regular expression"));
        let Some(last) = self.words.last() else {
            return Ok(true);
        };
        match *last {
            Token::Newline => Ok(true),
            Token::Number => Ok(false),
            Token::Name(name) => match name {
                "print" | "printf" | "return" | "case" => Ok(true),
                name if KEYWORDS.contains(&name) => unclear,
                _ => Ok(false),
            },
            Token::Mark(")") if self.after_condition => unclear,
            Token::Mark(")" | "]") => Ok(false),
            Token::Mark("++" | "--" | "$") => unclear,
            Token::Mark(_) => Ok(true),
            Token::Text(_) | Token::Regex | Token::Call(_) => unclear,
        }
    }

    fn regex(&mut self) -> Result<(), Stop> {
        self.at += 1;
        let mut brackets = RegexBrackets::default();
        loop {
            match self.ahead(0) {
                None | Some(b'\n') => return Err(Stop::Rejected),
                Some(b'/') if !brackets.inside(self.slashes) => break,
                Some(b'\\') if self.ahead(1) == Some(b'\n') => {
                    return Err(Stop::Unclear("a regular expression in the awk program goes over a line's end"));
                }
                Some(b'\\') if !(brackets.depth > 0 && self.slashes == Slashes::PlainBrackets) => self.at += 1,
                Some(byte @ (b'[' | b']')) => brackets.see(byte, self.at, self.text, self.slashes),
                Some(_) => {}
            }
            self.at += 1;
        }
        self.at += 1;
        self.words.push(Token::Regex);
        Ok(())
    }

    fn mark(&mut self) -> Result<(), Stop> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let unknown = Stop::Unclear("the awk program holds something that not every awk knows");
        let mark = MARKS.into_iter().find(|mark| rest.starts_with(mark)).ok_or(unknown)?;
        if mark == ":" && rest.starts_with("::") {
            return Err(unknown);
        }
        self.nest(mark)?;
        self.at += mark.len();
        self.words.push(Token::Mark(mark));
        Ok(())
    }

    /// Follows the brackets; awk refuses a program in which they do not fit.
    fn nest(&mut self, mark: &str) -> Result<(), Stop> {
        let condition =
            matches!(self.words.last().and_then(|word| word.name()), Some("if" | "while" | "for" | "switch"));
        let opened = match mark {
            "(" if condition => Some(Open::Condition),
            "(" => Some(Open::Parenthesis),
            "[" => Some(Open::Subscript),
            "{" => Some(Open::Brace),
            _ => None,
        };
        self.open.extend(opened);
        if !matches!(mark, ")" | "]" | "}") {
            return Ok(());
        }
        let closed = self.open.pop();
        self.after_condition = closed == Some(Open::Condition);
        match (mark, closed) {
            (")", Some(Open::Parenthesis | Open::Condition)) => Ok(()),
            ("]", Some(Open::Subscript)) | ("}", Some(Open::Brace)) => Ok(()),
            _ => Err(Stop::Rejected),
        }
    }
}

/// The brackets of one regular expression.
#[derive(Default)]
struct RegexBrackets {
    /// How many are open; gawk's count falls below nothing.
    depth: i64,
    /// Where the outermost began.
    begin: usize,
    /// Inside `[:alpha:]`, from where.
    class: bool,
}

impl RegexBrackets {
    fn inside(&self, slashes: Slashes) -> bool {
        slashes != Slashes::First && self.depth > 0
    }

    fn see(&mut self, byte: u8, at: usize, text: &str, slashes: Slashes) {
        let next = text.as_bytes().get(at + 1).copied();
        let before = at.checked_sub(1).and_then(|before| text.as_bytes().get(before)).copied();
        let first = at == self.begin + 1 || (at == self.begin + 2 && before == Some(b'^'));
        match (byte, slashes) {
            (b'[', Slashes::Counted) if self.depth == 0 || next == Some(b':') => {
                self.depth += 1;
                if self.depth == 1 {
                    self.begin = at;
                }
            }
            (b']', Slashes::Counted) if self.depth > 0 && first => {}
            (b']', Slashes::Counted) => self.depth -= 1,
            (b'[', Slashes::Brackets | Slashes::PlainBrackets) if self.depth == 0 => {
                self.depth = 1;
                self.begin = at;
            }
            (b'[', Slashes::Brackets | Slashes::PlainBrackets) => {
                self.class |= matches!(next, Some(b':' | b'.' | b'='));
            }
            (b']', Slashes::Brackets | Slashes::PlainBrackets) if self.depth > 0 && !first => {
                let ends_class = self.class && matches!(before, Some(b':' | b'.' | b'='));
                if ends_class {
                    self.class = false;
                } else if !self.class {
                    self.depth = 0;
                }
            }
            _ => {}
        }
    }
}
