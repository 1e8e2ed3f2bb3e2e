//! Builtins that change the shell's state.
//!
//! Owns which builtin changes what, and which of their arguments are code. Refuses to judge them. Builtins that only start
//! something (`eval`, `trap`, `command`) are in the table of wrappers.

mod alias;
mod argument;
mod array_text;
mod declare;
mod directory;
mod numbers;
mod options;
mod variables;

pub(super) use numbers::is_number_to_zsh;

pub(super) use options::changes_what_runs;

use super::standard_input::redirected_input;
use super::value::Text;
use super::walk::{Input, Walker};
use super::word::{Count, Part, Word};
use super::{Doubt, Invocation};
use crate::input::Span;
use crate::shell::Dialect;

fn is_numeric(part: &Part) -> bool {
    matches!(part, Part::Unknown(unknown) if unknown.numeric)
}

/// Does an sh end on its errors, and keep what is assigned before it? (`source` is bash's, and `local`
/// is special to dash.)
pub(super) fn is_special(name: &str) -> bool {
    const SPECIAL: [&str; 17] = [
        ".", ":", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift",
        "source", "local", "times", "trap", "unset",
    ];
    SPECIAL.contains(&name)
}

/// Does this builtin take assignments as arguments, which are not split?
pub(super) fn declares(name: &str) -> bool {
    matches!(name, "declare" | "typeset" | "local" | "export" | "readonly")
}

/// Builtins of bash that change what later commands see, and that dash does not have.
const NOT_IN_EVERY_SH: [&str; 9] =
    ["builtin", "declare", "typeset", "let", "mapfile", "readarray", "pushd", "popd", "shopt"];

/// Builtins of zsh that load further builtins (`zf_rm`), define functions from files, change how the text is read, run a
/// line of the history (`r`) or at another time, or set variables.
fn changes_zsh(name: &str) -> bool {
    const CHANGING: [&str; 22] = [
        "zmodload",
        "autoload",
        "emulate",
        "setopt",
        "unsetopt",
        "disable",
        "functions",
        "zle",
        "bindkey",
        "r",
        "sched",
        "add-zsh-hook",
        "float",
        "getln",
        "integer",
        "private",
        "strftime",
        "vared",
        "zformat",
        "zparseopts",
        "zregexparse",
        "zstyle",
    ];
    CHANGING.contains(&name) || name.starts_with("zf_")
}

/// Programs and builtins that create no file by themselves, so that globs after them find what they found before.
pub(super) fn creates_nothing(name: &str, words: &[Word]) -> bool {
    match name {
        "ls" | "cat" | "wc" | "head" | "tail" | "grep" | "egrep" | "fgrep" | "rg" | "echo" | "printf" | "test"
        | "[" | "true" | "false" | ":" | "pwd" | "cd" | "basename" | "dirname" | "stat" | "cut" | "tr" | "du"
        | "df" | "which" | "type" | "id" | "whoami" | "uname" | "rm" | "rmdir" | "read" | "export" | "declare"
        | "local" | "unset" | "set" | "shift" | "shopt" | "return" | "break" | "continue" | "exit" | "md5sum"
        | "sha256sum" | "cmp" | "nl" | "rev" | "tac" | "seq" | "sleep" | "jq" | "realpath" | "readlink" | "comm"
        | "paste" | "join" | "fold" | "column" | "diff" | "date" | "ps" | "nproc" | "printenv" => true,
        "" => words.is_empty(),
        "sort" | "uniq" | "git" => writes_no_output(name, words),
        _ => false,
    }
}

/// Those of which an option or a second operand names a file that they write: is none surely given?
fn writes_no_output(name: &str, words: &[Word]) -> bool {
    let Some(given) = words.iter().skip(1).map(Word::known).collect::<Option<Vec<&str>>>() else { return false };
    match (name, given.as_slice()) {
        // `-o`, in a cluster too, and every beginning of `--output`
        ("sort", given) => !given.iter().any(|word| word.starts_with('-') && word.contains('o')),
        // one operand, and nothing behind it, which some take for another
        ("uniq", [options @ .., _]) => {
            options.iter().all(|word| word.len() > 1 && word.starts_with('-') && *word != "--")
        }
        ("uniq", []) => true,
        ("git", ["status" | "log" | "diff" | "show" | "blame" | "ls-files" | "rev-parse" | "describe", given @ ..]) => {
            !given.iter().any(|word| word.starts_with("--ou"))
        }
        _ => false,
    }
}

