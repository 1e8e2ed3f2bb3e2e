//! `runok exec` and `runok-shell`, run for real: what is allowed runs in place and as it was judged, everything else does not.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;
#[path = "support/pty.rs"]
mod pty;

use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use common::has_program;
use pty::Session;

const POLICY: &str = "\
defaults: { action: allow }
rules:
  - deny: 'rm *'
    id: no-removing
    message: nothing is removed here
    fix_suggestion: trash x
  - ask: 'touch *'
  - ask: 'bash script*'
";

/// A directory with a home, whose global policy is [`POLICY`], and a project.
struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self::with(POLICY)
    }

    fn with(policy: &str) -> Self {
        let place = Self { directory: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(place.home().join(".config/runok")).unwrap();
        std::fs::create_dir_all(place.project()).unwrap();
        std::fs::write(place.home().join(".config/runok/runok.yml"), policy).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_runok"), place.shell()).unwrap();
        place
    }

    fn home(&self) -> PathBuf {
        self.directory.path().canonicalize().unwrap().join("home")
    }

    fn project(&self) -> PathBuf {
        self.home().join("project")
    }

    /// runok under the name of a shell.
    fn shell(&self) -> PathBuf {
        self.home().join("runok-shell")
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.project().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn has(&self, name: &str) -> bool {
        self.project().join(name).exists()
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.project()).env_clear().env("PATH", std::env::var_os("PATH").unwrap());
        command.env("HOME", self.home()).env("LANG", "C.UTF-8").env("RUNOK_SHELL", "/bin/bash");
        command.stdin(Stdio::null());
        command
    }

    fn exec(&self, words: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_runok"));
        command.arg("exec").args(words);
        command
    }

    fn as_shell(&self, words: &[&str]) -> Command {
        let mut command = self.command(self.shell());
        command.args(words);
        command
    }

    /// On a terminal: the program, with its words.
    fn on_terminal(&self, words: &[&str]) -> Session {
        let (home, path) = (self.home(), std::env::var("PATH").unwrap());
        let home = home.to_str().unwrap();
        let variables =
            [("HOME", home), ("PATH", &path), ("LANG", "C.UTF-8"), ("TERM", "dumb"), ("RUNOK_SHELL", "/bin/bash")];
        Session::start(words, &self.project(), &variables)
    }

    fn asking(&self, text: &str) -> Session {
        self.on_terminal(&[env!("CARGO_BIN_EXE_runok"), "exec", "--ask", "--", text])
    }
}

#[test]
fn what_is_not_judged_by_the_deadline_does_not_run_unasked() {
    let place = Place::new();
    let mut command = place.exec(&["--deadline", "1", "--", "echo", "ran"]);
    let (stdout, stderr, status) = outcome(command.env("RUNOK_TEST_FAULT", "hang"));
    assert_eq!((stdout.as_str(), status), ("", Some(3)));
    assert!(stderr.contains("no answer within 1 s, so nobody knows what this would do"), "{stderr}");

    let text = "RUNOK_TEST_FAULT=hang exec \"$0\" exec --deadline 1 --ask -- echo ran";
    for (key, shown) in [("y", "ran\r\n"), ("n", "not run")] {
        let mut session = place.on_terminal(&["/bin/sh", "-c", text, env!("CARGO_BIN_EXE_runok")]);
        session.wait_for("no answer within 1 s");
        session.wait_for("[e]xplain ");
        session.press(key);
        session.wait_for(shown);
    }
}

/// What it wrote, and how it ended.
fn outcome(command: &mut Command) -> (String, String, Option<i32>) {
    let Output { stdout, stderr, status } = command.output().unwrap();
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap(), status.code())
}

#[track_caller]
fn prints(command: &mut Command, expected: &str) {
    let (stdout, stderr, status) = outcome(command);
    assert_eq!((stdout.as_str(), stderr.as_str(), status), (expected, "", Some(0)));
}

/// It runs nothing, ends so, and says this.
#[track_caller]
fn refuses(command: &mut Command, status: i32, why: &str) {
    let (stdout, stderr, ended) = outcome(command);
    assert_eq!((stdout.as_str(), ended), ("", Some(status)), "{stderr}");
    assert!(stderr.contains(why), "{stderr}");
}

#[test]
fn the_command_is_this_process() {
    let place = Place::new();
    for words in [&["--", "echo $$"][..], &["--", "bash", "-c", "echo $$"]] {
        let child = place.exec(words).stdout(Stdio::piped()).spawn().unwrap();
        let process = child.id();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{process}\n"), "{words:?}");
    }
}

