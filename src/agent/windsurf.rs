//! Windsurf Cascade: the `pre_run_command` hook.
//!
//! Owns its payloads and answers. It hears the exit code alone: 2 blocks, and standard error goes to the model.

use serde_json::Map;

use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Subject, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "windsurf",
    aliases: &["cascade"],
    title: "Windsurf Cascade",
    marks: |payload| payload.has("agent_action_name") && payload.has("tool_info"),
    directory_variable: "",
    events: &[
        Event {
            name: "pre_run_command",
            moment: Moment::Before,
            asking: Asking::Cannot {
                note: " (Cascade hooks cannot ask: run it yourself or add an allow rule)",
                rewrites: false,
            },
            limits: "",
            failing: Failing { late: Without::Unknown, ..Failing::all(Without::Runs) },
            verified: Verified::Documented,
            is: |payload| payload.says("agent_action_name", "pre_run_command"),
            read,
            write: before,
        },
        Event::after(
            "post_run_command",
            Verified::Documented,
            |payload| payload.says("agent_action_name", "post_run_command"),
            read,
        ),
    ],
};

fn read(payload: &Payload) -> Result<Call, String> {
    let subject = Subject::Shell(vec![payload.required(&["tool_info", "command_line"])?]);
    let directory = payload.directory(&["tool_info", "cwd"])?;
    Ok(Call { subject, directory, input: Map::new(), id: None })
}

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::code(2, reason)
        }
    }
}
