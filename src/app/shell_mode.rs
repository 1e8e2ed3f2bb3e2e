//! `runok-shell`: stands for a shell, so that programs which start one can be guarded without a hook.
//!
//! Owns what the words mean that a shell is given, and what becomes of each: the text of `-c` is judged and then run by the
//! real shell with the very same words; a person's own shell at a terminal is started as it is (the line editor guards
//! that, see `shell-init`); a script, standard input and options that change how a text is read are judged as the command
//! that they are, `bash script`, so that nothing of it runs unless a rule names it. Refuses to start itself again.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};

use super::exec::Attempt;
use super::exec::launch::Program;
use super::exec::shells::{Kind, Manner, Shell};
use super::in_time::TimelyJudge;
use super::output::Output;
use super::request::Request;
use crate::answer::exit::ExitStatus;
use crate::input::CommandLine;

/// How a shell ends that does not run what it was given.
const REFUSED: ExitStatus = ExitStatus::NotRun(126);

/// Options of one letter that change nothing about how a text is read. (`x` shows what runs; `PS4` is looked at beside.)
const LETTERS: &str = "cileuvxs";

/// Options with a name, after `-o`, that change nothing about how a text is read.
const NAMES: [&str; 4] = ["errexit", "nounset", "pipefail", "verbose"];

/// Long options that change nothing about how a text is read.
const LONG: [&str; 4] = ["--login", "--norc", "--noprofile", "--noediting"];

/// Does what a shell would do with these words, as far as it may. `name` is what it was called.
///
/// # Errors
/// When writing fails; then nothing was run.
pub(super) fn run(name: &OsStr, words: &[OsString], judge: TimelyJudge, output: &mut Output) -> io::Result<ExitStatus> {
    let shell = match Shell::behind() {
        Ok(shell) => shell,
        Err(why) => return output.complain(&format!("runok: {why}")).map(|()| REFUSED),
    };
    let mut given = Given::read(words);
    given.manner.login |= name.to_str().is_some_and(|name| name.starts_with('-'));
    match attempt(&shell, &given, words) {
        Ok(Some(attempt)) => attempt.judge_and_run(judge, output),
        Ok(None) => {
            let failure = real(&shell, &given, words.to_vec()).unjudged().replace_this_process();
            output.complain(&format!("runok: {}", failure.why)).map(|()| ExitStatus::NotRun(failure.code))
        }
        Err(why) => output.complain(&format!("runok: {why}, so nothing was run")).map(|()| REFUSED),
    }
}

/// The shell itself, told that it is one that was logged in to where runok was told so.
fn real(shell: &Shell, given: &Given<'_>, words: Vec<OsString>) -> Program {
    let program = Program::new(&shell.path, words);
    // a dash in the name is all that says so then
    let dash = given.manner.login && !given.login_option;
    if dash { program.called(format!("-{}", shell.kind.name())) } else { program }
}

/// What is judged and what runs; nothing for a person's own shell.
fn attempt(shell: &Shell, given: &Given<'_>, words: &[OsString]) -> Result<Option<Attempt>, String> {
    if given.is_a_persons(io::stdin().is_terminal()) {
        return Ok(None);
    }
    let alone = shell.kind == Kind::Bash && given.is_plain() && !given.manner.interactive && !given.manner.login;
    let program =
        if alone { real(shell, given, given.without_startup_files(words)) } else { real(shell, given, words.to_vec()) };
    let doubt = if alone { shell.doubt_alone() } else { shell.doubt(given.manner) };
    let option = given.strange.map(|option| {
        let option = option.to_string_lossy();
        format!("the option {option} of a shell may change how it reads its text")
    });
    let input = given.reads_input().then(|| "what the shell would read from standard input is not known".to_owned());
    let request = match given.text {
        Some(text) if shell.kind == Kind::Bash && given.is_plain() && given.parameters.is_empty() => {
            let text = text.to_str().ok_or("the command is not valid UTF-8")?;
            Request::text(CommandLine::new(text).map_err(|error| error.to_string())?)
        }
        _ => Request::known_words(as_command(shell.kind, words)?)?,
    };
    Ok(Some(Attempt { request, program, doubt: option.or(input).or(doubt), asks: true, flag: false, refused: REFUSED }))
}

/// The words as they would stand on a line that starts the shell by its name.
fn as_command(kind: Kind, words: &[OsString]) -> Result<Vec<String>, String> {
    let words = words.iter().map(|word| word.to_str().map(str::to_owned).ok_or("the command is not valid UTF-8"));
    Ok(std::iter::once(Ok(kind.name().to_owned())).chain(words).collect::<Result<_, _>>()?)
}

/// What a shell makes of its words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Given<'a> {
    /// The text of `-c`.
    text: Option<&'a OsStr>,
    /// What follows it: `$0`, `$1`, …
    parameters: &'a [OsString],
    /// A script, and what follows it.
    script: bool,
    /// `-s`: commands come from standard input.
    input: bool,
    manner: Manner,
    /// An option asks for a login shell, beside the name.
    login_option: bool,
    /// How many long options stand before all others.
    long: usize,
    /// The first option that is not known to leave the reading of a text alone.
    strange: Option<&'a OsStr>,
}

