//! `runok shell-status`: says whether a shell's lines are held back, from the facts that the shell hands over.
//!
//! Owns what the facts come to. Refuses to find any: a program cannot see the keys of the shell that started it, so without
//! a shell's own word the answer is `off`.

use std::io;

use super::super::arguments::{Layer, PromptShell, ShellStatus};
use super::super::output::Output;
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;

/// Whether lines are held back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Blocking,
    Degraded,
    WarnOnly,
    Off,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Blocking => "blocking",
            Self::Degraded => "degraded",
            Self::WarnOnly => "warn-only",
            Self::Off => "off",
        }
    }
}

/// Says it.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &ShellStatus, output: &mut Output) -> io::Result<ExitStatus> {
    let Some(shell) = arguments.shell else {
        output.line(&Clean::one_line("off: no shell has loaded runok here, or this is not the shell that has"))?;
        output.line(&Clean::new("  load it at the end of ~/.bashrc: eval \"$(runok shell-init bash)\""))?;
        output.line(&Clean::new("  `runok shell-init --help` tells how other shells load it"))?;
        return Ok(ExitStatus::Failed);
    };
    let (state, why) = state(arguments);
    let version = arguments.shell_version.as_deref().unwrap_or_default();
    let shown = format!("{}: {} {version}: {why}", state.name(), shell.name());
    output.line(&Clean::one_line(&shown))?;
    if let (State::Blocking, Some(others)) = (state, others(arguments.others, shell)) {
        output.line(&Clean::new(&format!("  {others}")))?;
    }
    for note in &arguments.notes {
        output.line(&Clean::new(&format!("  {}", Clean::one_line(note))))?;
    }
    Ok(if state == State::Blocking { ExitStatus::Done } else { ExitStatus::Failed })
}

fn state(arguments: &ShellStatus) -> (State, String) {
    let errors = arguments.errors;
    if arguments.passing && arguments.enter != Layer::None {
        return (State::Degraded, format!("lines run unjudged, because the last {errors} could not be judged"));
    }
    match (arguments.enter, arguments.others) {
        (Layer::Blocks, _) => (State::Blocking, "each line is judged before it runs".to_owned()),
        (_, Layer::Blocks) => (State::Degraded, "Enter is not runok's; the second layer still stops lines".to_owned()),
        (Layer::Warns, _) | (_, Layer::Warns) => (State::WarnOnly, "lines run before they are judged".to_owned()),
        (Layer::None, Layer::None) => (State::Off, "no line is judged".to_owned()),
    }
}

/// What becomes of lines that come by other keys than Enter.
fn others(others: Layer, shell: PromptShell) -> Option<&'static str> {
    match (others, shell) {
        (Layer::Blocks, _) => Some("lines that come by other keys are judged by the second layer"),
        (Layer::Warns, _) => Some("lines that come by other keys run, and are told afterwards"),
        (Layer::None, PromptShell::PowerShell) => None,
        (Layer::None, _) => Some("lines that come by other keys than those are not judged"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(enter: Layer, others: Layer, passing: bool) -> State {
        let arguments = ShellStatus {
            shell: Some(PromptShell::Bash),
            shell_version: None,
            enter,
            others,
            errors: 3,
            passing,
            notes: Vec::new(),
        };
        state(&arguments).0
    }

    #[test]
    fn only_a_key_that_blocks_is_blocking() {
        assert_eq!(of(Layer::Blocks, Layer::None, false), State::Blocking);
        assert_eq!(of(Layer::Blocks, Layer::Blocks, true), State::Degraded);
        assert_eq!(of(Layer::None, Layer::Blocks, false), State::Degraded);
        assert_eq!(of(Layer::None, Layer::Warns, false), State::WarnOnly);
        assert_eq!(of(Layer::None, Layer::None, true), State::Off);
    }
}
