//! `runok exec`: judges a command, then becomes it.
//!
//! Owns the way from a verdict to a command that runs or does not: allow runs, ask is put to a person where one was promised,
//! everything else ends here with the reason. What runs are the very words that were judged, never read again. Refuses to
//! judge ([`TimelyJudge`] does), and to run what was not.

pub(super) mod launch;
pub(super) mod shells;

use std::io;

use super::arguments::Exec;
use super::facts::own_directory;
use super::hook::shown;
use super::in_time::TimelyJudge;
use super::output::Output;
use super::prompt::{self, Answer, Question};
use super::request::{Request, Subject};
use super::shell_mode;
use crate::agent;
use crate::answer::exit::ExitStatus;
use crate::answer::text;
use crate::decision::Decision;
use crate::verdict::Verdict;
use launch::Program;
use shells::{Manner, Shell};

/// How `exec` ends where it runs nothing.
const REFUSED: u8 = 3;

const NOTHING: &str = "there is nothing to run: give the command after --\n\n  runok exec -- 'git status'";

const NO_SANDBOX: &str = "this version cannot apply a sandbox, so nothing was run; leave --sandbox out";

/// The longest text that is repeated in a hint, in bytes.
const MAX_REPEATED: usize = 200;

/// Judges what the arguments hold, and becomes it.
///
/// # Errors
/// When writing fails; then nothing was run.
pub(crate) fn run(arguments: &Exec, output: &mut Output) -> io::Result<ExitStatus> {
    let judge = TimelyJudge { config: arguments.config.clone(), deadline: arguments.deadline };
    if arguments.sandbox.is_some() {
        return output.complain(&format!("runok: {NO_SANDBOX}")).map(|()| ExitStatus::Unusable);
    }
    if arguments.shell {
        return shell_mode::run("bash".as_ref(), &arguments.words, judge, output);
    }
    if arguments.words.is_empty() {
        return output.complain(&format!("runok: {NOTHING}")).map(|()| ExitStatus::Unusable);
    }
    let refused = ExitStatus::NotRun(REFUSED);
    match attempt(arguments) {
        Ok(attempt) => attempt.judge_and_run(judge, output),
        Err(why) => output.complain(&format!("runok: {why}, so nothing was run")).map(|()| refused),
    }
}

/// The command of the arguments: one word is a text for a shell, several are a program with its arguments.
fn attempt(arguments: &Exec) -> Result<Attempt, String> {
    let given = Request::words(&arguments.words)?;
    let (request, program, doubt) = match (given.subject, arguments.words.split_first()) {
        (Subject::Text(line), _) => {
            let shell = Shell::for_texts()?;
            let (request, program) = shell.text(line)?;
            (request, program, shell.doubt_alone())
        }
        (Subject::Words(words, _), Some((name, rest))) => {
            // the words are the caller's, so no option can be put among them that keeps a shell from looking at its variables
            let doubt = Shell::of_words(&words).and_then(|shell| shell.doubt(Manner::default()));
            (Request::known_words(words)?, Program::new(name, rest.to_vec()), doubt)
        }
        (Subject::Words(..) | Subject::Tool(..) | Subject::Typed(..), _) => {
            return Err("there is nothing to run".to_owned());
        }
    };
    Ok(Attempt { request, program, doubt, asks: arguments.ask, flag: true, refused: ExitStatus::NotRun(REFUSED) })
}

/// A command that is to be judged and run.
pub(super) struct Attempt {
    /// What is judged.
    pub request: Request,
    /// What runs: the same.
    pub program: Program,
    /// Why that cannot be told to be the same, so that allow is ask.
    pub doubt: Option<String>,
    /// A person may be asked.
    pub asks: bool,
    /// There is a flag that says so.
    pub flag: bool,
    /// How it ends where nothing is run.
    pub refused: ExitStatus,
}

