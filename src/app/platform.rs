#![allow(
    unsafe_code,
    reason = "the one place for system calls that no library wraps safely: what runs when a signal comes"
)]
//! The last words of a process that a signal ends.
//!
//! Owns the signals of a run that must not end without an answer: a deadline, a stack that is full, an abort, a request to
//! end. What is said then is made beforehand, so that the handler only writes bytes and leaves; nothing is allocated, no
//! lock is taken. Refuses everything else: it knows no agent and makes no decision.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};

use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};

/// What is said, and how the process ends.
#[derive(Debug)]
pub(crate) struct LastWords {
    /// For standard output.
    pub stdout: Vec<u8>,
    /// For standard error.
    pub stderr: Vec<u8>,
    /// The exit code.
    pub exit: u8,
}

/// The words; never freed once they stand here.
static WORDS: AtomicPtr<LastWords> = AtomicPtr::new(std::ptr::null_mut());

/// Somebody has begun to answer.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// How the process ends where the answer was given by others.
static EXIT: AtomicI32 = AtomicI32::new(0);

/// The signals that end a process: the deadline, faults of the program, requests from outside.
const FATAL: [Signal; 16] = [
    Signal::SIGALRM,
    Signal::SIGSEGV,
    Signal::SIGBUS,
    Signal::SIGILL,
    Signal::SIGFPE,
    Signal::SIGABRT,
    Signal::SIGTERM,
    Signal::SIGHUP,
    Signal::SIGINT,
    Signal::SIGQUIT,
    Signal::SIGSYS,
    Signal::SIGTRAP,
    Signal::SIGXCPU,
    Signal::SIGXFSZ,
    Signal::SIGUSR1,
    Signal::SIGUSR2,
];

/// From here on the process does not end on a signal without saying `words`; `seconds` from now it ends in any case.
pub(crate) fn arm(words: LastWords, seconds: u32) {
    WORDS.store(Box::into_raw(Box::new(words)), Ordering::SeqCst);
    // a full stack is no place to run on: the standard library has set up another one for the main thread
    let action = SigAction::new(SigHandler::Handler(speak), SaFlags::SA_ONSTACK | SaFlags::SA_RESETHAND, SigSet::all());
    for signal in FATAL {
        // SAFETY: the handler touches atomics and calls write(2) and _exit(2) alone, which are async-signal-safe
        let armed = unsafe { sigaction(signal, &action) };
        debug_assert!(armed.is_ok(), "{signal} cannot be caught");
    }
    nix::unistd::alarm::set(seconds.max(1));
}

/// Ctrl-C ends this process, also where a shell that ignores SIGINT, or holds it back, has started it.
pub(crate) fn heed_ctrl_c() {
    let action = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    // SAFETY: nothing of this program runs when the signal comes
    let heeded = unsafe { sigaction(Signal::SIGINT, &action) };
    let held = SigSet::from(Signal::SIGINT).thread_unblock();
    debug_assert!(heeded.is_ok() && held.is_ok(), "SIGINT cannot be set");
}

/// Whoever calls this first gives the answer; `exit` is how the process will end. False: it has been given.
pub(crate) fn take_the_word(exit: u8) -> bool {
    let first = !ANSWERED.swap(true, Ordering::SeqCst);
    if first {
        EXIT.store(i32::from(exit), Ordering::SeqCst);
    }
    first
}

extern "C" fn speak(_: nix::libc::c_int) {
    let words = WORDS.load(Ordering::SeqCst);
    let mut exit = EXIT.load(Ordering::SeqCst);
    if !words.is_null() && !ANSWERED.swap(true, Ordering::SeqCst) {
        // SAFETY: it came from a box that is never given back, and nobody changes it after `arm`
        let words = unsafe { &*words };
        exit = i32::from(words.exit);
        write_all(nix::libc::STDOUT_FILENO, &words.stdout);
        write_all(nix::libc::STDERR_FILENO, &words.stderr);
    }
    // SAFETY: ends the process at once, without running anything of it
    unsafe { nix::libc::_exit(exit) }
}

fn write_all(descriptor: nix::libc::c_int, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the pointer and the length are those of one live slice
        let written = unsafe { nix::libc::write(descriptor, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written).ok().and_then(|written| bytes.get(written..)) {
            Some(left) if left.len() < bytes.len() => bytes = left,
            _ => return,
        }
    }
}
