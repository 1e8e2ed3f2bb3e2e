//! `set`, `shift`, `shopt`, and the options of a shell's own words.

use std::rc::Rc;

use super::Arguments;
use crate::command::Doubt;
use crate::command::settings::{Options, lost_parameters};
use crate::command::value::Certainty;
use crate::command::walk::Walker;
use crate::command::word::{Count, Word};
use crate::input::Span;
use crate::shell::Dialect;
use crate::verdict::Match;

impl Walker<'_> {
    /// `set [-abefhkmnptuvxBCEHPT] [-o NAME] [--] [WORD…]`
    pub(super) fn set(&mut self, arguments: &Arguments<'_>) {
        if !changes_only_errors(arguments.words) {
            self.state.count_change();
        }
        let mut options = self.state.shell().options;
        let mut words = arguments.words.iter().peekable();
        let mut positional: Option<Vec<Word>> = None;
        while let Some(word) = words.next() {
            match word.known() {
                Some("--") => {
                    positional = Some(words.cloned().collect());
                    break;
                }
                // what follows is words, whatever it begins with; nothing leaves them as they are
                Some("-") => {
                    positional = words.peek().is_some().then(|| words.cloned().collect());
                    break;
                }
                Some("+") => {}
                Some(text) if text.starts_with(['-', '+']) => {
                    let on = text.starts_with('-');
                    let name = text.ends_with('o').then(|| words.next()).flatten();
                    self.doubt_options(text, name, arguments);
                    let named = name.and_then(Word::known);
                    if !is_accepted(text, named) {
                        // then bash sets nothing at all, unless an option takes its name from further on
                        self.unclear_set(options);
                        return;
                    }
                    set_letters(&mut options, text, named, on);
                    if self.dialect.is_zsh() && options.noglob {
                        // `set -f` of zsh leaves globs as they are
                        (options.noglob, options.noglob_unclear) = (false, true);
                    }
                }
                Some(_) => {
                    positional = Some(std::iter::once(word).chain(words).cloned().collect());
                    break;
                }
                None => {
                    // options or words, it is not known
                    if word.looks_like_flag() != Match::Never {
                        self.doubt(
                            format!("the options that set sets are not known: {}", word.display()),
                            arguments.span,
                        );
                    }
                    self.unclear_set(options);
                    return;
                }
            }
        }
        self.state.change_shell(|shell| {
            shell.options = options;
            if let Some(words) = positional {
                shell.positional = Some(Rc::new(words));
            }
        });
    }

    /// Options of `set` that change what is read or run in a way that is not followed.
    fn doubt_options(&mut self, text: &str, name: Option<&Word>, arguments: &Arguments<'_>) {
        let on = text.starts_with('-');
        let named = name.and_then(Word::known);
        if on && (text.contains('k') || named == Some("keyword")) {
            self.doubt("words of commands become assignments".to_owned(), arguments.span);
        }
        if !on && named == Some("interactive-comments") {
            self.doubt("what follows a # is no comment any more".to_owned(), arguments.span);
        }
        if on && self.state.shell().options.interactive && (text.contains('u') || named == Some("nounset")) {
            self.doubt("an interactive shell goes on after a variable that is not set".to_owned(), arguments.span);
        }
        if on && (text.contains('H') || named == Some("histexpand")) || named == Some("posix") {
            self.doubt("lines are expanded or run in another way from here on".to_owned(), arguments.span);
        }
        if on && text.contains('r') {
            self.doubt("a restricted shell leaves out what it forbids, and goes on".to_owned(), arguments.span);
        }
        // `set -oe NAME` takes the name from the next word too, but zsh takes the rest of this one
        let elsewhere = text.strip_suffix('o').unwrap_or(text).contains('o');
        let another = named.is_some_and(|name| name.starts_with(['-', '+']));
        if elsewhere || another || name.is_some() && named.is_none() {
            let shown = name.map_or_else(|| text.to_owned(), Word::display);
            self.doubt(format!("the option that set names is not known: {shown}"), arguments.span);
        } else if self.dialect.is_zsh() && !is_plain_to_zsh(text, named) {
            let shown = named.unwrap_or(text);
            self.doubt(format!("{shown} changes what zsh runs or how it reads"), arguments.span);
        }
    }

    /// Sets what the options of a shell's own words set before its text begins.
    pub(in crate::command) fn switch_on(
        &mut self,
        options: &[(Word, Option<Word>)],
        dialect: Dialect,
        span: Span,
    ) -> Vec<Doubt> {
        let outer = std::mem::replace(&mut self.dialect, dialect);
        let notes = std::mem::take(&mut self.notes);
        let interactive = options.iter().any(|(option, _)| option.known() == Some("-i"));
        self.state.change_shell(|shell| shell.options.interactive = interactive);
        for (option, value) in options {
            let mut words: Vec<Word> = std::iter::once(option).chain(value).cloned().collect();
            let shopt = match option.known() {
                Some("-i") => continue,
                Some("-O") => Some("-s"),
                Some("+O") => Some("-u"),
                _ => None,
            };
            if let (Some(shopt), Some(first)) = (shopt, words.first_mut()) {
                *first = Word::literal(shopt, option.span);
                self.shopt(&Arguments { words: &words, span });
            } else {
                self.set(&Arguments { words: &words, span });
            }
        }
        self.dialect = outer;
        std::mem::replace(&mut self.notes, notes).doubts
    }

    fn unclear_set(&mut self, options: Options) {
        self.state.change_shell(|shell| {
            shell.options = Options {
                noglob: false,
                noglob_unclear: true,
                nobraces: true,
                allexport: options.allexport.join(Certainty::Perhaps),
                xtrace: true,
                ..options
            };
            shell.positional = lost_parameters();
        });
    }

    /// `shift [N]`
    pub(super) fn shift(&mut self, arguments: &Arguments<'_>) {
        self.state.count_change();
        let count = match arguments.words {
            [] => Some(1),
            [word] => word.known().and_then(|text| text.parse::<usize>().ok()),
            _ => None,
        };
        self.state.change_shell(|shell| {
            shell.positional = match (&shell.positional, count) {
                // too large a number leaves everything as it is
                (Some(words), Some(count))
                    if words.iter().all(|word| word.count == Count::One) && count > words.len() =>
                {
                    Some(Rc::clone(words))
                }
                (Some(words), Some(count)) if words.iter().take(count).all(|word| word.count == Count::One) => {
                    Some(Rc::new(words.iter().skip(count).cloned().collect()))
                }
                (None, Some(_)) => None,
                _ => lost_parameters(),
            };
        });
    }

    /// `shopt -s NAME…`, `shopt -u NAME…`; what may be on stays so.
    pub(super) fn shopt(&mut self, arguments: &Arguments<'_>) {
        self.state.count_change();
        let is_option = |word: &&Word| word.known().is_some_and(|text| text.len() > 1 && text.starts_with('-'));
        let has = |letter| arguments.words.iter().filter(is_option).any(|word| word.display().contains(letter));
        let unclear = arguments.words.iter().any(|word| word.known().is_none());
        for word in arguments.words.iter().filter(|word| word.known().is_none()) {
            self.doubt(format!("the options that shopt sets are not known: {}", word.display()), arguments.span);
        }
        let names = arguments.words.iter().filter(|word| !is_option(word));
        if has('o') {
            // `shopt -so NAME` is `set -o NAME`
            for sign in [('s', "-o"), ('u', "+o")].into_iter().filter(|(letter, _)| has(*letter) || unclear) {
                let option = Word::literal(sign.1, arguments.span);
                names.clone().for_each(|name| self.set_by_name(&option, name, arguments.span));
            }
            return;
        }
        if has('u') || unclear {
            names.clone().for_each(|name| self.switch_off(name, arguments.span));
        }
        if has('s') || unclear {
            names.clone().for_each(|name| self.switch_shopt_on(name, arguments.span));
        }
    }

    fn set_by_name(&mut self, option: &Word, name: &Word, span: Span) {
        self.set(&Arguments { words: &[option.clone(), name.clone()], span });
    }

    /// One of the options that are on, switched off; what it takes away of globs and the like changes nothing that is followed.
    fn switch_off(&mut self, name: &Word, span: Span) {
        if name.known().is_none_or(|name| ["extquote", "globskipdots", "interactive_comments"].contains(&name)) {
            self.doubt(format!("without {} bash reads what follows otherwise", name.display()), span);
        }
    }

    fn switch_shopt_on(&mut self, name: &Word, span: Span) {
        let mut options = self.state.shell().options;
        match name.known() {
            Some("dotglob") => options.dotglob = true,
            Some("extglob") => options.extglob = true,
            Some("globstar") => options.globstar = true,
            Some("nocaseglob") => options.nocaseglob = true,
            Some("nullglob" | "failglob") => options.nullglob = true,
            Some("lastpipe") => options.lastpipe = true,
            Some("xpg_echo") => options.xpg_echo = true,
            Some(name @ ("cdable_vars" | "keyword")) => {
                self.doubt(format!("{name} changes where cd goes, or what is an assignment"), span);
            }
            Some(name) if changes_what_runs(name) => {
                self.doubt(format!("{name} changes what bash expands or runs"), span);
            }
            Some(_) => {}
            None => {
                options = Options {
                    dotglob: true,
                    extglob: true,
                    globstar: true,
                    nocaseglob: true,
                    nullglob: true,
                    lastpipe: true,
                    xpg_echo: true,
                    ..options
                };
            }
        }
        self.state.change_shell(|shell| shell.options = options);
    }
}

