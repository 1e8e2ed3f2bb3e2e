//! The home directory in command names and in values of variables: a shell replaces `~` before a command sees it, so
//! `~/bin/x` in a policy is also the path that the shell makes of it.
//!
//! Refuses the other words of a pattern: they are compared so when they are matched.

use super::super::VarValue;
use super::super::paths::after_home;
use super::super::pattern::{CommandPattern, Pattern, Text};

/// Adds to every name of a command that begins with `~/` the name with the home directory in its place.
pub(super) fn expand(patterns: &mut [Pattern], home: Option<&str>) {
    let Some(home) = home else { return };
    for pattern in patterns {
        let CommandPattern::Names(names) = &mut pattern.command else { continue };
        let with_home = |name: &Text| {
            let (first, rest) = name.pieces.split_first()?;
            // `~*` is no home directory
            let expanded = if first == "~" && !rest.is_empty() { None } else { in_home(first, home) }?.into();
            Some(Text { pieces: std::iter::once(expanded).chain(rest.iter().cloned()).collect() })
        };
        let expanded: Vec<Text> = names.iter().filter_map(with_home).collect();
        names.change(|names| names.extend(expanded));
    }
}

/// The same for a value of a variable; nothing where it has no such word.
pub(super) fn expanded_value(words: &[String], home: Option<&str>) -> Option<VarValue> {
    let home = home?;
    let expanded: Vec<String> = words.iter().map(|word| in_home(word, home).unwrap_or_else(|| word.clone())).collect();
    (expanded != words).then_some(VarValue::Literal(expanded))
}

fn in_home(word: &str, home: &str) -> Option<String> {
    after_home(word).map(|rest| format!("{}{rest}", home.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::super::super::pattern::patterns;
    use super::*;

    #[test]
    fn what_lies_in_the_home_directory_has_two_names() {
        let expanded = |text: &str| {
            let mut found = patterns(text).unwrap();
            expand(&mut found, Some("/home/dev/"));
            found.remove(0).to_string()
        };
        assert_eq!(expanded("~/bin/x|y *"), "~/bin/x|y|/home/dev/bin/x *");
        assert_eq!(expanded("~*"), "~*");
        assert_eq!(expanded("~dev/x"), "~dev/x");
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(expanded_value(&words(&["a", "~/b"]), Some("/h")), Some(VarValue::Literal(words(&["a", "/h/b"]))));
        assert_eq!(expanded_value(&words(&["a"]), Some("/h")), None);
    }
}
