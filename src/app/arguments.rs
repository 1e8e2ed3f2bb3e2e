//! The arguments of the program: one table that drives reading, `--help`, completions and the test of the man page.
//!
//! Owns names, defaults and help texts. Refuses side effects: it reads words into values and nothing more.

mod agents;
mod exec;
mod init;
mod plain;
mod shells;

use std::ffi::OsString;
use std::path::PathBuf;

pub use agents::{Canary, Doctor, Hook, Mcp};
use agents::{DOCTOR_HELP, HOOK_HELP, MCP_HELP};
use clap::{
    Args, CommandFactory, Parser, Subcommand, ValueEnum,
    error::{ContextKind, ContextValue, ErrorKind},
};
use clap_complete::Shell;

pub use exec::Exec;
pub use init::Init;
pub use shells::{Layer, OnError, PromptShell, ShellCheck, ShellInit, ShellStatus};

/// After how many seconds there is an answer where nobody has said another number.
pub(super) const DEADLINE: u32 = 6;

const EXAMPLES: &str = "\
Examples:
  runok check -- 'git status; rm -rf /'          judge a shell line
  runok check -- git push --force                judge a command, word by word
  echo 'make && ./deploy' | runok check          judge a text on standard input
  runok check --output-format json < lines.json  judge one JSON object a line
  runok explain -- 'make > log'                  how that comes about, and what would change it
  runok policy                                   which policy files apply, and what is wrong in them
  runok test                                     run the tests that stand in the policy files

A command line is judged and never run. Exit codes of check: 0 allow, 3 deny, 4 ask, 2 mistake.
The policy language is in runok.yaml(5), everything else in runok(1).";

/// What a line looks like whose words are no options.
const AFTER_DASHES: &str = "runok check -- git status";

const CHECK_EXAMPLES: &str = "\
Examples:
  runok check -- 'cd /tmp && rm -rf build'       one word after -- is a shell text
  runok check -- rm -rf 'two words'              several are the words of one command
  runok check -c ./runok.yml --verbose -- ls     with this policy alone, and why
  echo '{\"command\": \"ls\", \"cwd\": \"/srv\"}' | runok check --output-format json

