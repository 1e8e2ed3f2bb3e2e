#![allow(clippy::disallowed_types, reason = "edge: opens the terminal")]
//! The terminal that controls this process: text to it, one key from it.
//!
//! Owns its settings: they are changed while a question stands and put back before anything else happens, a signal
//! that ends the process included. Refuses to know what is asked, and to take anything that was typed before the question
//! stood on the screen.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use nix::sys::signal::{SigSet, SigmaskHow, Signal, raise};
use rustix::fs::{FlockOperation, OFlags};
use rustix::io::Errno;
use rustix::termios::{
    self, InputModes, LocalModes, OptionalActions, OutputModes, QueueSelector, SpecialCodeIndex, Termios,
};

/// The terminal that controls a process.
const TERMINAL: &str = "/dev/tty";

/// How many columns a page has where the terminal does not say.
const DEFAULT_COLUMNS: usize = 80;

/// The widest that a page is laid out for.
const MOST_COLUMNS: usize = 100;

/// How long nothing may come in before a question is put (a paste comes in pieces, and the last one must not answer), and how
/// long what follows a key may take to belong to it, as the rest of an arrow key's bytes does. In tenths of a second, the
/// terminal's own unit: its timer serves everywhere, `poll` does not know terminals on every system.
const QUIET: u8 = 1;

/// How often quiet is waited for: whoever types on all the time is not reading.
const MAX_WAITS: usize = 50;

/// How long a shell may take to hand the terminal to the job that it has started: fish does so after the start.
const TURN: Duration = Duration::from_millis(10);

/// How many times that is waited for.
const MAX_TURNS: usize = 30;

/// How often it is looked whether another question has gone from the terminal.
const GLANCE: Duration = Duration::from_millis(50);

/// After so many of these looks (3 seconds) it is said that one waits, after so many (10 minutes) it gives up: any program can
/// hold the lock.
const SILENT_GLANCES: usize = 60;
const MAX_GLANCES: usize = 12_000;

const WAITING: &str =
    "\nrunok: another question stands on this terminal, or a program has locked it: one more waits for its turn\n";

/// The most bytes that are read at once; a key has fewer.
const MAX_BURST: usize = 64;

/// Signals that end a process where nobody caught them; Ctrl-C and Ctrl-\ are keys while a question stands.
pub(crate) const ENDING: [Signal; 4] = [Signal::SIGHUP, Signal::SIGINT, Signal::SIGQUIT, Signal::SIGTERM];

/// The bytes that came in together.
pub(super) type Burst = Vec<u8>;

/// The terminal, open.
pub(super) struct Terminal {
    device: Arc<File>,
    /// Held as long as the question stands.
    _turn: Option<File>,
    /// A thread waits for the signals of [`ENDING`] while they are held back.
    watched: bool,
}

impl Terminal {
    /// Opens it where this process may read from it now.
    ///
    /// # Errors
    /// Why nobody can be asked.
    pub(super) fn open() -> Result<Self, String> {
        let flags = OFlags::CLOEXEC | OFlags::NOCTTY;
        let mut options = OpenOptions::new();
        options.read(true).write(true).custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
        let device = options.open(TERMINAL).map_err(|error| format!("there is no terminal to ask on ({error})"))?;
        // what reads from the terminal out of the background is stopped by the kernel, and nobody would see why
        for _ in 0..MAX_TURNS {
            let foreground = termios::tcgetpgrp(&device);
            let foreground = foreground.map_err(|error| format!("there is no terminal to ask on ({error})"))?;
            if foreground == rustix::process::getpgrp() {
                let turn = turn(&device)?;
                return Ok(Self { device: Arc::new(device), _turn: turn, watched: false });
            }
            thread::sleep(TURN);
        }
        Err("the terminal is with another job".to_owned())
    }

    /// How many columns a page may have.
    pub(super) fn columns(&self) -> usize {
        let size = termios::tcgetwinsize(&self.device).ok().map(|size| usize::from(size.ws_col));
        size.filter(|columns| *columns > 0).unwrap_or(DEFAULT_COLUMNS).min(MOST_COLUMNS)
    }

    /// Sets it for a question.
    pub(super) fn for_a_question(&mut self) -> io::Result<Asking> {
        let before = termios::tcgetattr(&self.device)?;
        let own = SigSet::thread_get_mask()?;
        // what the caller holds back stays the caller's business
        let signals: SigSet = ENDING.into_iter().filter(|signal| !own.contains(*signal)).collect();
        let mask = signals.thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
        let asking = Asking { device: Arc::clone(&self.device), before, mask };
        if !self.watched {
            let (device, before) = (Arc::clone(&self.device), asking.before.clone());
            thread::Builder::new().spawn(move || end_by_signal(signals, &device, &before))?;
            self.watched = true;
        }
        termios::tcsetattr(&asking.device, OptionalActions::Flush, &one_key(&asking.before, 1, 0))?;
        Ok(asking)
    }
}

