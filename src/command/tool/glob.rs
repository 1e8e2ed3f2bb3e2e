//! Globs of tools: which files a call names by them.
//!
//! Owns the reading of their dialects, those of ripgrep and minimatch among them: braces, `**`, classes, and `!` before what
//! is left out. What is not understood may be any name, since hosts differ. Refuses to ask the file system, and to say what
//! follows for a rule.

use crate::command::word::{Glob, GlobKind, Part, Word, push_part};
use crate::input::Span;

/// The most alternatives that the braces of a glob are written out to; past it the glob may be any name.
const MAX_ALTERNATIVES: usize = 64;

/// The most braces that are written out for one glob; past it the glob may be any name.
const MAX_BRACES: usize = 256;

/// What makes a path a pattern.
pub(super) const WILDCARDS: [char; 4] = ['*', '?', '[', '{'];

/// A glob that is any name.
const ANYTHING: &str = "**";

/// The files that a glob names from where it stands: a path with wildcards.
pub(super) fn files(glob: &str) -> Vec<Word> {
    alternatives(glob).iter().map(|path| file(Word::default(), path)).collect()
}

/// The files that a glob names somewhere below a directory. Of what is left out (`!*.ts`) nothing is said: such a search
/// looks into what any search of the directory looks into.
pub(super) fn files_below(directory: &Word, glob: &str, home: Option<&str>) -> Vec<Word> {
    let mut found = Vec::new();
    for pattern in alternatives(glob).iter().filter(|pattern| !pattern.starts_with('!')) {
        let mut below = directory.clone();
        push_part(&mut below.parts, way_down());
        found.push(file(below, &format!("/{pattern}")));
        if pattern.starts_with('/') {
            found.push(file(Word::default(), pattern));
        } else if let (Some(rest), Some(home)) = (pattern.strip_prefix("~/"), home) {
            found.push(file(Word::literal(home, Span::default()), &format!("/{rest}")));
        }
    }
    found
}

/// The texts that the braces and commas of a glob stand for: several globs may stand in one text.
fn alternatives(glob: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut left = several(glob);
    let mut braces = 0;
    while let Some(text) = left.pop() {
        let Some((before, inside, after)) = innermost(&text) else {
            // of braces within braces the outer ones are written out several times
            if !done.contains(&text) {
                done.push(text);
            }
            continue;
        };
        braces += 1;
        if done.len() + left.len() + inside.matches(',').count() >= MAX_ALTERNATIVES || braces > MAX_BRACES {
            return vec![ANYTHING.to_owned()];
        }
        let is_range = inside.contains("..") && !inside.contains(',');
        let inside = if is_range { "*" } else { inside };
        left.extend(inside.split(',').map(|one| format!("{before}{one}{after}")));
    }
    done
}

/// The globs that blanks and commas outside of braces part, and the text as one glob, in which they may stand as such.
fn several(glob: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let parts = glob.split(|letter: char| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (letter == ',' || letter.is_whitespace())
    });
    let mut globs: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_owned).collect();
    if globs.len() > MAX_ALTERNATIVES {
        return vec![ANYTHING.to_owned()];
    }
    let whole = glob.trim();
    if !whole.is_empty() && !globs.iter().any(|part| part == whole) {
        globs.push(whole.to_owned());
    }
    globs
}

/// What stands before, in and after the first braces that hold no others.
fn innermost(text: &str) -> Option<(&str, &str, &str)> {
    let (before, after) = text.split_once('}')?;
    let (before, inside) = before.rsplit_once('{')?;
    // where a brace stands for itself the dialects differ, see `piece`
    (!before.ends_with('\\') && !inside.ends_with('\\')).then_some((before, inside, after))
}

/// The word for a path with wildcards, after what it begins with.
fn file(mut word: Word, path: &str) -> Word {
    for (index, component) in path.split('/').enumerate() {
        match component {
            "" | "." => continue,
            ANYTHING => {
                if !matches!(word.parts.last().and_then(Part::glob_kind), Some(GlobKind::Below { .. })) {
                    let here = if index == 0 && word.parts.is_empty() { "." } else { "" };
                    push_part(&mut word.parts, Part::Literal(here.into()));
                    word.parts.push(way_down());
                }
                continue;
            }
            _ => {}
        }
        let slash = if index == 0 && word.parts.is_empty() { "" } else { "/" };
        push_part(&mut word.parts, Part::Literal(slash.into()));
        let mut rest = component;
        while !rest.is_empty() {
            let (part, length) = piece(rest);
            push_part(&mut word.parts, part);
            rest = rest.get(length..).unwrap_or_default();
        }
    }
    word
}

