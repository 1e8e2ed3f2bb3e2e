//! The doors of the interpreter: a line, an argument vector, the words of a policy's own wrapper.
//!
//! Owns what holds of the whole reading: the locale, functions that nobody called, code that runs after the line. Refuses
//! to walk.

use super::builtins::changes_what_runs;
use super::options::Tables;
use super::scope::is_session;
use super::simple::{Call, Reach};
use super::value::{Certainty, Text, Value, Variable};
use super::walk::Walker;
use super::word::{Count, Word};
use super::{Assignment, Doubt, Invocation, Reading, WrapKind, Wrapped};
use crate::facts::Facts;
use crate::input::Span;
use crate::shell::{self, Dialect};
use foldhash::HashSet;
use std::borrow::Cow;

impl Walker<'_> {
    /// Everything that was found.
    pub(super) fn finish(mut self) -> Reading {
        self.settle();
        self.uncalled_functions();
        if self.deferred && self.state.touched_names().iter().any(|name| is_session(name)) {
            let span = self.at(Span::new(0, self.source.text.len()));
            self.doubts.push(Doubt {
                why: "code that runs later sees other values of the session's variables".to_owned(),
                span,
            });
        }
        let mut invocations = self.out;
        let several = invocations.len() > 1 || invocations.iter().any(|only| !only.wrapped.is_empty());
        if several {
            super::feeds::mark(&mut invocations, self.code, self.tables);
            super::written::doubt_what_is_run(&mut invocations, self.tables);
            super::moved::doubt_what_is_removed(&mut invocations, self.tables);
        }
        super::altered::mark(&mut invocations);
        Reading { invocations, doubts: self.doubts }
    }
}

/// Why commands of a line do not go together with those that wrappers of the policy start in it, which were read alone.
pub(super) fn doubt_together(line: &[Invocation], captured: Vec<Invocation>, tables: &Tables) -> Option<Doubt> {
    let mut known = Vec::new();
    let mut all = captured;
    all.extend_from_slice(line);
    collect_doubts(&all, &mut known);
    super::written::doubt_what_is_run(&mut all, tables);
    super::moved::doubt_what_is_removed(&mut all, tables);
    let mut found = Vec::new();
    collect_doubts(&all, &mut found);
    let known: HashSet<Doubt> = known.into_iter().collect();
    // one is enough for the line to ask
    found.into_iter().find(|doubt| !known.contains(doubt))
}

fn collect_doubts(invocations: &[Invocation], all: &mut Vec<Doubt>) {
    for invocation in invocations {
        all.extend(invocation.doubts.iter().cloned());
        invocation.wrapped.iter().for_each(|wrapped| collect_doubts(&wrapped.runs, all));
    }
}

/// In some encodings a byte of a character can be a backslash or a quote: there only ASCII is read.
fn locale_doubt(line: &str, facts: &dyn Facts) -> Option<Doubt> {
    let offset = line.bytes().position(|byte| !byte.is_ascii())?;
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| facts.variable(name).filter(|value| !value.is_empty()))?;
    let codeset = locale.split_once('.').map_or("", |(_, codeset)| codeset).split('@').next().unwrap_or_default();
    let utf8 = matches!(codeset.to_ascii_lowercase().as_str(), "utf-8" | "utf8");
    if utf8 || matches!(locale.as_str(), "C" | "POSIX") {
        return None;
    }
    let why = format!("the locale {locale} may read the bytes of this line as other characters");
    Some(Doubt { why, span: Span::new(offset, line.len()) })
}

/// Options of the shell that change how a line is read or what it runs, where the environment hands them down.
const READING_OPTIONS: [&str; 14] = [
    "allexport",
    "cdable_vars",
    "dotglob",
    "expand_aliases",
    "extglob",
    "failglob",
    "globstar",
    "keyword",
    "lastpipe",
    "nocaseglob",
    "noglob",
    "nullglob",
    "xpg_echo",
    "xtrace",
];

/// `BASHOPTS` and `SHELLOPTS` of the environment switch options on before the line is read.
pub(super) fn options_doubt(line: &str, facts: &dyn Facts) -> Option<Doubt> {
    let option = ["BASHOPTS", "SHELLOPTS"].iter().find_map(|name| {
        let value = facts.variable(name)?;
        let changes = |option: &&str| READING_OPTIONS.contains(option) || changes_what_runs(option);
        value.split(':').find(changes).map(str::to_owned)
    })?;
    let why = format!("the environment switches on the shell option {option}, which changes how the line is read");
    Some(Doubt { why, span: Span::new(0, line.len()) })
}

