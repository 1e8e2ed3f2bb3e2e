//! Paths of which some components are globs: `src/*.rs`, `*/x`.
//!
//! Owns the answers that need no automaton. A no: a listed glob names another last component, or a directory that none on
//! the way can be; most pairs differ there (`*` is no `.env`, and nothing in `src` lies in `.ssh`). A perhaps: one text of the
//! last component is what the glob names, wherever it lies, and another is not. Refuses words that may hold slashes elsewhere
//! than where they are written.

use crate::command::word::{Glob, GlobKind, Part, Word};

/// Room for the components of most paths.
const MOST: usize = 12;

/// The components of a path, each known or with globs in it.
pub struct Components<'w>(Vec<Component<'w>>);

/// One component: the known text that it begins and ends with, and whether there is anything between.
#[derive(Clone, Copy, Default)]
struct Component<'w> {
    head: &'w str,
    /// What follows the last glob, where there is one.
    tail: Option<&'w str>,
    /// Its only glob, where that is a star.
    star: Option<&'w Glob>,
    /// It begins with a glob that stands for no dot.
    dotless: bool,
}

impl<'w> Components<'w> {
    /// Those of a word whose globs stand for characters but slashes alone, or for themselves.
    #[must_use]
    pub fn of(word: &'w Word) -> Option<Self> {
        if !word.is_glob() {
            return None;
        }
        let mut all = Vec::with_capacity(MOST);
        all.push(Component::default());
        for part in &word.parts {
            match part {
                Part::Literal(text) => add_text(&mut all, text)?,
                Part::Glob(glob) if matches!(glob.kind, GlobKind::Star | GlobKind::Question) => {
                    let last: &mut Component<'w> = all.last_mut()?;
                    last.star = Some(&**glob).filter(|glob| last.tail.is_none() && glob.kind == GlobKind::Star);
                    // a star before it may stand for nothing
                    last.dotless = !glob.may_be_dot && last.head.is_empty() && (last.tail.is_none() || last.dotless);
                    last.tail = Some("");
                }
                Part::Glob(_) | Part::Choice(_) | Part::Unknown(_) => return None,
            }
        }
        (!all.iter().skip(1).any(Component::is_empty)).then_some(Self(all))
    }

    /// Is it plain that no text of the word matches the glob?
    #[must_use]
    pub fn differ(&self, glob: &str) -> bool {
        differ(&self.0, glob)
    }

    /// Is it plain that a text of the word matches the glob, and another does not?
    #[must_use]
    pub fn may_match(&self, glob: &str) -> bool {
        let is_absolute = self.0.len() > 1 && self.0.first().is_some_and(Component::is_empty);
        let glob = if is_absolute { glob.strip_prefix('/').unwrap_or(glob) } else { glob };
        let name = glob.strip_prefix("**/").filter(|name| !name.contains(['/', '?', '\\']) && !name.contains("**"));
        name.zip(self.0.last()).is_some_and(|(name, last)| last.may_be(name))
    }
}

/// `None` where a text stands beside another one, which no word has.
fn add_text<'w>(all: &mut Vec<Component<'w>>, text: &'w str) -> Option<()> {
    for (index, piece) in text.split('/').enumerate() {
        match all.last_mut() {
            Some(last) if index == 0 && last.tail.is_some() => {
                // a star may stand for nothing
                last.dotless &= !piece.starts_with('.');
                last.tail = Some(piece);
            }
            Some(last) if index == 0 && last.head.is_empty() => last.head = piece,
            Some(_) if index == 0 => return None,
            _ => all.push(Component { head: piece, ..Component::default() }),
        }
    }
    Some(())
}

