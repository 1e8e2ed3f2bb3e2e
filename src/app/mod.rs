//! The commands of the program: gather facts, decide, consult, render.
//!
//! An edge: the files here may do I/O. Owns no rule of the language; a caught panic is `ask`.

pub mod arguments;
mod canary;
mod check;
mod completions;
mod confirm;
mod doctor;
mod doors;
mod exec;
mod explain;
mod facts;
mod guard;
mod hook;
pub mod in_memory;
mod in_time;
mod init;
mod judge;
mod mcp;
mod output;
mod platform;
mod policy;
mod prompt;
mod recall;
mod repository;
mod request;
mod schema;
mod shell_mode;
mod shells;
mod stdin;
mod test;
mod thorough;
mod trust;
mod watch;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use arguments::{Command, Parsed};
use output::Output;

use crate::answer::exit::ExitStatus;

/// Runs the program on its arguments (the first is its own name) and says how it ended.
#[must_use]
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    guard::hush();
    let mut output = Output::open();
    // judging catches its own panics; this is everything around it
    let failed = |panic: String| {
        output::last_words(&format!("runok failed: {panic}. Please report this"));
        Ok(ExitStatus::Unusable)
    };
    let status = match arguments::parse(words) {
        Parsed::Command(command) => guard::catch(|| execute(&command, &mut output)).unwrap_or_else(failed),
        Parsed::Shell(name, words) => {
            let judge = in_time::TimelyJudge { config: None, deadline: arguments::DEADLINE };
            guard::catch(|| shell_mode::run(&name, &words, judge, &mut output)).unwrap_or_else(failed)
        }
        Parsed::Help(text) => output.document(&text).map(|()| ExitStatus::Done),
        Parsed::Mistake(text) => output.complain(&text).map(|()| ExitStatus::Unusable),
    };
    ExitCode::from(finish(status, output).code())
}

fn execute(command: &Command, output: &mut Output) -> io::Result<ExitStatus> {
    match command {
        Command::Check(arguments) => check::run(arguments, output),
        Command::Hook(arguments) => hook::run(arguments, output),
        _ => execute_other(command, output),
    }
}

/// What does not stand before every command of a day. It lies elsewhere in the program: each page of code that `check` and
/// `hook` do not need costs them the time to find it.
#[cold]
#[inline(never)]
fn execute_other(command: &Command, output: &mut Output) -> io::Result<ExitStatus> {
    match command {
        Command::Check(arguments) => check::run(arguments, output),
        Command::Canary(arguments) => canary::run(arguments, output),
        Command::Doctor(arguments) => doctor::run(arguments, output),
        Command::Exec(arguments) => exec::run(arguments, output),
        Command::Hook(arguments) => hook::run(arguments, output),
        Command::Init(arguments) => init::run(arguments, output),
        Command::Mcp(arguments) => mcp::run(arguments, output),
        Command::Explain(arguments) => explain::run(arguments, output),
        Command::Policy(arguments) => policy::run(arguments, output),
        Command::Test(arguments) => test::run(arguments, output),
        Command::Trust(arguments) => trust::run(arguments, output),
        Command::ShellInit(arguments) => shells::init(arguments, output),
        Command::ShellStatus(arguments) => shells::status(arguments, output),
        Command::ShellCheck(arguments) => shells::check(arguments, output),
        Command::Schema => schema::run(output),
        Command::Completions(arguments) => completions::run(arguments, output),
    }
}

/// What is left in the buffers is written; a reader that went away is no mistake, a full disk is.
fn finish(status: io::Result<ExitStatus>, output: Output) -> ExitStatus {
    let ended = status.and_then(|status| output.close().map(|()| status));
    match ended {
        Ok(status) => status,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::Unusable,
        Err(error) => {
            output::last_words(&format!("runok: {error}"));
            ExitStatus::Unusable
        }
    }
}
