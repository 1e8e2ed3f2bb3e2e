//! What is said to an agent, before it is put into the agent's own words.
//!
//! Owns the ruling, its reason in one sentence, and what `ask` becomes where the agent cannot ask. Refuses to know any
//! agent's format.

use super::Asking;
use crate::decision::{CommandDecision, Decision};
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

/// The most commands of a line that a reason names.
const NAMED: usize = 3;

/// The most characters of one of them.
const NAMED_LENGTH: usize = 60;

/// Of several commands those that the reason is about.
fn of_several(decision: &Decision) -> Option<String> {
    let is_meant = |one: &&CommandDecision| one.verdict == decision.verdict && one.reason == decision.reason;
    let meant: Vec<String> = decision.commands.iter().filter(is_meant).map(named).collect();
    if meant.is_empty() || decision.commands.len() < 2 {
        return None;
    }
    let more = match meant.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(meant.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ") + &more)
}

fn named(command: &CommandDecision) -> String {
    let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
    let text = words.join(" ");
    let short: String = text.chars().take(NAMED_LENGTH).collect();
    let cut = if short.len() < text.len() { "…" } else { "" };
    format!("`{short}{cut}`")
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
        None => {
            let which = of_several(decision).map(|commands| format!("{commands}: ")).unwrap_or_default();
            match &decision.message {
                Some(message) if !decision.reason.contains(message) => {
                    format!("runok: {which}{}: {message}", decision.reason)
                }
                _ => format!("runok: {which}{}", decision.reason),
            }
        }
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
