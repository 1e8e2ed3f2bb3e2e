#![allow(clippy::disallowed_methods, reason = "an edge: reads the clock for the deadlines")]
//! All questions of a run, one after the other, under one deadline.
//!
//! Owns the order, the deadlines and that nothing is asked twice or in vain. Refuses to decide what the replies mean.

use std::time::{Duration, Instant};

use foldhash::HashMap;

use super::outcome::Deadline;
use super::{process, protocol};
use crate::decision::{Query, Reply};
use crate::verdict::Verdict;

/// How long a validator may take whose type sets no `timeout`.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

/// Asks the validators: the replies to `queries`, in order. All of them together may take `budget`, counted from `start`
/// (when the run began); a query that comes too late gets the failure `timeout after …` without a process being started.
///
/// There are fewer replies than queries where one of them is `deny`: it is the last one, because nothing that a validator
/// could say afterwards changes the verdict of the line.
#[must_use]
pub fn consult(queries: &[Query], budget: Duration, start: Instant) -> Vec<Reply> {
    consult_watched(queries, budget, start, &mut |_, _| {})
}

/// The same; `watch` is told of every exchange: the index of the query, and how long it took.
#[must_use]
pub fn consult_watched(
    queries: &[Query],
    budget: Duration,
    start: Instant,
    watch: &mut dyn FnMut(usize, Duration),
) -> Vec<Reply> {
    let run = Deadline::new(start, budget);
    let mut asked: HashMap<String, Vec<usize>> = HashMap::default();
    let mut replies: Vec<Reply> = Vec::with_capacity(queries.len());
    for (index, query) in queries.iter().enumerate() {
        let request = protocol::request(query);
        let same = asked.entry(request.clone()).or_default();
        let earlier =
            same.iter().find(|earlier| queries.get(**earlier).is_some_and(|other| same_process(other, query)));
        let known = earlier.and_then(|earlier| replies.get(*earlier)).cloned();
        same.push(index);
        let reply = known.unwrap_or_else(|| {
            let begun = Instant::now();
            let reply = ask(query, &request, run);
            watch(index, begun.elapsed());
            reply
        });
        let settled = matches!(reply, Reply::Answer { status: Verdict::Deny, .. });
        replies.push(reply);
        if settled {
            break;
        }
    }
    replies
}

/// Would both be asked of the same program in the same way?
fn same_process(one: &Query, other: &Query) -> bool {
    one.executor == other.executor && one.withheld_env == other.withheld_env
}

fn ask(query: &Query, request: &str, run: Deadline) -> Reply {
    let own = Deadline::new(Instant::now(), query.executor.timeout.unwrap_or(DEFAULT_TIMEOUT));
    let deadline = own.or_earlier(run);
    process::exchange(&query.executor, request, deadline, &query.withheld_env).into_reply(deadline)
}
