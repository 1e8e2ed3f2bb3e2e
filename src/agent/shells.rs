//! The tools of agents that run shell text, and what in their input changes what would run.
//!
//! Owns their names (one list for all agents: a hook may be started by another agent than the one it was registered with, and
//! a shell must not pass for a tool that nobody judges), those that runok cannot read, and the keys of their input. Refuses to
//! know where in a payload the input stands.

use serde_json::{Map, Value};

use super::{Call, Subject};

/// Tools whose input is a text for a POSIX shell, as [`bare`] leaves their names.
const READ: &[&str] = &[
    "bash",
    "controlbashprocess",
    "shell",
    "exec",
    "execute",
    "developershell",
    "executebash",
    "executecommand",
    "launchprocess",
    "monitor",
    "runcommand",
    "runcommands",
    "runinterminal",
    "runshellcommand",
    "shellcommand",
];

/// Tools that run something which runok cannot read, as [`bare`] leaves their names, and why it cannot.
const UNREAD: &[(&str, &str)] = &[
    ("powershell", POWERSHELL),
    ("pwsh", POWERSHELL),
    ("executepwsh", POWERSHELL),
    ("controlpwshprocess", POWERSHELL),
    ("cmd", "runok reads no cmd.exe"),
    ("executecmd", "runok reads no cmd.exe"),
    ("writebash", TYPED),
    ("writepowershell", TYPED),
    ("writestdin", TYPED),
    ("writeprocess", TYPED),
    ("sendtoterminal", TYPED),
    ("createandruntask", "runok does not read tasks of an editor"),
];

/// Tools that start a text in the background or, told so, end what they started; as [`bare`] leaves their names.
const STARTING: &[&str] = &["controlbashprocess", "controlpwshprocess"];

const POWERSHELL: &str = "runok reads no PowerShell";
const TYPED: &str = "what a running program makes of this input is not known";

/// Keys of a shell's input that say where it runs, where the agent heeds them; as [`bare`] leaves them.
const DIRECTORIES: &[&str] = &["cwd", "workdir", "workingdirectory", "workingdir", "dirpath", "directory", "dir"];

/// Keys, as [`bare`] leaves them, that say which program reads the text.
const PROGRAMS: &[&str] = &["shell", "shellpath", "interpreter", "executable"];

/// Keys, as [`bare`] leaves them, that add something to the text which is not judged with it.
const ADDITIONS: &[&str] = &[
    "args",
    "arguments",
    "argv",
    "env",
    "environment",
    "envvars",
    "environmentvariables",
    "input",
    "stdin",
    "commandprefix",
    "precommand",
    "postcommand",
];

/// Keys, as [`bare`] leaves them, that hold a command with some agent.
const COMMANDS: &[&str] = &["command", "commands", "cmd", "commandline", "script"];

/// Keys, as [`bare`] leaves them, by which a command asks to run outside of the agent's sandbox: an allow would spare the prompt for
/// that, too.
const WAYS_OUT: &[&str] = &["dangerouslydisablesandbox", "withescalatedpermissions"];

/// Shells whose text runok reads.
const SHELLS: &[&str] = &["bash", "sh", "dash"];

/// The keys of a shell's input that an agent heeds. What the model writes under others changes nothing, so it is no ground to
/// judge by.
#[derive(Clone, Copy, Debug)]
pub struct Heeded<'a> {
    /// Those that may hold the command; just one of them may be there.
    pub commands: &'a [&'a str],
    /// Those that say where the command runs.
    pub directories: &'a [&'a str],
}

impl<'a> Heeded<'a> {
    /// The command under one of these keys, and no directory.
    pub(super) const fn command(commands: &'a [&'a str]) -> Self {
        Self { commands, directories: &[] }
    }
}

