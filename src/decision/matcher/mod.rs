//! Does a rule's pattern match a command? Three-valued.
//!
//! Owns the alignment of a pattern's tokens with a command's words. The property it keeps: `Must` only if every command
//! that the words can become matches, `Never` only if none does. Refuses to look at conditions and to combine rules.
//!
//! A command is read in up to two ways: with its option table, and by the rule's own shape (the reading of runok 0.3). An
//! allow rule matches under the table's reading, or by its shape where there is no table; a deny or ask rule under either,
//! the shape's left out where the table lists every flag that is given.

mod by_word;
pub(super) mod effects;
mod engine;
mod flags;
mod given;
mod items;
mod name;
mod notes;
mod operands;
mod spent;
mod tools;
mod values;

pub(super) use effects::{covered as effects_covered, doubt as effects_doubt, hold as effects_hold, kinds_of_effects};
pub(super) use engine::Captures;
pub(super) use items::Operands;
use notes::{Notes, Question};
pub(super) use spent::{STEPS_OF_CONDITION, Spent, Together};
pub(super) use tools::operands as operands_of_tool;
pub(super) use values::fits_token;

use std::cell::OnceCell;
use std::rc::Rc;

use crate::command::effects::{self as command_effects, Account};
use crate::command::options::{self, Arguments, Table};
use crate::command::tool::ToolUse;
use crate::command::word::Word;
use crate::command::{Directory, Inherited, Invocation, Redirection};
use crate::decision::paths;
use crate::facts::Facts;
use crate::policy::pattern::Pattern;
use crate::policy::{Definitions, Labels};
use crate::verdict::{Match, Verdict};

/// The most steps that aligning one pattern with one command may take. Past it the answer is `May`.
pub(super) const MAX_MATCH_STEPS: u32 = 200_000;

/// The same for a short command: a pattern of many flags beside a command that gives each of them often has a choice for
/// each, and what is not found after so many is hardly found after more.
pub(super) const MAX_STEPS_OF_FEW: u32 = 20_000;

/// The same where the pattern only may match, however its tokens are laid out: a command whose name is not known may be the one
/// that thousands of patterns name.
pub(super) const MAX_POSSIBLE_STEPS: u32 = 400;

/// How many more there may be for each flag and operand, so that long commands are looked through to their end.
const STEPS_OF_ITEM: u32 = 16;

/// How many flags and operands are seen in one step, where they are no more than looked at.
const SEEN_IN_A_STEP: u32 = 8;

/// The most commands that the policy's wrapper patterns may capture in one line. Past it the line asks.
pub(super) const MAX_CAPTURED: usize = 256;

/// The most words that several captures of one pattern may hold together.
pub(super) const MAX_CAPTURED_WORDS: usize = 20_000;

/// A command, ready to be matched against many patterns.
pub(super) struct Subject<'a> {
    /// Its words, the name first. Without `Part::Choice` where they can be told apart (see `choices`).
    pub words: &'a [Word],
    /// Its option table, where one is known.
    pub table: Option<&'a Table>,
    /// Its words as that table reads them.
    pub arguments: Option<Arguments>,
    /// Where it runs.
    pub directory: &'a Directory,
    /// Its redirections.
    pub redirects: &'a [Redirection],
    /// What is known of it where it is no command but the call of a tool.
    pub tool: Option<&'a ToolUse>,
    /// The variables that it is started with and that the line sets.
    pub environment: &'a [Inherited],
    /// What was spent on the rules that only may be meant.
    pub spent: Spent,
    /// What it does; drawn up when a rule first asks.
    account: OnceCell<Account>,
    /// What was found out about words in that directory.
    notes: Rc<Notes>,
}

impl<'a> Subject<'a> {
    /// Words that a table reads, where there is one.
    pub(super) fn new(words: &'a [Word], table: Option<&'a Table>, directory: &'a Directory) -> Self {
        let arguments = table.map(|table| options::read(table, words));
        Self {
            words,
            table,
            arguments,
            directory,
            redirects: &[],
            tool: None,
            environment: &[],
            spent: Spent::default(),
            account: OnceCell::new(),
            notes: Rc::default(),
        }
    }

    /// Words without a table.
    pub(super) fn plain(words: &'a [Word], directory: &'a Directory) -> Self {
        Self::new(words, None, directory)
    }

    /// The same with redirections.
    pub(super) fn with_redirects(self, redirects: &'a [Redirection]) -> Self {
        Self { redirects, ..self }
    }

    /// The same as the call of a tool, where it is one.
    pub(super) fn of_tool(self, tool: Option<&'a ToolUse>) -> Self {
        Self { tool, ..self }
    }

