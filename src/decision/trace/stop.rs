//! Where a pattern stopped matching.
//!
//! Owns the search for the one thing that is in the way: a flag that is excluded, missing or has another value, a word that
//! stands where the pattern has another, a word that no token takes, a condition. Every guess is put to the matcher itself,
//! with one token or one word of the question changed. Refuses to match on its own.

use std::cell::Cell;

use crate::command::options::Item;
use crate::command::word::Word;
use crate::decision::fits;
use crate::decision::matcher::{self, Context, Subject};
use crate::policy::pattern::{CommandPattern, Pattern, Text, Token};
use crate::verdict::{Match, Verdict};

use super::missed::{self, Missed};

/// The most words of a command that are tried one by one.
const MAX_TRIED: usize = 64;

/// Where a rule stopped matching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Its condition does not hold.
    Condition {
        /// The condition, as written.
        text: String,
        /// What the names that it reads stood for.
        values: Vec<(String, String)>,
        /// Why it is not known whether it holds; nothing where it surely does not.
        because: Option<String>,
    },
    /// It is an allow rule and only may match.
    Unsure {
        /// Why.
        because: String,
    },
    /// What the rule says of the command's effects does not hold.
    Effect {
        /// The token.
        token: String,
        /// Why.
        missed: Missed,
    },
    /// A flag is given that the rule excludes.
    Excluded {
        /// The token.
        token: String,
        /// The index of the word that gives it, and the word.
        given: Option<(usize, String)>,
    },
    /// Nothing of the command fits this token.
    Missing {
        /// The token.
        token: String,
        /// The words that would fit it, where they can be told.
        would_fit: Option<Vec<String>>,
    },
    /// A flag is given, with a value that the rule does not have.
    Value {
        /// The token.
        token: String,
        /// The flag and its value as given, where they can be told.
        given: Option<(String, String)>,
    },
    /// Another word stands where the token would have to fit.
    Other {
        /// The token.
        token: String,
        /// That word.
        word: Option<String>,
    },
    /// No token takes this word.
    LeftOver {
        /// Its index and the word.
        word: (usize, String),
    },
    /// An allow rule for a bare name does not cover a path outside of the system's directories.
    Path {
        /// The name as given.
        name: String,
    },
    /// An allow rule for a subcommand says nothing of an option with a value before it.
    Before {
        /// The option.
        flag: String,
    },
    /// The star of an allow rule would have to reach further than it does.
    Beyond {
        /// The token.
        token: String,
        /// The word.
        word: String,
    },
    /// As the option table reads the command, the pattern does not fit, by its own shape it would.
    Table,
}

/// One pattern and one command.
pub(super) struct Probe<'a> {
    pub pattern: &'a Pattern,
    pub subject: &'a Subject<'a>,
    pub context: Context<'a>,
    /// How many steps of matching may still be taken. Past them nothing fits any more.
    pub effort: &'a Cell<u32>,
}

/// Where the pattern stopped, and how far it is from matching; nothing where the command's name does not fit, or where a
/// rule for any command is too far away.
pub(super) fn find(probe: &Probe<'_>) -> Option<(Stop, usize)> {
    if !probe.fits(&[Token::Any]) {
        return probe.by_name();
    }
    let near = probe.by_effects(Match::May).or_else(|| probe.narrowly()).or_else(|| probe.excluded());
    let near = near.or_else(|| probe.one_token()).or_else(|| probe.one_word());
    match near {
        Some(found) => Some(found),
        None if matches!(probe.pattern.command, CommandPattern::Any) => None,
        None => probe.longest_beginning(),
    }
}

