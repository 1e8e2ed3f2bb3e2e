//! Entries of the form `Tool(what)`, and globs over whole command lines.
//!
//! Owns how such a text is read. Refuses to know which agent writes them.

use super::{About, EVERYTHING, ODD};

/// What a text without a `*` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bare {
    /// That command line and no other.
    Exactly,
    /// Lines that begin with it.
    Beginning,
}

const OTHER_TOOL: &str = "it is about a tool that is no shell";
const NO_ENTRY: &str = "it is not understood";

/// `Bash(git push:*)`: about what, where the shell has one of these names.
pub(super) fn tool(text: &str, shells: &[&str], bare: Bare) -> About {
    let text = text.trim();
    let (name, what) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(what) => (name, Some(what)),
            None => return About::Unclear(NO_ENTRY),
        },
    };
    if !shells.contains(&name) {
        return About::Unclear(OTHER_TOOL);
    }
    what.map_or(About::Unclear(EVERYTHING), |what| line(what, bare))
}

/// A command line with `*` in it.
pub(super) fn line(what: &str, bare: Bare) -> About {
    let (what, opens) = match (what.strip_suffix(":*"), what.strip_suffix(" *"), what.strip_suffix('*')) {
        (Some(what), ..) | (None, Some(what), _) => (what, Some(About::Beginning as fn(Vec<String>) -> About)),
        (None, None, Some(what)) => (what, Some(About::Open as fn(Vec<String>) -> About)),
        (None, None, None) => (what, None),
    };
    // what is quoted or escaped means something else in a pattern
    if what.contains(['\\', '"', '\'', '\n']) {
        return About::Unclear(ODD);
    }
    let words = |what: &str| what.split_ascii_whitespace().map(str::to_owned).collect::<Vec<String>>();
    match (what.trim().is_empty(), opens, bare) {
        (true, ..) => About::Unclear(EVERYTHING),
        (_, None, _) if what.contains('*') => About::Scattered(words(what)),
        (_, Some(_), _) if what.contains('*') => About::Scattered(words(&format!("{what}* *"))),
        // the word would end where the text does
        (_, Some(_), _) if what.ends_with(' ') => About::Beginning(words(what)),
        (_, Some(opens), _) => opens(words(what)),
        (_, None, Bare::Exactly) => About::Exactly(words(what)),
        (_, None, Bare::Beginning) => About::Beginning(words(what)),
    }
}
