//! How long something takes: the time that this thread ran, which other programs on the machine do not lengthen much.

use std::time::{Duration, Instant};

/// The time that this thread has run.
fn ran() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// How long this takes; by the clock on the wall where the system does not tell.
pub(crate) fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (wall, before) = (Instant::now(), ran());
    let done = work();
    let took = before.zip(ran()).map(|(before, after)| after.saturating_sub(before));
    (done, took.filter(|took| !took.is_zero()).unwrap_or_else(|| wall.elapsed()))
}

/// The shortest of several times that this takes.
pub(crate) fn least(times: usize, mut work: impl FnMut()) -> Duration {
    (0..times).map(|_| time(&mut work).1).min().unwrap_or_default()
}
