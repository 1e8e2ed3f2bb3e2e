//! `runok shell-check`: judges one line that was typed at a prompt, and asks the person who typed it.
//!
//! Owns the exit codes that a snippet goes by, and that nothing but `allow` and a person's yes is one of those that run
//! the line. Refuses to run anything.

use std::io::{self, Read};

use super::super::arguments::{PromptShell, ShellCheck};
use super::super::in_time::TimelyJudge;
use super::super::judge as judging;
use super::super::output::Output;
use super::super::platform;
use super::super::prompt::{self, Answer, Question};
use super::super::request::Request;
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;
use crate::answer::text;
use crate::decision::Decision;
use crate::input::MAX_LINE_BYTES;
use crate::shell::typed::{self, Alias, AliasKind, Prompt};
use crate::verdict::Verdict;

/// Judges the line.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn run(arguments: &ShellCheck, output: &mut Output) -> io::Result<ExitStatus> {
    // a person who waits at a prompt gets out
    platform::heed_ctrl_c();
    let text = match line(arguments)? {
        Ok(text) => text,
        Err(why) => return Checking { arguments, output }.refused(&why),
    };
    let typed = typed::read(&text, &prompt(arguments));
    if typed.unfinished && !arguments.whole && !arguments.suggestion {
        return Ok(ExitStatus::Unfinished);
    }
    let request = match Request::typed(typed, variables(arguments)) {
        Ok(request) => request,
        Err(why) => return Checking { arguments, output }.refused(&why),
    };
    let mut decision = judge(arguments).judge(&request);
    hold_for_sandbox(&mut decision);
    Checking { arguments, output }.answer(&decision, &request)
}

fn judge(arguments: &ShellCheck) -> TimelyJudge {
    TimelyJudge { config: arguments.config.clone(), deadline: arguments.deadline }
}

/// A sandbox that cannot be applied yet makes `allow` an `ask`.
fn hold_for_sandbox(decision: &mut Decision) {
    if let (Verdict::Allow, Some(sandbox)) = (decision.verdict, &decision.sandbox) {
        decision.reason = format!("it may run in the sandbox `{sandbox}` alone, which cannot be applied yet");
        decision.verdict = Verdict::Ask;
    }
}

struct Checking<'a> {
    arguments: &'a ShellCheck,
    output: &'a mut Output,
}

impl Checking<'_> {
    fn answer(&mut self, decision: &Decision, request: &Request) -> io::Result<ExitStatus> {
        if self.arguments.suggestion {
            return match decision.fix_suggestion.as_deref().map(Clean::one_line) {
                Some(suggestion) if decision.verdict != Verdict::Allow => {
                    self.output.line(&suggestion).map(|()| ExitStatus::Done)
                }
                _ => Ok(ExitStatus::Failed),
            };
        }
        match decision.verdict {
            Verdict::Allow => Ok(ExitStatus::Answered(Verdict::Allow)),
            Verdict::Deny => {
                self.begin()?;
                self.show(decision, request)?;
                self.denied()
            }
            Verdict::Ask if self.arguments.afterwards => {
                self.begin()?;
                self.show(decision, request)?;
                Ok(ExitStatus::Answered(Verdict::Deny))
            }
            Verdict::Ask => self.ask(decision, request),
        }
    }

    fn ask(&mut self, decision: &Decision, request: &Request) -> io::Result<ExitStatus> {
        self.begin()?;
        self.output.flush()?;
        let line = request.line().as_str();
        let explain = |columns: usize| judge(self.arguments).account(request, columns, hold_for_sandbox);
        let question = Question { decision, line, explain: &explain };
        match prompt::confirm(&question) {
            Answer::Yes => Ok(ExitStatus::Confirmed),
            Answer::No => Ok(ExitStatus::Answered(Verdict::Deny)),
            Answer::Nobody(why) => {
                self.show(decision, request)?;
                self.output.line(&Clean::one_line(&format!("runok: not run, because nobody can be asked: {why}")))?;
                Ok(ExitStatus::Answered(Verdict::Deny))
            }
        }
    }

    /// What cannot be judged does not run.
    fn refused(&mut self, why: &str) -> io::Result<ExitStatus> {
        self.begin()?;
        let decision = judging::ask(why.to_owned());
        let columns = self.output.columns();
        self.output.page(&text::page(&decision, "", columns))?;
        self.denied()
    }

    /// The cursor stands in the line that is being edited; zsh leaves it there.
    fn begin(&mut self) -> io::Result<()> {
        if self.arguments.shell == PromptShell::Zsh && !self.arguments.afterwards && self.output.is_terminal() {
            self.output.line(&Clean::new(""))?;
        }
        Ok(())
    }

    fn show(&mut self, decision: &Decision, request: &Request) -> io::Result<()> {
        let columns = self.output.columns();
        self.output.page(&text::page(decision, request.line().as_str(), columns))?;
        match &self.arguments.key {
            Some(key) if decision.fix_suggestion.is_some() => {
                self.output.line(&Clean::one_line(&format!("  {key} puts the suggestion on the line")))
            }
            _ => Ok(()),
        }
    }

    fn denied(&mut self) -> io::Result<ExitStatus> {
        self.output.flush()?;
        if !self.arguments.afterwards {
            // what was typed ahead, or pasted behind it, was meant for a line that has run
            let _ = rustix::termios::tcflush(io::stdout(), rustix::termios::QueueSelector::IFlush);
        }
        Ok(ExitStatus::Answered(Verdict::Deny))
    }
}

/// The line that was typed, or why there is none.
fn line(arguments: &ShellCheck) -> io::Result<Result<String, String>> {
    if let Some(word) = &arguments.line {
        return Ok(word.to_str().map(str::to_owned).ok_or_else(|| "the line is not valid UTF-8".to_owned()));
    }
    let mut bytes = Vec::new();
    let most = u64::try_from(MAX_LINE_BYTES).unwrap_or(u64::MAX).saturating_add(2);
    io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    Ok(String::from_utf8(bytes).map_err(|_| "the line is not valid UTF-8".to_owned()))
}

fn prompt(arguments: &ShellCheck) -> Prompt {
    let kinds = [
        (AliasKind::Command, &arguments.aliases),
        (AliasKind::Global, &arguments.global_aliases),
        (AliasKind::Suffix, &arguments.suffix_aliases),
    ];
    let aliases = kinds.into_iter().flat_map(|(kind, texts)| {
        let pairs = texts.iter().filter_map(|text| text.split_once('='));
        pairs.map(move |(name, value)| Alias { kind, name: name.to_owned(), value: value.to_owned() })
    });
    let options = arguments.options.as_deref().unwrap_or_default();
    Prompt {
        shell: super::reader(arguments.shell),
        options: options.split(':').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        aliases: aliases.collect(),
    }
}

/// What the shell keeps to itself, and what it does not hand down although bash would.
fn variables(arguments: &ShellCheck) -> Vec<(String, Option<String>)> {
    let given = arguments.variables.iter().filter_map(|text| text.split_once('='));
    let mut variables: Vec<_> = given.map(|(name, value)| (name.to_owned(), Some(value.to_owned()))).collect();
    if !matches!(arguments.shell, PromptShell::Bash | PromptShell::Zsh) {
        // `cd -` goes by a list of the shell's own
        variables.push(("OLDPWD".to_owned(), None));
    }
    variables
}
