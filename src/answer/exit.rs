//! The exit codes of the program.
//!
//! Owns the numbers. Refuses to end the process: `main` returns them.

use crate::agent::health::Life;
use crate::verdict::Verdict;

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// Everything that was asked about was answered, this strictly.
    Answered(Verdict),
    /// The command did what it was told (for commands that give no verdict).
    Done,
    /// A test of a policy failed.
    Failed,
    /// A command was to run, and did not; the number is what a shell or the door gives that.
    NotRun(u8),
    /// How the guards that were looked at are, at worst.
    Health(Life),
    /// An agent was answered; its protocol gives the number.
    Hook(u8),
    /// A line that was typed at a prompt is not finished.
    Unfinished,
    /// A person has said that the line may run.
    Confirmed,
    /// The arguments were wrong, there was nothing to judge, or the policy could not be read.
    Unusable,
}

impl ExitStatus {
    /// The number: 0 allow or done, 1 a test failed, 3 deny, 4 ask, 5 unfinished, 6 confirmed, 2 unusable.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Answered(Verdict::Allow) | Self::Done | Self::Health(Life::Alive) => 0,
            Self::Failed | Self::Health(Life::Dormant) => 1,
            Self::Hook(code) | Self::NotRun(code) => code,
            Self::Unusable => 2,
            Self::Answered(Verdict::Deny) | Self::Health(Life::Broken) => 3,
            Self::Answered(Verdict::Ask) | Self::Health(Life::Unknown) => 4,
            Self::Unfinished => 5,
            Self::Confirmed => 6,
        }
    }

    /// What several of them come to: unusable where one is, failed where one is, else the strictest verdict.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unusable, _) | (_, Self::Unusable) => Self::Unusable,
            (Self::Failed, _) | (_, Self::Failed) => Self::Failed,
            (Self::Health(one), Self::Health(two)) => Self::Health(one.max(two)),
            (Self::Health(life), _) | (_, Self::Health(life)) => Self::Health(life),
            (Self::Hook(one), Self::Hook(two)) => Self::Hook(one.max(two)),
            (Self::Hook(code), _) | (_, Self::Hook(code)) => Self::Hook(code),
            (Self::NotRun(one), Self::NotRun(two)) => Self::NotRun(one.max(two)),
            (Self::NotRun(code), _) | (_, Self::NotRun(code)) => Self::NotRun(code),
            (Self::Done | Self::Confirmed, status) | (status, Self::Done | Self::Confirmed) => status,
            (Self::Unfinished, _) | (_, Self::Unfinished) => Self::Unfinished,
            (Self::Answered(one), Self::Answered(two)) => Self::Answered(one.strictest(two)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_documented_ones() {
        let statuses = [
            ExitStatus::Answered(Verdict::Allow),
            ExitStatus::Done,
            ExitStatus::Failed,
            ExitStatus::Unusable,
            ExitStatus::Answered(Verdict::Deny),
            ExitStatus::Answered(Verdict::Ask),
        ];
        assert_eq!(statuses.map(ExitStatus::code), [0, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_strictest_wins_and_unusable_stands() {
        let allow = ExitStatus::Answered(Verdict::Allow);
        let ask = ExitStatus::Answered(Verdict::Ask);
        let deny = ExitStatus::Answered(Verdict::Deny);
        assert_eq!(allow.and(deny).and(ask), deny);
        assert_eq!(ask.and(allow), ask);
        assert_eq!(deny.and(ExitStatus::Unusable), ExitStatus::Unusable);
        assert_eq!(ExitStatus::Done.and(ask), ask);
        assert_eq!(ExitStatus::Done.and(ExitStatus::Failed), ExitStatus::Failed);
        assert_eq!(ExitStatus::Failed.and(ExitStatus::Unusable), ExitStatus::Unusable);
    }
}
