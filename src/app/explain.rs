//! `runok explain`: judges as `check` does, and shows how the verdict comes about.
//!
//! Owns the form of the account. Refuses to judge: [`Judge`] does, by the way that it goes for `check`, watched.

use std::io;

use super::arguments::{Explain, Format};
use super::doors::{self, Door, NOTHING};
use super::judge::{self, Judge, Judgement};
use super::output::Output;
use super::request::Request;
use super::watch::{Watch, Watched};
use crate::answer::exit::ExitStatus;
use crate::answer::explain::{self, Account};
use crate::answer::text::Page;

/// Explains what the arguments or standard input hold.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn run(arguments: &Explain, output: &mut Output) -> io::Result<ExitStatus> {
    let door = doors::open(&arguments.words, "explain", output)?;
    let mut explaining = Explaining { judge: Judge::new(arguments.config.clone()).afresh(true), arguments, output };
    match door {
        Door::One(request) => explaining.answer(&request),
        Door::Many(mut requests) => {
            let mut all: Option<ExitStatus> = None;
            while let Some(request) = requests.next()? {
                if all.is_some() && arguments.format == Format::Text {
                    explaining.output.line(&Default::default())?;
                }
                let status = explaining.answer(&request)?;
                explaining.output.flush()?;
                all = Some(all.map_or(status, |all| all.and(status)));
            }
            Ok(all.unwrap_or(ExitStatus::Unusable))
        }
        Door::Nothing => explaining.answer(&Err(NOTHING.to_owned())).map(|_| ExitStatus::Unusable),
        Door::Closed => Ok(ExitStatus::Unusable),
    }
}

struct Explaining<'a> {
    judge: Judge,
    arguments: &'a Explain,
    output: &'a mut Output,
}

impl Explaining<'_> {
    fn answer(&mut self, request: &Result<Request, String>) -> io::Result<ExitStatus> {
        let watch = Watch::new(self.arguments.all, !self.arguments.no_validators);
        let judgement = match request {
            Ok(request) => self.judge.judge(request, Some(&watch)),
            Err(why) => Judgement { decision: judge::ask(why.clone()), loaded: None, usable: true, lasting: false },
        };
        let line = request.as_ref().map(|request| request.line().as_str()).unwrap_or_default();
        let watched = watch.into_watched(&judgement);
        self.show(&judgement, &watched, line)?;
        Ok(judgement.status())
    }

    fn show(&mut self, judgement: &Judgement, watched: &Watched, line: &str) -> io::Result<()> {
        let account = account(judgement, watched, line, self.arguments.all);
        match self.arguments.format {
            Format::Json => self.output.json(&explain::json(&account)),
            Format::Text => {
                let columns = self.output.page_columns();
                self.output.page(&explain::page(&account, columns))
            }
        }
    }
}

/// The account of one judgement, for a person at a terminal with so many columns.
pub(super) fn page(judgement: &Judgement, watched: &Watched, line: &str, columns: usize) -> Page {
    explain::page(&account(judgement, watched, line, false), columns)
}

fn account<'a>(judgement: &'a Judgement, watched: &'a Watched, line: &'a str, all: bool) -> Account<'a> {
    Account {
        line,
        decision: &judgement.decision,
        explanation: &watched.explanation,
        policy: judgement.loaded.as_ref().map(|loaded| &loaded.policy),
        problems: judgement.loaded.as_ref().map_or(&[][..], |loaded| loaded.problems.as_slice()),
        all,
        questions: &watched.questions,
    }
}
