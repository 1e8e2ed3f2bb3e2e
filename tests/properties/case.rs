//! One case of most properties: a policy, a line, and a number by which the property makes its choices.

use std::fmt;

use super::line::{Node, Simple};
use super::make_line::{about, known_command, line};
use super::make_policy::{Policy, policy};
use super::random::{Random, Shrink, shared_by};

/// How many cases share a policy.
const SHARING: u64 = 4;

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) policy: Policy,
    pub(crate) line: Node,
    pub(crate) choice: u64,
}

impl Case {
    /// A policy and a line of constructs.
    pub(crate) fn any(random: &mut Random) -> Self {
        let policy = policy(&mut shared_by(SHARING));
        about(&policy);
        Self { policy, line: line(random, 3), choice: random.next() }
    }

    /// A policy and one command of known words.
    pub(crate) fn known(random: &mut Random) -> Self {
        let policy = policy(&mut shared_by(SHARING));
        about(&policy);
        Self { policy, line: Node::Simple(known_command(random)), choice: random.next() }
    }

    /// A policy and one command of known words, which is a program and no builtin of the shell.
    pub(crate) fn program(random: &mut Random) -> Self {
        let mut case = Self::known(random);
        let builtins = ["export", "test", "printf", "cd", "eval", "source"];
        while case
            .command()
            .is_some_and(|command| command.words[0].known().is_some_and(|name| builtins.contains(&name)))
        {
            case.line = Node::Simple(known_command(random));
        }
        case
    }

    /// The choices of the property that are about the policy: the same for all cases that share it.
    pub(crate) fn of_policy(&self) -> Random {
        let mut random = shared_by(SHARING);
        // not those that the policy was drawn with
        Random::new(random.next() ^ 0x1234_5678)
    }

    /// The choices of the property.
    pub(crate) fn random(&self) -> Random {
        Random::new(self.choice)
    }

    /// The command, of a case of one.
    pub(crate) fn command(&self) -> Option<&Simple> {
        match &self.line {
            Node::Simple(simple) => Some(simple),
            Node::Frame(..) => None,
        }
    }
}

impl Shrink for Case {
    fn smaller(&self) -> Vec<Self> {
        let policies = self.policy.smaller().into_iter().map(|policy| Self { policy, ..self.clone() });
        let lines = self.line.smaller().into_iter().map(|line| Self { line, ..self.clone() });
        lines.chain(policies).collect()
    }
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}line: {}", self.policy, self.line.source())
    }
}