/// Waits until no other question stands on the same terminal (`make -j` starts several shells): a key that is meant for one
/// must not answer another. Where the terminal has no name that the standard streams know it by, or cannot be locked, a
/// question stands there without.
///
/// # Errors
/// Why nobody can be asked: the turn never came.
fn turn(device: &File) -> Result<Option<File>, String> {
    let Some(terminal) = by_its_name() else { return Ok(None) };
    for glance in 0..MAX_GLANCES {
        match rustix::fs::flock(&terminal, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(Some(terminal)),
            Err(Errno::WOULDBLOCK | Errno::INTR) => {}
            Err(_) => return Ok(None),
        }
        if glance == SILENT_GLANCES {
            // where it cannot be written to, the question cannot be put either, and that is told then
            let _ = (&*device).write_all(WAITING.as_bytes());
        }
        thread::sleep(GLANCE);
    }
    Err("the terminal was locked for 10 minutes, by another question or another program".to_owned())
}

/// The terminal under the name that all its users know, for a lock.
fn by_its_name() -> Option<File> {
    let name = termios::ttyname(io::stdin(), Vec::new())
        .or_else(|_| termios::ttyname(io::stderr(), Vec::new()))
        .or_else(|_| termios::ttyname(io::stdout(), Vec::new()))
        .ok()?;
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(i32::try_from((OFlags::CLOEXEC | OFlags::NOCTTY).bits()).ok()?);
    options.open(OsStr::from_bytes(name.to_bytes())).ok()
}

/// The terminal as a question needs it, put back when dropped.
///
/// The signals that end a process are held back meanwhile, and a thread of its own waits for them. Handlers would serve as
/// well, but what the signals' dispositions were, which the command inherits, would be lost with them.
pub(super) struct Asking {
    device: Arc<File>,
    before: Termios,
    mask: SigSet,
}

impl Asking {
    /// Writes text that was cleaned, or that runok wrote itself.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        (&*self.device).write_all(text.as_bytes())
    }

    /// Shows the prompt and reads one key, with what came together with it; nothing where the terminal went away, and where
    /// somebody typed on and on.
    pub(super) fn key_after(&self, prompt: &str) -> io::Result<Burst> {
        self.wait_for(0, QUIET)?;
        let mut quiet = false;
        for _ in 0..MAX_WAITS {
            quiet = self.read()?.is_empty();
            if quiet {
                break;
            }
        }
        self.wait_for(1, 0)?;
        self.write(prompt)?;
        if !quiet {
            return Ok(Burst::new());
        }
        let mut burst = self.read()?;
        if !burst.is_empty() {
            self.wait_for(0, QUIET)?;
            burst.extend(self.read()?);
        }
        termios::tcflush(&self.device, QueueSelector::IFlush)?;
        Ok(burst)
    }

    /// Lets a read wait for so many bytes, or for so many tenths of a second.
    fn wait_for(&self, bytes: u8, tenths: u8) -> io::Result<()> {
        Ok(termios::tcsetattr(&self.device, OptionalActions::Now, &one_key(&self.before, bytes, tenths))?)
    }

    /// What can be read; nothing when the time is over, at the end, and from a terminal that was hung up.
    fn read(&self) -> io::Result<Burst> {
        let mut bytes = vec![0; MAX_BURST];
        loop {
            match rustix::io::read(&self.device, &mut bytes) {
                Ok(count) => {
                    bytes.truncate(count);
                    return Ok(bytes);
                }
                Err(Errno::INTR) => {}
                Err(Errno::IO) => return Ok(Burst::new()),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        // if the terminal is gone, there is nothing to put back
        let _ = termios::tcsetattr(&self.device, OptionalActions::Now, &self.before);
        let _ = self.mask.thread_set_mask();
    }
}

/// Settings under which each key comes at once and unseen, Ctrl-C as a byte, and a line break is one: a shell's line
/// editor, on whose behalf runok may ask, works without that.
fn one_key(before: &Termios, bytes: u8, tenths: u8) -> Termios {
    let mut settings = before.clone();
    settings.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
    settings.input_modes.remove(InputModes::ISTRIP);
    settings.output_modes.insert(OutputModes::OPOST | OutputModes::ONLCR);
    settings.special_codes[SpecialCodeIndex::VMIN] = bytes;
    settings.special_codes[SpecialCodeIndex::VTIME] = tenths;
    settings
}

/// Waits for a signal that ends the process, puts the terminal's settings back, and lets the signal do what it would
/// have done. One that the process ignores comes here too, as long as it is held back: then nothing happens.
fn end_by_signal(signals: SigSet, device: &File, before: &Termios) {
    while let Ok(signal) = signals.wait() {
        let _ = termios::tcsetattr(device, OptionalActions::Now, before);
        let _ = raise(signal);
        let alone = SigSet::from(signal);
        let _ = alone.thread_unblock();
        let _ = alone.thread_block();
    }
}
