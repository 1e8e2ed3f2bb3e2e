//! The table for people: which agents, at which of their events, what becomes of `ask`, what where runok fails, and how that is
//! known.
//!
//! Owns its words. Refuses to say more than the rows of the agents do.

use super::{AGENTS, Agent, Asking, Event, Failing, Moment, Verified, Without};

/// The table in Markdown, a row for each event at which an answer decides.
#[must_use]
pub fn matrix() -> String {
    let mut text = "| Agent | Event | `ask` | Where runok fails | Known by |\n|---|---|---|---|---|\n".to_owned();
    for agent in AGENTS {
        for event in agent.events.iter().filter(|event| event.moment != Moment::After) {
            text.push_str(&row(agent, event));
        }
    }
    text
}

fn row(agent: &Agent, event: &Event) -> String {
    let (ask, fails, known) = (asking(event), failing(&event.failing), verified(event.verified));
    format!("| {} (`{}`) | `{}` | {ask} | {fails} | {known} |\n", agent.title, agent.name, event.name)
}

fn asking(event: &Event) -> String {
    let becomes = match event.asking {
        Asking::Prompts => "it asks",
        Asking::Silence => "its own prompt",
        Asking::Rules => "its own rules decide",
        Asking::Cannot { rewrites: true, .. } => "deny; can be `runok exec --ask`",
        Asking::Cannot { rewrites: false, .. } => "deny",
        Asking::Nothing => "–",
    };
    if event.limits.is_empty() { becomes.to_owned() } else { format!("{becomes}; {}", event.limits) }
}

/// Equal outcomes are said once.
fn failing(failing: &Failing) -> String {
    let outcomes = [("killed", failing.killed), ("late", failing.late), ("missing", failing.missing)];
    let same = outcomes.iter().all(|(_, without)| *without == failing.killed);
    let text = if same {
        becomes(failing.killed).to_owned()
    } else {
        outcomes.map(|(when, without)| format!("{when}: {}", becomes(without))).join(", ")
    };
    if failing.switch.is_empty() { text } else { format!("{text} (`{}`)", failing.switch) }
}

const fn becomes(without: Without) -> &'static str {
    match without {
        Without::Blocked => "blocked",
        Without::Runs => "runs",
        Without::Unknown => "not known",
        Without::Harmless => "its own prompt",
    }
}

fn verified(verified: Verified) -> String {
    match verified {
        Verified::Live(version) => format!("a test runs {version}"),
        Verified::Recorded(version) => format!("seen with {version}"),
        Verified::Read(version) => format!("code of {version}"),
        Verified::Documented => "documents or source".to_owned(),
    }
}
