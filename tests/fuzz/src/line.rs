//! A shell text: the reader of every dialect, the walk to its commands, the decision, and all that is shown of it.
//!
//! The first byte chooses the policy, the shell and the frame; the rest is the text.

use std::cell::OnceCell;
use std::time::Duration;

use runok::command::{Invocation, Reading};
use runok::decision::Decision;
use runok::input::{CommandLine, Span};
use runok::shell::typed::{self, Alias, AliasKind, Prompt, Shell};
use runok::shell::{Dialect, Parsed, parse};
use runok::verdict::Verdict;

use super::judge::{Judge, in_doubt};
use super::{clock, shown, texts};

/// Allows a little and denies a little, so that changes of a text change its verdict.
const SMALL: &str = "
rules:
  - allow: 'echo|cat|ls|true|test|cd|for|export|printf|grep *'
  - allow: 'git status|log|diff *'
  - allow: 'FOO=*'
  - allow: '> /tmp/**'
  - deny: 'rm *'
    when: 'args.exists(a, a.startsWith(\"/\")) || flags.exists(f, f == \"rf\")'
  - ask: 'git push *'
  - deny: '> /etc/**'
  - deny: 'LD_PRELOAD=*'
definitions:
  wrappers: ['within <opts> <cmd>']
";

const DIALECTS: [Dialect; 5] = [
    Dialect::Bash,
    Dialect::Posix,
    Dialect::Zsh,
    Dialect::ZshPrompt { extended_glob: true, comments: false },
    Dialect::Fish,
];

const SHELLS: [Shell; 5] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Nushell, Shell::PowerShell];

/// What a text may stand in without a looser verdict. `@` is the text; a function gets the parameters that are there.
/// The first `@` alone is replaced: `"$@"` stands in one of them.
const FRAMES: [&str; 6] =
    ["(\n@\n)", "{\n@\n}", "if true; then\n@\nfi", "true $(\n@\n)", "true &&\n{\n@\n}", "f() {\n@\n}\nf \"$@\""];

/// What no rule knows.
const UNKNOWN: &str = "no-such-program-here --at all";

/// How long a text may take, however short it is, and how much longer for each of its bytes. Both are far above what is needed:
/// the target `growth` looks closer.
const BASE: Duration = Duration::from_secs(5);
const EACH: Duration = Duration::from_micros(400);

thread_local! {
    static JUDGES: [OnceCell<Judge>; 3] = const { [OnceCell::new(), OnceCell::new(), OnceCell::new()] };
}

fn with_judge(number: usize, then: impl FnOnce(&Judge)) {
    JUDGES.with(|judges| {
        then(judges[number].get_or_init(|| match number {
            0 => Judge::of(SMALL),
            1 => Judge::of(include_str!("../../../runok.example.yaml")),
            _ => Judge::of("extends: [builtin:default, builtin:dev]\n"),
        }));
    });
}

pub(crate) fn attempt(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else {
        assert!(CommandLine::from_bytes(rest.to_vec()).is_err());
        return;
    };
    let choice = usize::from(*choice);
    let most = BASE + EACH * u32::try_from(text.len()).unwrap();
    let took = clock::time(|| all(choice, text)).1;
    // once may be bad luck
    if took > most && clock::least(3, || all(choice, text)) > most {
        panic!("{took:?} for {} bytes", text.len());
    }
}

fn all(choice: usize, text: &str) {
    for dialect in DIALECTS {
        let parsed = parse(text, dialect);
        spans_of_the_tree(&parsed, text);
    }
    assert_eq!(parse(text, DIALECTS[choice % 5]), parse(text, DIALECTS[choice % 5]), "read twice");
    let Ok(line) = CommandLine::new(text) else {
        assert!(text.contains('\0'));
        return;
    };
    // the embedded policies are large, so they get a smaller part of the inputs
    with_judge([0, 0, 0, 0, 1, 1, 1, 2][choice / 5 % 8], |judge| {
        judged(judge, &line, FRAMES[choice % FRAMES.len()]);
        typed_at_a_prompt(judge, text, SHELLS[choice % 5]);
    });
}

