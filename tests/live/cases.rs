//! What is tried with every agent: what the hook does, what the model asks for, and what must come of it.

use std::path::Path;

use runok::agent::Moment;

/// One thing that is tried.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    /// Its name in the record.
    pub(crate) name: &'static str,
    pub(crate) hook: Hook,
    /// What the model asks for.
    pub(crate) command: &'static str,
    pub(crate) must: Must,
    /// What the model is told where the agent passes it on.
    pub(crate) told: &'static str,
    /// More words for the harness.
    pub(crate) options: &'static [&'static str],
}

/// What the registered program is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hook {
    /// One without an opinion.
    Silent,
    /// runok, with these words at the end, and these variables.
    Runok(&'static str, &'static str),
    /// The same, but this signal comes while it judges.
    Signalled(&'static str),
    /// One that says nothing for longer than the agent waits.
    Sleeping,
    /// None: there is no such file.
    Missing,
}

/// What must come of it, whatever stands in the record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Must {
    /// The command runs.
    Run,
    /// It does not run.
    Block,
    /// That is up to the agent: the record and the table of agents say what it does.
    Either,
}

const ALLOWED: &str = "git push origin main";
const DENIED: &str = "git push --force origin main";
const REASON: &str = "runok: rule \"no-force\"";

/// The policy of nearly every case.
pub(crate) const POLICY: &str = r#"rules:
  - allow: git push origin main
  - deny: git push --force *
    id: no-force
    message: The history of main is everybody's.
  - ask: git push origin dev
    id: dev-asks
  - deny: git push odd *
    id: odd
    message: "größer — ‘日本語’ 🚫 \e[31mred\e[0m \"quoted\" back\\slash $HOME `id`\nsecond line"
  - allow: git pull <type:Slow> main
types:
  Slow: { executor: sleep 60 }
"#;

/// A file that is no policy.
pub(crate) const BROKEN: &str = "rules:\n  - allow: git push origin main\n  - allow: [\n";

const WITH_POLICY: Hook = Hook::Runok("-c policy.yml", "");

const CASE: Case =
    Case { name: "", hook: WITH_POLICY, command: ALLOWED, must: Must::Block, told: "runok", options: &[] };

const fn fault(name: &'static str, variables: &'static str) -> Case {
    Case { name, hook: Hook::Runok("-c policy.yml --deadline 2", variables), ..CASE }
}

/// Every case at the gate, the control first. Where something fails the command is one that the policy allows.
const GATE: &[Case] = &[
    Case { name: "control", hook: Hook::Silent, command: DENIED, must: Must::Run, ..CASE },
    Case { name: "allow", must: Must::Run, ..CASE },
    Case { name: "allow-lines", command: "git push origin main\ngit push origin main", must: Must::Run, ..CASE },
    Case { name: "allow-unprompted", must: Must::Either, options: &["--mode", "default"], ..CASE },
    DENY,
    Case { name: "deny-lines", command: "git push origin main\ngit push --force origin main", told: REASON, ..CASE },
    Case { name: "deny-odd-reason", command: "git push odd main", told: "größer — ‘日本語’ 🚫", ..CASE },
    Case {
        name: "deny-noisy",
        hook: Hook::Runok("-c policy.yml", "RUST_BACKTRACE=full RUST_LOG=trace"),
        command: DENIED,
        told: REASON,
        ..CASE
    },
    ASK,
    FAILING[0],
    FAILING[1],
    FAILING[2],
    FAILING[3],
    FAILING[4],
    FAILING[5],
    FAILING[6],
    FAILING[7],
    FAILING[8],
    FAILING[9],
    FAILING[10],
    FAILING[11],
];

/// Every case where the agent would ask its user, and there is none.
const PROMPT: &[Case] = &[
    Case { name: "control", hook: Hook::Silent, command: DENIED, told: "", ..CASE },
    Case { name: "allow", must: Must::Run, ..CASE },
    DENY,
    ASK,
    FAILING[0],
    FAILING[1],
    FAILING[2],
    FAILING[3],
    FAILING[4],
    FAILING[5],
    FAILING[6],
    FAILING[7],
    FAILING[8],
    FAILING[9],
    FAILING[10],
    FAILING[11],
];

