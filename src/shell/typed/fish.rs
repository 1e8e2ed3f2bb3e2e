//! The part of fish's language that means to bash what it means to fish.
//!
//! Owns one scan of a text that finds the first place where the two may differ: `(cmd)`, blocks, `set`, subscripts, escapes.
//! What it lets through is read as bash, but that expansions are not split. Refuses to translate.

mod word;

use std::ops::Range;

use super::super::Mistake;
use crate::input::Span;
use word::Word;

/// Commands of fish that run text, define commands or set variables; its reserved words; builtins and reserved words of bash
/// that fish does not have, so that what bash would know from them is wrong.
const OTHERS: [&str; 49] = [
    "((",
    ".",
    "[[",
    "abbr",
    "alias",
    "argparse",
    "bind",
    "complete",
    "coproc",
    "declare",
    "do",
    "done",
    "elif",
    "emit",
    "enable",
    "esac",
    "eval",
    "fi",
    "functions",
    "funced",
    "funcsave",
    "getopts",
    "hash",
    "let",
    "local",
    "mapfile",
    "popd",
    "pushd",
    "nextd",
    "prevd",
    "cdh",
    "read",
    "readarray",
    "readonly",
    "return",
    "select",
    "set",
    "shift",
    "shopt",
    "source",
    "then",
    "trap",
    "typeset",
    "unset",
    "until",
    "vared",
    "{",
    "}",
    "fish",
];

/// Reserved words in front of commands that run as they stand there.
const BEFORE: [&str; 8] = ["and", "begin", "else", "end", "if", "not", "or", "while"];

/// Reserved words whose line runs nothing, but for what is substituted in it.
const HEADERS: [&str; 4] = ["case", "for", "function", "switch"];

/// The text without the reserved words of blocks, so that deny rules see what stands in them, and the first place at which
/// fish may read it differently from bash.
pub(super) fn read(text: &str) -> (String, Vec<Mistake>) {
    let mut scan =
        Scan { text, at: 0, depth: 0, found: None, stopped: false, blocks: Vec::new(), separators: Vec::new() };
    scan.list(false);
    let mut judged = text.to_owned();
    if !scan.blocks.is_empty() {
        let blocks = scan.blocks.iter().map(|span| (span.clone(), " "));
        let separators = scan.separators.iter().map(|at| (*at..at + 1, "\n"));
        for (span, by) in blocks.chain(separators) {
            judged.replace_range(span.clone(), &by.repeat(span.len()));
        }
    }
    (judged, scan.found.into_iter().collect())
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    found: Option<Mistake>,
    /// What follows cannot be told apart.
    stopped: bool,
    /// Reserved words, and lines that are headers of blocks.
    blocks: Vec<Range<usize>>,
    /// Where `;` stands between commands.
    separators: Vec<usize>,
}