fn differ(components: &[Component<'_>], glob: &str) -> bool {
    // all that lies below what stands before it
    if let Some(above) = glob.strip_suffix("/**") {
        // `**/**` needs no slash
        return !above.ends_with(['*', '\\'])
            && (1..components.len()).all(|end| differ(components.get(..end).unwrap_or_default(), above));
    }
    let (above, name) = match glob.bytes().rposition(|byte| byte == b'/') {
        Some(slash) => (glob.get(..slash).unwrap_or_default(), glob.get(slash + 1..).unwrap_or_default()),
        None => ("", glob),
    };
    let Some((last, before)) = components.split_last() else { return false };
    // an escaped slash, and what needs none
    if above.ends_with('\\') || name.is_empty() || name.contains("**") {
        return false;
    }
    let is_elsewhere = || !above.is_empty() && !above.ends_with("**") && !before.is_empty() && differ(before, above);
    last.differs(name) || is_elsewhere()
}

impl Component<'_> {
    fn is_empty(&self) -> bool {
        self.head.is_empty() && self.tail.is_none()
    }

    /// Can it surely not be what this glob without a slash stands for?
    fn differs(&self, name: &str) -> bool {
        let is_star = |byte: u8| matches!(byte, b'*' | b'?' | b'\\');
        let Some(first) = name.bytes().position(is_star) else { return self.is_never(name) };
        let last = name.bytes().rposition(is_star).unwrap_or(first);
        let (head, tail) = (name.get(..first).unwrap_or_default(), name.get(last + 1..).unwrap_or_default());
        let Some(own_tail) = self.tail else { return !(self.head.starts_with(head) && self.head.ends_with(tail)) };
        self.dotless && head.starts_with('.')
            || !(self.head.starts_with(head) || head.starts_with(self.head))
            || !(own_tail.ends_with(tail) || tail.ends_with(own_tail))
    }

    /// Is it plain that it can be what this glob of literal text and stars stands for, and something else?
    fn may_be(&self, name: &str) -> bool {
        let Some((star, tail)) = self.star.zip(self.tail) else { return false };
        // a text that the glob matches: its stars stand for nothing, one that begins it for something without a dot before it
        let text = match name.strip_prefix('*') {
            Some(rest) => [if self.head.is_empty() { "a" } else { self.head }, &rest.replace('*', "")].concat(),
            None => name.replace('*', ""),
        };
        let middle = text.strip_prefix(self.head).and_then(|rest| rest.strip_suffix(tail));
        let (own_head, own_tail) = (name.split('*').next(), name.rsplit('*').next());
        let another = own_head.is_some_and(|head| head.len() > self.head.len())
            || own_tail.is_some_and(|own_tail| own_tail.len() > tail.len());
        another && middle.is_some_and(|middle| star.may_be_dot || !middle.starts_with('.'))
    }

    /// Can it surely not be exactly this text?
    fn is_never(&self, name: &str) -> bool {
        let Some(tail) = self.tail else { return self.head != name };
        let between = name.strip_prefix(self.head).is_some_and(|rest| rest.ends_with(tail));
        !between || self.dotless && name.starts_with('.')
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{all_texts, glob_part, literal, of};
    use super::super::{PathGlob, may_match};
    use super::*;
    use crate::command::word::{Count, Parts, push_part};
    use crate::verdict::Match;

    #[test]
    fn what_components_tell_is_what_the_automaton_tells() {
        let part = |character: char| match character {
            '#' => glob_part(GlobKind::Star, "*", false),
            '+' => glob_part(GlobKind::Star, "*", true),
            '%' => glob_part(GlobKind::Question, "?", false),
            other => literal(&other.to_string()),
        };
        let word = |text: &String| {
            let mut parts = Parts::new();
            text.chars().for_each(|character| push_part(&mut parts, part(character)));
            of(parts)
        };
        let of_globs =
            all_texts(&['a', '.', '/', '#', '+', '%'], 4).into_iter().filter(|text| text.contains(['#', '+', '%']));
        let words: Vec<Word> = of_globs.map(|text| word(&text)).collect();
        let names = all_texts(&['a', '.', '*', '/', '\\'], 3);
        let further = names.iter().flat_map(|name| [format!("**/{name}"), format!("/**/{name}"), format!("{name}/**")]);
        let (mut excluded, mut possible, mut left) = (0, 0, 0);
        for pattern in all_texts(&['a', '.', '/', '*', '?', '\\'], 4).into_iter().chain(further) {
            let glob = PathGlob::new(&pattern);
            for word in words.iter().filter(|word| may_match(&pattern, word)) {
                let components = Components::of(word);
                let told = match &components {
                    Some(components) if components.differ(&pattern) => Match::Never,
                    Some(components) if components.may_match(&pattern) => Match::May,
                    _ => {
                        left += 1;
                        continue;
                    }
                };
                *if told == Match::May { &mut possible } else { &mut excluded } += 1;
                for word in [word, &Word { count: Count::Any, ..word.clone() }] {
                    assert_eq!(glob.matches(word), told, "{pattern} {}", word.display());
                }
            }
        }
        assert!(excluded > 10_000 && possible > 1_000 && left > 10_000, "{excluded} {possible} {left}");
    }
}