const DENY: Case = Case { name: "deny", command: DENIED, told: REASON, ..CASE };

const ASK: Case = Case { name: "ask", command: "git push origin dev", told: "runok: rule \"dev-asks\"", ..CASE };

/// What goes wrong.
const FAILING: [Case; 12] = [
    Case {
        name: "validator-sleeps",
        hook: Hook::Runok("-c policy.yml --deadline 2", ""),
        command: "git pull slow main",
        ..CASE
    },
    Case { name: "policy-broken", hook: Hook::Runok("-c broken.yml", ""), ..CASE },
    Case { name: "policy-missing", hook: Hook::Runok("-c nowhere.yml", ""), ..CASE },
    Case { name: "policy-none", hook: Hook::Runok("", ""), command: DENIED, ..CASE },
    fault("panic", "RUNOK_TEST_FAULT=panic"),
    fault("stack-overflow", "RUNOK_TEST_FAULT=overflow"),
    fault("abort", "RUNOK_TEST_FAULT=abort"),
    fault("deadline", "RUNOK_TEST_FAULT=hang"),
    Case { name: "terminated", hook: Hook::Signalled("TERM"), ..CASE },
    Case { name: "killed", hook: Hook::Signalled("KILL"), must: Must::Either, told: "", ..CASE },
    Case {
        name: "late",
        hook: Hook::Sleeping,
        must: Must::Either,
        told: "",
        options: &["--hook-timeout", "2"],
        ..CASE
    },
    Case { name: "missing", hook: Hook::Missing, must: Must::Either, told: "", ..CASE },
];

/// The cases of an event that comes at this moment.
pub(crate) fn cases(moment: Moment) -> &'static [Case] {
    if moment == Moment::Prompt { PROMPT } else { GATE }
}

/// How what stands for the hook is started.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    /// As a hook.
    Hook,
    /// As a hook for more events than the one that is tried: it is silent where its input does not hold this.
    HookAt(&'static str),
    /// By the plugin, which takes silence for a failure.
    Plugin,
    /// As an MCP server.
    Server,
}

impl Hook {
    /// The text of a program that stands for it, in a directory that holds the policies; `runok` is the real one.
    pub(crate) fn text(self, door: Door, runok: &Path, directory: &Path) -> Option<String> {
        let text = self.plain(door, &runok.display().to_string(), &directory.display().to_string())?;
        Some(match door {
            Door::HookAt(part) => {
                format!(
                    "input=$(cat)\ncase $input in *'{part}'*) ;; *) exit 0 ;; esac\nprintf '%s\\n' \"$input\" | (\n{text}\n)"
                )
            }
            Door::Hook | Door::Plugin | Door::Server => text,
        })
    }

    fn plain(self, door: Door, runok: &str, directory: &str) -> Option<String> {
        let policies = |words: &str| words.replace("-c ", &format!("-c {directory}/"));
        Some(match (self, door) {
            (Self::Missing, _) => return None,
            (Self::Silent, Door::Server) => format!("exec {runok} \"$@\" {}", policies("-c policy.yml")),
            (Self::Silent, Door::Plugin) => "echo '{\"action\": \"proceed\"}'".to_owned(),
            (Self::Silent, _) => "exit 0".to_owned(),
            // a server that did not even welcome its client would never be asked
            (Self::Sleeping, Door::Server) => {
                format!("exec env RUNOK_TEST_FAULT=hang {runok} \"$@\" {} --deadline 600", policies("-c policy.yml"))
            }
            (Self::Sleeping, _) => "exec sleep 30".to_owned(),
            (Self::Runok(words, variables), _) => format!("exec env {variables} {runok} \"$@\" {}", policies(words)),
            // it has read its input and hangs; a shell gives what it starts in the background no standard input
            (Self::Signalled(signal), _) => format!(
                "exec 3<&0\nRUNOK_TEST_FAULT=hang {runok} \"$@\" {} <&3 3<&- &\nsleep {}\nkill -{signal} $!\nwait $! \
                 2>/dev/null\nstatus=$?\n[ $status -le 128 ] || kill -{signal} $$\nexit $status",
                policies("-c policy.yml"),
                if door == Door::Server { "3" } else { "0.7" }
            ),
        })
    }
}