    /// The same as it is started: with its redirections and variables, or as the call of a tool.
    pub(super) fn started_as(self, invocation: &'a Invocation) -> Self {
        let tool = invocation.tool.as_deref();
        Self { redirects: &invocation.redirects, tool, environment: &invocation.environment, ..self }
    }

    /// The texts that mean the same as an operand, or as one of those that it lists (`pods,secrets`).
    pub(super) fn same_as<'s>(&'s self, text: &'s str) -> impl Iterator<Item = &'s str> {
        let reached = self.arguments.iter().flat_map(|arguments| arguments.reached.iter().map(Rc::as_ref));
        let groups = self.table.into_iter().chain(reached).flat_map(|table| &table.same);
        let groups = groups.map(|group| group.split('|'));
        // what tables call the same may hold commas itself: `u=rwx,go=rwx`
        let is = move |one: &str| one == text || text.split(',').any(|each| each == one);
        let fitting = groups.filter(move |group| group.clone().any(is));
        // what is listed counts only where some of it has other names: elsewhere a comma is part of a name
        fitting.flat_map(move |group| group.chain(text.split(',')))
    }

    /// Do its operands have parts with a colon between them?
    pub(super) fn operands_have_parts(&self) -> bool {
        let reached = self.arguments.as_ref().and_then(|arguments| arguments.reached.last());
        reached.map(Rc::as_ref).or(self.table).is_some_and(|table| table.colon_parts)
    }

    /// Other words in the place of these.
    pub(super) fn with_words(&self, words: &'a [Word]) -> Self {
        let (redirects, tool, environment) = (self.redirects, self.tool, self.environment);
        Self { redirects, tool, environment, ..Self::new(words, self.table, self.directory).knowing(self) }
    }

    /// What was found out about words for the other one counts for this one too, where they run in the same directory.
    pub(super) fn knowing(self, other: &Subject<'_>) -> Self {
        if self.directory == other.directory { Self { notes: Rc::clone(&other.notes), ..self } } else { self }
    }

    /// What is spent on it is added to this: it is another way to read the same command, or what that may start.
    pub(super) fn spending(self, spent: &Spent) -> Self {
        Self { spent: spent.clone(), ..self }
    }

    /// Is its name known? The call of a tool has one.
    pub(super) fn is_named(&self) -> bool {
        self.tool.is_some() || self.words.first().is_some_and(Word::is_known)
    }

    /// The same words in another directory.
    pub(super) fn elsewhere(&self, directory: &'a Directory) -> Self {
        Self {
            directory,
            arguments: self.arguments.clone(),
            spent: self.spent.clone(),
            account: self.account.clone(),
            notes: Rc::default(),
            ..*self
        }
    }

    /// A word as a path, absolute, for each directory that the command may run in.
    pub(super) fn as_path(&self, word: &Word) -> Rc<[Word]> {
        self.notes.as_path(word, || paths::absolute(word, self.directory))
    }

    /// Does a word name one of the paths of the list that is defined by this name?
    pub(super) fn lies_among(&self, name: &str, listed: &Labels, word: &Word, context: Context<'_>) -> Match {
        self.notes.answer(word, (Question::IsAmong, name), context.definitions, || {
            paths::is_among(&self.as_path(word), listed.texts())
        })
    }

    /// What it does.
    pub(super) fn account(&self) -> &Account {
        self.account.get_or_init(|| match (self.table, &self.arguments) {
            _ if self.tool.is_some() => self.tool.map_or_else(|| Account::untold(""), |tool| tool.account.clone()),
            (Some(table), Some(arguments)) => {
                command_effects::of_started(table, arguments, self.words, self.environment)
            }
            _ => Account::untold(&self.words.first().map(Word::display).unwrap_or_default()),
        })
    }

    /// What is not known of it, for the reason of a `May`.
    fn doubts(&self, asked_of_effects: bool) -> String {
        let mut sources: Vec<String> = self.words.iter().flat_map(Word::doubts).collect();
        sources.dedup();
        sources.truncate(3);
        let of_effects = sources.is_empty() && asked_of_effects;
        // the account is drawn up only where it says more than the words do
        if let Some(why) = of_effects.then(|| effects::doubt(self)).flatten() {
            why
        } else if sources.is_empty() && *self.directory == Directory::Unknown {
            "the directory in which it runs is not known".to_owned()
        } else if of_effects && effects::writes(self) {
            "which files it writes is not fully known".to_owned()
        } else if sources.is_empty() {
            "its options could be read in more than one way".to_owned()
        } else {
            format!("{} is not known", sources.join(", "))
        }
    }
}

