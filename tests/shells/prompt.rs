//! The prompt of a shell that has loaded runok, in a home of its own, with a policy that allows everything but two commands.
//!
//! `forbid` is denied and `askme` asked about; both write what they were called with to the file `ran`.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "drives programs, and stops where it cannot go on"
)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::pty::Session;

/// The program under test.
pub(crate) const RUNOK: &str = env!("CARGO_BIN_EXE_runok");

/// What the prompt is.
pub(crate) const PROMPT: &str = "%PROMPT% ";

const POLICY: &str = "\
rules:
  - allow: '*'
  - allow: '> *'
  - allow: '< *'
  - ask: 'askme *'
  - deny: 'forbid *'
    message: never do that
    fix_suggestion: echo 'bet''ter'
";

/// What stands in the place of the program in a shell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stand {
    /// The program itself.
    Itself,
    /// A script that counts its starts in the file `started`, and then does what the file `instead` says, or the program.
    Script,
}

/// A home with what a shell needs.
pub(crate) struct Home {
    directory: tempfile::TempDir,
    stand: Stand,
}

impl Home {
    pub(crate) fn new(stand: Stand) -> Self {
        let home = Self { directory: tempfile::tempdir().unwrap(), stand };
        home.file(".config/runok/runok.yml", POLICY);
        for name in ["forbid", "askme"] {
            let script = format!("#!/bin/sh\necho {name} \"$@\" >> ~/ran\necho \"RAN-{name}\"\n");
            home.program(&format!("bin/{name}"), &script);
        }
        // fish would read all manuals of the system
        std::fs::create_dir_all(home.path().join(".local/share/fish/generated_completions")).unwrap();
        home.program(
            "stand",
            &format!("#!/bin/sh\necho >> ~/started\n[ -f ~/instead ] && . ~/instead\nexec '{RUNOK}' \"$@\"\n"),
        );
        home
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn program(&self, name: &str, text: &str) {
        let path = self.file(name, text);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// What the shell loads, in a file.
    pub(crate) fn snippet(&self, arguments: &[&str]) -> String {
        let output = Command::new(RUNOK).arg("shell-init").args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut text = String::from_utf8(output.stdout).unwrap();
        if self.stand == Stand::Script {
            let program = std::fs::canonicalize(RUNOK).unwrap();
            text = text.replace(program.to_str().unwrap(), self.path().join("stand").to_str().unwrap());
        }
        self.file("snippet", &text).to_str().unwrap().to_owned()
    }

    /// Starts a shell, which shows its prompt.
    pub(crate) fn start(self, words: &[&str], variables: &[(&str, &str)]) -> Prompt {
        let mut prompt = self.begin(words, variables);
        prompt.ready();
        prompt
    }

    /// Starts a shell.
    pub(crate) fn begin(self, words: &[&str], variables: &[(&str, &str)]) -> Prompt {
        let home = self.path().to_str().unwrap().to_owned();
        let own = std::env::var("PATH").unwrap();
        let programs = Path::new(RUNOK).parent().unwrap().to_str().unwrap();
        let path = format!("{home}/bin:{programs}:{own}");
        let mut all =
            vec![("HOME", home.as_str()), ("PATH", &path), ("TERM", "xterm"), ("LANG", "C.UTF-8"), ("USER", "u")];
        all.extend_from_slice(variables);
        let session = Session::start(words, self.path(), &all);
        Prompt { session, home: self, marks: 0 }
    }
}

/// A shell that shows its prompt.
pub(crate) struct Prompt {
    pub(crate) session: Session,
    pub(crate) home: Home,
    marks: usize,
}

impl Prompt {
    /// A bash with this in its `.bashrc` before runok.
    pub(crate) fn bash(rc: &str) -> Self {
        Self::bash_with(Home::new(Stand::Itself), &["bash"], rc, "", &[])
    }

    /// A bash, with arguments of `shell-init`, what stands before and behind it in its `.bashrc`, and variables.
    pub(crate) fn bash_with(home: Home, init: &[&str], before: &str, after: &str, variables: &[(&str, &str)]) -> Self {
        let snippet = home.snippet(init);
        let text = format!("PS1='{PROMPT}'\nPS2='CONT> '\n{before}\neval \"$(cat '{snippet}')\"\n{after}\n");
        let rc = home.file(".bashrc", &text).to_str().unwrap().to_owned();
        home.start(&["bash", "--noprofile", "--rcfile", &rc, "-i"], variables)
    }

    /// A zsh with this in its `.zshrc` before runok.
    pub(crate) fn zsh(rc: &str) -> Self {
        Self::zsh_with(Home::new(Stand::Itself), &["zsh"], rc, "", &[])
    }

    pub(crate) fn zsh_with(home: Home, init: &[&str], before: &str, after: &str, variables: &[(&str, &str)]) -> Self {
        let snippet = home.snippet(init);
        let shown = PROMPT.replace('%', "%%");
        let text = format!(
            "unsetopt prompt_sp\nHISTSIZE=100\nPS1='{shown}'\nPS2='CONT> '\n{before}\neval \"$(cat '{snippet}')\"\n{after}\n"
        );
        home.file(".zshrc", &text);
        home.start(&["zsh", "-d", "-i"], variables)
    }

    /// A fish with this in its `config.fish` before runok.
    pub(crate) fn fish(config: &str) -> Self {
        Self::fish_with(Home::new(Stand::Itself), &["fish"], config, "")
    }

    pub(crate) fn fish_with(home: Home, init: &[&str], before: &str, after: &str) -> Self {
        let snippet = home.snippet(init);
        let text = format!(
            "function fish_prompt; echo -n '{PROMPT}'; end\nfunction fish_mode_prompt; end\nfunction fish_title; end\n\
             set -g fish_greeting\nset -g fish_autosuggestion_enabled 0\n{before}\ncat '{snippet}' | source\n{after}\n"
        );
        home.file(".config/fish/config.fish", &text);
        home.start(&["fish", "-i"], &[])
    }

    /// Waits for the prompt.
    #[track_caller]
    pub(crate) fn ready(&mut self) -> String {
        self.session.wait_for(PROMPT)
    }

    /// Types a line, and Enter.
    pub(crate) fn enter(&mut self, line: &str) {
        self.session.press(&format!("{line}\r"));
    }

    /// The line runs; a line of its own shows that it has come to its end, and what came before that is handed back.
    #[track_caller]
    pub(crate) fn runs(&mut self, line: &str) -> String {
        self.enter(line);
        let before = self.ready();
        before + &self.mark()
    }

    /// The line is asked about, and a person says yes; what it shows is handed back.
    #[track_caller]
    pub(crate) fn confirmed(&mut self, line: &str) -> String {
        self.asked(line);
        self.session.press("y");
        let before = self.ready();
        before + &self.mark()
    }

    /// The line is denied, and the prompt is there again.
    #[track_caller]
    pub(crate) fn denied(&mut self, line: &str) {
        self.enter(line);
        self.session.wait_for("never do that");
        self.ready();
    }

    /// The line is asked about.
    #[track_caller]
    pub(crate) fn asked(&mut self, line: &str) {
        self.enter(line);
        self.session.wait_for("[e]xplain ");
    }

    /// Answers a question with one key that is a no.
    #[track_caller]
    pub(crate) fn refuses(&mut self, key: &str) {
        self.session.press(key);
        self.session.wait_for("no");
        self.ready();
    }

    /// Runs a line that only says that the shell is at its prompt; everything that was shown before it does is handed back.
    #[track_caller]
    pub(crate) fn mark(&mut self) -> String {
        self.marks += 1;
        let (typed, shown) = (format!("echo \"mark\"-{}", self.marks), format!("mark-{}", self.marks));
        self.enter(&typed);
        let before = self.session.wait_for(&shown);
        self.ready();
        before
    }

    /// Nothing has run that must not.
    #[track_caller]
    pub(crate) fn nothing_ran(&mut self) {
        self.mark();
        assert_eq!(self.ran(), "");
    }

    /// What the two commands were called with.
    pub(crate) fn ran(&self) -> String {
        std::fs::read_to_string(self.home.path().join("ran")).unwrap_or_default()
    }

    /// How often the program was started.
    pub(crate) fn started(&self) -> usize {
        std::fs::read_to_string(self.home.path().join("started")).unwrap_or_default().len()
    }

    /// From now on this runs instead of the program.
    pub(crate) fn instead(&self, script: &str) {
        self.home.file("instead", script);
    }

    /// The program is the program again.
    pub(crate) fn as_before(&self) {
        std::fs::remove_file(self.home.path().join("instead")).unwrap();
    }
}

/// Is the shell there? Those that everybody can install have to be.
pub(crate) fn version(shell: &str) -> Option<String> {
    let output = Command::new(shell).arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned())
}
