//! A terminal of its own for a program under test.
//!
//! Starts a program as the leader of a session whose terminal the test holds the other end of: what the program shows is
//! waited for, and keys are pressed. No helper program is needed: the test's own binary starts once more, becomes the
//! leader, and then the program. A file that includes this has to call it `pty`.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "drives programs, and stops where it cannot go on; not every test uses all of it"
)]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Termios, tcgetattr};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How the second start of the test's binary learns what it is to become.
const TERMINAL: &str = "PTY_TERMINAL";
const WORDS: &str = "PTY_WORDS";

/// A program on a terminal.
pub(crate) struct Session {
    controller: File,
    /// Kept open, so that its settings can be looked at when the program is gone.
    terminal: File,
    child: Child,
    shown: String,
    chunks: Receiver<Vec<u8>>,
}

impl Session {
    /// Starts a program with its arguments in a directory, with these variables and no others.
    pub(crate) fn start(words: &[&str], directory: &Path, variables: &[(&str, &str)]) -> Self {
        let controller: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap().into_string().unwrap();
        let flags = i32::try_from(rustix::fs::OFlags::NOCTTY.bits()).unwrap();
        let mut options = OpenOptions::new();
        let terminal = std::os::unix::fs::OpenOptionsExt::custom_flags(options.read(true).write(true), flags);
        let terminal = terminal.open(&name).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["pty::becomes_the_leader_of_a_session", "--exact", "--nocapture"]).current_dir(directory);
        command.env_clear().envs(variables.iter().copied());
        command.env(TERMINAL, &name).env(WORDS, serde_json::to_string(words).unwrap());
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let controller = File::from(controller);
        let (sender, chunks) = channel();
        let mut reader = controller.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // at the end of the session reading fails, as there is no terminal any more
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes.get(..count).unwrap_or_default().to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { controller, terminal, child, shown: String::new(), chunks }
    }

    /// Waits until the program has shown this, and forgets everything up to there.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(place) = self.shown.find(text) {
                let rest = self.shown.split_off(place + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            match self.chunks.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("{text:?} was not shown, but: {:?}", self.shown)
                }
            }
        }
    }

    /// Presses keys, all at once.
    pub(crate) fn press(&mut self, keys: &str) {
        self.controller.write_all(keys.as_bytes()).unwrap();
    }

    /// The process that became the program.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// The settings of the terminal.
    pub(crate) fn settings(&self) -> Termios {
        tcgetattr(&self.terminal).unwrap()
    }

    /// Is it as a shell leaves it for programs: lines, echo, Ctrl-C?
    pub(crate) fn is_cooked(&self) -> bool {
        self.settings().local_modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    /// Waits for the end of the program; how it ended, and what it had shown that nobody waited for.
    #[track_caller]
    pub(crate) fn end(&mut self) -> (ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > end {
                self.child.kill().unwrap();
                panic!("it does not end; shown: {:?}", self.shown);
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        while let Ok(bytes) = self.chunks.recv_timeout(Duration::from_millis(50)) {
            self.shown.push_str(&String::from_utf8_lossy(&bytes));
        }
        (status, std::mem::take(&mut self.shown))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a session starts first; a test without work of its own where nobody has said what to become.
#[test]
fn becomes_the_leader_of_a_session() {
    let (Ok(terminal), Ok(words)) = (std::env::var(TERMINAL), std::env::var(WORDS)) else { return };
    let words: Vec<String> = serde_json::from_str(&words).unwrap();
    rustix::process::setsid().unwrap();
    let terminal = OpenOptions::new().read(true).write(true).open(terminal).unwrap();
    rustix::process::ioctl_tiocsctty(&terminal).unwrap();
    let stream = || Stdio::from(terminal.try_clone().unwrap());
    // whoever started the tests in the background may have had SIGINT ignored, which a shell then never heeds again
    let prefix: &[&str] = if cfg!(target_os = "linux") { &["env", "--default-signal"] } else { &[] };
    let mut words = prefix.iter().copied().chain(words.iter().map(String::as_str));
    let mut command = Command::new(words.next().unwrap());
    command.args(words).env_remove(TERMINAL).env_remove(WORDS);
    let error = command.stdin(stream()).stdout(stream()).stderr(stream()).exec();
    panic!("{command:?}: {error}");
}
