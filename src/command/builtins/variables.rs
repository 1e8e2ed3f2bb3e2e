//! Builtins that store what they read or compute: `read`, `mapfile`, `printf -v`, `getopts`, `wait -p`, `compgen -V`.

use super::Arguments;
use crate::command::expand::is_name;
use crate::command::fields::Separators;
use crate::command::value::{Text, Value, Variable};
use crate::command::walk::{Input, Walker};
use crate::command::word::{Count, Part, Word};
use crate::command::{Assignment, Invocation, WrapKind, Wrapped, output};
use crate::shell::Dialect;
use crate::verdict::Match;

impl Walker<'_> {
    /// `read [-r …] NAME…`
    pub(super) fn read_builtin(&mut self, arguments: &Arguments<'_>, input: &Input, invocation: &mut Invocation) {
        if self.dialect.is_zsh() {
            return self.read_of_zsh(arguments, input, invocation);
        }
        let mark = self.state.mark();
        let names = arguments.after_options("adinNptu");
        let arrays = arguments.values("adinNptu").filter(|(option, _)| *option == 'a');
        for word in arrays.filter_map(|(_, value)| value) {
            self.stored("read", &word, Value::Unknown, arguments, invocation);
        }
        if names.is_empty() {
            self.assign("REPLY", Value::Text(Text::unknown("$REPLY")), arguments.span);
        }
        // other options let it read less, or nothing
        let (options, _) = arguments.words.split_at(arguments.words.len() - names.len());
        let plain = options.iter().all(|option| matches!(option.known(), Some("-r" | "--")));
        let known = match (input, names.as_slice()) {
            (Input::Known(text), [_]) if plain => self.line_read(text),
            _ => None,
        };
        for word in &names {
            let value = match &known {
                Some(text) => Text::literal(text.as_str()),
                None => Text::unknown(word.known().map_or_else(|| "read".to_owned(), |name| format!("${name}"))),
            };
            self.stored("read", word, Value::Text(value), arguments, invocation);
        }
        if known.is_none() {
            // it may be an error, or there may be nothing to read from
            self.state.join_untouched(mark);
        }
    }

    /// `read [-rs] [NAME[?PROMPT]] [NAME…]` of zsh. With other options it may take less, or print it and store nothing; to
    /// some of them a word that is no number is no value, but a name.
    fn read_of_zsh(&mut self, arguments: &Arguments<'_>, input: &Input, invocation: &mut Invocation) {
        let mark = self.state.mark();
        let is_option = |word: &&Word| word.known().is_some_and(|text| text.starts_with('-'));
        let (options, operands) = arguments.words.split_at(arguments.words.iter().take_while(is_option).count());
        let sure =
            options.iter().all(|option| matches!(option.known(), Some("-r" | "-s" | "-rs" | "-sr" | "-" | "--")));
        if operands.is_empty() || !sure {
            self.assign("REPLY", Value::Text(Text::unknown("$REPLY")), arguments.span);
        }
        let known = match (input, operands) {
            (Input::Known(text), [_]) if sure => self.line_read(text),
            _ => None,
        };
        let valued = options.last().and_then(Word::known).is_some_and(|text| text.ends_with(['d', 'k', 't', 'u']));
        for (index, word) in operands.iter().enumerate() {
            let name = match word.known() {
                Some(text) if index == 0 || !sure => text.split('?').next().filter(|name| !name.is_empty()),
                other => other,
            };
            let is_value = index == 0 && valued && word.count == Count::One;
            match name {
                Some(name) if is_value && !is_name(name) => continue,
                None if is_value && (word.known() == Some("") || word.parts.iter().all(is_number)) => continue,
                _ => {}
            }
            let name = match (name, word.known()) {
                (None, Some(_)) => Word::literal("REPLY", word.span),
                (Some(name), _) => Word::literal(name, word.span),
                (None, None) => word.clone(),
            };
            let source = name.known().map_or_else(|| "read".to_owned(), |name| format!("${name}"));
            let value = known.clone().map_or_else(|| Text::unknown(source), Text::literal);
            self.stored("read", &name, Value::Text(value), arguments, invocation);
        }
        if known.is_none() {
            self.state.join_untouched(mark);
        }
    }

    /// What `read NAME` stores out of a known text.
    fn line_read(&self, text: &str) -> Option<String> {
        let line = text.split('\n').next()?;
        let trimmed = match self.separators() {
            Separators::Known(separators) if separators == " \t\n" => line.trim_matches([' ', '\t']),
            Separators::Known(separators) if separators.is_empty() => line,
            Separators::Known(_) | Separators::Unknown | Separators::None => return None,
        };
        (!line.contains('\\') && text.contains('\n')).then(|| trimmed.to_owned())
    }

    /// A builtin stores into the variable that a word names.
    fn stored(
        &mut self,
        builtin: &str,
        word: &Word,
        value: Value,
        arguments: &Arguments<'_>,
        invocation: &mut Invocation,
    ) {
        let name = match word.known() {
            Some(name) if word.count == Count::One && is_name(name) => name.to_owned(),
            _ => {
                self.subscripted(&Text::of_word(word), arguments.span, builtin);
                match word.known().map(|text| text.split_once('[').map(|(base, _)| base.to_owned())) {
                    Some(Some(base)) => self.assign(&base, Value::Unknown, arguments.span),
                    // a positional parameter, a name in letters of another alphabet
                    Some(None) if self.dialect.is_zsh() => {
                        let why = format!("zsh may set what {builtin} names: {}", word.display());
                        self.doubt(why, arguments.span);
                    }
                    Some(None) | None => {}
                }
                return;
            }
        };
        invocation.assignments.push(Assignment {
            name: name.clone(),
            value: crate::command::variables::shown_value(&value, &name, word.span),
            span: word.span,
        });
        self.assign(&name, value, arguments.span);
    }

    /// `mapfile [-C CALLBACK] [NAME]`
    pub(super) fn mapfile(&mut self, builtin: &str, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        let started = !invocation.wrapped.is_empty();
        for (option, value) in arguments.values("dnOsuCc") {
            if option != 'C' {
                continue;
            }
            // the callback is run with a number and a line after it
            self.doubt(format!("the lines that {builtin} hands to its callback are not known"), arguments.span);
            if started {
                continue;
            }
            match value.as_ref().and_then(Word::known).map(str::to_owned) {
                Some(code) => {
                    let run = self.text_run_later(&code, self.at(arguments.span), builtin);
                    invocation.wrapped.push(Wrapped { kind: WrapKind::Program, ..run });
                }
                None => self.doubt(format!("what {builtin} -C runs is not known"), arguments.span),
            }
        }
        self.doubt_unknown(builtin, arguments);
        let names = arguments.after_options("dnOsuCc");
        match names.first() {
            Some(word) => self.stored(builtin, word, Value::Unknown, arguments, invocation),
            None => self.assign("MAPFILE", Value::Unknown, arguments.span),
        }
    }

    /// `printf -v NAME FORMAT …`
    pub(super) fn printf_variable(&mut self, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        // of several, the last counts
        let options = arguments.words.chunks(2).take_while(|pair| pair.first().is_some_and(is_v)).count();
        let left = arguments.words.get(2 * options..).unwrap_or_default();
        let rest = match left.first().map(|word| (word, word.known())) {
            Some((_, Some(text))) if text.starts_with("-v") => {
                self.doubt("the name that printf -v sets is not read".to_owned(), arguments.span);
                return;
            }
            // an unknown first word may be `-v` where another follows it
            Some((word, None))
                if (left.len() > 1 || word.count == Count::Any) && word.looks_like_flag() != Match::Never =>
            {
                let next = left.get(1).and_then(Word::known);
                if word.count == Count::Any
                    || may_name_itself(word)
                    || next.is_none_or(|text| text.contains('[') || is_name(text))
                {
                    self.doubt(format!("printf may set a variable: {}", word.display()), arguments.span);
                }
                if options == 0 {
                    return;
                }
                left
            }
            _ if options == 0 => return self.counted_by_printf(arguments.words, arguments, invocation),
            _ => left,
        };
        let Some(name) = arguments.words.get(2 * options - 1).cloned() else { return };
        self.counted_by_printf(rest, arguments, invocation);
        // one before it is refused where it is no name, and is evaluated where it has a subscript
        for earlier in arguments.words.chunks(2).take(options - 1).filter_map(|pair| pair.get(1)) {
            self.stored("printf -v", earlier, Value::Unknown, arguments, invocation);
        }
        let words: Option<Vec<&str>> = rest.iter().map(Word::known).collect();
        // dash's printf has no `-v`, and leaves the variable as it was
        let text = words.filter(|_| self.dialect != Dialect::Posix).and_then(|words| output::printf(&words, false));
        let (mark, sure) = (self.state.mark(), text.is_some());
        let value = text.map_or_else(|| Text::unknown(format!("${}", name.display())), Text::literal);
        self.stored("printf -v", &name, Value::Text(value), arguments, invocation);
        if !sure {
            // without a format, or with a wrong one, it is an error
            self.state.join_untouched(mark);
        }
    }

    /// `printf %n NAME` stores how many characters were written: where the format holds a `%n`, or is not known, any word
    /// after it may be the name.
    fn counted_by_printf(&mut self, words: &[Word], arguments: &Arguments<'_>, invocation: &mut Invocation) {
        let mut words = words.iter().skip_while(|word| word.known() == Some("--"));
        if !words.next().is_some_and(may_count) {
            return;
        }
        for word in words {
            match word.known() {
                Some(name) if is_name(name) => self.stored("printf %n", word, Value::Unknown, arguments, invocation),
                None if !word.parts.iter().all(is_number) => {
                    self.doubt(format!("printf %n may set any variable: {}", word.display()), arguments.span);
                }
                _ => {}
            }
        }
    }

    /// `getopts OPTSTRING NAME`
    pub(super) fn getopts(&mut self, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        let words = match arguments.words.split_first() {
            Some((first, rest)) if first.known() == Some("--") => rest,
            _ => arguments.words,
        };
        let letters = words.first().and_then(Word::known).map(|text| {
            let letters = text.chars().filter(|letter| *letter != ':').map(String::from);
            letters.chain(["?".to_owned(), ":".to_owned()]).collect::<Vec<_>>()
        });
        if words.iter().take(2).any(|word| word.count == Count::Any) {
            self.doubt("which variable getopts sets is not known".to_owned(), arguments.span);
        }
        let shifted = arguments.words.first().is_some_and(|first| first.looks_like_flag() != Match::Never);
        if let Some(name) = words.get(1) {
            let source = format!("${}", name.display());
            let value = letters.map_or_else(|| Text::unknown(&source), |letters| Text::one_of(letters, &source));
            let mark = self.state.mark();
            self.stored("getopts", name, Value::Text(value), arguments, invocation);
            if self.dialect.is_zsh() || shifted {
                // at the end zsh leaves the variable as it was
                self.state.join_untouched(mark);
            }
        }
        self.assign("OPTARG", Value::Unknown, arguments.span);
        self.assign("OPTIND", Value::Text(Text::numeric("$OPTIND")), arguments.span);
    }

    /// On some path this variable is not set.
    pub(in crate::command) fn perhaps_unset(&mut self, name: &str) {
        let before = self.state.variable(name);
        self.state.put(name, Variable { perhaps_unset: true, ..(*before).clone() });
    }

    /// `compgen -V NAME …`, which only newer versions know.
    pub(super) fn compgen(&mut self, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        for name in arguments.values("V").filter_map(|(_, name)| name) {
            let mark = self.state.mark();
            self.stored("compgen -V", &name, Value::Unknown, arguments, invocation);
            self.state.join_untouched(mark);
        }
    }

    /// `wait [-fn] [-p NAME] [ID…]`
    pub(super) fn wait(&mut self, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        if let Some(word) = arguments.words.iter().find(|word| may_name_variable(word)) {
            self.doubt(
                format!("wait may set a variable, or run what its subscript holds: {}", word.display()),
                arguments.span,
            );
            self.forget_variables();
        }
        for name in arguments.values("p").filter_map(|(_, name)| name) {
            let value = Value::Text(Text::numeric(format!("${}", name.display())));
            let mark = self.state.mark();
            self.stored("wait -p", &name, value, arguments, invocation);
            self.state.join_untouched(mark);
            // where there is nothing to wait for it is unset
            if let Some(name) = name.known() {
                self.perhaps_unset(name);
            }
        }
    }
}

