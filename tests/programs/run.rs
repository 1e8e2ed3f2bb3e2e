//! The real programs: what they do in an empty directory, with nothing but a canary on PATH.

use std::collections::BTreeSet;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

/// What stands in the file that is there to be read.
const SECRET: &str = "the-secret-line";

/// The input; the last line makes that `x/y` is a division and a path.
const INPUT: &str = "line one 6 2\na/b x=y # 3\n\nfoo bar 10\n";

/// Runs a program that may write a megabyte to a file and compute for five seconds, also where nobody is left to end it.
const LIMITED: &str = "ulimit -f 2048; ulimit -t 5; exec \"$@\"";

/// A program as it is on this machine: how it is called, and the words before the program text.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    words: Vec<String>,
}

/// What a run did.
#[derive(Debug, Default)]
pub(crate) struct Observed {
    pub(crate) created: BTreeSet<String>,
    pub(crate) ran: bool,
    pub(crate) read: bool,
}

/// The seds of this machine.
pub(crate) fn seds() -> Vec<Tool> {
    [tool("sed", &["-n"]), tool("busybox", &["sed", "-n"])].into_iter().flatten().collect()
}

/// The awks of this machine.
pub(crate) fn awks() -> Vec<Tool> {
    let all = [tool("gawk", &[]), tool("mawk", &[]), tool("busybox", &["awk"]), tool("original-awk", &[])];
    all.into_iter().flatten().collect()
}

/// A program on PATH; where continuous integration lacks one, the test fails.
fn tool(name: &'static str, words: &[&str]) -> Option<Tool> {
    let path = std::env::var("PATH").unwrap();
    let found = std::env::split_paths(&path).map(|directory| directory.join(name)).find(|path| path.is_file());
    let Some(found) = found else {
        println!("skipped: {name} is not installed");
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{name} is not installed");
        return None;
    };
    let mut all = vec![found.to_str().unwrap().to_owned()];
    all.extend(words.iter().map(|word| (*word).to_owned()));
    Some(Tool { name, words: all })
}

/// A directory to run programs in.
pub(crate) struct Cage {
    root: tempfile::TempDir,
}

impl Cage {
    pub(crate) fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let canary = root.path().join("bin/canary");
        std::fs::create_dir(root.path().join("bin")).unwrap();
        std::fs::write(&canary, format!("#!/bin/sh\n: >'{}'\n", root.path().join("sung").display())).unwrap();
        std::fs::set_permissions(&canary, std::fs::Permissions::from_mode(0o755)).unwrap();
        Self { root }
    }

    /// Runs a program text on the input.
    pub(crate) fn run(&self, tool: &Tool, program: &str) -> Observed {
        let (work, sung) = (self.root.path().join("work"), self.root.path().join("sung"));
        let _ = std::fs::remove_dir_all(&work);
        let _ = std::fs::remove_file(&sung);
        std::fs::create_dir(&work).unwrap();
        std::fs::write(work.join("in"), INPUT).unwrap();
        std::fs::write(work.join("secret"), format!("{SECRET}\n")).unwrap();
        let output = self.output(tool, program, &work);
        let mut created = names(&work);
        created.remove("in");
        created.remove("secret");
        Observed { created, ran: sung.exists(), read: output.contains(SECRET) }
    }

    fn output(&self, tool: &Tool, program: &str, work: &Path) -> String {
        let mut child = Command::new("/bin/sh")
            .args(["-c", LIMITED, "sh"])
            .args(&tool.words)
            .args([program, "in"])
            .current_dir(work)
            .env_clear()
            .env("PATH", self.root.path().join("bin"))
            .env("HOME", work)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let pipe = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.take(65_536).read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        if child.wait_timeout(Duration::from_secs(2)).unwrap().is_none() {
            let _ = child.kill();
            let _ = child.wait();
        }
        reader.join().unwrap()
    }
}

fn names(directory: &Path) -> BTreeSet<String> {
    let entries: Vec<PathBuf> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
}