impl Walker<'_> {
    /// What a builtin does to the shell. What it runs is added to what was found; doubts go to the invocation.
    pub(super) fn builtin(&mut self, name: &str, invocation: &mut Invocation, input: &Input, span: Span) {
        // they are given back below: to copy them would be a good part of reading a long command
        let words = std::mem::take(&mut invocation.words);
        let arguments = Arguments { words: words.get(1..).unwrap_or_default(), span };
        if self.dialect == Dialect::Posix && NOT_IN_EVERY_SH.contains(&name) {
            self.doubt(format!("not every sh has a builtin {name}, and this one may leave everything as it was"), span);
        }
        if self.dialect.is_zsh() {
            self.numbers(name, &arguments);
        }
        match name {
            "cd" => self.change_directory(&arguments),
            "pushd" => self.push_directory(&arguments),
            "popd" => self.lose_directory(),
            "export" | "readonly" | "declare" | "typeset" | "local" => self.declare(name, &arguments, invocation),
            "unset" => self.unset(&arguments, invocation),
            "read" => self.read_builtin(&arguments, input, invocation),
            "mapfile" | "readarray" => self.mapfile(name, &arguments, invocation),
            "printf" => self.printf_variable(&arguments, invocation),
            "getopts" => self.getopts(&arguments, invocation),
            "let" => self.let_builtin(&arguments),
            "wait" => self.wait(&arguments, invocation),
            "set" => {
                if self.dialect.is_zsh() && has_option(&arguments, &['A']) {
                    self.doubt("set may set an array of zsh".to_owned(), span);
                }
                self.set(&arguments);
            }
            "shift" => self.shift(&arguments),
            "shopt" => self.shopt(&arguments),
            "ulimit" => self.closed |= has_option(&arguments, &['n', 'f']),
            "alias" => self.alias(&arguments, invocation),
            "exec" => self.exec(invocation),
            "break" | "continue" | "return" => self.leap(name, &arguments),
            "test" | "[" => self.test(name, &arguments),
            "complete" | "compgen" | "bind" | "compopt" => self.callbacks(name, &arguments, invocation),
            "hash" | "enable" | "fc" | "jobs" => self.changes_lookup(name, &arguments),
            "print" if self.dialect.is_zsh() && prints_prompt(&arguments) => {
                self.doubt("print -P may expand what it prints, and run what stands in it".to_owned(), span);
            }
            // `print -v NAME`, `print -z`
            "print" if !self.dialect.is_zsh() || !has_option(&arguments, &['v', 'z', 's', 'S']) => {}
            _ if self.dialect.is_zsh() && (changes_zsh(name) || name == "print") => {
                self.doubt(format!("{name} changes what zsh runs or how it reads"), span);
            }
            _ => {}
        }
        invocation.words = words;
    }

    /// `exec` with redirections changes the shell's own descriptors, where it starts nothing, or fails to. Through
    /// `command` its redirections stand around it.
    fn exec(&mut self, invocation: &Invocation) {
        if redirected_input(&invocation.redirects).is_some() {
            self.state.change_shell(|shell| shell.input_moved = true);
        }
    }

    /// Leaves a loop or a function early; perhaps one around the trap whose text this is.
    fn leap(&mut self, name: &str, arguments: &Arguments<'_>) {
        self.leaps += 1;
        let leaves_trap = match name {
            "return" => self.calls.len() == self.trapped,
            _ => self.around.loop_kind.is_none() || !arguments.words.is_empty(),
        };
        if leaves_trap {
            self.state.count_change();
        }
    }

    /// `test -v NAME`
    fn test(&mut self, name: &str, arguments: &Arguments<'_>) {
        for (index, word) in arguments.words.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|index| arguments.words.get(index));
            let operator = before.is_some_and(|word| match word.known() {
                Some(text) => text == "-v" || text == "-R",
                None => false,
            });
            // an operator that is not known may be `-v`, but only a subscript makes that run anything
            let hidden =
                before.is_some_and(|word| !word.is_known()) && word.known().is_none_or(|text| text.contains('['));
            if word.count == Count::Any && !word.is_glob() && !word.parts.iter().all(is_numeric) {
                // `[ $x ]`: it may become `-v a[$(…)]`
                let why = format!("the words that {name} evaluates are not known: {}", word.doubts().join(", "));
                self.doubt(why, arguments.span);
            } else if operator || hidden {
                self.subscripted(&Text::of_word(word), arguments.span, &format!("{name} -v"));
            }
        }
    }

    /// Builtins whose options name code that runs later.
    fn callbacks(&mut self, name: &str, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        if name == "compgen" && arguments.values("F").next().is_some() {
            self.doubt("compgen -F calls a function with words of its own".to_owned(), arguments.span);
            self.forget_variables();
        }
        if name == "compgen" {
            self.compgen(arguments, invocation);
        }
        for (option, value) in arguments.values("CWxPS") {
            match value.as_ref().and_then(Word::known).map(str::to_owned) {
                Some(text) => {
                    // `bind -x 'KEYS: command'`
                    let text = if option == 'x' {
                        text.split_once(':').map_or(text.clone(), |(_, rest)| rest.to_owned())
                    } else {
                        text
                    };
                    let code = if option == 'C' || option == 'x' { text } else { super::quoted::as_code(&text) };
                    let run = self.text_run_later(&code, self.at(arguments.span), name);
                    invocation.wrapped.push(run);
                }
                None => self.doubt(format!("what {name} -{option} runs is not known"), arguments.span),
            }
        }
        self.doubt_unknown(name, arguments);
    }

    /// Builtins that change what a name means, or run commands from elsewhere.
    fn changes_lookup(&mut self, name: &str, arguments: &Arguments<'_>) {
        let options = arguments.words.iter().take_while(|word| word.known().is_none_or(|text| text.starts_with('-')));
        let risky = |text: &str| match name {
            "hash" => text.contains('p'),
            "enable" => text.contains('f') || text.contains('n') || text.contains('d'),
            "jobs" => text.contains('x'),
            _ => !text.contains('l'),
        };
        let all: Vec<Option<String>> = options.map(|word| word.known().map(str::to_owned)).collect();
        let is_table = |word: &Word| word.known().is_none_or(|text| text.contains('='));
        let doubtful = match name {
            // `hash NAME=FILE`
            "hash" if self.dialect.is_zsh() && arguments.words.iter().any(is_table) => true,
            // with `-s` it runs what it would list
            "fc" => {
                let has = |letter| all.iter().any(|option| option.as_deref().is_none_or(|text| text.contains(letter)));
                !has('l') || has('s')
            }
            // what is no builtin it loads from a file of the name
            "enable" if arguments.words.len() > all.len() => true,
            _ => all.iter().any(|option| option.as_deref().is_none_or(risky)),
        };
        if doubtful {
            self.doubt(
                format!("{name} may change which command a name runs, or run one that is not shown"),
                arguments.span,
            );
        }
    }

    /// `let EXPRESSION…`
    fn let_builtin(&mut self, arguments: &Arguments<'_>) {
        for word in arguments.words {
            match word.known().map(str::to_owned) {
                Some(text) => {
                    if text.contains('[') {
                        self.doubt(
                            format!("let evaluates a subscript, which may run code: {}", super::walk::shorten(&text)),
                            arguments.span,
                        );
                    }
                    let found =
                        self.run_text(&format!("(({text}))"), Dialect::Bash, word.span, "in the expression of let");
                    self.add_doubts(found);
                }
                None => self.evaluated_text(&Text::of_word(word), arguments.span),
            }
        }
    }

    /// Adds doubts about the command that is being run.
    fn add_doubts(&mut self, doubts: Vec<Doubt>) {
        self.notes.doubts.extend(doubts);
    }

    /// A word that is not known may be any option of the builtin.
    fn doubt_unknown(&mut self, name: &str, arguments: &Arguments<'_>) {
        if let Some(word) = arguments
            .words
            .iter()
            .find(|word| word.known().is_none() && word.looks_like_flag() != crate::verdict::Match::Never)
        {
            self.doubt(format!("the arguments of {name} are not known: {}", word.display()), arguments.span);
        }
    }
}