#[test]
fn status_and_signal_are_the_commands_own() {
    let place = Place::new();
    for status in [0, 1, 2, 3, 4, 126, 255] {
        assert_eq!(outcome(&mut place.exec(&["--", &format!("exit {status}")])).2, Some(status));
    }
    // PIPE too: runok itself ignores it, the command must not
    for (name, number) in [("TERM", 15), ("PIPE", 13), ("KILL", 9)] {
        let text = format!("kill -{name} $$");
        assert_eq!(place.exec(&["--", &text]).status().unwrap().signal(), Some(number), "{name}");
        assert_eq!(place.exec(&["--", "sh", "-c", &text]).status().unwrap().signal(), Some(number), "{name}");
    }
}

#[test]
fn what_the_caller_set_up_passes_through() {
    let place = Place::new();
    let runok = env!("CARGO_BIN_EXE_runok");
    let script = format!(
        "trap '' HUP; umask 027; exec 7>seven; cd sub; {runok} exec -- 'kill -HUP $$; umask; pwd; echo x >&7'; \
         {runok} exec -- ../dump x > ../got; ../dump x > ../expected"
    );
    std::fs::create_dir(place.project().join("sub")).unwrap();
    let sub = place.project().join("sub");
    let dump = place.file("dump", "#!/bin/sh\nexec env\n");
    std::fs::set_permissions(&dump, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut shell = place.command("/bin/sh");
    shell.args(["-c", &script]).env("ODD", "a\nb=c").env("BASH_FUNC_f%%", "() { :; }").env("EMPTY", "");
    prints(&mut shell, &format!("0027\n{}\n", sub.display()));
    assert_eq!(std::fs::read_to_string(place.project().join("seven")).unwrap(), "x\n");
    let lines = |name: &str| {
        let text = std::fs::read_to_string(place.project().join(name)).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.retain(|line| !line.starts_with("_="));
        lines.sort();
        lines
    };
    assert_eq!(lines("got"), lines("expected"));
}

#[test]
fn several_words_are_never_read_again() {
    let place = Place::new();
    prints(&mut place.exec(&["--", "printf", "%s|", "a b", "$HOME", "*", "'", ";rm x", ""]), "a b|$HOME|*|'|;rm x||");
    prints(&mut place.exec(&["--", "printf '%s|' \"a  b\" 'c'"]), "a  b|c|");
}

#[test]
fn what_is_not_allowed_does_not_run() {
    let place = Place::new();
    place.file("x", "");
    refuses(&mut place.exec(&["--", "echo hi; rm x"]), 3, "rule \"no-removing\"");
    refuses(&mut place.exec(&["--ask", "--", "rm", "x"]), 3, "nothing is removed here; suggestion: trash x");
    refuses(&mut place.exec(&["--", "touch y"]), 3, "`runok explain -- 'touch y'` shows which");
    refuses(&mut place.exec(&["--", "touch y"]), 3, "with `runok exec --ask` you are asked");
    refuses(&mut place.exec(&["--", "echo \"$(touch y)\""]), 3, "touch");
    refuses(&mut place.exec(&["--", "echo hi; if"]), 3, "runok: ");
    assert!(place.has("x") && !place.has("y"));
}

#[test]
fn what_cannot_be_judged_does_not_run() {
    let place = Place::new();
    refuses(&mut place.exec(&[]), 2, "nothing to run");
    refuses(&mut place.exec(&["--"]), 2, "nothing to run");
    refuses(&mut place.exec(&["--sandbox", "x", "--", "echo hi"]), 2, "cannot apply a sandbox");
    let bytes = std::ffi::OsString::from_vec(b"echo \xff".to_vec());
    refuses(place.exec(&["--"]).arg(&bytes), 3, "not valid UTF-8");
    refuses(place.exec(&["--", "echo"]).arg(&bytes), 3, "not valid UTF-8");
    refuses(place.as_shell(&["-c"]).arg(&bytes), 126, "not valid UTF-8");
    refuses(&mut place.exec(&["-c", "no-such-file", "--", "echo hi"]), 3, "the policy has problems");
    let broken = Place::with("rulez: []\n");
    refuses(&mut broken.exec(&["--", "echo hi"]), 3, "the policy has problems");
    refuses(&mut broken.as_shell(&["-c", "echo hi"]), 126, "the policy has problems");
    let sandbox =
        "definitions: { sandbox: { box: { fs: { writable: [.] } } } }\nrules:\n  - allow: 'echo *'\n    sandbox: box\n";
    refuses(&mut Place::with(sandbox).exec(&["--", "echo hi"]), 3, "the sandbox `box` alone");
    refuses(&mut Place::with("rules: []\n").exec(&["--", "echo hi"]), 3, "no rule matches");
}

#[test]
fn a_command_that_cannot_start_ends_as_in_a_shell() {
    let place = Place::new();
    place.file("plain", "no program\n");
    refuses(&mut place.exec(&["--", "no-such-program", "x"]), 127, "no-such-program: not found");
    refuses(&mut place.exec(&["--", "./plain", "x"]), 126, "./plain: ");
    refuses(&mut place.exec(&["--", "/", "x"]), 126, "/: ");
    refuses(&mut place.exec(&["--", "", "x"]), 127, "not found");
    assert_eq!(outcome(&mut place.exec(&["--", "no-such-program"])).2, Some(127));
}

#[test]
fn nothing_of_the_environment_runs_before_the_text() {
    let place = Place::new();
    let startup = place.file("startup", "echo FROM BASH_ENV\n");
    std::fs::write(place.home().join(".bashrc"), "echo FROM BASHRC\n").unwrap();
    prints(place.exec(&["--", "echo hi"]).env("BASH_ENV", &startup).env("ENV", &startup), "hi\n");
    prints(place.exec(&["--", "cd / && echo *tc"]).env("CDPATH", place.home()).env("GLOBIGNORE", "*"), "etc\n");
    // what starts with a dash is a text all the same
    let (_, stderr, status) = outcome(&mut place.exec(&["--", "-x; echo hi >&2"]));
    assert!(status == Some(0) && stderr.ends_with("hi\n") && !stderr.contains("+ echo"), "{stderr}");
    // a function of the environment: not asked for by name it is not there, by name the answer is ask
    let function = "() { echo FUNCTION; }";
    prints(place.exec(&["--", "echo hi"]).env("BASH_FUNC_true%%", function), "hi\n");
    refuses(place.exec(&["--", "echo hi"]).env("BASH_FUNC_echo%%", function), 3, "function of the environment");
    prints(place.exec(&["--", "e=ech; ${e}o hi"]).env("BASH_FUNC_ls%%", function), "hi\n");
}

#[test]
fn a_socket_for_input_is_no_remote_login() {
    let place = Place::new();
    std::fs::write(place.home().join(".bashrc"), "echo FROM BASHRC\n").unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let near = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let socket = || Stdio::from(std::os::fd::OwnedFd::from(near.try_clone().unwrap()));
    prints(place.exec(&["--", "echo hi"]).stdin(socket()), "hi\n");
    prints(place.as_shell(&["-c", "echo hi"]).stdin(socket()), "hi\n");
}

#[test]
fn variables_that_change_what_a_text_means_ask() {
    let place = Place::new();
    for (name, value) in
        [("POSIXLY_CORRECT", ""), ("BASH_COMPAT", "4.2"), ("PS4", "$(touch y)"), ("SHELLOPTS", "noglob")]
    {
        refuses(place.exec(&["--", "echo hi"]).env(name, value), 3, "environment");
        refuses(place.as_shell(&["-c", "echo hi"]).env(name, value), 126, "environment");
    }
    prints(place.exec(&["--", "echo hi"]).env("PS4", "+${BASH_SOURCE}:$LINENO "), "hi\n");
    // an interactive shell looks at these too
    let handler = ("BASH_FUNC_command_not_found_handle%%", "() { touch y; }");
    prints(place.exec(&["--", "echo hi"]).env(handler.0, handler.1), "hi\n");
    for (name, value) in [("CDPATH", "/"), ("GLOBIGNORE", "x"), handler] {
        refuses(place.as_shell(&["-ic", "echo hi"]).env(name, value), 126, name);
    }
    refuses(place.as_shell(&["-lc", "echo hi"]).env("BASH_ENV", "/dev/null"), 126, "BASH_ENV");
}

/// A shell that is started by its words looks at more than the one that runok starts for a text.
#[test]
fn variables_that_a_shell_of_the_words_looks_at_ask() {
    let place = Place::new();
    let file = place.file("evil", "touch z\n");
    for (words, name, value) in [
        ("bash -c hi", "BASH_ENV", &*file),
        ("/bin/bash -c hi", "BASH_ENV", &file),
        ("bash -c hi", "SHELLOPTS", "noglob"),
        ("bash -c hi", "BASHOPTS", "nullglob"),
        ("bash -c hi", "PS4", "$(touch z)"),
        ("sh -ic hi", "ENV", &file),
        ("dash -c hi", "ENV", &file),
        ("busybox sh -c hi", "ENV", &file),
        ("zsh -c hi", "ZDOTDIR", "/elsewhere"),
    ] {
        let words: Vec<&str> = std::iter::once("--").chain(words.split(' ')).collect();
        refuses(place.exec(&words).env(name, value), 3, "environment");
    }
    refuses(place.exec(&["--", "bash", "--posix", "-ic", "hi"]).env("ENV", &file), 3, "in another way");
    let traced = [("SHELLOPTS", "xtrace"), ("PS4", "$(touch z)")];
    refuses(place.exec(&["--", "bash", "-c", "echo hi"]).envs(traced), 3, "environment");
    assert!(!place.has("z"));
    prints(&mut place.exec(&["--", "bash", "-c", "echo hi"]), "hi\n");
    // no shell of the words, so none of its business
    prints(place.exec(&["--", "echo", "bash"]).env("BASH_ENV", &file), "bash\n");
}

#[test]
fn a_text_runs_in_the_directory_that_it_was_judged_in() {
    let place = Place::with(
        "defaults: { action: allow }\nrules: [{ deny: 'cat <path:secret>' }]\ndefinitions: { paths: { secret: [/etc/**] } }\n",
    );
    std::fs::create_dir_all(place.project().join("real/below")).unwrap();
    let link = place.home().join("link");
    std::os::unix::fs::symlink(place.project().join("real/below"), &link).unwrap();
    let mut command = place.exec(&["--", "cd ..; pwd"]);
    command.current_dir(&link).env("PWD", &link);
    prints(&mut command, &format!("{}\n", place.project().join("real").display()));
    let mut command = place.as_shell(&["-c", "cd ..; pwd"]);
    command.current_dir(&link).env("PWD", &link);
    prints(&mut command, &format!("{}\n", place.project().join("real").display()));
}

#[test]
fn bash_is_not_looked_for_in_the_path() {
    let place = Place::new();
    let fake = place.file("bash", "#!/bin/sh\necho FAKE\n");
    std::fs::set_permissions(&fake, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", place.project().display());
    prints(place.exec(&["--", "echo hi"]).env("PATH", &path), "hi\n");
    prints(place.as_shell(&["-c", "echo hi"]).env("PATH", &path).env_remove("RUNOK_SHELL"), "hi\n");
    for choice in [fake.as_str(), "bash", "/bin/ls", "/no/such/bash", place.shell().to_str().unwrap()] {
        refuses(place.as_shell(&["-c", "echo hi"]).env("RUNOK_SHELL", choice), 126, "RUNOK_SHELL is");
    }
}

#[test]
fn a_shell_judges_its_text_and_is_the_real_one() {
    let place = Place::new();
    place.file("x", "");
    for words in
        [&["-c", "echo hi"][..], &["-lc", "echo hi"], &["-euo", "pipefail", "-c", "echo hi"], &["-ce", "echo hi"]]
    {
        prints(&mut place.as_shell(words), "hi\n");
        let shell: Vec<&str> = ["--shell"].iter().chain(words).copied().collect();
        prints(&mut place.exec(&shell), "hi\n");
    }
    prints(&mut place.as_shell(&["-c", "echo $0 $1 \"$2\"", "name", "a", "b  c"]), "name a b  c\n");
    for words in [
        &["-c", "rm x"][..],
        &["-ic", "rm x"],
        &["-i", "-l", "-c", "rm x"],
        &["-c", "$1 x", "name", "rm"],
        &["-c", "\"$@\"", "name", "rm", "x"],
        &["-c", "--", "rm x"],
        &["-c", "-e", "rm x"],
        &["-c", "eval \"$*\"", "-", "rm", "x"],
    ] {
        refuses(&mut place.as_shell(words), 126, "nothing is removed here");
    }
    refuses(&mut place.as_shell(&["-c", "touch y"]), 126, "nobody could be asked");
    refuses(&mut place.as_shell(&["-O", "extglob", "-c", "echo hi"]), 126, "the option -O");
    refuses(&mut place.as_shell(&["-k", "-c", "echo hi"]), 126, "become assignments");
    place.file("script", "touch y\n");
    refuses(&mut place.as_shell(&["script"]), 126, "ask");
    refuses(&mut place.as_shell(&["--", "script"]), 126, "runok explain -- bash -- script");
    let mut reading = place.as_shell(&[]);
    refuses(
        reading.stdin(std::fs::File::open(place.project().join("script")).unwrap()),
        126,
        "standard input is not known",
    );
    assert!(place.has("x") && !place.has("y"));
    let child = place.as_shell(&["-c", "echo $$"]).stdout(Stdio::piped()).spawn().unwrap();
    let process = child.id();
    assert_eq!(String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap(), format!("{process}\n"));
}

#[test]
fn make_is_guarded_by_its_shell() {
    if !has_program("make") {
        return;
    }
    let place = Place::new();
    place.file("x", "");
    place.file("Makefile", "good:\n\t@echo made; echo $$0 >/dev/null\nbad: good\n\trm x\n");
    let shell = format!("SHELL={}", place.shell().display());
    prints(place.command("make").args([&shell, "good"]), "made\n");
    let (stdout, stderr, status) = outcome(place.command("make").args([&shell, "bad"]));
    assert_eq!((stdout.as_str(), status), ("made\nrm x\n", Some(2)), "{stderr}");
    assert!(stderr.contains("nothing is removed here") && place.has("x"), "{stderr}");
}

#[test]
fn a_person_says_yes_or_no() {
    for (keys, runs) in [("y", true), ("Y", true), ("n", false), ("\r", false), ("\u{3}", false), ("\u{4}", false)] {
        let place = Place::new();
        let mut session = place.asking("touch y");
        let page = session.wait_for("[e]xplain ");
        assert!(page.contains("ask: ") && page.contains("touch y") && page.contains("^^^"), "{page}");
        assert!(!session.is_cooked());
        session.press(keys);
        session.wait_for(if runs { "yes" } else { "no" });
        let (status, shown) = session.end();
        assert_eq!((status.code(), place.has("y")), (Some(if runs { 0 } else { 3 }), runs), "{keys:?}: {shown}");
        assert!(session.is_cooked(), "{keys:?}");
    }
}

#[test]
fn what_is_no_single_key_is_no_yes() {
    for keys in ["yes\r", "yy", "\u{1b}[A", "\u{1b}y", "\u{1b}[121u", "\u{1b}[200~y\u{1b}[201~", " y", "ye", "é"] {
        let place = Place::new();
        let mut session = place.asking("touch y");
        session.wait_for("[e]xplain ");
        session.press(keys);
        let (status, shown) = session.end();
        assert_eq!((status.code(), place.has("y")), (Some(3), false), "{keys:?}: {shown}");
    }
}

#[test]
fn what_was_typed_before_does_not_answer() {
    let place = Place::new();
    let runok = env!("CARGO_BIN_EXE_runok");
    let script = format!("echo ready; sleep 1; {runok} exec --ask -- 'touch y'");
    let mut session = place.on_terminal(&["/bin/sh", "-c", &script]);
    session.wait_for("ready");
    session.press("y");
    session.wait_for("touch y");
    session.press("y");
    session.wait_for("[e]xplain ");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!place.has("y"));
    session.press("n");
    assert_eq!(session.end().0.code(), Some(3));
    assert!(!place.has("y"));
}

#[test]
fn the_account_is_shown_and_the_question_put_again() {
    let place = Place::new();
    let mut session = place.asking("touch y");
    session.wait_for("[e]xplain ");
    session.press("e");
    session.wait_for("explain");
    let account = session.wait_for("[e]xplain ");
    assert!(account.contains("rule") && account.contains("touch *"), "{account}");
    session.press("y");
    assert_eq!(session.end().0.code(), Some(0));
    assert!(place.has("y"));
}

#[test]
fn the_terminal_is_put_back_when_a_signal_ends_the_question() {
    for signal in ["TERM", "HUP", "INT"] {
        let place = Place::new();
        let mut session = place.asking("touch y");
        session.wait_for("[e]xplain ");
        let process = session.process().to_string();
        assert!(Command::new("kill").args([&format!("-{signal}"), &process]).status().unwrap().success());
        let (status, _) = session.end();
        assert!(status.signal().is_some(), "{signal}: {status}");
        assert!(session.is_cooked() && !place.has("y"), "{signal}");
    }
}

#[test]
fn questions_on_one_terminal_come_one_after_the_other() {
    let place = Place::new();
    let runok = env!("CARGO_BIN_EXE_runok");
    let script = format!("{runok} exec --ask -- 'touch y1' & {runok} exec --ask -- 'touch y2'; wait");
    let mut session = place.on_terminal(&["/bin/sh", "-c", &script]);
    let first = session.wait_for("[e]xplain ");
    std::thread::sleep(std::time::Duration::from_millis(500));
    session.press("y");
    let between = session.wait_for("[e]xplain ");
    assert!(first.contains("touch y1") != first.contains("touch y2"), "{first}");
    assert!(between.starts_with("yes"), "{between}");
    session.press("n");
    session.end();
    let answered = if first.contains("touch y1") { ("y1", "y2") } else { ("y2", "y1") };
    assert!(place.has(answered.0) && !place.has(answered.1), "{first}{between}");
}

/// Any program can hold the lock by which questions come one after the other: who waits for it says so.
#[test]
fn a_terminal_that_a_program_has_locked_is_waited_for_with_a_word() {
    if !has_program("flock") {
        return;
    }
    let place = Place::new();
    let runok = env!("CARGO_BIN_EXE_runok");
    let script = format!(
        "exec 9<\"$(tty)\"; flock 9; (until [ -e go ]; do sleep 0.1; done; flock -u 9) & {runok} exec --ask -- 'touch y'"
    );
    let mut session = place.on_terminal(&["/bin/sh", "-c", &script]);
    let before = session.wait_for("one more waits for its turn");
    assert!(!before.contains("[e]xplain"), "{before}");
    place.file("go", "");
    session.wait_for("[e]xplain ");
    std::thread::sleep(std::time::Duration::from_millis(500));
    session.press("n");
    session.end();
    assert!(!place.has("y"));
}

#[test]
fn streams_that_lead_elsewhere_change_nothing_about_the_question() {
    let place = Place::new();
    let runok = env!("CARGO_BIN_EXE_runok");
    let script = format!("echo y | {runok} exec --ask -- 'touch y; cat' > out 2> err; echo ended $?");
    let mut session = place.on_terminal(&["/bin/sh", "-c", &script]);
    session.wait_for("[e]xplain ");
    assert!(!place.has("y"));
    session.press("y");
    session.wait_for("ended 0");
    assert!(place.has("y"));
    assert_eq!(std::fs::read_to_string(place.project().join("out")).unwrap(), "y\n");
    assert_eq!(std::fs::read_to_string(place.project().join("err")).unwrap(), "");
}

#[test]
fn a_shell_at_a_terminal_asks_and_is_a_persons_own() {
    let place = Place::new();
    let shell = place.shell();
    let shell = shell.to_str().unwrap();
    let mut session = place.on_terminal(&[shell, "-i", "-c", "touch y"]);
    session.wait_for("[e]xplain ");
    session.press("y");
    assert_eq!(session.end().0.code(), Some(0));
    assert!(place.has("y"));
    let mut session = place.on_terminal(&[shell, "-c", "touch y2"]);
    session.wait_for("[e]xplain ");
    session.press("n");
    assert_eq!(session.end().0.code(), Some(126));
    assert!(!place.has("y2"));
    let mut session = place.on_terminal(&[shell, "--norc", "-i"]);
    session.press("echo $((40 + 2)); shopt -q expand_aliases && exit 7\r");
    session.wait_for("42");
    assert_eq!(session.end().0.code(), Some(7));
}

#[test]
fn a_job_in_the_background_is_not_asked_about() {
    let place = Place::new();
    let runok = env!("CARGO_BIN_EXE_runok");
    let script = format!("set -m; {runok} exec --ask -- 'touch y' & wait $!; echo ended $?");
    let mut session = place.on_terminal(&["/bin/bash", "-c", &script]);
    let shown = session.wait_for("ended 3");
    assert!(shown.contains("another job") && !place.has("y"), "{shown}");
}

#[test]
fn a_policy_of_a_project_that_nobody_trusts_allows_nothing() {
    let place = Place::with("rules: []\n");
    std::fs::write(place.project().join("runok.yml"), "rules: [{ allow: 'echo *' }]\n").unwrap();
    refuses(&mut place.exec(&["--", "echo hi"]), 3, "runok: ");
}
