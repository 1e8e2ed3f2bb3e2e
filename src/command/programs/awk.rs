//! What the words of an awk program do.
//!
//! Owns the places where an awk program touches files and runs commands: redirections and pipes of `print`, `getline`,
//! `system`, and the variables that name further files. Refuses to find words (`awk_lexer`).

use super::ProgramEffects;
use super::awk_lexer::{SLASHES, Slashes, Stop, Token, words};

/// Functions without an effect. Calling another one that the program does not define itself is not understood.
const FUNCTIONS: [&str; 37] = [
    "and",
    "asort",
    "asorti",
    "atan2",
    "close",
    "compl",
    "cos",
    "dcgettext",
    "dcngettext",
    "exp",
    "fflush",
    "gensub",
    "gsub",
    "index",
    "int",
    "isarray",
    "length",
    "log",
    "lshift",
    "match",
    "mkbool",
    "mktime",
    "or",
    "patsplit",
    "rand",
    "rshift",
    "sin",
    "split",
    "sprintf",
    "sqrt",
    "srand",
    "strftime",
    "strtonum",
    "sub",
    "substr",
    "systime",
    "xor",
];

/// More of them, and words before whose parenthesis no function stands.
const OTHER_CALLS: [&str; 21] = [
    "tolower", "toupper", "typeof", "case", "delete", "do", "else", "exit", "for", "func", "function", "getline", "if",
    "in", "print", "printf", "return", "switch", "system", "while", "nextfile",
];

/// Reads a program in every way in which an awk would.
pub(super) fn read(text: &str, effects: &mut ProgramEffects) {
    let mut understood = false;
    for slashes in SLASHES {
        match reading(text, slashes) {
            Ok(found) => {
                understood = true;
                effects.add(&found);
            }
            Err(Stop::Rejected) => {}
            Err(Stop::Unclear(why)) => effects.doubt(why),
        }
    }
    if !understood {
        effects.doubt("awk would not accept the program");
    }
}

fn reading(text: &str, slashes: Slashes) -> Result<ProgramEffects, Stop> {
    let words = words(text, slashes)?;
    let defined = defined(&words);
    let mut reader =
        Reader { words: &words, defined, effects: ProgramEffects::default(), depth: 0, print: None, getline: None };
    for at in 0..words.len() {
        reader.word(at)?;
    }
    let environment = words.iter().any(|word| word.name() == Some("ENVIRON"));
    if environment && reader.effects.runs {
        return Err(Stop::Unclear("the awk program may change the environment of what it runs"));
    }
    Ok(reader.effects)
}

/// The functions that a program defines.
fn defined<'a>(words: &[Token<'a>]) -> std::collections::BTreeSet<&'a str> {
    let pairs = words.windows(2).filter_map(|pair| match pair {
        [Token::Name("function" | "func"), name] => name.name(),
        _ => None,
    });
    pairs.collect()
}

struct Reader<'a, 'w> {
    words: &'w [Token<'a>],
    defined: std::collections::BTreeSet<&'a str>,
    effects: ProgramEffects,
    /// How many parentheses and subscripts are open.
    depth: usize,
    /// How many were at the `print` whose redirection may come.
    print: Option<usize>,
    /// How many were at the `getline` whose redirection may come.
    getline: Option<usize>,
}

/// What a word of the program is aimed at.
enum Target {
    Known(String),
    Unknown,
}