/// Do these words of `set` only say what becomes of errors, and what is shown?
fn changes_only_errors(words: &[Word]) -> bool {
    let mut named = false;
    words.iter().all(|word| {
        let text = word.known().unwrap_or_default();
        let plain = match text.strip_prefix(['-', '+']) {
            Some(letters) if !named => !letters.is_empty() && letters.chars().all(|letter| "euxEvo".contains(letter)),
            _ => named && matches!(text, "errexit" | "errtrace" | "nounset" | "pipefail" | "xtrace" | "verbose"),
        };
        named = !named && text.ends_with('o');
        plain
    })
}

/// With `extdebug` a trap leaves commands out, with `nocasematch` `${x/LS}` takes `ls` away; `-o` has the names of `set -o`.
pub(in crate::command) fn changes_what_runs(name: &str) -> bool {
    let names = ["autocd", "extdebug", "histexpand", "localvar_inherit", "localvar_unset", "nocasematch", "posix"];
    names.contains(&name) || name.starts_with("compat")
}

/// Do these letters, and the name for the `o` at their end, switch on or off what changes nothing of what zsh reads and runs, or
/// what is followed? (It reads names without regard to case and underscores, and `no` before one turns it round.)
fn is_plain_to_zsh(text: &str, named: Option<&str>) -> bool {
    const FOLLOWED: [&str; 3] = ["allexport", "noglob", "xtrace"];
    const PLAIN: [&str; 12] = [
        "beep",
        "bgnice",
        "clobber",
        "emacs",
        "errexit",
        "exec",
        "hup",
        "ignoreeof",
        "monitor",
        "notify",
        "pipefail",
        "unset",
    ];
    let is_plain = |name: &str| {
        let spelled = name.to_ascii_lowercase().replace('_', "");
        let turned = spelled.strip_prefix("no").unwrap_or(&spelled);
        FOLLOWED.contains(&name) || PLAIN.contains(&spelled.as_str()) || PLAIN.contains(&turned)
    };
    text.chars().skip(1).all(|letter| "aefhmnouvxC".contains(letter)) && named.is_none_or(is_plain)
}

