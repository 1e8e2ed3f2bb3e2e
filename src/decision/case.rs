//! One reading of a command, as rules meet it.
//!
//! Owns what belongs together while every rule is asked about the same words, and that a pattern may match them by any name of
//! the subcommand or by what the command names elsewhere. Refuses conditions and what follows from a match (`gather`).

use crate::command::Invocation;
use crate::policy::pattern::Pattern;
use crate::verdict::{Match, Verdict};

use super::matcher::{self, Context, Matched, Subject};
use super::targets;

/// One reading of a command.
pub(super) struct Case<'a> {
    /// Where it stands.
    pub invocation: &'a Invocation,
    /// Its words under this reading.
    pub subject: Subject<'a>,
    /// The same, in the directory that one of its options names (`git -C`).
    pub moved: Option<&'a Invocation>,
    /// The same by the other names of several words that its subcommand has (`docker container run`).
    pub also: &'a [Subject<'a>],
    /// The same in other words that mean it, and how surely they do. Allow rules do not speak of those.
    pub meant: &'a [(Subject<'a>, Match)],
}

impl Case<'_> {
    /// The words that rules may ask for, where all are known: the command's own, and other names of its subcommand.
    pub(super) fn sought(&self) -> Option<Vec<&str>> {
        let mut words = matcher::known_after_name(self.subject.words)?;
        if let Some(arguments) = &self.subject.arguments {
            words.extend(arguments.reached_at.iter().flat_map(|index| arguments.aliases_at(*index)));
            words.extend(arguments.abbreviated.iter().flat_map(|meant| meant.names.iter().map(String::as_str)));
            words.extend(arguments.also_at().iter().flat_map(|place| place.split(' ')));
        }
        let same: Vec<&str> = words.iter().flat_map(|word| self.subject.same_as(word)).collect();
        words.extend(same);
        for (meant, _) in self.meant {
            words.extend(matcher::known_after_name(meant.words)?);
        }
        Some(words)
    }

    /// How a pattern matches the command, or what it names elsewhere than among its operands.
    pub(super) fn aligned(&self, pattern: &Pattern, context: Context<'_>) -> Matched {
        let mut aligned = matcher::matches(pattern, &self.subject, context);
        for also in self.also {
            if aligned.matched < Match::Must {
                aligned = aligned.surer(matcher::matches(pattern, also, context));
            }
        }
        if aligned.matched < Match::Must && context.action != Verdict::Allow {
            for (meant, sure) in self.meant {
                let found = matcher::matches(pattern, meant, context);
                aligned = aligned.surer(Matched { matched: found.matched.and(*sure), ..found });
            }
            let elsewhere = targets::matches(pattern, self, context);
            if elsewhere.matched > aligned.matched {
                return elsewhere;
            }
        }
        aligned
    }
}