/// The texts of the words after the name, where all of them are known.
pub(super) fn known_after_name(words: &[Word]) -> Option<Vec<&str>> {
    words.iter().skip(1).map(Word::known).collect()
}

/// What rules of one file refer to.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    /// Names.
    pub definitions: &'a Definitions,
    /// The outside world.
    pub facts: &'a dyn Facts,
    /// What the rule answers: allow rules must match narrowly, others widely.
    pub action: Verdict,
}

/// How surely a pattern matches.
pub(super) struct Matched {
    /// How surely.
    pub matched: Match,
    /// What the placeholders took, along the surest alignment.
    pub captures: Captures,
    /// Why it is not sure.
    pub because: Option<String>,
    /// How many steps it took to find out.
    pub steps: u32,
}

impl Matched {
    /// It does not match.
    pub(super) fn never() -> Self {
        Self { matched: Match::Never, captures: Captures::default(), because: None, steps: 0 }
    }

    /// The surer of two ways to match.
    pub(super) fn surer(self, other: Self) -> Self {
        let steps = self.steps.saturating_add(other.steps);
        if other.matched > self.matched { Self { steps, ..other } } else { Self { steps, ..self } }
    }

    /// Nothing is left to spend on a pattern that only may be meant.
    fn not_looked_at(subject: &Subject<'_>) -> Self {
        let captures = Captures { too_many: true, ..Captures::default() };
        Self { matched: Match::May, because: Some(subject.doubts(false)), captures, steps: 0 }
    }
}

/// Matches one pattern against one command.
pub(super) fn matches(pattern: &Pattern, subject: &Subject<'_>, context: Context<'_>) -> Matched {
    let mut named = name::matches(&pattern.command, subject, context);
    if !named.is_empty() && effects::has_any(&pattern.tokens) {
        // what the command does stands in no place: it is asked once, and the other tokens take the words
        let done = effects::all_hold(&pattern.tokens, subject, context);
        named.iter_mut().for_each(|head| head.matched = head.matched.and(done));
    }
    let mut best = Matched::never();
    for head in named.into_iter().filter(|head| head.matched > Match::Never) {
        let narrow = context.action == Verdict::Allow;
        if head.matched < Match::Must && subject.spent.is_all() {
            best = best.surer(Matched::not_looked_at(subject));
            continue;
        }
        if let Some(arguments) = subject.arguments.as_ref().filter(|_| head.words == 1) {
            let items = items::by_table(arguments, subject, pattern);
            best = best.surer(engine::run(pattern, &items, &head, subject, context));
            if narrow || is_authoritative(arguments) {
                continue;
            }
        }
        if best.matched < Match::Must || !best.captures.types.is_empty() {
            let items = items::by_shape(subject.words.get(head.words..).unwrap_or_default(), head.words, pattern);
            best = best.surer(engine::run(pattern, &items, &head, subject, context));
        }
    }
    best
}

/// Does the table know every flag that is given? Then the rule's own shape can add nothing but mistakes.
fn is_authoritative(arguments: &Arguments) -> bool {
    arguments.items.iter().all(|item| match item {
        options::Item::Flag(flag) => flag.listed,
        options::Item::Operand { .. } | options::Item::EndOfOptions { .. } | options::Item::Unclear { .. } => true,
    })
}

/// Flags and operands as a table reads them.
pub(super) fn operands_by_table(subject: &Subject<'_>, arguments: &Arguments, pattern: &Pattern) -> Operands {
    items::operands(&items::by_table(arguments, subject, pattern))
}

/// Flags and operands by the rule's own shape.
pub(super) fn operands_by_shape(words: &[Word], pattern: &Pattern) -> Operands {
    items::operands(&items::by_shape(words.get(1..).unwrap_or_default(), 1, pattern))
}

/// Flags as they are spelled, and operands: by the table where there is one, else every dashed word is a flag.
pub(super) fn spelled(subject: &Subject<'_>) -> (Vec<(String, Option<Word>)>, Vec<Word>) {
    if let Some(seen) = subject.tool.and_then(|tool| tools::operands(tool, subject.words).into_iter().next()) {
        return (seen.flags, seen.args);
    }
    let pattern = Pattern { command: crate::policy::pattern::CommandPattern::Any, tokens: Vec::new() };
    let items = match &subject.arguments {
        Some(arguments) => items::by_table(arguments, subject, &pattern),
        None => items::by_shape(subject.words.get(1..).unwrap_or_default(), 1, &pattern),
    };
    items::as_spelled(&items)
}

#[cfg(test)]
mod tests;