/// A name as those who spell it in different ways mean it: its letters and digits, in lower case.
fn bare(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Is this a tool that runs shell text?
pub(super) fn is_shell(tool: &str) -> bool {
    READ.contains(&bare(tool).as_str())
}

/// A call of this tool. `directory` is the session's; the tool's own, seen from there, wins. What else the input says that may
/// change what runs puts the call in doubt: the command is judged all the same, so that what is denied stays so.
///
/// # Errors
/// A sentence that says why there is no command to judge.
pub(super) fn call(
    tool: String,
    input: Map<String, Value>,
    directory: Option<String>,
    heeded: Heeded<'_>,
) -> Result<Call, String> {
    let ends = only_ends(&tool, &input);
    if !ends {
        readable(&tool)?;
    }
    if ends || !is_shell(&tool) {
        return Ok(Call { subject: Subject::Tool(tool), directory, input, ..Call::unknown() });
    }
    let (texts, one) = commands(&input, heeded.commands)?;
    let told = plain(&input, heeded);
    let call = Call { subject: Subject::Shell(texts), directory, input, ..Call::unknown() };
    Ok(call.doubted(one).doubted(told).enter_own(heeded))
}

/// Does the call end a process, and start nothing?
fn only_ends(tool: &str, input: &Map<String, Value>) -> bool {
    STARTING.contains(&bare(tool).as_str())
        && input.get("action").and_then(Value::as_str) == Some("stop")
        && input.keys().all(|key| !COMMANDS.contains(&bare(key).as_str()))
}

/// Why more than the `command` in a shell's input may run, or elsewhere; nothing where that is all that the input says.
#[must_use]
pub fn doubt(input: &Map<String, Value>) -> Option<String> {
    let heeded = Heeded::command(&["command"]);
    plain(input, heeded).and_then(|()| own_directory(input, heeded).map(drop)).err()
}

/// Can what this tool runs be read, if it runs anything?
///
/// # Errors
/// Why not.
pub(super) fn readable(tool: &str) -> Result<(), String> {
    let bare = bare(tool);
    if bare.is_empty() {
        return Err(format!("{tool:?} is no name of a tool"));
    }
    let unread = UNREAD.iter().find(|(name, _)| *name == bare);
    unread.map_or(Ok(()), |(_, why)| Err((*why).to_owned()))
}

/// Is the command under the heeded keys all that the input says about what runs?
///
/// # Errors
/// What else there is.
pub(super) fn plain(input: &Map<String, Value>, heeded: Heeded<'_>) -> Result<(), String> {
    for (key, value) in input.iter().filter(|(_, value)| !is_empty(value)) {
        let bare = bare(key);
        let is_one_of = |keys: &[&str]| keys.contains(&bare.as_str());
        if is_one_of(PROGRAMS) {
            match value {
                Value::String(program) if is_known(program) => {}
                Value::String(program) => return Err(format!("runok does not read what {program:?} is given")),
                _ => return Err(format!("{key:?} of the tool's input is not a text")),
            }
        }
        if is_one_of(WAYS_OUT) {
            return Err(format!("{key:?} of the tool's input has this run outside of the agent's sandbox"));
        }
        if is_one_of(ADDITIONS) || (is_one_of(COMMANDS) && !heeded.commands.contains(&key.as_str())) {
            return Err(format!("{key:?} of the tool's input is not judged, and may change what runs"));
        }
    }
    Ok(())
}

fn is_known(program: &str) -> bool {
    let name = ["/bin/", "/usr/bin/"].iter().find_map(|place| program.strip_prefix(place)).unwrap_or(program);
    SHELLS.contains(&name)
}

/// Does it say nothing?
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Bool(value) => !value,
        Value::Number(_) => false,
    }
}

/// The directory that the input names.
///
/// # Errors
/// When it names two, or one where the agent looks for none.
pub(super) fn own_directory(input: &Map<String, Value>, heeded: Heeded<'_>) -> Result<Option<String>, String> {
    let mut found: Option<&String> = None;
    let named = input.iter().filter(|(key, value)| DIRECTORIES.contains(&bare(key).as_str()) && !is_empty(value));
    for (key, value) in named {
        match value {
            _ if !heeded.directories.contains(&key.as_str()) => {
                return Err(format!("whether this runs in the directory of {key:?} in the tool's input is not known"));
            }
            Value::String(text) if found.is_none_or(|before| before == text) => found = Some(text),
            Value::String(_) => return Err("the tool's input names two directories".to_owned()),
            _ => return Err(format!("{key:?} of the tool's input is not a text")),
        }
    }
    Ok(found.cloned())
}

/// The texts that may be the command in a tool's input, and whether there is just the one.
///
/// # Errors
/// When there is none.
fn commands(input: &Map<String, Value>, keys: &[&str]) -> Result<(Vec<String>, Result<(), String>), String> {
    let found: Vec<&Value> = keys.iter().filter_map(|key| input.get(*key)).collect();
    let texts: Vec<String> = found.iter().filter_map(|value| value.as_str()).map(str::to_owned).collect();
    let name = keys.join("` or `");
    match (found.len(), texts.is_empty()) {
        (0, _) => Err(format!("the tool's input has no `{name}`")),
        (_, true) => Err(format!("`{name}` of the tool's input is not a text")),
        (1, false) => Ok((texts, Ok(()))),
        (_, false) => Ok((texts, Err(format!("the tool's input has more than one of `{name}`")))),
    }
}
