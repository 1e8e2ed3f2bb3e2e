//! What is said to an agent, before it is put into the agent's own words.
//!
//! Owns the ruling, its reason in one sentence, and what `ask` becomes where the agent cannot ask. Refuses to know any
//! agent's format.

use super::Asking;
use crate::decision::Decision;
use crate::policy::AskWithoutPrompt;
use crate::verdict::Verdict;

/// What is said about a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// It may run, and the agent need not ask.
    Allow(String),
    /// A person has to say.
    Ask(String),
    /// A person would have to say, but cannot be asked through this agent: it does not run.
    AskDenied(String),
    /// It may not run.
    Deny(String),
    /// This command may run instead of the one that came.
    Rewrite {
        /// The command.
        command: String,
        /// Why.
        reason: String,
    },
    /// No opinion: whatever the agent does by itself.
    Silent,
}

impl Ruling {
    /// `ask` for this reason, as it stands there.
    #[must_use]
    pub fn ask(why: &str) -> Self {
        Self::Ask(format!("runok: {why}"))
    }

    /// The ruling of a verdict.
    #[must_use]
    pub fn of(verdict: Verdict, reason: String) -> Self {
        match verdict {
            Verdict::Allow => Self::Allow(reason),
            Verdict::Ask => Self::Ask(reason),
            Verdict::Deny => Self::Deny(reason),
        }
    }

    /// What becomes of it at an event, by what the policy says of an agent that cannot ask (it need not say anything). `wrapped` is
    /// the command that would ask by itself, if there is one.
    #[must_use]
    pub fn for_event(self, asking: Asking, without: Option<AskWithoutPrompt>, wrapped: Option<String>) -> Self {
        let Self::Ask(reason) = self else { return self };
        match (asking, without, wrapped) {
            (Asking::Prompts | Asking::Nothing, ..) => Self::Ask(reason),
            (Asking::Rules, Some(AskWithoutPrompt::Deny), _) => Self::AskDenied(reason),
            (Asking::Silence | Asking::Rules, ..) | (Asking::Cannot { .. }, Some(AskWithoutPrompt::Pass), _) => {
                Self::Silent
            }
            (Asking::Cannot { rewrites: true, .. }, Some(AskWithoutPrompt::Wrapper), Some(command)) => {
                Self::Rewrite { command, reason }
            }
            (Asking::Cannot { note, .. }, ..) => Self::AskDenied(format!("{reason}{note}")),
        }
    }
}

/// Why, in one sentence for the model and its user: which rule, where it stands, what it says. `shown` makes a file's name
/// short.
#[must_use]
pub fn reason(decision: &Decision, shown: &dyn Fn(&str) -> String) -> String {
    let mut text = match &decision.decided_by {
        Some(rule) => {
            let name = rule.id.as_ref().unwrap_or(&rule.pattern);
            let message = decision.message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
            format!("runok: rule \"{name}\" ({}:{}){message}", shown(&rule.file), rule.line)
        }
        None => match &decision.message {
            Some(message) if !decision.reason.contains(message) => format!("runok: {}: {message}", decision.reason),
            _ => format!("runok: {}", decision.reason),
        },
    };
    if let Some(suggestion) = &decision.fix_suggestion {
        text.truncate(text.trim_end_matches('.').len());
        text.push_str(&format!("; suggestion: {suggestion}"));
    }
    if decision.verdict != Verdict::Allow {
        for note in &decision.notes {
            text.push_str(&format!("; note: {note}"));
        }
    }
    text
}