/// A whole text, about which some doubts are known before.
pub(super) fn text(
    line: &str,
    dialect: Dialect,
    doubts: impl IntoIterator<Item = Doubt>,
    facts: &dyn Facts,
    tables: &Tables,
) -> Reading {
    let parsed = shell::parse(line, dialect);
    let mut walker = Walker::new(line, facts, tables);
    walker.dialect = dialect;
    walker.doubts.extend(locale_doubt(line, facts));
    walker.doubts.extend(doubts);
    walker.lines(&parsed.script);
    if let Some(mistake) = parsed.mistake {
        walker.doubts.push(Doubt { why: mistake.what, span: mistake.span });
    }
    walker.finish()
}

/// One command whose words are all known.
pub(super) fn vector(words: &[String], facts: &dyn Facts, tables: &Tables) -> Reading {
    // the line that they print as, quoted where that is needed: what spans point into
    let quoted: Vec<Cow<'_, str>> =
        words.iter().map(|word| shlex::try_quote(word).unwrap_or(Cow::Borrowed(word))).collect();
    let line = quoted.join(" ");
    let mut walker = Walker::new(&line, facts, tables);
    let mut start = 0;
    let words: Vec<Word> = words
        .iter()
        .zip(&quoted)
        .map(|(word, quoted)| {
            let span = Span::new(start, start + quoted.len());
            start = span.end + 1;
            Word::literal(word.as_str(), span)
        })
        .collect();
    let span = Span::new(0, line.len());
    walker.run(call(words, Vec::new(), span));
    walker.finish()
}

fn call(words: Vec<Word>, environment: Vec<(String, Option<Word>)>, span: Span) -> Call {
    Call {
        words,
        assignments: Vec::new(),
        redirects: Vec::new(),
        environment,
        doubts: Vec::new(),
        span,
        reach: Reach::Programs,
    }
}

/// What the words that a policy's wrapper captured would run.
pub(super) fn wrapped(
    parent: &Invocation,
    (captured, set): (&[Word], &[Assignment]),
    facts: &dyn Facts,
    tables: &Tables,
) -> Wrapped {
    let span = captured.iter().map(|word| word.span).reduce(Span::to).unwrap_or(parent.span);
    let mut walker = Walker::new("", facts, tables);
    let location = std::rc::Rc::new(super::place::Location {
        here: parent.place.directory.clone(),
        old: super::Directory::Unknown,
        moved: true,
    });
    walker.state.set_locations(std::rc::Rc::clone(&location), location);
    for inherited in parent.environment.iter() {
        let (name, word) = inherited.as_ref();
        let variable = match word {
            Some(word) => Variable::text(Text::of_word(word)),
            None => Variable::of(Value::Unset),
        };
        // what the wrapper does with its environment nobody says
        walker.state.put(name, Variable { exported: Certainty::Yes, perhaps_unset: true, ..variable });
    }
    for name in parent.words.iter().filter_map(assigned_name) {
        walker.state.put(name, Variable { perhaps_unset: true, ..Variable::of(Value::Unknown) });
    }
    for assignment in set {
        let value = Variable::text(Text::of_word(&assignment.value));
        walker.state.put(&assignment.name, Variable { exported: Certainty::Yes, ..value });
    }
    walker.around.pipe_stdin = parent.place.pipe_stdin;
    walker.around.pipe_stdout = parent.place.pipe_stdout;
    walker.around.loop_kind = parent.place.loop_kind;
    walker.around.redirects.clone_from(&parent.redirects);
    walker.found_in.clone_from(&parent.found_in);
    // after other commands of the line, and as often and as late as the wrapper likes
    walker.dashes.elsewhere = true;
    let mut doubts = Vec::new();
    match captured {
        [] => {}
        [only] if !is_program_name(only) => match only.known() {
            Some(text) => {
                doubts = walker.run_text(text, Dialect::Bash, span, "in the text of a wrapper");
                let assignments = set.to_vec();
                walker.out.push(Invocation { assignments, span: parent.span, ..Invocation::default() });
            }
            None => doubts.push(Doubt {
                why: format!("the text that a wrapper runs is not known: {}", only.doubts().join(", ")),
                span,
            }),
        },
        words => {
            walker.source = std::rc::Rc::new(super::walk::Source { text: "".into(), origin: Some(span), id: 0 });
            let environment = set.iter().map(|set| (set.name.clone(), Some(set.value.clone()))).collect();
            walker.run(Call { assignments: set.to_vec(), ..call(words.to_vec(), environment, span) });
        }
    }
    let mut reading = walker.finish();
    doubts.extend(reading.doubts);
    super::altered::mark_all(&mut reading.invocations, parent.place.altered);
    Wrapped { kind: WrapKind::PassThrough, runs: reading.invocations, doubts }
}

/// The variable that a word of a wrapper may set (`<vars>`).
fn assigned_name(word: &Word) -> Option<&str> {
    let (name, _) = word.literal_prefix().split_once('=')?;
    super::expand::is_name(name).then_some(name)
}

/// Is it one word that a shell and a program would read alike?
fn is_program_name(word: &Word) -> bool {
    word.count == Count::One
        && word.known().is_some_and(|text| {
            !text.is_empty()
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'+'))
        })
}
