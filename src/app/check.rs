//! `runok check`: judges words, a text, or JSON requests, and says so.
//!
//! Owns which door the input came in by and in which form the answer goes out. Refuses to judge: [`Judge`] does.

use std::io;
use std::mem::ManuallyDrop;

use super::arguments::{Check, Format};
use super::doors::{self, Door, NOTHING};
use super::judge::{Judge, Judgement};
use super::output::Output;
use super::request::Request;
use super::stdin::Requests;
use super::watch::Watch;
use crate::answer::exit::ExitStatus;
use crate::answer::{json, text, verbose};

const HOOK_FORMAT: &str = "runok: `check` does not answer a coding agent's hook, and this version has no command that \
    does. To judge the payload of a hook, leave --input-format out: {\"tool_name\": …} is recognised";

/// Judges what the arguments or standard input hold.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn run(arguments: &Check, output: &mut Output) -> io::Result<ExitStatus> {
    if let Some(format) = &arguments.input_format {
        let known = format == "claude-code-hook";
        let unknown = format!("runok: there is no input format {format:?}: leave --input-format out");
        output.complain(if known { HOOK_FORMAT } else { &unknown })?;
        return Ok(ExitStatus::Unusable);
    }
    let door = doors::open(&arguments.words, "check", output)?;
    let judge = Judge::new(arguments.config.clone()).afresh(arguments.no_cache || arguments.verbose);
    let mut check = Checking { judge: ManuallyDrop::new(judge), arguments, output };
    match door {
        Door::One(request) => check.answer_one(request),
        Door::Many(requests) => check.answer_all(requests),
        Door::Nothing => check.answer_one(Err(NOTHING.to_owned())).map(|_| ExitStatus::Unusable),
        Door::Closed => Ok(ExitStatus::Unusable),
    }
}

struct Checking<'a> {
    /// Never dropped: the process ends right after the last answer, and giving back a policy piece by piece would be a
    /// tenth of its work.
    judge: ManuallyDrop<Judge>,
    arguments: &'a Check,
    output: &'a mut Output,
}

impl Checking<'_> {
    /// Judges and answers the only request.
    fn answer_one(&mut self, request: Result<Request, String>) -> io::Result<ExitStatus> {
        let (judgement, status) = self.judge(&request)?;
        let decision = &judgement.decision;
        let line = line_of(&request);
        match self.arguments.output_format {
            Format::Json => self.json(&judgement)?,
            Format::Text if self.output.is_terminal() => {
                let columns = self.output.columns();
                self.output.page(&text::page(decision, line, columns))?;
            }
            Format::Text => text::plain(decision, line).iter().try_for_each(|line| self.output.line(line))?,
        }
        Ok(status)
    }

    /// Judges and answers requests as they come, each on one line.
    fn answer_all(&mut self, mut requests: Requests<'_>) -> io::Result<ExitStatus> {
        let mut all: Option<ExitStatus> = None;
        while let Some(request) = requests.next()? {
            let (judgement, status) = self.judge(&request)?;
            match self.arguments.output_format {
                Format::Json => self.json(&judgement)?,
                Format::Text => self.output.line(&text::one_line(&judgement.decision))?,
            }
            // whoever asks one at a time waits for this answer before the next question
            self.output.flush()?;
            all = Some(all.map_or(status, |all| all.and(status)));
        }
        Ok(all.unwrap_or(ExitStatus::Unusable))
    }

    fn judge(&mut self, request: &Result<Request, String>) -> io::Result<(Judgement, ExitStatus)> {
        let watch = self.arguments.verbose.then(|| Watch::for_note(None));
        let judgement = self.judge.answer(request, watch.as_ref());
        if self.arguments.verbose {
            if let Some(loaded) = &judgement.loaded {
                let policy = &loaded.policy;
                self.output.complain_lines(&verbose::policy(&policy.sources, &loaded.warnings, &loaded.problems))?;
            }
            self.output.complain_lines(&verbose::lines(&judgement.decision, line_of(request)))?;
        }
        let status = judgement.status();
        Ok((judgement, status))
    }

    fn json(&mut self, judgement: &Judgement) -> io::Result<()> {
        let problems = judgement.loaded.as_ref().map(|loaded| loaded.problems.as_slice());
        self.output.json(&json::decision(&judgement.decision, problems.unwrap_or_default()))
    }
}

/// The line to point into; empty where the request was not understood.
fn line_of(request: &Result<Request, String>) -> &str {
    request.as_ref().map(|request| request.line().as_str()).unwrap_or_default()
}
