//! `runok check`: judges words, a text, or JSON requests, and says so.
//!
//! Owns which door the input came in by and in which form the answer goes out. Refuses to judge: [`Judge`] does.

use std::io;
use std::mem::ManuallyDrop;

use super::arguments::{Check, Format};
use super::doors::{self, Door, NOTHING};
use super::judge::{Judge, Judgement};
use super::output::Output;
use super::recall::{Asked, Given, Recall, Written};
use super::request::Request;
use super::stdin::Requests;
use super::watch::Watch;
use crate::answer::exit::ExitStatus;
use crate::answer::{json, text, verbose};

const HOOK_FORMAT: &str = "runok: `check` does not answer a coding agent's hook, `runok hook` does. To judge the payload of \
    a hook, leave --input-format out: {\"tool_name\": …} is recognised";

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
        // never dropped, as the judge is not: this is the last answer
        let judgement = ManuallyDrop::new(judgement);
        let decision = &judgement.decision;
        let line = line_of(&request);
        match self.arguments.output_format {
            Format::Json => self.output.json(&json_of(&judgement))?,
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
        let mut recall = Recall::default();
        while let Some(request) = requests.next()? {
            let status = self.answer_next(&request, &mut recall)?;
            // whoever asks one at a time waits for this answer before the next question
            if !requests.has_another() {
                self.output.flush()?;
            }
            all = Some(all.map_or(status, |all| all.and(status)));
        }
        Ok(all.unwrap_or(ExitStatus::Unusable))
    }

    /// Answers one of many requests.
    fn answer_next(&mut self, request: &Result<Request, String>, recall: &mut Recall) -> io::Result<ExitStatus> {
        // an account of how a verdict came about is made anew each time
        let asked = request.as_ref().ok().filter(|_| !self.arguments.verbose).and_then(Asked::by);
        if let Some(given) = asked.as_ref().and_then(|asked| recall.get(asked, self.judge.reading())) {
            self.write(&given.written)?;
            return Ok(given.status);
        }
        let (judgement, status) = self.judge(request)?;
        let written = match self.arguments.output_format {
            Format::Json => Written::Json(json_of(&judgement)),
            Format::Text => Written::Text(text::one_line(&judgement.decision)),
        };
        self.write(&written)?;
        if let Some(asked) = asked.filter(|_| judgement.lasting) {
            recall.keep(asked, Given { written, status }, self.judge.reading());
        }
        Ok(status)
    }

    fn write(&mut self, written: &Written) -> io::Result<()> {
        match written {
            Written::Json(line) => self.output.json(line),
            Written::Text(line) => self.output.line(line),
        }
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
}

fn json_of(judgement: &Judgement) -> String {
    let problems = judgement.loaded.as_ref().map(|loaded| loaded.problems.as_slice());
    json::decision(&judgement.decision, problems.unwrap_or_default())
}

/// The line to point into; empty where the request was not understood.
fn line_of(request: &Result<Request, String>) -> &str {
    request.as_ref().map(|request| request.line().as_str()).unwrap_or_default()
}
