//! What dash and zsh read differently from bash.
//!
//! Owns the refusals that depend on the dialect. Refuses to read anything: each check looks at a place that the reader of
//! a construct has found. In doubt a check refuses.

use super::Dialect;
use super::ast::{ArrayElement, Part, Simple, Word};
use super::reader::Reader;

impl Reader<'_> {
    /// Refuses a construct of bash alone.
    pub(super) fn only_bash(&mut self, what: &str, start: usize) {
        if self.dialect != Dialect::Bash {
            self.other_shells_differ(what, start);
        }
    }

    /// Refuses a construct that a POSIX `sh` need not know.
    pub(super) fn only_bash_and_zsh(&mut self, what: &str, start: usize) {
        if self.dialect == Dialect::Posix {
            self.other_shells_differ(what, start);
        }
    }

    #[cold]
    fn other_shells_differ(&mut self, what: &str, start: usize) {
        let shell = if self.dialect == Dialect::Zsh { "zsh" } else { "a POSIX sh" };
        self.refuse(&format!("{what} may mean something else to {shell}"), start);
    }

    /// `!` directly before `(` is a negated subshell or, with `extglob`, a pattern.
    pub(super) fn check_bang(&mut self) {
        let at = self.joined(self.pos);
        if self.raw_at(self.joined(at + 1)) == Some(b'(') {
            self.refuse("`!(` is a negated subshell or a pattern, depending on `extglob`", at);
        }
    }

    /// `&!` and `&|` disown a job in zsh.
    pub(super) fn check_background(&mut self) {
        if self.dialect == Dialect::Zsh && matches!(self.second(), Some(b'!' | b'|')) {
            self.other_shells_differ("`&` with `!` or `|` after it", self.pos);
        }
    }

    /// An interactive zsh reads a comment as words.
    pub(super) fn check_zsh_comment(&mut self, start: usize) {
        let comment = self.slice(start, self.pos);
        if comment.bytes().any(|byte| b";&|<>()$`'\"\\{}".contains(&byte)) {
            self.other_shells_differ("a comment with operators or quotes in it", start);
        }
    }

    /// Checks what follows `$name` or `$digit` at the place: dash reads several digits, zsh subscripts and modifiers.
    pub(super) fn check_after_name(&mut self, name: &str, start: usize) {
        if self.dialect == Dialect::Bash {
            return;
        }
        let next = self.peek();
        let digit = name.bytes().all(|byte| byte.is_ascii_digit()) && next.is_some_and(|byte| byte.is_ascii_digit());
        let zsh = self.dialect == Dialect::Zsh
            && (matches!(next, Some(b'[' | b':'))
                || next.is_some_and(|byte| byte >= 0x80)
                || (name == "#"
                    && next.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_@*?!$-{".contains(&byte))));
        if digit || zsh {
            self.other_shells_differ("what follows this variable", start);
        }
    }

    /// Checks the unquoted text of a finished word (or, with `value`, of what stands after `=`).
    pub(super) fn check_word(&mut self, word: &Word, value: bool, start: usize) {
        match self.dialect {
            Dialect::Bash => {}
            Dialect::Posix => {
                if has_brace_expansion(&word.parts) {
                    self.other_shells_differ("a brace expansion", start);
                }
            }
            Dialect::Zsh => self.check_zsh_word(word, value, start),
        }
    }

    fn check_zsh_word(&mut self, word: &Word, value: bool, start: usize) {
        if let Some(Part::Bare(text)) = word.parts.first() {
            let braces = matches!(text.as_str(), "{" | "}") && word.parts.len() == 1;
            if text.starts_with('=') || braces {
                self.other_shells_differ("a word that begins like this", start);
            }
        }
        let mut open = 0_usize;
        for part in &word.parts {
            let Part::Bare(text) = part else { continue };
            let equals_command = value && (text.contains(":=") || text.contains("=="));
            if equals_command || text.contains("**") || text.contains("~~") || text.contains(['^', '#']) {
                self.other_shells_differ("an unquoted pattern character", start);
            }
            for byte in text.bytes() {
                match byte {
                    b'{' => open += 1,
                    b'}' if open == 0 => self.other_shells_differ("an unquoted `}`", start),
                    b'}' => open -= 1,
                    _ => {}
                }
            }
        }
    }

    /// Checks a finished simple command.
    pub(super) fn check_simple(&mut self, simple: &Simple, start: usize) {
        match self.dialect {
            Dialect::Bash => {}
            Dialect::Posix => {
                if first_word(simple).is_some_and(|name| matches!(name, "[[" | "select" | "function" | "coproc")) {
                    self.other_shells_differ("this command", start);
                }
            }
            Dialect::Zsh => {
                if simple.words.is_empty() && simple.assignments.is_empty() {
                    self.other_shells_differ("a redirection without a command", start);
                }
                if first_word(simple).is_some_and(|name| matches!(name, "repeat" | "foreach" | "end" | "always")) {
                    self.other_shells_differ("this reserved word", start);
                }
            }
        }
    }

    /// Checks an array: only bash reads subscripts in it.
    pub(super) fn check_array(&mut self, elements: &[ArrayElement], start: usize) {
        self.only_bash_and_zsh("an array", start);
        if elements.iter().any(|element| element.subscript.is_some()) {
            self.only_bash("a subscript in an array", start);
        }
    }
}

fn first_word(simple: &Simple) -> Option<&str> {
    match simple.words.first().map(|word| word.parts.as_slice()) {
        Some([Part::Bare(text)]) => Some(text),
        _ => None,
    }
}

/// May unquoted braces in these parts be an expansion?
fn has_brace_expansion(parts: &[Part]) -> bool {
    let bare =
        |wanted: fn(char) -> bool| parts.iter().any(|part| matches!(part, Part::Bare(text) if text.contains(wanted)));
    let dots = parts.iter().any(|part| matches!(part, Part::Bare(text) if text.contains("..")));
    bare(|character| character == '{')
        && bare(|character| character == '}')
        && (dots || bare(|character| character == ','))
}