impl<'a> Reader<'a, '_> {
    fn at(&self, at: usize) -> Option<Token<'a>> {
        self.words.get(at).copied()
    }

    fn before(&self, at: usize, distance: usize) -> Option<Token<'a>> {
        at.checked_sub(distance).and_then(|at| self.at(at))
    }

    fn word(&mut self, at: usize) -> Result<(), Stop> {
        match self.at(at) {
            Some(Token::Newline) => self.end_statement(),
            Some(Token::Mark(mark)) => self.mark(at, mark)?,
            Some(Token::Name(name)) => self.name(at, name)?,
            Some(Token::Call(name)) => {
                if !(FUNCTIONS.contains(&name) || OTHER_CALLS.contains(&name) || self.defined.contains(name)) {
                    return Err(Stop::Unclear("the awk program calls a function that is not known"));
                }
                self.name(at, name)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn end_statement(&mut self) {
        self.print = None;
        self.getline = None;
    }

    fn mark(&mut self, at: usize, mark: &str) -> Result<(), Stop> {
        let printing = self.print == Some(self.depth);
        match mark {
            "(" | "[" => self.depth += 1,
            ")" | "]" => self.close(),
            ";" | "{" | "}" => self.end_statement(),
            "," if self.getline == Some(self.depth) => self.getline = None,
            ">" | ">>" if printing => self.output(at),
            ">>" => return Err(Stop::Unclear("the awk program appends where it prints nothing")),
            ">" if matches!(self.before(at, 1), None | Some(Token::Newline)) => {
                return Err(Stop::Unclear("a line of the awk program begins with a comparison"));
            }
            "|" | "|&" => self.pipe(at, printing),
            "<" if self.getline == Some(self.depth) => self.input(at),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        for since in [&mut self.print, &mut self.getline] {
            *since = since.filter(|depth| *depth <= self.depth);
        }
    }

    fn name(&mut self, at: usize, name: &str) -> Result<(), Stop> {
        match name {
            "print" | "printf" => self.print = Some(self.depth),
            "getline" => self.getline = Some(self.depth),
            "system" => self.system(at),
            "ARGV" | "ARGC" if !self.only_compared(at) => {
                return Err(Stop::Unclear("the awk program uses the list of files that it reads"));
            }
            "ENVIRON" => self.effects.secrets = true,
            "SYMTAB" | "FUNCTAB" => {
                return Err(Stop::Unclear("the awk program uses the table of its variables or functions"));
            }
            _ => {}
        }
        Ok(())
    }

    /// `FILENAME == ARGV[1]`.
    fn only_compared(&self, at: usize) -> bool {
        let compared = matches!(self.before(at, 1), Some(Token::Mark("==" | "!=")));
        let subscript = [self.at(at + 1), self.at(at + 2), self.at(at + 3)];
        let one = matches!(subscript, [Some(Token::Mark("[")), Some(Token::Number), Some(Token::Mark("]"))]);
        let after = self.at(at + 4);
        compared
            && one
            && matches!(after, None | Some(Token::Newline | Token::Mark(")" | "{" | "&&" | "||" | ";" | "}")))
    }

    /// `print … > "file"`.
    fn output(&mut self, at: usize) {
        match self.target(at) {
            Target::Unknown => self.effects.doubt("the awk program writes a file whose name it makes up"),
            Target::Known(file) if file.starts_with("/inet") => self.internet(),
            Target::Known(file) if matches!(file.as_str(), "/dev/stdout" | "/dev/stderr") => {}
            Target::Known(file) => self.effects.writes(&file),
        }
    }

    /// `getline < "file"`.
    fn input(&mut self, at: usize) {
        let known = match (self.at(at + 1), self.at(at + 2)) {
            (Some(Token::Text(text)), None | Some(Token::Newline | Token::Mark(")" | ";" | "}"))) => plain(text),
            _ => None,
        };
        match known {
            None => self.effects.doubt("the awk program reads a file whose name it makes up"),
            Some(file) if file.starts_with("/inet") => self.internet(),
            Some(file) if matches!(file.as_str(), "-" | "/dev/stdin") => {}
            Some(file) => self.effects.reads(&file),
        }
    }

    fn internet(&mut self) {
        self.effects.doubt("the awk program talks to the network");
    }

    /// `print … | "command"` and `"command" | getline`.
    fn pipe(&mut self, at: usize, printing: bool) {
        let known = if printing { self.target(at) } else { self.source(at) };
        match known {
            Target::Known(text) if !text.starts_with("/inet") => self.effects.runs_text(&text),
            _ => {
                self.effects.runs_something();
                self.effects.doubt("the awk program runs a command that it makes up");
            }
        }
    }

    /// The string alone that stands after a redirection or pipe of `print`.
    fn target(&self, at: usize) -> Target {
        let text = match (self.at(at + 1), self.at(at + 2)) {
            (Some(Token::Text(text)), None | Some(Token::Newline | Token::Mark(";" | "}"))) => plain(text),
            _ => None,
        };
        text.map_or(Target::Unknown, Target::Known)
    }

    /// The string alone that stands before `| getline`. What stands before it must not be joined to it.
    fn source(&self, at: usize) -> Target {
        let getline = self.at(at + 1).and_then(Token::name) == Some("getline");
        let begins = matches!(self.before(at, 2), None | Some(Token::Newline | Token::Mark("(" | "{" | ";" | "}")));
        let text = match self.before(at, 1) {
            Some(Token::Text(text)) if getline && begins => plain(text),
            _ => None,
        };
        text.map_or(Target::Unknown, Target::Known)
    }

    /// `system("command")`.
    fn system(&mut self, at: usize) {
        let words = [self.at(at + 1), self.at(at + 2), self.at(at + 3)];
        let text = match words {
            [Some(Token::Mark("(")), Some(Token::Text(text)), Some(Token::Mark(")"))] => plain(text),
            _ => None,
        };
        match text {
            Some(text) => self.effects.runs_text(&text),
            None => {
                self.effects.runs_something();
                self.effects.doubt("the awk program runs a command that it makes up");
            }
        }
    }
}

/// The text of a string as far as every awk agrees about its escapes.
fn plain(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next()? {
                quoted @ ('"' | '\\') => quoted,
                'n' => '\n',
                't' => '\t',
                _ => return None,
            },
            character => character,
        });
    }
    Some(plain)
}
