#![allow(
    unsafe_code,
    reason = "the one place for system calls that no library wraps safely: what runs when a signal comes"
)]
//! The last words of a process that a signal ends.
//!
//! Owns the signals of a run that must not end without an answer: a deadline, a stack that is full, an abort, a request to
//! end; and that no validator goes on after it. What is said then is made beforehand, so that the handler only writes bytes
//! and leaves; nothing is allocated, no lock is taken. An answer that could not be written to its end is told by the exit
//! code. Refuses everything else: it knows no agent and makes no decision.

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

/// How the process ends where the whole answer was given by others; [`UNSAID`] before.
static EXIT: AtomicI32 = AtomicI32::new(UNSAID);

/// No exit code.
const UNSAID: i32 = -1;

/// The exit code, and what stands on standard error, where an answer was begun and cut off: agents that would take half of it for
/// none hear one of these.
const CUT_OFF: i32 = 2;
const CUT_OFF_WORDS: &[u8] = b"runok: the answer could not be written to its end, so the command is refused\n";

/// The signals that end a process: the deadline, faults of the program, requests from outside.
const FATAL: [Signal; 19] = [
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
    Signal::SIGVTALRM,
    Signal::SIGPROF,
    Signal::SIGIO,
];

/// From here on the process does not end on a signal without saying `words`; `seconds` from now it ends in any case, also
/// where whoever started it holds signals back.
pub(crate) fn arm(words: LastWords, seconds: u32) {
    WORDS.store(Box::into_raw(Box::new(words)), Ordering::SeqCst);
    // a full stack is no place to run on: the standard library has set up another one for the main thread
    let action = SigAction::new(SigHandler::Handler(speak), SaFlags::SA_ONSTACK | SaFlags::SA_RESETHAND, SigSet::all());
    for signal in FATAL {
        // SAFETY: the handler touches atomics and calls kill(2), write(2), poll(2) and _exit(2) alone, which are async-signal-safe
        let armed = unsafe { sigaction(signal, &action) };
        debug_assert!(armed.is_ok(), "{signal} cannot be caught");
    }
    let let_through = SigSet::from_iter(FATAL).thread_unblock();
    debug_assert!(let_through.is_ok(), "signals are held back");
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

/// From here on a validator that runs does not outlive this process where that is told to end. (It has a process group of its own,
/// which Ctrl-C does not reach.) What is ignored stays ignored.
pub(crate) fn take_validators_along() {
    if !WORDS.load(Ordering::SeqCst).is_null() {
        return;
    }
    let action = SigAction::new(SigHandler::Handler(end), SaFlags::SA_RESETHAND, SigSet::empty());
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT] {
        // SAFETY: the handler loads an atomic and calls kill(2) and raise(3) alone, which are async-signal-safe
        let before = unsafe { sigaction(signal, &action) };
        if let Ok(before) = before
            && before.handler() == SigHandler::SigIgn
        {
            // SAFETY: nothing of this program runs when the signal comes
            let restored = unsafe { sigaction(signal, &before) };
            debug_assert!(restored.is_ok(), "{signal} cannot be set");
        }
    }
}

extern "C" fn end(signal: nix::libc::c_int) {
    end_validator();
    // SAFETY: the handler is taken back already, so the process ends when this one comes back
    unsafe { nix::libc::raise(signal) };
}

fn end_validator() {
    if let Some(group) = crate::validator::process::running() {
        // SAFETY: kill(2) touches nothing of this process and is async-signal-safe
        unsafe { nix::libc::kill(-group, nix::libc::SIGKILL) };
    }
}

/// Comes back to whoever calls this first, and gives the answer; where it has been given, the process ends.
pub(crate) fn take_the_word() {
    while ANSWERED.swap(true, Ordering::SeqCst) {
        // on another thread somebody speaks, who ends the process
        std::thread::park();
    }
}

/// The whole answer is written; `exit` is how the process ends.
pub(crate) fn all_is_said(exit: u8) {
    EXIT.store(i32::from(exit), Ordering::SeqCst);
}

extern "C" fn speak(_: nix::libc::c_int) {
    end_validator();
    let words = WORDS.load(Ordering::SeqCst);
    let mut exit = EXIT.load(Ordering::SeqCst);
    if !words.is_null() && !ANSWERED.swap(true, Ordering::SeqCst) {
        // SAFETY: it came from a box that is never given back, and nobody changes it after `arm`
        let words = unsafe { &*words };
        let told = write_all(nix::libc::STDERR_FILENO, &words.stderr);
        let said = write_all(nix::libc::STDOUT_FILENO, &words.stdout);
        exit = if told && said { i32::from(words.exit) } else { CUT_OFF };
    } else if exit == UNSAID {
        exit = CUT_OFF;
        if has_room(nix::libc::STDERR_FILENO) {
            write_all(nix::libc::STDERR_FILENO, CUT_OFF_WORDS);
        }
    }
    // SAFETY: ends the process at once, without running anything of it
    unsafe { nix::libc::_exit(exit) }
}

/// Can a few words be written without waiting for a reader?
fn has_room(descriptor: nix::libc::c_int) -> bool {
    let mut asked = nix::libc::pollfd { fd: descriptor, events: nix::libc::POLLOUT, revents: 0 };
    // SAFETY: the pointer is that of one live entry; poll(2) is async-signal-safe
    let found = unsafe { nix::libc::poll(&raw mut asked, 1, 0) };
    found == 1 && asked.revents & nix::libc::POLLOUT != 0
}

/// Was all of it written?
fn write_all(descriptor: nix::libc::c_int, mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        // SAFETY: the pointer and the length are those of one live slice
        let written = unsafe { nix::libc::write(descriptor, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written).ok().and_then(|written| bytes.get(written..)) {
            Some(left) if left.len() < bytes.len() => bytes = left,
            _ => return false,
        }
    }
    true
}
