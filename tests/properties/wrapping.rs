//! A deny or ask rule that counts for a command also counts when the command is wrapped; where no allow rule names the
//! wrapper, wrapping never loosens.

use runok::verdict::Verdict;

use super::case::Case;
use super::judge::{Judge, restrained};
use super::line::single_quoted;
use super::random::{Random, hold};

/// How a command is wrapped: `@` is the command as it is written, `%` its text as one quoted word. The names beside it are
/// the commands that it adds: an allow rule that names one of them may speak for the wrapped command.
const WRAPPERS: [(&str, &[&str]); 36] = [
    ("sudo @", &["sudo"]),
    ("sudo -u dev @", &["sudo"]),
    ("sudo -n -- @", &["sudo"]),
    ("env @", &["env"]),
    ("env A=b @", &["env"]),
    ("env -i @", &["env"]),
    ("env -S %", &["env"]),
    ("/usr/bin/env @", &["env"]),
    ("nice @", &["nice"]),
    ("nice -n 5 @", &["nice"]),
    ("timeout 5 @", &["timeout"]),
    ("timeout -k 1 5s @", &["timeout"]),
    ("nohup @", &["nohup"]),
    ("setsid @", &["setsid"]),
    ("stdbuf -oL @", &["stdbuf"]),
    ("command @", &["command"]),
    ("exec @", &["exec"]),
    ("time @", &[]),
    ("! @", &[]),
    ("bash -c %", &["bash"]),
    ("sh -c %", &["sh"]),
    ("bash -ec %", &["bash"]),
    ("eval %", &["eval"]),
    ("( @ )", &[]),
    ("{ @; }", &[]),
    ("if true; then @; fi", &["true"]),
    ("if @; then :; fi", &[":"]),
    ("for i in 1 2; do @; done", &[]),
    ("while @; do :; done", &[":"]),
    ("echo \"$( @ )\"", &["echo"]),
    ("cat <(@)", &["cat"]),
    ("find . -exec @ ';'", &["find"]),
    ("f() { @; }; f", &[]),
    ("trap % EXIT", &["trap"]),
    ("mywrap @", &["mywrap"]),
    ("true && @ &", &["true"]),
];

fn wrapped(text: &str, source: &str) -> String {
    text.replace('@', source).replace('%', &single_quoted(source))
}

/// Is what stands in it a command's words?
fn is_prefix(template: &str) -> bool {
    let before = template.split('@').next().unwrap_or_default();
    let keyword = ["time ", "! ", "( ", "{ "].contains(&before) || before.contains(['(', ';', '&', '{']);
    template.contains('@') && !keyword && !before.starts_with("if ") && !before.starts_with("while ")
}

/// Conditions look at where a command runs: a loop, a pipe, its environment.
fn looks_around(case: &Case) -> bool {
    case.policy.rules.iter().any(|rule| {
        rule.when.is_some_and(|when| ["pipe", "loop_kind", "env", "true"].iter().any(|name| when.contains(name)))
    })
}

#[test]
fn wrapping_a_command_never_loosens_it() {
    hold(200, Case::program, |case| {
        let Some(command) = case.command() else { return Ok(()) };
        if looks_around(case) {
            return Ok(());
        }
        let mut random = case.random();
        let source = command.source();
        let (mut text, mut names, mut is_command) = (source.clone(), Vec::new(), true);
        for _ in 0..=random.below(3) {
            let (template, added) = WRAPPERS[random.below(WRAPPERS.len())];
            // only a simple command can stand behind a program's name, or in what env splits into words
            if (is_prefix(template) || template.starts_with("env")) && !is_command {
                continue;
            }
            // find ends its command at the first of these, and writes names of files in the place of the other
            if template.starts_with("find") && [";", "+", "{}"].iter().any(|one| text.contains(one)) {
                continue;
            }
            // where quotes stand within quotes within quotes, env reads what the backslashes stand for in its own way
            if template.starts_with("env -S") && text.contains(r"\'\'") {
                continue;
            }
            // `&;` is no end of a command
            if text.ends_with('&') && template.contains("@;") {
                continue;
            }
            is_command = is_prefix(template) && template.ends_with('@') || template.ends_with('%');
            text = wrapped(template, &text);
            names.extend_from_slice(added);
        }
        never_looser(case, &source, &text, &names)
    });
}

fn never_looser(case: &Case, source: &str, text: &str, names: &[&str]) -> Result<(), String> {
    let judge = Judge::of(&case.policy.yaml());
    let (bare, inside) = (judge.decide(source), judge.verdict(text));
    // under a default of deny, what is only restrained by rules may be a matter of which rule stands where
    let counted = match case.policy.default {
        Some("deny") => restrained(&bare).min(Verdict::Ask),
        // nobody knows where the shell is when it ends, so what a relative path is may only be
        _ if text.contains("trap ") => restrained(&bare).min(Verdict::Ask),
        _ => restrained(&bare),
    };
    if inside < counted {
        return Err(format!("rules make it {counted:?}, but {inside:?}: {text}"));
    }
    // nobody knows the directory in a trap
    let traps = text.contains("trap ") && inside == Verdict::Ask;
    if !traps && !case.policy.allows_command(names) && inside < bare.verdict && case.policy.default != Some("deny") {
        return Err(format!("{:?}, but {inside:?}: {text}", bare.verdict));
    }
    Ok(())
}

/// xargs adds words to the command, so it is the command with any words after it that is held to be no looser; where
/// there is a placeholder, one word stands in its place.
#[test]
fn what_xargs_runs_is_the_command_with_unknown_words() {
    hold(100, Case::program, |case| {
        let Some(command) = case.command() else { return Ok(()) };
        if looks_around(case) {
            return Ok(());
        }
        let source = command.source();
        let prefix = Random::new(case.choice).pick(&["xargs", "xargs -n 1", "xargs -0r", "ls | xargs", "xargs --"]);
        never_looser(case, &format!("{source} \"$@\""), &format!("{prefix} {source}"), &["xargs", "ls"])
    });
}
