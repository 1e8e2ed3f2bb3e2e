//! Other words for what a command's words say: `+main` of git push is `--force`, `-d` of curl is `-X POST`.
//!
//! Owns the syntax of the lines that tell them. Refuses to look for them in a command (`command::effects` does).
//!
//! ```text
//! means --force of +*
//! means -X POST if -d|--data unless -X|--request
//! means -9 of -s|--signal KILL|SIGKILL
//! means * * of */*
//! same 777|0777|a=rwx
//! ```

use serde::{Deserialize, Serialize};

use super::statement::Clause;
use super::words::{Words, alternatives};

/// What a command means without saying it so. A deny or ask rule that speaks of it speaks of the command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meant {
    /// The words. Where they begin with a dash they are given besides; otherwise they stand in the place of an operand, and
    /// each star in them for what a star of its text stood for.
    pub words: Vec<String>,
    /// What means it, beside the conditions.
    pub of: Option<Of>,
    /// All of these must hold.
    pub when: Vec<Clause>,
}

/// A text that an operand or the value of an option has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Of {
    /// The option by its names; none for an operand.
    pub options: Vec<String>,
    /// One of these texts, a star standing for anything.
    pub texts: Vec<String>,
}

impl Meant {
    /// Do its words stand in the place of an operand?
    #[must_use]
    pub fn replaces(&self) -> bool {
        self.words.first().is_some_and(|word| !word.starts_with('-'))
    }
}

/// Reads what stands after `means `.
///
/// # Errors
/// What is wrong with it.
pub(super) fn meant(text: &str) -> Result<Meant, String> {
    let mut meant = Meant { words: Vec::new(), of: None, when: Vec::new() };
    let mut words = Words::new(text);
    while let Some(word) = words.next() {
        if word == "of" {
            if meant.of.replace(of(&mut words)?).is_some() {
                return Err("`of` stands there twice".to_owned());
            }
        } else if let Some(clause) = words.clause(word)? {
            meant.when.push(clause);
        } else if meant.of.is_none() && meant.when.is_empty() {
            meant.words.push(word.to_owned());
        } else {
            return Err(format!("`{word}` is no condition: `if -x`, `unless -x`"));
        }
    }
    let by_operand = meant.of.as_ref().is_some_and(|of| of.options.is_empty());
    match meant.words.is_empty() {
        true => Err("what it means is missing: `means --force of +*`".to_owned()),
        false if meant.of.is_none() && meant.when.is_empty() => Err("what means it is missing: `of`, `if`".to_owned()),
        false if meant.replaces() && !by_operand => Err("only an operand means another one: `of <text>`".to_owned()),
        false => Ok(meant),
    }
}

/// `+*`, or `-s|--signal KILL|9`.
fn of(words: &mut Words<'_>) -> Result<Of, String> {
    let missing = || "after `of` stands a text, or an option and a text of its value".to_owned();
    let first = words.next().ok_or_else(missing)?;
    if !first.starts_with('-') {
        return Ok(Of { options: Vec::new(), texts: alternatives(first) });
    }
    let texts = words.next().ok_or_else(missing)?;
    Ok(Of { options: first.split('|').map(str::to_owned).collect(), texts: alternatives(texts) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told() {
        for (text, told) in [
            ("", "what it means is missing"),
            ("--force", "what means it is missing"),
            ("--force of", "after `of` stands a text"),
            ("--force of -s", "after `of` stands a text"),
            ("--force of +* of :*", "twice"),
            ("--force of +* if", "after `if` stand flags"),
            ("--force if -x y", "`y` is no condition"),
            ("namespace if -x", "only an operand means another one"),
        ] {
            assert!(meant(text).unwrap_err().contains(told), "{text}: {:?}", meant(text));
        }
        let read = meant("-X POST if -d|--data unless -X").unwrap();
        assert_eq!((read.words.len(), read.when.len(), read.replaces()), (2, 2, false));
        assert!(meant("* * of */*").unwrap().replaces());
    }
}