impl<'a> Given<'a> {
    fn read(words: &'a [OsString]) -> Self {
        let mut given = Self::default();
        let mut command = false;
        let mut rest = words;
        let mut short = false;
        while let Some((word, after)) = rest.split_first() {
            let text = word.to_str().unwrap_or("?");
            if matches!(text, "--" | "-") {
                rest = after;
                break;
            }
            let is_option = word.as_encoded_bytes().first().is_some_and(|first| matches!(first, b'-' | b'+'));
            if !is_option {
                break;
            }
            rest = after;
            if text.starts_with("--") {
                // bash takes them before the short ones alone
                given.long += usize::from(!short);
                given.long_option(word, text, short);
                continue;
            }
            short = true;
            rest = given.letters(word, text, rest, &mut command);
        }
        match (command, rest.split_first()) {
            (true, Some((text, parameters))) => (given.text, given.parameters) = (Some(text.as_os_str()), parameters),
            // the shell will say that its option needs an argument
            (true, None) => given.strange = given.strange.or(words.last().map(OsString::as_os_str)),
            (false, Some(_)) => given.script = true,
            (false, None) => {}
        }
        given
    }

    fn long_option(&mut self, word: &'a OsStr, text: &str, short: bool) {
        if text == "--login" {
            (self.manner.login, self.login_option) = (true, true);
        }
        if short || !LONG.contains(&text) {
            self.strange = self.strange.or(Some(word));
        }
    }

    /// A cluster of letters; each `o` in it takes one of the words that follow.
    fn letters(&mut self, word: &'a OsStr, text: &str, mut rest: &'a [OsString], command: &mut bool) -> &'a [OsString] {
        let mut known = text.starts_with('-') && text.len() > 1;
        for letter in text.chars().skip(1) {
            match letter {
                'c' => *command = true,
                'i' => self.manner.interactive = true,
                'l' => (self.manner.login, self.login_option) = (true, true),
                's' => self.input = true,
                'o' | 'O' => {
                    let (name, after) = rest.split_first().map_or((None, rest), |(name, after)| (name.to_str(), after));
                    known &= letter == 'o' && name.is_some_and(|name| NAMES.contains(&name));
                    rest = after;
                }
                _ => {}
            }
            known &= letter == 'o' || LETTERS.contains(letter);
        }
        if !known {
            self.strange = self.strange.or(Some(word));
        }
        rest
    }

    /// A text, and options that leave its reading alone.
    fn is_plain(&self) -> bool {
        self.text.is_some() && !self.input && self.strange.is_none()
    }

    /// Commands come from standard input.
    fn reads_input(&self) -> bool {
        self.input || (self.text.is_none() && !self.script)
    }

    /// Nothing but the wish for a shell, at a terminal.
    fn is_a_persons(&self, terminal: bool) -> bool {
        let nothing = self.text.is_none() && !self.script && self.strange.is_none();
        nothing && terminal
    }

    /// The words, with what keeps bash from running other text first.
    fn without_startup_files(&self, words: &[OsString]) -> Vec<OsString> {
        let (long, rest) = words.split_at_checked(self.long).unwrap_or((&[], words));
        let own = |word: &str| std::iter::once(OsString::from(word));
        own("--norc").chain(long.iter().cloned()).chain(own("-p")).chain(rest.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        shlex::split(line).unwrap().into_iter().map(OsString::from).collect()
    }

    /// The text and whether it is plain.
    fn text(line: &str) -> (Option<String>, bool) {
        let words = words(line);
        let given = Given::read(&words);
        (given.text.map(|text| text.to_str().unwrap().to_owned()), given.is_plain())
    }

    #[test]
    fn the_text_is_the_one_that_a_shell_would_take() {
        for line in [
            "-c T",
            "-i -c T",
            "-ic T",
            "-ci T",
            "-lc T",
            "-ilc T",
            "-cl T",
            "-c -- T",
            "-c - T",
            "-c -e T",
            "-ec T",
            "-o pipefail -c T",
            "-co pipefail T",
            "-euo pipefail -c T",
            "--login -c T",
            "-x -c T n a",
            "-c T -x",
        ] {
            assert_eq!(text(line), (Some("T".to_owned()), true), "{line}");
        }
    }

    #[test]
    fn what_may_change_how_a_text_is_read_is_not_plain() {
        for line in [
            "-k -c T",
            "-O extglob -c T",
            "+O extglob -c T",
            "-o posix -c T",
            "-cO extglob T",
            "--posix -c T",
            "-f -c T",
            "--rcfile f -ic T",
            "-r -c T",
            "+e -c T",
            "-sc T",
            "-c --login T",
            "-p -c T",
            "-co T",
            "-c -é T",
            "-c --x T",
        ] {
            assert!(!text(line).1, "{line}");
        }
        assert_eq!(text("-c"), (None, false));
        assert_eq!(text("-o -c rm"), (None, false));
    }

    #[test]
    fn a_persons_own_shell_is_the_wish_for_one_at_a_terminal() {
        for (line, own) in [
            ("", true),
            ("-i", true),
            ("-l", true),
            ("--login", true),
            ("-il", true),
            ("-s", true),
            ("-", true),
            ("script", false),
            ("-i script", false),
            ("-c T", false),
            ("--rcfile f", false),
            ("-c", false),
            ("-- f", false),
        ] {
            let words = words(line);
            assert_eq!(Given::read(&words).is_a_persons(true), own, "{line}");
            assert!(!Given::read(&words).is_a_persons(false), "{line}");
        }
    }

    #[test]
    fn options_that_keep_bash_from_other_texts_stand_where_bash_takes_them() {
        let shown = |line: &str| {
            let words = words(line);
            let own: Vec<String> = Given::read(&words)
                .without_startup_files(&words)
                .iter()
                .map(|word| word.to_str().unwrap().to_owned())
                .collect();
            own.join(" ")
        };
        assert_eq!(shown("-ec T"), "--norc -p -ec T");
        assert_eq!(shown("--noediting -c T"), "--norc --noediting -p -c T");
    }
}