Standard input that begins with a JSON object is read as JSON: {\"command\": TEXT}, with
\"cwd\" and \"env\" (an object that is laid over the environment) if you like; one object, or
one a line, each answered on a line of its own. Anything else on standard input is one
shell text, judged whole.

Exit codes: 0 allow, 3 deny, 4 ask (of several objects the strictest), 2 a mistake in the
arguments or in the policy (the answer is then never allow).";

const TEST_HELP: &str = "\
Tests stand in the policy: command lines with the answer that is expected, beside a rule
(`tests:`) or in the section `tests`. The lines are judged and never run. Each policy is tested
by itself; without FILE the global policy and that of the project are.

Examples:
  runok test                                test the policies that apply here
  runok test presets/*.yml                  test these files
  runok test -q builtin:default             test an embedded policy, and only tell failures
  runok test --format junit runok.yml       answer for a CI system

Exit codes: 0 all tests passed (or there are none), 1 some failed, 2 a mistake in the arguments
or in a policy.";
const EXPLAIN_EXAMPLES: &str = "\
Examples:
  runok explain -- 'rg --pre ./x main > log'     how each part was read and judged
  runok explain --all -- git push --force        with every rule that names git
  echo '{\"command\": \"make\"}' | runok explain --format json

It takes what check takes, judges it by the same way, and shows: how the line was read; for
each command the rules that counted and those that nearly did, with the place where they
stopped matching; what validators were asked and answered; which part decided; and the
smallest change that would make the verdict less strict. Each such change was tried. No
command is run; the validators of the policy are asked, unless --no-validators is given.

Exit codes: those of check.";

const TRUST_HELP: &str = "\
A project's runok.yml is text that anyone who may write there can edit. Until you trust
it, only its deny and ask rules count. `runok trust` shows what trusting would add, asks,
and remembers the files as they are: any change asks again.

Examples:
  runok trust             trust the policy of this project
  runok trust ~/work/api  trust the policy of that directory's project
  runok trust --list      what is trusted
  runok trust --revoke    take it back";

/// Decides, before a shell command runs, whether it may: allow, ask or deny.
#[derive(Parser, Debug)]
#[command(name = "runok", version, after_help = EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// A subcommand with its arguments; those of the others are not made where one is called. So that `--help` of one says what
/// the list says, each stands under the same sentence twice.
#[derive(Subcommand, Debug)]
#[command(defer = true)]
pub enum Command {
    /// Judge a command line: allow, ask or deny
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
    /// Judge a command, and run it in place if it may
    #[command(after_help = exec::HELP)]
    Exec(Exec),
    /// Answer a coding agent that is about to run something
    #[command(after_help = HOOK_HELP)]
    Hook(Hook),
    /// Register runok with coding agents, so that they ask it before they run something
    #[command(after_help = init::HELP)]
    Init(Init),
    /// Answer Claude Code's --permission-prompt-tool, as an MCP server
    #[command(after_help = MCP_HELP)]
    Mcp(Mcp),
    /// Judge a command line, and show how the verdict comes about and what would change it
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(Explain),
    /// Show which policy files apply, whether they are trusted, and every problem in them
    Policy(Policy),
    /// Run the tests that stand in policy files
    #[command(after_help = TEST_HELP)]
    Test(Test),
    /// Trust the policy of a project, so that its allow rules count
    #[command(after_help = TRUST_HELP)]
    Trust(Trust),
    /// Tell a waiting `runok doctor` that nothing stopped this command
    #[command(hide = true)]
    Canary(Canary),
    /// Prove that the guard of each coding agent is alive
    #[command(after_help = DOCTOR_HELP)]
    Doctor(Doctor),
    /// Print what makes an interactive shell ask runok before it runs a line
    #[command(after_help = shells::INIT_HELP)]
    ShellInit(ShellInit),
    /// Say whether this shell asks runok before it runs a line
    #[command(after_help = shells::STATUS_HELP)]
    ShellStatus(ShellStatus),
    /// Judge a line that was typed at a prompt
    #[command(after_help = shells::CHECK_HELP)]
    ShellCheck(ShellCheck),
    /// Print the JSON Schema of the policy file, for editors
    Schema,
    /// Print a completion script
    Completions(Completions),
}

/// Judge a command line: allow, ask or deny
#[derive(Args, Debug)]
pub struct Check {
    /// Use this policy file alone, instead of those that are found
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Read the policy from its files, and keep nothing of it in the cache
    #[arg(long)]
    pub no_cache: bool,
    /// How to answer
    #[arg(long, alias = "format", value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub output_format: Format,
    /// Tell on standard error what was found, which rules counted and why
    #[arg(long)]
    pub verbose: bool,
    /// Accepted from runok 0.3; what standard input holds is told by its first bytes
    #[arg(long, value_name = "FORMAT")]
    pub input_format: Option<String>,
    /// What to judge: one word is a shell text, several are the words of a command
    #[arg(last = true, value_name = "WORDS")]
    pub words: Vec<OsString>,
}

/// Judge a command line, and show how the verdict comes about and what would change it
#[derive(Args, Debug)]
pub struct Explain {
    /// Use this policy file alone, instead of those that are found
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How to answer
    #[arg(long, alias = "output-format", value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Show every rule that nearly matched, not only the nearest
    #[arg(long)]
    pub all: bool,
    /// Ask no validator; what they would have a say in is then ask
    #[arg(long)]
    pub no_validators: bool,
    /// What to judge: one word is a shell text, several are the words of a command
    #[arg(last = true, value_name = "WORDS")]
    pub words: Vec<OsString>,
}

/// Show which policy files apply, whether they are trusted, and every problem in them
#[derive(Args, Debug)]
pub struct Policy {
    /// Look at this policy file alone, instead of those that are found
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How to answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub output_format: Format,
}

/// Run the tests that stand in policy files
#[derive(Args, Debug)]
pub struct Test {
    /// Test this policy file; the same as FILE
    #[arg(short, long, value_name = "FILE", conflicts_with = "files")]
    pub config: Option<PathBuf>,
    /// How to answer
    #[arg(long, visible_alias = "format", value_name = "FORMAT", value_enum, default_value_t = ReportFormat::Text)]
    pub output_format: ReportFormat,
    /// Tell failures and the summary alone
    #[arg(short, long)]
    pub quiet: bool,
    /// Policy files to test; builtin:NAME is an embedded one [default: those that apply]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Trust the policy of a project, so that its allow rules count
#[derive(Args, Debug)]
pub struct Trust {
    /// Take the trust back
    #[arg(long, conflicts_with = "list")]
    pub revoke: bool,
    /// List what is trusted
    #[arg(long)]
    pub list: bool,
    /// A directory of the project [default: the working directory]
    #[arg(value_name = "DIRECTORY")]
    pub directory: Option<PathBuf>,
}

/// Print a completion script
#[derive(Args, Debug)]
pub struct Completions {
    /// For which shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people, and for programs that read lines
    Text,
    /// One line of JSON for each request
    Json,
}

/// How a report of tests is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportFormat {
    /// For people
    Text,
    /// One line of JSON
    Json,
    /// JUnit XML, for CI systems
    Junit,
}

/// What the words came to.
#[derive(Debug)]
pub enum Parsed {
    /// A command to carry out.
    Command(Command),
    /// The program stands for a shell: what it was called, and the words that a shell was given.
    Shell(OsString, Vec<OsString>),
    /// Help or the version was asked for: the text.
    Help(String),
    /// The words are wrong: why, for standard error.
    Mistake(String),
}

/// Reads the program's words; the first is its own name.
#[must_use]
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Parsed {
    let mut words: Vec<OsString> = words.into_iter().collect();
    if let Some(name) = words.first().filter(|name| exec::is_its_name(name)) {
        return Parsed::Shell(name.clone(), words.split_off(1));
    }
    if let Some(command) = plain::read(words.get(1..).unwrap_or_default()) {
        return Parsed::Command(command);
    }
    let after = exec::words_of_one(&mut words);
    match Arguments::try_parse_from(words) {
        Ok(Arguments { command: Command::Exec(exec) }) => {
            Parsed::Command(Command::Exec(Exec { words: after.unwrap_or(exec.words), ..exec }))
        }
        Ok(arguments) => Parsed::Command(arguments.command),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Parsed::Help(error.to_string()),
            ErrorKind::UnknownArgument if stands_before_dashes(&error) => {
                Parsed::Mistake(format!("{error}\nWhat is to be judged or run stands behind `--`: {AFTER_DASHES}\n"))
            }
            _ => Parsed::Mistake(error.to_string()),
        },
    }
}

/// Is it a word of the line to judge, without the `--` that has to stand before it?
fn stands_before_dashes(error: &clap::Error) -> bool {
    let is_plain =
        matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(word)) if !word.starts_with('-'));
    is_plain && error.to_string().contains("[-- <")
}

/// The table itself, for completions and tests.
#[must_use]
pub fn table() -> clap::Command {
    Arguments::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Parsed {
        parse(std::iter::once("runok").chain(words.iter().copied()).map(OsString::from))
    }

    #[test]
    fn words_without_dashes_before_them_are_told_about() {
        for words in [["check", "git", "status"], ["explain", "ls", "-l"]] {
            assert!(matches!(read(&words), Parsed::Mistake(text) if text.contains("behind `--`")), "{words:?}");
        }
        assert!(matches!(read(&["check", "--verbos"]), Parsed::Mistake(text) if !text.contains("behind `--`")));
    }

    #[test]
    fn the_table_is_sound() {
        table().debug_assert();
    }

    #[test]
    fn words_after_the_dashes_are_kept_as_they_are() {
        let Parsed::Command(Command::Check(check)) = read(&["check", "--", "--", "rm", "-c", "--help"]) else {
            panic!()
        };
        assert_eq!(check.words, ["--", "rm", "-c", "--help"].map(OsString::from));
        assert_eq!(check.config, None);
    }

    #[test]
    fn a_policy_to_test_is_named_in_one_way() {
        let Parsed::Command(Command::Test(test)) = read(&["test", "--format", "junit", "-q", "a.yml", "b.yml"]) else {
            panic!()
        };
        assert_eq!((test.output_format, test.quiet, test.files.len()), (ReportFormat::Junit, true, 2));
        assert!(matches!(read(&["test", "-c", "a.yml", "b.yml"]), Parsed::Mistake(_)));
    }

    #[test]
    fn what_follows_shell_is_the_shells() {
        for (words, shell, after) in [
            (&["exec", "--shell", "-c", "--help", "--", "x"][..], true, &["-c", "--help", "--", "x"][..]),
            (&["exec", "--shell"], true, &[]),
            (&["exec", "-c", "p.yml", "--shell", "--shell"], true, &["--shell"]),
            (&["exec", "--", "--shell", "x"], false, &["--shell", "x"]),
        ] {
            let Parsed::Command(Command::Exec(exec)) = read(words) else { panic!("{words:?}") };
            assert_eq!((exec.shell, exec.words), (shell, after.iter().map(OsString::from).collect()), "{words:?}");
        }
        assert!(matches!(read(&["check", "--shell", "--help"]), Parsed::Mistake(_)));
        assert!(matches!(read(&["exec", "-c", "--shell"]), Parsed::Mistake(_)));
    }

    #[test]
    fn what_is_not_in_the_table_is_a_mistake() {
        for words in
            [&["check", "--no-such-flag"][..], &["chekc"], &["check", "ls"], &[], &["check", "--output-format", "x"]]
        {
            assert!(matches!(read(words), Parsed::Mistake(_)), "{words:?}");
        }
    }

    #[test]
    fn help_is_help() {
        assert!(matches!(read(&["--help"]), Parsed::Help(_)));
        assert!(matches!(read(&["check", "--help"]), Parsed::Help(_)));
        assert!(matches!(read(&["--version"]), Parsed::Help(_)));
    }
}