impl Attempt {
    /// Judges it; comes back only where it does not run.
    ///
    /// # Errors
    /// When writing fails; then nothing was run.
    pub(super) fn judge_and_run(self, judge: TimelyJudge, output: &mut Output) -> io::Result<ExitStatus> {
        let mut decision = judge.judge(&self.request);
        let held = hold_back(self.doubt.as_deref(), &mut decision);
        let decision = &decision;
        let nobody = match decision.verdict {
            Verdict::Allow => return self.launch(output),
            Verdict::Deny => return self.refuse((decision, false), None, output),
            Verdict::Ask if !self.asks => None,
            Verdict::Ask => match self.ask(decision, &judge) {
                Answer::Yes => return self.launch(output),
                Answer::No => return output.complain("runok: not run").map(|()| self.refused),
                Answer::Nobody(why) => Some(why),
            },
        };
        self.refuse((decision, !held), nobody, output)
    }

    fn ask(&self, decision: &Decision, judge: &TimelyJudge) -> Answer {
        let explain = |columns: usize| {
            let doubt = self.doubt.clone();
            judge.account(&self.request, columns, move |decision| {
                hold_back(doubt.as_deref(), decision);
            })
        };
        prompt::confirm(&Question { decision, line: self.request.line().as_str(), explain: &explain })
    }

    /// Says why it does not run, and what would make it: a rule, where `by_rule`.
    fn refuse(
        &self,
        (decision, by_rule): (&Decision, bool),
        nobody: Option<String>,
        output: &mut Output,
    ) -> io::Result<ExitStatus> {
        let line = self.request.line().as_str();
        if output.error_is_terminal() {
            output.complain_page(&text::page(decision, line, output.columns()))?;
        } else {
            let here = own_directory();
            output.complain(&agent::reason(decision, &|file| shown(file, here.as_deref())))?;
        }
        if decision.verdict == Verdict::Ask {
            if let Some(why) = nobody {
                output.complain(&format!("runok: nobody could be asked: {why}"))?;
            }
            if let Some(hint) = self.hint(by_rule) {
                output.complain(&hint)?;
            }
        }
        Ok(self.refused)
    }

    /// What would make it run.
    fn hint(&self, by_rule: bool) -> Option<String> {
        let ask = (self.flag && !self.asks).then_some("with `runok exec --ask` you are asked");
        let rule = by_rule.then(|| {
            let line = self.request.line().as_str();
            let words = match &self.request.subject {
                Subject::Text(_) | Subject::Typed(..) => shlex::try_quote(line).unwrap_or_default(),
                Subject::Words(..) | Subject::Tool(..) => line.into(),
            };
            let words = if words.len() > MAX_REPEATED || words.contains('\n') { "…".into() } else { words };
            format!("an allow rule would let it run, `runok explain -- {words}` shows which")
        });
        let hints: Vec<&str> = rule.as_deref().into_iter().chain(ask).collect();
        (!hints.is_empty()).then(|| format!("runok: {}", hints.join("; ")))
    }

    fn launch(&self, output: &mut Output) -> io::Result<ExitStatus> {
        output.flush()?;
        let failure = self.program.replace_this_process();
        output.complain(&format!("runok: {}", failure.why)).map(|()| ExitStatus::NotRun(failure.code))
    }
}

/// A doubt about what runs, or a sandbox that cannot be applied, makes allow ask. Did it?
fn hold_back(doubt: Option<&str>, decision: &mut Decision) -> bool {
    if decision.verdict != Verdict::Allow {
        return false;
    }
    let sandbox = decision.sandbox.as_ref();
    let sandbox = sandbox.map(|name| format!("it may run in the sandbox `{name}` alone, which cannot be applied yet"));
    let Some(why) = doubt.map(str::to_owned).or(sandbox) else { return false };
    decision.verdict = Verdict::Ask;
    decision.reason = why;
    decision.message = None;
    decision.sandbox = None;
    decision.decided_at = None;
    decision.decided_by = None;
    true
}