/// Every place that the tree names is one of the text.
fn spans_of_the_tree(parsed: &Parsed, text: &str) {
    if let Some(mistake) = &parsed.mistake {
        place(mistake.span, text);
    }
    // its Debug form shows every span, of whatever kind of node
    for after in format!("{:?}", parsed.script).split("Span { start: ").skip(1) {
        let number =
            |text: &str| text.split(|one: char| !one.is_ascii_digit()).next().and_then(|text| text.parse().ok());
        // a text within quotes can spell the same
        let (Some(start), Some((_, end))) = (number(after), after.split_once(", end: ")) else { continue };
        if let Some(end) = number(end).filter(|_| !text.contains("Span")) {
            place(Span::new(start, end), text);
        }
    }
}

#[track_caller]
fn place(span: Span, text: &str) {
    assert!(text.get(span.start..span.end).is_some(), "{span:?} is no place in {text:?}");
}

fn places(invocations: &[Invocation], text: &str) {
    for invocation in invocations {
        place(invocation.span, text);
        invocation.doubts.iter().for_each(|doubt| place(doubt.span, text));
        invocation.redirects.iter().for_each(|redirect| place(redirect.span, text));
        invocation.assignments.iter().for_each(|assignment| place(assignment.span, text));
        for wrapped in &invocation.wrapped {
            wrapped.doubts.iter().for_each(|doubt| place(doubt.span, text));
            places(&wrapped.runs, text);
        }
    }
}

fn judged(judge: &Judge, line: &CommandLine, frame: &str) {
    let text = line.as_str();
    let reading = judge.read(line);
    assert_eq!(reading, judge.read(line), "read twice");
    let decision = decided(judge, &reading, text);
    let parsed = parse(text, Dialect::Bash);
    if decision.verdict == Verdict::Allow {
        assert!(parsed.mistake.is_none(), "allowed, and not understood: {:?}", parsed.mistake);
    }
    if parsed.mistake.is_some() || parsed.unfinished {
        return;
    }
    let verdict = |text: &str| judge.decide(text).map(|decision| decision.verdict);
    if decision.verdict == Verdict::Allow {
        let longer = verdict(&format!("{text}\n{UNKNOWN}"));
        assert_ne!(longer, Some(Verdict::Allow), "with an unknown command behind it");
    } else if verdict("true") == Some(Verdict::Allow) {
        let framed = verdict(&frame.replacen('@', text, 1));
        assert!(framed >= Some(decision.verdict), "{:?} becomes {framed:?} in {frame:?}", decision.verdict);
    }
}

/// The decision, which is the same however it is come by.
fn decided(judge: &Judge, reading: &Reading, text: &str) -> Decision {
    places(&reading.invocations, text);
    reading.doubts.iter().for_each(|doubt| place(doubt.span, text));
    let decision = judge.evaluate(reading, text);
    if let Some(span) = decision.decided_at {
        place(span, text);
    }
    if decision.verdict == Verdict::Allow {
        assert!(!in_doubt(reading), "allowed in doubt: {reading:?}");
    }
    shown::decision(&decision, text);
    // with thousands of rules this takes long
    if judge.loaded.policy.rules.len() < 300 {
        assert_eq!(decision, judge.evaluate(reading, text), "judged twice");
        let (watched, explanation) = judge.explain(reading, text);
        assert_eq!(watched.verdict, decision.verdict, "watched");
        shown::explanation(&watched, &explanation, text, &judge.loaded);
    }
    decision
}

fn typed_at_a_prompt(judge: &Judge, text: &str, shell: Shell) {
    let alias =
        |name: &str, value: &str| Alias { name: name.to_owned(), value: value.to_owned(), kind: AliasKind::Command };
    let options = ["extendedglob", "interactivecomments", "histexpand"].map(str::to_owned).into();
    let prompt =
        Prompt { shell, options, aliases: vec![alias("ll", "ls -l "), alias("g", "git"), alias("rm", "rm -i")] };
    let typed = typed::read(text, &prompt);
    if CommandLine::new(typed.shown.as_str()).is_err() {
        return;
    }
    let decision = decided(judge, &judge.read_typed(&typed), &typed.shown);
    if decision.verdict == Verdict::Allow {
        assert!(typed.mistakes.is_empty(), "allowed at a prompt in spite of {:?}", typed.mistakes);
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    // other tests judge all of them; here a third is enough to begin with
    let lines = texts::lines().into_iter().step_by(3).enumerate();
    let made = lines.map(|(number, line)| [&[u8::try_from(number % 90).unwrap()], line.as_bytes()].concat());
    made.chain(texts::own("line")).collect()
}
