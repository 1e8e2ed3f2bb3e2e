#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "an edge: talks to the validator's process")]
//! Bytes to a child and back under one deadline.
//!
//! Owns the life of one validator's process: the request goes in while the output comes out, and whatever it does, it and
//! its process group are gone and reaped afterwards. Refuses to understand the bytes.

use std::io::{self, ErrorKind, PipeReader, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

use super::launch::launch;
use super::outcome::{Deadline, MAX_RESPONSE_BYTES, Outcome};
use crate::policy::types::Executor;

/// How long a killed process may take to end. One that sleeps in the kernel cannot be killed at once; it is then left to
/// the system, and the answer does not wait for it.
const REAP_GRACE: Duration = Duration::from_millis(500);

/// How many bytes are read at a time.
const READ_BYTES: usize = 16 * 1024;

/// The process group of the validator that runs now; 0 where none does.
static RUNNING: AtomicI32 = AtomicI32::new(0);

/// The process group of the validator that runs now, for whoever ends this process: asking takes no lock.
#[must_use]
pub fn running() -> Option<i32> {
    Some(RUNNING.load(Ordering::SeqCst)).filter(|group| *group > 0)
}

/// Starts the validator, gives it the request, takes what it writes until it has ended, and ends it and its process group
/// where it has not by the deadline. `withheld_env` are variables that its environment may not hold.
#[must_use]
pub fn exchange(executor: &Executor, request: &str, deadline: Deadline, withheld_env: &[String]) -> Outcome {
    if deadline.left(Instant::now()).is_none() {
        return Outcome::TimedOut { output: Vec::new() };
    }
    let mut child = match launch(executor, withheld_env) {
        Ok(child) => child,
        Err(why) => return Outcome::NotStarted(why),
    };
    RUNNING.store(Pid::from_child(&child).as_raw_nonzero().get(), Ordering::SeqCst);
    match Conversation::begin(&mut child, request) {
        Ok(conversation) => conversation.hold(&mut child, deadline),
        Err(error) => {
            kill(&child);
            // Killed, so this does not last; without a notice of its end there is nothing to wait on with a limit.
            let _ = child.wait();
            broken(&error)
        }
    }
}

/// What ended the talk.
enum End {
    Exited,
    Deadline,
    TooLong,
    Broken(io::Error),
}

/// The talk with one process. The ends of the pipes do not block.
struct Conversation<'a> {
    unsent: &'a [u8],
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    output: Vec<u8>,
    exit: ExitNotice,
}

impl<'a> Conversation<'a> {
    fn begin(child: &mut Child, request: &'a str) -> io::Result<Self> {
        let exit = ExitNotice::of(child)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        if let Some(pipe) = &stdin {
            ioctl_fionbio(pipe, true)?;
        }
        if let Some(pipe) = &stdout {
            ioctl_fionbio(pipe, true)?;
        }
        Ok(Self { unsent: request.as_bytes(), stdin, stdout, output: Vec::new(), exit })
    }

    /// Talks to the end, ends what is left of the process group, and reaps.
    fn hold(mut self, child: &mut Child, deadline: Deadline) -> Outcome {
        let mut end = self.talk(deadline);
        // Where the process has exited it is not reaped yet, so the number of its group is still its own.
        kill(child);
        if matches!(end, End::Exited) {
            // What it wrote before it exited lies in the pipe; a grandchild that could add to it is dead.
            end = self.drain();
        }
        let status = self.reap(child);
        match end {
            End::Exited => Outcome::Exited { output: self.output, status },
            End::Deadline => Outcome::TimedOut { output: self.output },
            End::TooLong => Outcome::TooLong,
            End::Broken(error) => broken(&error),
        }
    }

    /// Writes and reads as the pipes allow, until the process exits or must be stopped.
    fn talk(&mut self, deadline: Deadline) -> End {
        loop {
            let Some(left) = deadline.left(Instant::now()) else { return End::Deadline };
            let ready = match self.wait(left) {
                Ok(ready) => ready,
                Err(Errno::INTR) => continue,
                Err(error) => return End::Broken(error.into()),
            };
            if ready.output
                && let Some(end) = self.receive()
            {
                return end;
            }
            if ready.input {
                self.send();
            }
            if ready.exit {
                return End::Exited;
            }
        }
    }