/// The first piece of a name with wildcards, and its length.
fn piece(rest: &str) -> (Part, usize) {
    let operator = |kind, length: usize| {
        let text = rest.get(..length).unwrap_or_default().to_owned();
        (Part::from(Glob { kind, may_be_dot: true, text }), length)
    };
    let mut letters = rest.chars();
    let first = letters.next().unwrap_or_default();
    let second = letters.next();
    match (first, second) {
        // an extended glob, or braces that do not close or stand for themselves
        ('?' | '*' | '+' | '@' | '!', Some('(')) | ('{' | '}', _) | ('\\', Some('{' | '}')) => {
            operator(GlobKind::Globstar, rest.len())
        }
        ('\\', Some(letter)) => (Part::character(letter), 1 + letter.len_utf8()),
        ('*', Some('*')) => operator(GlobKind::Globstar, rest.find(|letter| letter != '*').unwrap_or(rest.len())),
        ('*', _) => operator(GlobKind::Star, 1),
        ('?', _) => operator(GlobKind::Question, 1),
        ('[', _) => match class(rest) {
            Some(length) => operator(GlobKind::Class { negated: false, ranges: None }, length),
            None => operator(GlobKind::Globstar, rest.len()),
        },
        _ => (Part::character(first), first.len_utf8()),
    }
}

/// The length of the class at the beginning; a `]` that stands first belongs to it.
fn class(text: &str) -> Option<usize> {
    let open = if text.starts_with("[!") || text.starts_with("[^") { 2 } else { 1 };
    let first = open + usize::from(text.get(open..)?.starts_with(']'));
    let inside = text.get(first..)?;
    let close = inside.find(']')?;
    // classes within a class, and letters that stand for themselves, end it elsewhere
    (!inside.get(..close)?.contains(['[', '\\'])).then_some(first + close + 1)
}

/// The way from a directory to something below it.
fn way_down() -> Part {
    Part::from(Glob { kind: GlobKind::Below { links: false }, may_be_dot: true, text: ANYTHING.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(glob: &str) -> Vec<String> {
        let mut shown: Vec<String> = files(glob).iter().map(Word::display).collect();
        shown.sort();
        shown
    }

    #[test]
    fn braces_and_commas_are_written_out() {
        assert_eq!(shown("/a/*.{ts,js}"), ["/a/*.js", "/a/*.ts"]);
        assert_eq!(shown("/{a,{b,c}d}"), ["/a", "/bd", "/cd"]);
        assert_eq!(shown("/a/./b//c"), ["/a/b/c"]);
        assert_eq!(shown("/a,/b"), ["/a", "/a,/b", "/b"]);
        assert_eq!(shown("/x{1..3}"), ["/x*"]);
        assert_eq!(shown(r"/\.env"), ["/.env"]);
    }

    #[test]
    fn what_is_not_understood_may_be_any_name() {
        for glob in ["@(a|b)", "{a", "a}", "[a", "[[:alpha:]]", r"[\]]", r"\{a,b\}", "a**b", "[a/b]"] {
            let loose = |part: &Part| matches!(part.glob_kind(), Some(GlobKind::Globstar));
            assert!(files(glob).iter().any(|word| word.parts.iter().any(loose)), "{glob}");
        }
        let many = "{a,b}".repeat(40);
        for glob in [many, "{a}".repeat(10_000), "a,".repeat(10_000)] {
            assert_eq!(files(&glob), files(ANYTHING));
        }
    }

    #[test]
    fn a_class_ends_where_it_does() {
        for (text, length) in [("[a]b]", Some(3)), ("[]a]b", Some(4)), ("[!]a]", Some(5)), ("[]a", None), ("[a", None)]
        {
            assert_eq!(class(text), length, "{text}");
        }
    }
}
