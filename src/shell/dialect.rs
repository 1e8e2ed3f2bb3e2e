//! What dash, zsh and fish read differently from bash.
//!
//! Owns the refusals that depend on the dialect. Refuses to read anything: each check looks at a place that the reader of
//! a construct has found. In doubt a check refuses.

use super::Dialect;
use super::ast::{ArrayElement, Part, Simple, Word};
use super::keyword::Keyword;
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
        let shell = match self.dialect {
            Dialect::Zsh | Dialect::ZshPrompt { .. } => "zsh",
            Dialect::Fish => "fish",
            Dialect::Bash | Dialect::Posix => "a POSIX sh",
        };
        self.refuse(&format!("{what} may mean something else to {shell}"), start);
    }

    /// `!` directly before `(` is a negated subshell or, with `extglob`, a pattern.
    pub(super) fn check_bang(&mut self) {
        let at = self.joined(self.pos);
        if self.raw_at(self.joined(at + 1)) == Some(b'(') {
            self.refuse("`!(` is a negated subshell or a pattern, depending on `extglob`", at);
        }
    }

    /// A parenthesis directly after a reserved word makes a word of both in zsh.
    pub(super) fn check_after_keyword(&mut self) {
        if self.dialect.is_zsh() && self.peek() == Some(b'(') {
            self.other_shells_differ("a parenthesis directly after a reserved word", self.pos);
        }
    }

    /// The blank of `name ( )`: the place is behind the first parenthesis.
    pub(super) fn check_in_empty_parentheses(&mut self) {
        if self.dialect.is_zsh() && matches!(self.peek(), Some(b' ' | b'\t')) {
            self.other_shells_differ("a blank between these parentheses", self.pos);
        }
    }

    /// `&!` and `&|` disown a job in zsh.
    pub(super) fn check_background(&mut self) {
        if self.dialect.is_zsh() && matches!(self.second(), Some(b'!' | b'|')) {
            self.other_shells_differ("`&` with `!` or `|` after it", self.pos);
        }
    }

    /// zsh joins no operator over a line break: `&\` and `&` on the next line are two of them. What stands before the start
    /// of this program is looked at with the one around it.
    pub(super) fn check_broken_operators(&mut self, start: usize) {
        if !self.dialect.is_zsh() {
            return;
        }
        let broken = |at: &usize| {
            let before = at.checked_sub(1).and_then(|before| self.raw_at(before));
            // what stands after a run of line breaks is looked for from the first of them alone
            before.is_some_and(|byte| b"&|;<>($".contains(&byte))
                && self.raw_at(self.joined(*at)).is_some_and(|byte| b"&|;<>({!-".contains(&byte))
        };
        if let Some(at) =
            self.text.get(start..).unwrap_or_default().match_indices("\\\n").map(|(at, _)| start + at).find(broken)
        {
            self.other_shells_differ("a line break in an operator", at);
        }
    }

    /// An interactive zsh reads a comment as words, unless it was told otherwise.
    pub(super) fn check_zsh_comment(&mut self, start: usize) {
        let comment = self.slice(start, self.pos);
        let words = match self.dialect {
            Dialect::ZshPrompt { comments, .. } => !comments,
            _ => comment.bytes().any(|byte| b";&|<>()$`'\"\\{}".contains(&byte)),
        };
        if words {
            self.other_shells_differ("a comment", start);
        }
    }

    /// Checks what follows `$name` or `$digit` at the place: dash reads several digits, zsh subscripts and modifiers.
    pub(super) fn check_after_name(&mut self, name: &str, start: usize) {
        if self.dialect == Dialect::Bash {
            return;
        }
        let next = self.peek();
        let digit = name.bytes().all(|byte| byte.is_ascii_digit()) && next.is_some_and(|byte| byte.is_ascii_digit());
        let zsh = self.dialect.is_zsh()
            && (matches!(next, Some(b'[' | b':'))
                || (name == "$" && matches!(next, Some(b'{' | b'(' | b'\'' | b'"')))
                || next.is_some_and(|byte| byte >= 0x80)
                || (name == "#"
                    && next.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_@*?!$-{".contains(&byte))));
        if digit || zsh {
            self.other_shells_differ("what follows this variable", start);
        }
    }

    /// A `$` that stands for itself in bash: zsh reads some of them together with a name.
    pub(super) fn check_lone_dollar(&mut self) {
        if self.dialect.is_zsh() && matches!(self.raw_at(self.joined(self.pos + 1)), Some(b'=' | b'~' | b'+' | b'^')) {
            self.other_shells_differ("a `$` before this", self.pos);
        }
    }

    /// Checks the unquoted text of a finished word (or, with `value`, of what stands after `=`).
    pub(super) fn check_word(&mut self, word: &Word, value: bool, start: usize) {
        match self.dialect {
            Dialect::Bash | Dialect::Fish => {}
            Dialect::Posix => {
                if has_brace_expansion(&word.parts) {
                    self.other_shells_differ("a brace expansion", start);
                }
            }
            Dialect::Zsh | Dialect::ZshPrompt { .. } => self.check_zsh_word(word, value, start),
        }
    }

    fn check_zsh_word(&mut self, word: &Word, value: bool, start: usize) {
        if let Some(Part::Bare(text)) = word.parts.first() {
            let braces = matches!(text.as_str(), "{" | "}") && word.parts.len() == 1;
            // `+=x` is an assignment to nothing
            if text.starts_with('=') || text.starts_with("+=") || braces {
                self.other_shells_differ("a word that begins like this", start);
            }
        }
        if word.parts.windows(2).any(is_tilde_after_nothing) {
            self.other_shells_differ("a `~` after what may be empty", start);
        }
        let mut open = 0_usize;
        for part in &word.parts {
            let Part::Bare(text) = part else { continue };
            let equals_command = value && (text.contains(":=") || text.contains("=="));
            let operators = match self.dialect {
                // without `extendedglob` these are characters like others
                Dialect::ZshPrompt { extended_glob: false, .. } => false,
                _ => text.contains("~~") || text.contains(['^', '#']),
            };
            if equals_command || text.contains("**") || operators {
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

    /// Checks what stands without quotes after the operator of `${…}`: zsh looks for `=(…)`, `=name` and the qualifiers of
    /// globs in it, two of which run code, and counts braces.
    pub(super) fn check_operand(&mut self, parts: &[Part], start: usize) {
        let equals = matches!(parts.first(), Some(Part::Bare(text)) if text.starts_with('='));
        let opens = parts.iter().any(|part| matches!(part, Part::Bare(text) if text.contains(['(', '{'])));
        if self.dialect.is_zsh() && (equals || opens) {
            self.other_shells_differ("an unquoted parenthesis, brace or `=` in `${…}`", start);
        }
    }

    /// Checks a finished simple command.
    pub(super) fn check_simple(&mut self, simple: &Simple, start: usize) {
        match self.dialect {
            Dialect::Bash | Dialect::Fish => {}
            Dialect::Posix => {
                if first_word(simple).is_some_and(|name| matches!(name, "[[" | "select" | "function" | "coproc")) {
                    self.other_shells_differ("this command", start);
                }
            }
            Dialect::Zsh | Dialect::ZshPrompt { .. } => {
                if simple.words.is_empty() && simple.assignments.is_empty() {
                    self.other_shells_differ("a redirection without a command", start);
                }
                if simple.words.is_empty() && self.is_before_background() {
                    self.other_shells_differ("`&` after assignments alone", start);
                }
                if simple.words.first().is_some_and(begins_with_brace) {
                    // `{rm,-rf,x}` is a group to zsh
                    self.other_shells_differ("a `{` at the start of a command", start);
                }
                if first_text(simple).is_some_and(sets_positional) {
                    self.other_shells_differ("an assignment to a positional parameter", start);
                }
                // to zsh it is one also behind assignments and redirections
                if first_word(simple)
                    .is_some_and(|name| is_reserved_by_zsh(name) || Keyword::of(name.as_bytes()).is_some())
                {
                    self.other_shells_differ("this reserved word", start);
                }
                if simple.assignments.iter().any(|assignment| is_special_to_zsh(&assignment.name)) {
                    self.other_shells_differ("this variable", start);
                }
            }
        }
    }

    /// Do only blanks stand between here and a `&`?
    fn is_before_background(&self) -> bool {
        let mut at = self.joined(self.pos);
        while matches!(self.raw_at(at), Some(b' ' | b'\t')) {
            at = self.joined(at + 1);
        }
        self.raw_at(at) == Some(b'&') && self.raw_at(self.joined(at + 1)) != Some(b'&')
    }

    /// Checks an array: only bash reads subscripts in it.
    pub(super) fn check_array(&mut self, elements: &[ArrayElement], start: usize) {
        let pattern =
            |element: &ArrayElement| element.value.parts.iter().any(|part| matches!(part, Part::ExtendedGlob(..)));
        if elements.iter().any(pattern) {
            // without `extglob` the array is an error, and bash goes on with the next line, whether or not a backslash
            // joins it to this one
            self.refuse("a pattern of `extglob` in an array", start);
        }
        // zsh counts from 1, and `$a` is all of it
        self.only_bash("an array", start);
        if elements.iter().any(|element| element.subscript.is_some()) {
            self.only_bash("a subscript in an array", start);
        }
    }
}

/// `""~`, `"$x"~`: zsh takes empty quotes away before it looks for tildes.
fn is_tilde_after_nothing(pair: &[Part]) -> bool {
    let [before, Part::Bare(text)] = pair else { return false };
    let surely_something = match before {
        Part::Bare(text) | Part::Quoted(text) => !text.is_empty(),
        Part::DoubleQuoted(parts) => parts.iter().any(|part| matches!(part, Part::Bare(_) | Part::Quoted(_))),
        _ => false,
    };
    !surely_something && text.starts_with('~')
}

/// The text without quotes that the first word begins with.
fn first_text(simple: &Simple) -> Option<&str> {
    match simple.words.first()?.parts.first() {
        Some(Part::Bare(text)) => Some(text),
        _ => None,
    }
}

fn begins_with_brace(word: &Word) -> bool {
    matches!(word.parts.first(), Some(Part::Bare(text)) if text.starts_with('{'))
}

fn first_word(simple: &Simple) -> Option<&str> {
    match simple.words.first().map(|word| word.parts.as_slice()) {
        Some([Part::Bare(text)]) => Some(text),
        _ => None,
    }
}

/// Is it `1=x`? To the other shells that is the name of a command.
fn sets_positional(word: &str) -> bool {
    let name = word.split_once(['=', '+', '[']).map(|(name, _)| name);
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Is this a reserved word of zsh alone?
fn is_reserved_by_zsh(name: &str) -> bool {
    matches!(name, "repeat" | "foreach" | "end" | "always")
}

/// Does zsh look commands up by this variable, or run what it holds? Those that bash has too are in the table of variables.
pub(crate) fn is_special_to_zsh(name: &str) -> bool {
    matches!(
        name,
        "path"
            | "fpath"
            | "FPATH"
            | "cdpath"
            | "module_path"
            | "MODULE_PATH"
            | "prompt"
            | "PROMPT"
            | "PROMPT2"
            | "PROMPT3"
            | "PROMPT4"
            | "RPROMPT"
            | "RPS1"
            | "RPS2"
            | "SPROMPT"
            | "psvar"
            | "PSVAR"
            | "fignore"
            | "FIGNORE"
            | "mailpath"
            | "MAILPATH"
            | "manpath"
            | "MANPATH"
            | "watch"
            | "WATCH"
            | "POSTEDIT"
            | "NULLCMD"
            | "READNULLCMD"
            | "ZDOTDIR"
            | "histchars"
            | "HISTCHARS"
            | "aliases"
            | "galiases"
            | "saliases"
            | "functions"
            | "commands"
            | "options"
            | "argv"
            | "status"
            | "ARGV0"
            | "STTY"
            | "precmd_functions"
            | "preexec_functions"
            | "chpwd_functions"
            | "periodic_functions"
            | "zshaddhistory_functions"
            | "zshexit_functions"
            | "TRY_BLOCK_ERROR"
    )
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
