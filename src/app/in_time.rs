//! Judging that comes to an end: when the deadline has come the answer is `ask`, whatever hangs.
//!
//! Owns the thread that works, and how long it is waited for. A file system that does not answer holds up that thread alone;
//! it is left behind, and ends with the process. Refuses to judge, and to know who is answered.

use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use nix::sys::signal::SigSet;

use super::judge::{self, Judge};
use super::prompt::ENDING;
use super::request::Request;
use super::watch::Watch;
use super::{explain, guard, hook};
use crate::answer::text::{self, Page};
use crate::decision::Decision;

/// How much stack working gets: as much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// What `work` comes to, on a thread of its own; where that takes longer than so many seconds, or fails, why there is nothing.
///
/// # Errors
/// A sentence for a person.
pub(crate) fn within<T: Send + 'static>(seconds: u32, work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    let working = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        // whoever puts a question holds these back and waits for them: they must not end the process by way of this thread
        let _ = ENDING.into_iter().collect::<SigSet>().thread_block();
        let done = guard::catch(work);
        // nobody listens any more once the deadline has come
        let _ = sender.send(done);
    });
    working.map_err(|why| format!("no thread can be started: {why}"))?;
    match receiver.recv_timeout(Duration::from_secs(u64::from(seconds))) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(panic)) => Err(format!("judging this failed: {panic}. Please report this")),
        Err(RecvTimeoutError::Timeout) => Err(format!("no answer within {seconds} s")),
        Err(RecvTimeoutError::Disconnected) => Err("judging this failed".to_owned()),
    }
}

/// A judge who answers in time.
#[derive(Clone, Debug)]
pub(crate) struct TimelyJudge {
    /// The policy file, where it was named.
    pub config: Option<PathBuf>,
    /// After how many seconds there is an answer.
    pub deadline: u32,
}

impl TimelyJudge {
    /// The decision about a request; `ask` where there is none in time.
    pub(crate) fn judge(&self, request: &Request) -> Decision {
        let (own, request) = (self.clone(), request.clone());
        let decision = within(self.deadline, move || {
            hook::fault();
            // the process is about to end or to become another one, so nothing is given back
            own.within_it().judge(&request, None).decision
        });
        decision.unwrap_or_else(|why| judge::ask(format!("{why}, so nobody knows what this would do")))
    }

    /// How the decision comes about, judged anew, for so many columns; `hold` changes it as it was changed before.
    pub(crate) fn account(
        &self,
        request: &Request,
        columns: usize,
        hold: impl FnOnce(&mut Decision) + Send + 'static,
    ) -> Page {
        let (own, asked) = (self.clone(), request.clone());
        let page = within(self.deadline, move || {
            let watch = Watch::new(false, true);
            let mut judgement = own.within_it().judge(&asked, Some(&watch));
            let watched = watch.into_watched(&judgement);
            hold(&mut judgement.decision);
            explain::page(&judgement, &watched, asked.line().as_str(), columns)
        });
        page.unwrap_or_else(|why| text::page(&judge::ask(why), request.line().as_str(), columns))
    }

    /// Its validators are done before the deadline comes.
    fn within_it(self) -> ManuallyDrop<Judge> {
        ManuallyDrop::new(hook::judge(self.config, self.deadline))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_long_or_panics_is_nothing() {
        assert_eq!(within(60, || 1), Ok(1));
        let (hold, held) = mpsc::channel::<()>();
        assert_eq!(within(0, move || held.recv().is_ok()), Err("no answer within 0 s".to_owned()));
        drop(hold);
        let why = within(60, || -> u8 { panic!("on purpose") }).unwrap_err();
        assert!(why.starts_with("judging this failed: "), "{why}");
    }
}
