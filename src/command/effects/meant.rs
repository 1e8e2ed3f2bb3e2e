//! A command in the other words that mean the same: `git push origin +main` is `git push --force origin +main`.
//!
//! Owns which lines of a table apply to the command, how surely, and the words that it has then. Refuses to match them.

use crate::command::options::statement::Shape;
use crate::command::options::{Arguments, Item, Meant, Of, Table};
use crate::command::word::Word;
use crate::verdict::Match;

use super::given::Given;
use super::operands::spelled;

/// The most ways to say one command that are looked at. Past them any words may be meant.
const MAX_WAYS: usize = 32;

/// A command in other words.
pub(crate) struct Way {
    /// Its words.
    pub words: Vec<Word>,
    /// How surely they mean the same.
    pub sure: Match,
}

/// The other ways to say a command.
pub(crate) fn ways(table: &Table, arguments: &Arguments, words: &[Word]) -> Vec<Way> {
    let innermost = arguments.reached.last().map_or(table, AsRef::as_ref);
    if innermost.means.is_empty() || arguments.lost {
        return Vec::new();
    }
    let command = Command { arguments, words, given: Given::of(arguments, words) };
    let mut ways = Vec::new();
    for meant in &innermost.means {
        match &meant.of {
            Some(of) if of.options.is_empty() && meant.replaces() => ways.extend(command.replaced(meant, of)),
            _ => ways.extend(command.added(meant)),
        }
        if ways.len() > MAX_WAYS {
            let any = Word::any_words("what it means", words.last().map(|word| word.span).unwrap_or_default());
            ways.truncate(MAX_WAYS);
            ways.push(Way { words: command.with(&[any], None), sure: Match::May });
            break;
        }
    }
    ways
}

struct Command<'a> {
    arguments: &'a Arguments,
    words: &'a [Word],
    given: Given<'a>,
}

impl Command<'_> {
    /// With options that it means besides.
    fn added(&self, meant: &Meant) -> Option<Way> {
        let sure = self.given.holds(&meant.when).and(meant.of.as_ref().map_or(Match::Must, |of| self.has(of)));
        let words: Vec<Word> = meant.words.iter().map(|word| Word::literal(word, self.span())).collect();
        (sure > Match::Never).then(|| Way { words: self.with(&words, None), sure })
    }

    /// With other words for one of its operands, each by itself.
    fn replaced(&self, meant: &Meant, of: &Of) -> Vec<Way> {
        let holds = self.given.holds(&meant.when);
        let ways = self.operands().filter_map(|(word, index, certain)| {
            let sure = holds.and(has_text(of, word)).and(if certain { Match::Must } else { Match::May });
            (sure > Match::Never).then(|| {
                let words = match word.known() {
                    Some(text) => filled(meant, of, text).iter().map(|text| Word::literal(text, word.span)).collect(),
                    None => vec![Word::any_words(word.display(), word.span)],
                };
                Way { words: self.with(&words, Some(index)), sure }
            })
        });
        ways.take(MAX_WAYS + 1).collect()
    }

    /// How surely is there an operand, or an option with a value, of such a text?
    fn has(&self, of: &Of) -> Match {
        let texts = self.arguments.items.iter().filter_map(|item| match item {
            Item::Flag(flag) if flag.names.iter().any(|name| of.options.contains(name)) => {
                let sure = if flag.certain { Match::Must } else { Match::May };
                flag.value.as_ref().map(|value| sure.and(has_text(of, value)))
            }
            _ => None,
        });
        let operands = self.operands().filter(|_| of.options.is_empty());
        let operands =
            operands.map(|(word, _, certain)| has_text(of, word).and(if certain { Match::Must } else { Match::May }));
        texts.chain(operands).max().unwrap_or(Match::Never)
    }

    /// The operands behind the subcommand, and what may be one.
    fn operands(&self) -> impl Iterator<Item = (&Word, usize, bool)> {
        let operands = self.arguments.items.iter().filter_map(|item| match item {
            Item::Operand { word, index, certain } => Some((word, *index, *certain)),
            Item::Unclear { word, index } => Some((word, *index, false)),
            Item::Flag(_) | Item::EndOfOptions { .. } => None,
        });
        operands.skip(self.arguments.depth)
    }

    /// Its words with others behind the subcommand, and without the operand that they stand for.
    fn with(&self, words: &[Word], without: Option<usize>) -> Vec<Word> {
        let start = self.arguments.reached_at.last().map_or(1, |index| index + 1);
        let (before, after) = self.words.split_at(start.min(self.words.len()));
        let after = after.iter().enumerate().filter(|(index, _)| Some(index + start) != without);
        before.iter().chain(words).chain(after.map(|(_, word)| word)).cloned().collect()
    }

    fn span(&self) -> crate::input::Span {
        self.words.first().map(|word| word.span).unwrap_or_default()
    }
}

fn has_text(of: &Of, word: &Word) -> Match {
    spelled(&Shape::Named(of.texts.clone()), word)
}

/// The words that are meant by a text, with what the stars of the table's text stand for in it.
fn filled(meant: &Meant, of: &Of, text: &str) -> Vec<String> {
    let stars = of.texts.iter().find_map(|pattern| starred(pattern, text)).unwrap_or_default();
    let mut stars = stars.into_iter();
    let word = |word: &String| if word == "*" { stars.next().unwrap_or_default().to_owned() } else { word.clone() };
    meant.words.iter().map(word).collect()
}

/// What the stars of a pattern stand for, each for as little as it can.
fn starred<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut fixed = pattern.split('*');
    let mut rest = text.strip_prefix(fixed.next()?)?;
    let mut stars = Vec::new();
    let mut fixed = fixed.peekable();
    while let Some(next) = fixed.next() {
        let at = if fixed.peek().is_none() { rest.len().checked_sub(next.len())? } else { rest.find(next)? };
        stars.push(rest.get(..at)?);
        rest = rest.get(at..)?.strip_prefix(next)?;
    }
    rest.is_empty().then_some(stars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_take_what_stands_for_them() {
        assert_eq!(starred("*/*", "ns/prod"), Some(vec!["ns", "prod"]));
        assert_eq!(starred("*/*", "a/b/c"), Some(vec!["a", "b/c"]));
        assert_eq!(starred(":*", ":main"), Some(vec!["main"]));
        assert_eq!(starred("x", "x"), Some(vec![]));
        assert_eq!(starred("*.v1", "ns.v2"), None);
        assert_eq!(starred("*/*", "ns"), None);
    }
}