/// Does `set` surely understand these letters, and the name for the `o` at their end?
fn is_accepted(text: &str, named: Option<&str>) -> bool {
    let letters = text.get(1..).unwrap_or_default();
    let letters = match letters.strip_suffix('o') {
        Some(_) if named.is_none_or(|name| !NAMES.contains(&name)) => return false,
        Some(letters) => letters,
        None => letters,
    };
    letters.chars().all(|letter| "abefhkmnptuvxBCEHPT".contains(letter))
}

/// The names that `set -o` knows.
const NAMES: [&str; 27] = [
    "allexport",
    "braceexpand",
    "emacs",
    "errexit",
    "errtrace",
    "functrace",
    "hashall",
    "histexpand",
    "history",
    "ignoreeof",
    "interactive-comments",
    "keyword",
    "monitor",
    "noclobber",
    "noexec",
    "noglob",
    "nolog",
    "notify",
    "nounset",
    "onecmd",
    "physical",
    "pipefail",
    "posix",
    "privileged",
    "verbose",
    "vi",
    "xtrace",
];

fn set_letters(options: &mut Options, text: &str, named: Option<&str>, on: bool) {
    for letter in text.chars().skip(1) {
        let meaning = match (letter, named) {
            ('o', Some("noglob")) => 'f',
            ('o', Some("allexport")) => 'a',
            ('o', Some("xtrace")) => 'x',
            ('o', Some("braceexpand")) => 'B',
            (letter, _) => letter,
        };
        match meaning {
            'f' => (options.noglob, options.noglob_unclear) = (on, false),
            'a' => options.allexport = if on { Certainty::Yes } else { Certainty::No },
            'x' => options.xtrace |= on,
            'B' => options.nobraces |= !on,
            _ => {}
        }
    }
}