impl Scan<'_> {
    fn byte(&self, offset: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + offset).copied()
    }

    /// Notes the first difference, and stops.
    fn differ(&mut self, what: &str) {
        self.note(what);
        self.stopped = true;
    }

    /// Notes the first difference.
    fn note(&mut self, what: &str) {
        if self.found.is_none() {
            let width = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            let what = format!("{what} means something else to fish than to bash");
            self.found = Some(Mistake { what, span: Span::new(self.at, self.at + width) });
        }
    }

    /// Is anything left that can be told apart?
    fn goes_on(&self) -> bool {
        !self.stopped && self.at < self.text.len()
    }

    /// Commands, up to the end or (`nested`) the `)` that closes them.
    fn list(&mut self, nested: bool) {
        let mut command: Option<String> = None;
        while self.goes_on() {
            match self.byte(0) {
                Some(b' ' | b'\t') => self.at += 1,
                Some(byte @ (b'\n' | b';')) => {
                    command = None;
                    if byte == b';' {
                        self.separators.push(self.at);
                    }
                    self.at += 1;
                }
                Some(b'#') => self.comment(),
                Some(b')') if nested => return,
                Some(b'(' | b')') => self.differ("a parenthesis"),
                Some(b'&' | b'|') => {
                    if !self.redirection() {
                        self.operator();
                        command = None;
                    }
                }
                Some(b'<' | b'>') => drop(self.redirection()),
                _ => self.word_of(&mut command),
            }
        }
        if nested {
            self.differ("a parenthesis that is not closed");
        }
    }

    fn comment(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let comment = rest.split('\n').next().unwrap_or_default();
        if comment.ends_with('\\') {
            self.differ("a comment that ends in a backslash");
        }
        self.at += comment.len();
    }

    /// `&&`, `||`, `|`, `&`.
    fn operator(&mut self) {
        match (self.byte(0), self.byte(1)) {
            (Some(b'&'), Some(b'&')) | (Some(b'|'), Some(b'|')) => self.at += 2,
            (Some(b'|'), Some(b'&')) | (Some(b'&'), Some(b'|')) => self.differ("this operator"),
            (Some(b'|'), _) | (Some(b'&'), None | Some(b' ' | b'\t' | b'\n' | b';' | b')')) => self.at += 1,
            _ => self.differ("`&` inside of a word"),
        }
    }

    /// A redirection without its target; says whether one stands here.
    fn redirection(&mut self) -> bool {
        let digits = self.text.get(self.at..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
        let start = self.at;
        self.at += digits;
        let length = match (self.byte(0), self.byte(1), self.byte(2)) {
            (Some(b'&'), Some(b'>'), Some(b'>')) if digits == 0 => 3,
            (Some(b'&'), Some(b'>'), _) if digits == 0 => 2,
            (Some(b'>'), Some(b'>'), _) => 2,
            (Some(b'>' | b'<'), ..) => 1,
            _ => {
                self.at = start;
                return false;
            }
        };
        self.at += length;
        match (self.byte(0), self.byte(1)) {
            (Some(b'&'), Some(b'0'..=b'9' | b'-')) => self.at += 1,
            (Some(b'&' | b'?' | b'|' | b'<' | b'>' | b'(' | b'!'), _) => self.differ("this redirection"),
            _ => {}
        }
        true
    }

    /// A word; the first of a command is its name.
    fn word_of(&mut self, command: &mut Option<String>) {
        let start = self.at;
        if self.byte(0).is_some_and(|byte| byte.is_ascii_digit()) && self.redirection() {
            return;
        }
        let mut word = Word::default();
        self.word(&mut word, command.is_none());
        if self.stopped {
            return;
        }
        let end = std::mem::replace(&mut self.at, start);
        let assigns = is_assignment(&word.plain);
        if word.several && word.beside {
            self.differ("a word with an expansion that may be no word or several");
        } else if assigns && word.live {
            self.differ("a pattern or a tilde in an assignment");
        } else if let Some(name) = command {
            // bash's own options of commands that both have
            if (name == "printf" && word.plain.starts_with("-v")) || (name == "cd" && word.plain.starts_with("--")) {
                self.differ("this option");
            }
        } else if word.several {
            self.differ("an expansion as the name of a command");
        } else if BEFORE.contains(&word.plain.as_str()) {
            self.note(&format!("`{}`", word.plain));
            self.blocks.push(start..end);
        } else if HEADERS.contains(&word.plain.as_str()) {
            self.note(&format!("`{}`", word.plain));
            let rest = self.text.get(start..).unwrap_or_default();
            // a header that could run something is left as it stands: it is not understood, and asked about
            let header = rest.find(['\n', ';', '(']).map_or(rest.len(), |length| length);
            if rest.get(header..).is_some_and(|rest| rest.starts_with('(')) {
                self.stopped = true;
            }
            self.blocks.push(start..start + header);
            self.at = start + header;
            return;
        } else if OTHERS.contains(&word.plain.as_str()) {
            self.differ(&format!("`{}`", word.plain));
        } else if !assigns {
            *command = Some(word.plain);
        }
        self.at = end;
    }
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_lines_are_read_as_bash() {
        for text in [
            "git status",
            "ls -la | grep x",
            "cd foo && make; or_not",
            "make || echo no",
            "echo $(git rev-parse HEAD)",
            "echo \"it is $(date) in $PWD\"",
            "cat < in > out 2>&1",
            "cat in >> out 2>/dev/null &",
            "rm -rf ./build/*.o",
            "ls $HOME/src",
            "ls $files",
            "git commit -m 'a (b) $c [d]' # why",
            "cp a.{txt,md} ~/x",
            "find . -exec rm {} ';'",
            "FOO=bar make -j4",
            "[ -f x ] && rm x",
            "git show HEAD^ HEAD~2",
            "curl 'http://x/?a=b&c=d'",
            "echo a\\ b \\\n c",
            "cmd &> log",
            "! grep -q x y",
            "",
            "# nothing",
        ] {
            assert_eq!(read(text), (text.to_owned(), Vec::new()));
        }
    }

    #[test]
    fn what_fish_reads_differently_is_found() {
        for text in [
            "echo (rm x)",
            "rm (ls)",
            "ls; and rm x",
            "begin; rm x; end",
            "for f in *; rm $f; end",
            "if true; rm x; end",
            "set PATH /tmp $PATH",
            "eval 'rm x'",
            "'eval' 'rm x'",
            "e\\val x",
            "echo $x[1]",
            "echo \"$x[1]\"",
            "echo $$x",
            "echo ${x}",
            "echo $1 $? $@",
            "echo a$x",
            "echo $x$y",
            "echo $(a)b",
            "$cmd x",
            "echo \\x41 \\n",
            "echo 'it\\'s; rm x'",
            "echo `ls`",
            "echo \"`ls`\"",
            "echo a&b",
            "ls |& rm x",
            "ls &| rm x",
            "ls 2>| rm x",
            "ls >? x",
            "cat <<EOF",
            "cat <(ls)",
            "cat <<< x",
            "ls **/x",
            "ls [ab]",
            "echo {a, b}",
            "echo {1..3}",
            "echo {a}",
            "rm %self",
            "echo \r",
            "A=~/x cmd",
            "A=* cmd",
            "printf -v x ls",
            "declare x=1",
            "[[ -f x ]]",
            "echo $(ls",
            "echo 'a",
            "echo \"a",
            "function f; rm x; end",
        ] {
            assert_eq!(read(text).1.len(), 1, "{text:?}");
        }
    }

    #[test]
    fn what_stands_in_blocks_is_seen() {
        for (text, judged) in [
            ("for f in *; rm $f; end", "          \n rm $f\n    "),
            ("if true; rm x; else; rm y; end", "   true\n rm x\n     \n rm y\n    "),
            ("ls; and rm x", "ls\n     rm x"),
            ("begin; rm x; end > log", "     \n rm x\n     > log"),
        ] {
            assert_eq!(read(text).0, judged, "{text}");
        }
    }
}
