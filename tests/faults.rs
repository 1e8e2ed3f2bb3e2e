//! Faults of the machine, on Linux, through the built program: whatever system call fails, whatever is used up, whenever the
//! process is killed, the verdict is the right one, or `ask`, or there is none; nothing is lost, left behind, or hangs.
//!
//! strace lets each system call fail once, and kills at each. A full sweep over every call with every error takes minutes:
//! `RUNOK_FAULTS=all`. Without it each call fails once, with one of its errors.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, say how much they tried, and stop where they cannot go on"
)]

#[path = "faults/calls.rs"]
mod calls;
#[path = "faults/changed.rs"]
mod changed;
#[path = "faults/door.rs"]
mod door;
#[path = "faults/failing.rs"]
mod failing;

#[path = "faults/killed.rs"]
mod killed;
#[path = "faults/many.rs"]
mod many;
#[path = "faults/place.rs"]
mod place;
#[path = "faults/short.rs"]
mod short;
#[path = "faults/tracer.rs"]
mod tracer;