/// May this format of `printf` hold a `%n`?
fn may_count(format: &Word) -> bool {
    let mut text = String::new();
    for part in &format.parts {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Unknown(_) if is_number(part) => text.push('0'),
            // each of them by itself, after whatever stands before it
            Part::Choice(texts) if !texts.iter().any(|one| one.contains(['%', 'n'])) => text.push('0'),
            Part::Choice(_) | Part::Glob(_) | Part::Unknown(_) => return true,
        }
    }
    output::counts(&text)
}

/// May this word, of which something is not known, be a `-vNAME` or a `-vNAME[…]`?
fn may_name_itself(word: &Word) -> bool {
    let named = |part: &Part| match part {
        Part::Literal(text) => text.chars().all(|char| char == '_' || char.is_ascii_alphanumeric()),
        Part::Choice(_) | Part::Glob(_) | Part::Unknown(_) => true,
    };
    match word.parts.last() {
        Some(Part::Literal(text)) => text.ends_with(']') || word.parts.iter().all(named),
        _ => true,
    }
}

/// What gives numbers of processes, or nothing.
const PROCESSES: [&str; 4] = ["$!", "${!}", "$(jobs -p)", "`jobs -p`"];

/// May this argument of `wait` be a `-p NAME`? What `$!` gives is a number, or nothing.
fn may_name_variable(word: &Word) -> bool {
    let number = |part: &Part| match part {
        Part::Unknown(unknown) => unknown.numeric || PROCESSES.contains(&unknown.source.as_str()),
        Part::Literal(_) | Part::Choice(_) | Part::Glob(_) => false,
    };
    word.known().is_none() && word.looks_like_flag() != Match::Never && !word.parts.iter().all(number)
}

fn is_v(word: &Word) -> bool {
    word.known() == Some("-v")
}

fn is_number(part: &Part) -> bool {
    matches!(part, Part::Unknown(unknown) if unknown.numeric)
}