/// May one of these letters be among the options?
fn has_option(arguments: &Arguments<'_>, letters: &[char]) -> bool {
    let may_have = |word: &Word| match word.known() {
        Some(text) => text.starts_with(['-', '+']) && text.contains(letters),
        None => word.looks_like_flag() > crate::verdict::Match::Never,
    };
    arguments.words.iter().any(may_have)
}

/// May `print -P` find an expansion in its arguments? It runs them where `promptsubst` is on.
fn prints_prompt(arguments: &Arguments<'_>) -> bool {
    let expands = |word: &Word| word.known().is_none_or(|text| text.contains(['$', '`']));
    has_option(arguments, &['P']) && arguments.words.iter().any(expands)
}

/// The arguments of a builtin.
struct Arguments<'a> {
    words: &'a [Word],
    /// Where the command stands.
    span: Span,
}

impl Arguments<'_> {
    /// The letters of the options before the first operand.
    fn leading_letters(&self) -> String {
        let texts = self.words.iter().map_while(Word::known).take_while(|text| text.len() > 1 && *text != "--");
        texts.map_while(|text| text.strip_prefix('-')).collect()
    }

    /// The options among these letters, each with its value: the rest of its word (`-ruNAME`), or the word after it.
    fn values(&self, valued: &str) -> impl Iterator<Item = (char, Option<Word>)> {
        self.words.iter().enumerate().filter_map(move |(index, word)| {
            let letters = word.known()?.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
            let at = letters.find(|letter| valued.contains(letter))?;
            let mut fused = letters.get(at..)?.chars();
            let option = fused.next()?;
            let value = match fused.as_str() {
                "" => self.words.get(index + 1).cloned(),
                text => Some(Word::literal(text, word.span)),
            };
            Some((option, value))
        })
    }

    /// The operands, after options that take no value and a `--`.
    fn after_options(&self, valued: &str) -> Vec<&Word> {
        let mut rest = Vec::new();
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            match word.known() {
                Some("--") => break,
                Some(text) if text.len() > 1 && text.starts_with('-') => {
                    // an option that takes a value takes the rest of its word, or the next one
                    if text
                        .chars()
                        .skip(1)
                        .position(|letter| valued.contains(letter))
                        .is_some_and(|at| at + 2 == text.len())
                    {
                        words.next();
                    }
                }
                _ => {
                    rest.push(word);
                    break;
                }
            }
        }
        rest.extend(words);
        rest
    }

    /// Is everything one known word each?
    fn all_single(&self) -> bool {
        self.words.iter().all(|word| word.count == Count::One)
    }
}
