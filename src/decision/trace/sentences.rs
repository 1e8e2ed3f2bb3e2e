//! What a person is told of the place where a pattern stopped matching.
//!
//! Owns the words for each kind of place. Refuses to look for the place (`stop` does).

use super::stop::Stop;

impl Stop {
    /// The name of the kind, for programs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Condition { .. } => "condition",
            Self::Unsure { .. } => "unsure",
            Self::Effect { .. } => "effect",
            Self::Excluded { .. } => "excluded",
            Self::Missing { .. } => "missing",
            Self::Value { .. } => "value",
            Self::Other { .. } => "other",
            Self::LeftOver { .. } => "left_over",
            Self::Path { .. } => "path",
            Self::Before { .. } => "before",
            Self::Beyond { .. } => "beyond",
            Self::Table => "table",
        }
    }

    /// Where it stopped, as a sentence without a full stop.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Condition { text, values, because } => {
                let seen: Vec<String> = values.iter().map(|(name, value)| format!("{name} is {value}")).collect();
                let seen = if seen.is_empty() { String::new() } else { format!(" ({})", seen.join(", ")) };
                match because {
                    None => format!("its condition does not hold: {text}{seen}"),
                    Some(because) => {
                        format!("it is not known whether its condition holds: {text}, because {because}{seen}")
                    }
                }
            }
            Self::Effect { token, missed } => missed.sentence(token),
            Self::Unsure { because } => format!("an allow rule has to match surely, and {because}"),
            Self::Excluded { token, given: Some((_, word)) } => format!("`{word}` is given, which `{token}` excludes"),
            Self::Excluded { token, given: None } => format!("a flag is given that `{token}` excludes"),
            Self::Missing { token, .. } => format!("nothing in the command fits `{token}`"),
            Self::Value { token, given: Some((flag, value)) } => {
                format!("`{flag}` is given with `{value}`, and the rule has `{token}`")
            }
            Self::Value { token, given: None } => format!("the flag of `{token}` is given with another value"),
            Self::Other { token, word: Some(word) } => format!("`{word}` stands where the rule has `{token}`"),
            Self::Other { token, word: None } => format!("another word stands where the rule has `{token}`"),
            Self::LeftOver { word: (_, word) } => format!("nothing in the rule takes `{word}`"),
            Self::Path { name } => {
                format!(
                    "an allow rule for a bare name does not cover `{name}`, which lies outside of the system's directories"
                )
            }
            Self::Before { flag } => {
                format!("an allow rule for a subcommand has to name the option `{flag}` that stands before it")
            }
            Self::Beyond { token, word } => {
                format!(
                    "a star of an allow rule leads up out of no directory and is one part of a name: `{token}` does not reach `{word}`"
                )
            }
            Self::Table => "it does not fit as the option table of the command reads the words".to_owned(),
        }
    }
}