    /// Sleeps until something can be done, at most for `left`.
    fn wait(&self, left: Duration) -> Result<Ready, Errno> {
        let mut watched = vec![PollFd::new(&self.exit, PollFlags::IN)];
        watched.extend(self.stdin.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        watched.extend(self.stdout.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        poll(&mut watched, Timespec::try_from(left).ok().as_ref())?;
        let mut happened = watched.iter().map(|one| !one.revents().is_empty());
        let exit = happened.next().unwrap_or(false);
        let input = self.stdin.is_some() && happened.next().unwrap_or(false);
        let output = self.stdout.is_some() && happened.next().unwrap_or(false);
        Ok(Ready { exit, input, output })
    }

    /// Writes what the pipe takes. The pipe is closed when all is written, and when nobody reads it any more: an answer
    /// without having read the question counts.
    fn send(&mut self) {
        let Some(pipe) = &mut self.stdin else { return };
        match pipe.write(self.unsent) {
            Ok(count) => self.unsent = self.unsent.get(count..).unwrap_or_default(),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => return,
            Err(_) => self.unsent = &[],
        }
        if self.unsent.is_empty() {
            self.stdin = None;
        }
    }

    /// Reads once; says so where that ends the talk.
    fn receive(&mut self) -> Option<End> {
        let pipe = self.stdout.as_mut()?;
        let mut bytes = [0; READ_BYTES];
        match pipe.read(&mut bytes) {
            Ok(0) => self.stdout = None,
            Ok(count) => self.output.extend(bytes.iter().take(count)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(error) => return Some(End::Broken(error)),
        }
        (self.output.len() > MAX_RESPONSE_BYTES).then_some(End::TooLong)
    }

    /// Reads what is in the pipe now and waits for no more.
    fn drain(&mut self) -> End {
        while self.stdout.is_some() {
            let before = self.output.len();
            if let Some(end) = self.receive() {
                return end;
            }
            if self.output.len() == before {
                break;
            }
        }
        End::Exited
    }

    /// Takes the exit status of a process that has exited or was killed.
    fn reap(&self, child: &mut Child) -> Option<ExitStatus> {
        let limit = Deadline::new(Instant::now(), REAP_GRACE);
        while let Some(left) = limit.left(Instant::now()) {
            let watched = &mut [PollFd::new(&self.exit, PollFlags::IN)];
            match poll(watched, Timespec::try_from(left).ok().as_ref()) {
                Err(Errno::INTR) => {}
                Ok(_) | Err(_) => break,
            }
        }
        child.try_wait().ok().flatten()
    }
}

/// What can be done without waiting.
struct Ready {
    exit: bool,
    input: bool,
    output: bool,
}

/// Becomes readable when the process has ended; it is not reaped by that.
enum ExitNotice {
    /// The system's own notice.
    Process(OwnedFd),
    /// The end of a pipe whose other end a waiting thread holds, where the system has no such notice.
    Thread(PipeReader),
}

impl ExitNotice {
    fn of(child: &Child) -> io::Result<Self> {
        match Self::from_system(child) {
            Ok(notice) => Ok(notice),
            Err(_) => Self::from_thread(child),
        }
    }

    #[cfg(target_os = "linux")]
    fn from_system(child: &Child) -> io::Result<Self> {
        use rustix::process::{PidfdFlags, pidfd_open};
        Ok(Self::Process(pidfd_open(Pid::from_child(child), PidfdFlags::empty())?))
    }

    #[cfg(not(target_os = "linux"))]
    fn from_system(_: &Child) -> io::Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    fn from_thread(child: &Child) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        let process = WaitId::Pid(Pid::from_child(child));
        std::thread::Builder::new().name("validator's end".to_owned()).spawn(move || {
            let how = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(process.clone(), how), Err(Errno::INTR)) {}
            drop(writer);
        })?;
        Ok(Self::Thread(reader))
    }
}

impl AsFd for ExitNotice {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Process(descriptor) => descriptor.as_fd(),
            Self::Thread(reader) => reader.as_fd(),
        }
    }
}

/// Kills the process and its group. That some of them are gone already is no failure.
fn kill(child: &Child) {
    let process = Pid::from_child(child);
    // once it is reaped the number may be that of others
    RUNNING.store(0, Ordering::SeqCst);
    let _ = kill_process_group(process, Signal::KILL);
    let _ = kill_process(process, Signal::KILL);
}

fn broken(error: &io::Error) -> Outcome {
    Outcome::Broken(format!("talking to the process failed: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    fn readable(notice: &ExitNotice, within: Duration) -> bool {
        let watched = &mut [PollFd::new(notice, PollFlags::IN)];
        poll(watched, Timespec::try_from(within).ok().as_ref()).unwrap() > 0
    }

    /// Both notices come with the end of the process, not before, and leave the exit status to be taken.
    #[test]
    fn both_notices_tell_of_the_end() {
        for of in [ExitNotice::of, ExitNotice::from_thread] {
            let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
            let notice = of(&child).unwrap();
            assert!(!readable(&notice, Duration::from_millis(20)));
            drop(child.stdin.take());
            assert!(readable(&notice, Duration::from_secs(30)));
            assert!(child.try_wait().unwrap().unwrap().success());
        }
    }

    /// A process that has exited before anybody read leaves all that it wrote in the pipe.
    #[test]
    fn what_lies_in_the_pipe_is_read_to_the_end() {
        let mut command = Command::new("sh");
        command.args(["-c", "yes | head -c 60000"]).stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let mut child = command.spawn().unwrap();
        waitid(WaitId::Pid(Pid::from_child(&child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).unwrap();
        let conversation = Conversation::begin(&mut child, "question").unwrap();
        let deadline = Deadline::new(Instant::now(), Duration::from_secs(30));
        match conversation.hold(&mut child, deadline) {
            Outcome::Exited { output, status } => assert!(output.len() == 60_000 && status.unwrap().success()),
            other => panic!("{other:?}"),
        }
    }
}