impl Probe<'_> {
    fn matched(&self, tokens: &[Token], subject: &Subject<'_>, action: Verdict) -> Match {
        let pattern = Pattern { command: self.pattern.command.clone(), tokens: tokens.to_vec() };
        if self.effort.get() == 0 {
            return Match::Never;
        }
        let found = matcher::matches(&pattern, subject, Context { action, ..self.context });
        // reading the words takes its time too
        let steps = u32::try_from(subject.words.len()).unwrap_or(u32::MAX).saturating_add(found.steps);
        self.effort.set(self.effort.get().saturating_sub(steps));
        found.matched
    }

    fn fits(&self, tokens: &[Token]) -> bool {
        self.matched(tokens, self.subject, self.context.action) > Match::Never
    }

    /// Without what it says of effects the pattern would match this surely.
    pub(super) fn by_effects(&self, least: Match) -> Option<(Stop, usize)> {
        let tokens = &self.pattern.tokens;
        let others: Vec<Token> =
            tokens.iter().filter(|token| !matches!(token, Token::Effects { .. })).cloned().collect();
        if others.len() == tokens.len() || self.matched(&others, self.subject, self.context.action) < least {
            return None;
        }
        let stop = missed::find(tokens, self.subject, self.context)?;
        // what a command does not do is seldom what somebody looks for
        let distance = if matches!(stop, Stop::Effect { missed: Missed::Lacks(_), .. }) { 2 } else { 1 };
        Some((stop, distance))
    }

    /// Does the pattern fit these words?
    fn fits_words(&self, words: &[Word]) -> bool {
        let subject = self.subject.with_words(words);
        self.matched(&self.pattern.tokens, &subject, self.context.action) > Match::Never
    }

    /// The rule would cover the command if it asked or denied, by its name.
    fn by_name(&self) -> Option<(Stop, usize)> {
        let name = self.subject.words.first().and_then(Word::known).filter(|name| name.contains('/'))?;
        let wide = self.matched(&self.pattern.tokens, self.subject, Verdict::Ask) > Match::Never;
        (self.context.action == Verdict::Allow && wide).then(|| (Stop::Path { name: name.to_owned() }, 1))
    }

    /// The rule would match if it asked or denied.
    fn narrowly(&self) -> Option<(Stop, usize)> {
        let wide = || self.matched(&self.pattern.tokens, self.subject, Verdict::Ask) > Match::Never;
        if self.context.action != Verdict::Allow || !wide() {
            return None;
        }
        if let Some(stop) = self.beyond_a_star() {
            return Some((stop, 1));
        }
        let items = self.subject.arguments.as_ref().map_or(&[][..], |arguments| arguments.items.as_slice());
        let before = items.iter().take_while(|item| !matches!(item, Item::Operand { .. }));
        let flag = before.filter_map(|item| match item {
            Item::Flag(flag) if flag.value.is_some() => Some(flag.spelled.clone()),
            _ => None,
        });
        let has_subcommands = self.subject.table.is_some_and(|table| !table.subcommands.is_empty());
        match flag.last().filter(|_| has_subcommands) {
            Some(flag) => Some((Stop::Before { flag }, 1)),
            None => Some((Stop::Table, 1)),
        }
    }

    /// A word that a star would take if it were one of a deny rule.
    fn beyond_a_star(&self) -> Option<Stop> {
        let words = || self.subject.words.iter().skip(1).take(MAX_TRIED);
        let has_parts = self.subject.operands_have_parts();
        let is_beyond = |text: &Text, word: &Word| {
            let found = fits::text_at_home(text, word, self.context);
            fits::bounded(found, text, word, has_parts) < found
        };
        self.pattern.tokens.iter().find_map(|token| {
            let Token::Word(texts) = token else { return None };
            let word = words().find(|word| texts.iter().any(|text| is_beyond(text, word)))?;
            Some(Stop::Beyond { token: token.to_string(), word: word.display() })
        })
    }

    /// Without the flags that it excludes the pattern would fit.
    fn excluded(&self) -> Option<(Stop, usize)> {
        let tokens = &self.pattern.tokens;
        let open: Vec<Token> = tokens.iter().filter(|token| !matches!(token, Token::Without(_))).cloned().collect();
        if open.len() == tokens.len() || !self.fits(&open) {
            return None;
        }
        let with = |token: &Token| open.iter().chain([token]).cloned().collect::<Vec<_>>();
        let broken = |token: &&Token| matches!(token, Token::Without(_)) && !self.fits_anywhere(&with(token));
        let token =
            tokens.iter().find(broken).or_else(|| tokens.iter().find(|token| matches!(token, Token::Without(_))));
        let given =
            self.without_each().find(|(_, words)| self.fits_words(words)).map(|(index, _)| self.numbered(index));
        Some((Stop::Excluded { token: token?.to_string(), given }, 1))
    }

    /// The tokens, of which the last was moved to the front: what is absent is so wherever it is asked.
    fn fits_anywhere(&self, tokens: &[Token]) -> bool {
        let mut tokens = tokens.to_vec();
        tokens.rotate_right(1);
        self.fits(&tokens)
    }

    /// The command with each of its words taken out, in turn.
    fn without_each(&self) -> impl Iterator<Item = (usize, Vec<Word>)> {
        let words = self.subject.words;
        (1..words.len().min(MAX_TRIED)).map(|index| {
            let rest = words.iter().enumerate().filter(|(other, _)| *other != index);
            (index, rest.map(|(_, word)| word.clone()).collect())
        })
    }

    fn numbered(&self, index: usize) -> (usize, String) {
        (index, self.subject.words.get(index).map(Word::display).unwrap_or_default())
    }

    /// With one token changed or left out the pattern would fit.
    fn one_token(&self) -> Option<(Stop, usize)> {
        let tokens = &self.pattern.tokens;
        tokens.iter().enumerate().find_map(|(index, token)| {
            let (before, after) = (tokens.get(..index)?, tokens.get(index + 1..)?);
            let around = |with: &[Token]| [before, with, after].concat();
            let stop = self.at_token(token, &around)?;
            Some((stop.0, stop.1 + usize::from(stop.1 > 1 && index == 0)))
        })
    }

    /// What is in the way at this token, if with it changed or left out the pattern fits.
    fn at_token(&self, token: &Token, around: &dyn Fn(&[Token]) -> Vec<Token>) -> Option<(Stop, usize)> {
        let left_out = || self.fits(&around(&[]));
        match token {
            Token::Any | Token::Without(_) | Token::Optional(_) | Token::Options | Token::Variables => None,
            Token::Effects { .. } => {
                Some((missed::find(std::slice::from_ref(token), self.subject, self.context).filter(|_| left_out())?, 1))
            }
            Token::FlagValue { names, .. } => {
                let any = Token::FlagValue { names: names.clone(), value: Box::new(Token::Any) };
                if self.fits(&around(&[any])) {
                    return Some((Stop::Value { token: token.to_string(), given: self.given(names) }, 1));
                }
                left_out().then(|| (missing(token), 1))
            }
            Token::Flag(_) | Token::FlagOptionalValue(_) | Token::FlagGroup(_) => {
                left_out().then(|| (missing(token), 1))
            }
            _ => {
                if self.fits(&around(&[Token::Placeholder("word".to_owned())])) {
                    return Some((Stop::Other { token: token.to_string(), word: self.standing(around) }, 2));
                }
                left_out().then(|| (missing(token), 1))
            }
        }
    }

    /// A flag of these names, and its value, as given.
    fn given(&self, names: &[Text]) -> Option<(String, String)> {
        let (flags, _) = matcher::spelled(self.subject);
        let arguments = self.subject.arguments.as_ref().map_or(&[][..], |arguments| arguments.items.as_slice());
        let every_name = |spelled: &str| {
            let listed = arguments.iter().find_map(|item| match item {
                Item::Flag(flag) if flag.spelled == spelled => Some(flag.names.as_slice()),
                _ => None,
            });
            let listed = listed.unwrap_or_default().iter().map(String::as_str);
            listed.chain([spelled]).any(|given| names.iter().any(|name| name.matches(given)))
        };
        let (flag, value) = flags.into_iter().find(|(spelled, _)| every_name(spelled))?;
        Some((flag, value.map(|value| value.display()).unwrap_or_default()))
    }

    /// The word that stands where a token would have to fit.
    fn standing(&self, around: &dyn Fn(&[Token]) -> Vec<Token>) -> Option<String> {
        let known = self.subject.words.iter().skip(1).take(MAX_TRIED).filter_map(Word::known);
        known.map(str::to_owned).find(|text| self.fits(&around(&[Token::Word(Text::plain(text.as_str()).into())])))
    }

    /// With one word left out the pattern would fit.
    fn one_word(&self) -> Option<(Stop, usize)> {
        let (index, _) = self.without_each().find(|(_, words)| self.fits_words(words))?;
        Some((Stop::LeftOver { word: self.numbered(index) }, 1))
    }

    /// The longest beginning of the pattern that fits the beginning of the command, and what comes then.
    fn longest_beginning(&self) -> Option<(Stop, usize)> {
        let tokens = &self.pattern.tokens;
        let begins = |count: usize| [tokens.get(..count).unwrap_or_default(), &[Token::Any]].concat();
        let fitting = (0..=tokens.len()).rev().find(|count| self.fits(&begins(*count)))?;
        let distance = 4 + tokens.len() - fitting - usize::from(fitting > 0);
        let Some(token) = tokens.get(fitting) else {
            let words = self.subject.words;
            let count =
                (1..words.len().min(MAX_TRIED)).find(|count| self.fits_words(words.get(..*count).unwrap_or_default()));
            return Some((
                Stop::LeftOver { word: self.numbered(count.unwrap_or(words.len().saturating_sub(1))) },
                distance,
            ));
        };
        let before = tokens.get(..fitting).unwrap_or_default();
        let around = |with: &[Token]| [before, with, &[Token::Any]].concat();
        let stop = self.at_token(token, &around).map_or_else(|| missing(token), |(stop, _)| stop);
        Some((stop, distance))
    }
}

fn missing(token: &Token) -> Stop {
    let plain = |names: &[Text]| names.iter().find_map(Text::as_plain).map(str::to_owned);
    let would_fit = match token {
        Token::Word(names) | Token::Flag(names) => plain(names).map(|name| vec![name]),
        Token::FlagValue { names, value } => match &**value {
            Token::Word(values) => plain(names).zip(plain(values)).map(|(name, value)| vec![name, value]),
            _ => None,
        },
        _ => None,
    };
    Stop::Missing { token: token.to_string(), would_fit }
}
