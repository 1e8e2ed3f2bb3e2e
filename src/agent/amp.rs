//! Amp: the program that its permissions delegate to, and the plugin that `runok init` writes for it.
//!
//! Owns their payloads and answers. A delegate gets a tool's bare input, and answers by exit code: 0 allows, 1 asks, 2 refuses;
//! it cannot hold no opinion, so where runok has none, it asks. The plugin does what it is told, and refuses where it is not
//! told anything.

use serde_json::{Value, json};

use super::health::Health;
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, When, wrapper};
use super::shells::Heeded;
use super::{
    AMP_PLUGIN, Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Subject, Verified, Without, shells,
};

/// Which of the keys holds the command, the tool decides.
const HEEDED: Heeded<'static> = Heeded { commands: &["cmd", "command"], directories: &["cwd"] };

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "amp",
    aliases: &[],
    title: "Amp",
    marks: |payload| is_delegate(payload) || (is_plugin(payload) && payload.at(&["thread", "id"]).is_some()),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "permissions.delegate",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "",
            failing: Failing { killed: Without::Blocked, ..Failing::all(Without::Unknown) },
            verified: Verified::Documented,
            is: is_delegate,
            read: read_delegate,
            write: delegate,
        },
        Event {
            name: "tool.call",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "calls before the plugin is loaded pass",
            failing: Failing::all(Without::Blocked),
            verified: Verified::Documented,
            is: is_plugin,
            read: read_plugin,
            write: plugin,
        },
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"cmd": "COMMAND", "cwd": "DIRECTORY"}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "the first entry that fits decides",
};

/// Where its permissions are in use, runok is the first of them: they hold from the first call on, which a plugin does not. Else
/// the plugin, for the mere presence of that key turns on another way of asking.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("amp"), Sign::Path(Place::config("amp"))],
    user: &[
        &[Settings {
            file: Place::home(".local/bin/runok-amp-delegate"),
            when: When::WithKey(Place::config("amp/settings.json"), PERMISSIONS),
            form: Form::Own { text: delegate_program, executable: true },
        }],
        &[
            Settings { file: Place::config("amp/settings.json"), when: When::Holds(PERMISSIONS), form: DELEGATE },
            Settings { file: Place::config("amp/plugins/runok.ts"), when: When::Always, form: PLUGIN },
        ],
    ],
    project: &[&[Settings { file: Place::project(".amp/plugins/runok.ts"), when: When::Always, form: PLUGIN }]],
    lists: &[List { file: Place::config("amp/settings.json"), ends: "", read: permission::amp }],
    tools: "`--tools` changes nothing: both its permissions and its plugin hand runok the shell alone.",
    by_hand: &[
        "Amp takes it over at its next start.",
        "Where `runok-amp-delegate` was written: ~/.local/bin has to be on PATH.",
        "Where a plugin was written: `amp --plugin-ready-timeout` keeps calls back until it is loaded; without it the first ones \
         may pass.",
    ],
};

const PERMISSIONS: &[&str] = &["amp.permissions"];

const DELEGATE: Form = Form::Json(&Lists {
    besides: &[],
    entries: &[Entry { list: PERMISSIONS, first: true, for_tools: false, value: delegated }],
});

const PLUGIN: Form = Form::Own { text: |start| super::plugin::text(AMP_PLUGIN, start.program), executable: false };

fn delegated(_: &Start<'_>) -> Value {
    json!({"tool": "Bash", "action": "delegate", "to": "runok-amp-delegate"})
}

/// Amp asks at 1 and refuses at more, so that whatever goes wrong refuses.
fn delegate_program(start: &Start<'_>) -> String {
    wrapper(start, " --event permissions.delegate", "exit 2")
}

fn is_delegate(payload: &Payload) -> bool {
    payload.has("cmd") && ["tool", "tool_name", "event", "hook_event_name"].iter().all(|key| !payload.has(key))
}

fn is_plugin(payload: &Payload) -> bool {
    payload.has("tool") && payload.has("input") && !payload.has("output")
}

fn read_delegate(payload: &Payload) -> Result<Call, String> {
    shells::call("Bash".to_owned(), payload.whole().clone(), None, HEEDED)
}

/// `shell` is what Amp's own helper found in the call; without it the call is none of a shell.
fn read_plugin(payload: &Payload) -> Result<Call, String> {
    let tool = payload.required(&["tool"])?;
    let input = payload.object(&["input"])?;
    if !payload.has("shell") {
        return shells::call(tool, input, None, HEEDED);
    }
    shells::readable(&tool)?;
    let told = shells::plain(&input, HEEDED);
    let subject = Subject::Shell(vec![payload.required(&["shell", "command"])?]);
    let directory = payload.directory(&["shell", "dir"])?;
    let call = Call { subject, directory, input, ..Call::unknown() }.doubted(told);
    Ok(if call.directory.is_none() { call.enter_own(HEEDED) } else { call })
}

fn delegate(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::silence(),
        Ruling::Ask(reason) => Reply::code(1, reason),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => Reply::code(2, reason),
        Ruling::Silent => Reply::code(1, "runok: no rule speaks of this tool"),
    }
}

fn plugin(call: &Call, ruling: &Ruling) -> Reply {
    let refused = |message: &str| json!({"action": "reject-and-continue", "message": message});
    Reply::json(&match ruling {
        Ruling::Allow(_) | Ruling::Silent => json!({"action": "allow"}),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => refused(reason),
        Ruling::Ask(reason) => json!({
            "confirm": {"title": "runok", "message": reason, "confirmButtonText": "Allow"},
            "onConfirm": {"action": "allow"},
            "onCancel": refused(&format!("declined: {reason}")),
        }),
        Ruling::Rewrite { command, reason } => {
            match HEEDED.commands.iter().find(|key| call.input.contains_key(**key)) {
                Some(key) => json!({"action": "modify", "input": call.input_with(key, command)}),
                None => refused(reason),
            }
        }
    })
}
