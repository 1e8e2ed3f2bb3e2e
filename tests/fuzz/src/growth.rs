//! Time for each byte: an input that is four times as long takes about four times as long, through every door.
//!
//! The first byte chooses the door. The rest is a beginning, a unit that is repeated, and an end, with a NUL between them; a byte
//! of 1 in the unit is replaced by its number, so that names can differ.
//!
//! A time is the least of several and not that of the wall, and growth that is found is looked for again at twice the size.
//! What grows faster has to come to a limit (of commands, of steps) within a length that a person may still write.

use std::cell::OnceCell;
use std::rc::Rc;
use std::time::Duration;

use runok::agent::AGENTS;
use runok::answer::{json, text};
use runok::app::in_memory;
use runok::decision::when::Condition;
use runok::input::CommandLine;
use runok::policy::pattern;
use runok::shell::typed::{self, Prompt, Shell};
use runok::validator::protocol;

use super::judge::{Judge, load};
use super::{clock, texts};

/// About how many bytes the shorter input has.
const SHORT: usize = 4 * 1024;

/// What takes longer is tried with less.
const SLOW: Duration = Duration::from_millis(100);

/// How many times as long the longer one is.
const TIMES: usize = 4;

/// How many times as long it may take: between four (linear) and sixteen (quadratic).
const MOST: u32 = 8;

/// What takes less is not looked at: other things than the input would be measured.
const FLOOR: Duration = Duration::from_millis(12);

/// How far out it is looked at whether what grows faster comes to a limit: so many times the length.
const FAR: usize = 8;

/// The most time that it may take before it does.
const LIMIT: Duration = Duration::from_secs(20);

/// The most bytes of a beginning, a unit and an end.
const MOST_BYTES: usize = 512;

/// Conditions over all operands, and rules that a long list of operands cannot leave early.
const GUARD: &str = "
defaults: { action: allow }
rules:
  - deny: 'rm *'
    when: 'args.exists(a, a.matches(\"^(/|/etc)$\"))'
  - deny: '* *'
    when: 'args.exists(a, a.matches(\"(^|/)[.]env$\"))'
  - ask: '* <effect:writes outside Tree>'
";

thread_local! {
    static JUDGES: [OnceCell<Judge>; 2] = const { [OnceCell::new(), OnceCell::new()] };
}

/// A way in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Door {
    Guarded,
    Default,
    Zsh,
    Fish,
    Pattern,
    Policy,
    Condition,
    Requests,
    Payload,
    Answer,
}

const DOORS: [Door; 10] = [
    Door::Guarded,
    Door::Default,
    Door::Zsh,
    Door::Fish,
    Door::Pattern,
    Door::Policy,
    Door::Condition,
    Door::Requests,
    Door::Payload,
    Door::Answer,
];

/// What is repeated.
#[derive(Debug)]
struct Shape<'a> {
    door: Door,
    begin: &'a str,
    unit: &'a str,
    end: &'a str,
}

impl Shape<'_> {
    fn repeated(&self, times: usize) -> String {
        let mut all = self.begin.to_owned();
        for number in 0..times {
            match self.unit.contains('\u{1}') {
                true => all.push_str(&self.unit.replace('\u{1}', &number.to_string())),
                false => all.push_str(self.unit),
            }
        }
        all + self.end
    }
}

pub(crate) fn attempt(bytes: &[u8]) {
    let Some((door, rest)) = bytes.split_first().filter(|_| bytes.len() <= MOST_BYTES) else { return };
    let Ok(rest) = std::str::from_utf8(rest) else { return };
    let mut parts = rest.splitn(3, '\0');
    let (Some(begin), Some(unit), Some(end)) = (parts.next(), parts.next(), parts.next()) else { return };
    if unit.is_empty() || end.contains('\0') {
        return;
    }
    let shape = Shape { door: DOORS[usize::from(*door) % DOORS.len()], begin, unit, end };
    let mut times = (SHORT / unit.len()).max(1);
    // what takes long in any case shows its growth in a shorter input as well
    while times > 16 && clock::time(|| go_through(shape.door, &shape.repeated(times))).1 > SLOW {
        times /= 4;
    }
    let found = grows(&shape, times, 1).and_then(|_| grows(&shape, times, 2)).and_then(|_| grows(&shape, 2 * times, 1));
    if let Some(found) = found.and_then(|_| grows(&shape, FAR * times, 1)) {
        panic!("{found}: {shape:?}");
    }
}

/// Does the time grow faster than the input? Each time is the least of so many.
fn grows(shape: &Shape<'_>, times: usize, measured: usize) -> Option<String> {
    let (short, long) = (shape.repeated(times), shape.repeated(TIMES * times));
    let after = clock::least(measured, || go_through(shape.door, &long));
    if after < FLOOR {
        return None;
    }
    let before = clock::least(measured, || go_through(shape.door, &short)).max(Duration::from_micros(100));
    (after > before * MOST || after > LIMIT)
        .then(|| format!("{before:?} for {} bytes and {after:?} for {}", short.len(), long.len()))
}

fn go_through(door: Door, text: &str) {
    match door {
        Door::Guarded => judged(0, text),
        Door::Default => judged(1, text),
        Door::Zsh => judged_at_a_prompt(Shell::Zsh, text),
        Door::Fish => judged_at_a_prompt(Shell::Fish, text),
        Door::Pattern => {
            let _ =
                pattern::patterns(text).map(|patterns| patterns.iter().map(ToString::to_string).collect::<Vec<_>>());
            let _ = pattern::parse(text);
        }
        Door::Policy => drop(load(text)),
        Door::Condition => {
            let _ = Condition::parse(text).map(|condition| condition.problems().len());
        }
        Door::Requests => drop(in_memory::check(&with_judge(0, |judge| Rc::clone(&judge.loaded)), text.as_bytes())),
        Door::Payload => {
            let policy = with_judge(0, |judge| Rc::clone(&judge.loaded));
            drop(in_memory::hook(&policy, AGENTS[0], None, text.as_bytes()));
        }
        Door::Answer => drop(protocol::response(text.as_bytes())),
    }
}

fn with_judge<T>(number: usize, then: impl FnOnce(&Judge) -> T) -> T {
    let make = || Judge::of(if number == 0 { GUARD } else { "extends: [builtin:default]\n" });
    JUDGES.with(|judges| then(judges[number].get_or_init(make)))
}

fn judged(number: usize, line: &str) {
    let Ok(command) = CommandLine::new(line) else { return };
    with_judge(number, |judge| {
        let decision = judge.evaluate(&judge.read(&command), line);
        let _ = (json::decision(&decision, &[]), text::page(&decision, line, 80));
    });
}

fn judged_at_a_prompt(shell: Shell, line: &str) {
    let typed = typed::read(line, &Prompt { shell, options: Vec::new(), aliases: Vec::new() });
    if CommandLine::new(typed.shown.as_str()).is_ok() {
        with_judge(0, |judge| drop(judge.evaluate(&judge.read_typed(&typed), &typed.shown)));
    }
}

/// What is repeated in a line.
const UNITS: [(&str, &str, &str); 41] = [
    ("echo ", "\\\n", "a"),
    ("", "true;", ""),
    ("", "A\u{1}=1 ", "rm -rf src"),
    ("", "export A\u{1}=1;", ""),
    ("", "alias a\u{1}=b;", ""),
    ("a=x;", "a=$a$a;", ""),
    ("", "a\u{1}=$a\u{1};", "echo $a1"),
    ("rm ", "src/file\u{1} ", ""),
    ("echo ", "$x ", ""),
    ("echo ", "*.x ", ""),
    ("echo ", "\"a\"'b' ", ""),
    ("echo ", "$(a)${x:-b}", ""),
    ("echo ", "{a,b} ", ""),
    ("echo ", "{a,b}", ""),
    ("", "cat <<E\u{1}\nx\nE\u{1}\n", ""),
    ("cat ", "<<E ", "\nx\nE\n"),
    ("", "cat | ", "cat"),
    ("", "eval ", "rm -rf src"),
    ("", "timeout 1 ", "rm -rf src"),
    ("", "if a; then x=b; else x=$x.c; fi;", ""),
    ("", "a && ", "b"),
    ("", "(", "a"),
    ("", "{ ", "a"),
    ("", "$(", "a"),
    ("echo ", "`", "a"),
    ("echo ", "${x:-", "a"),
    ("echo $((", "(1+", "2"),
    ("[[ ", "! ", "a ]]"),
    ("[[ ", "-f a && ", "-f b ]]"),
    ("case x in ", "a\u{1}) ls;; ", "esac"),
    ("", "f\u{1}() { ls; };", "f1"),
    ("", "for x in a; do ", "ls"),
    ("", "cd a;", "rm x"),
    ("", "cd a || ", "rm x"),
    ("x=(", "a ", "); rm ${x[@]}"),
    ("echo \"", "\\\"", "\""),
    ("echo ", "\\\n", "a"),
    ("", "#\n", "ls"),
    ("ls ", "> /tmp/a\u{1} ", ""),
    ("git ", "-c a.b\u{1}=c ", "status"),
    ("find . ", "-exec rm {} + ", ""),
];

/// The same through the other doors.
const OTHERS: [(usize, &str, &str, &str); 24] = [
    (4, "a ", "[-x ", "b"),
    (4, "a ", "[-x b] ", ""),
    (4, "a ", "b|", "c"),
    (4, "a ", "*x", ""),
    (4, "a ", "\\", "x"),
    (4, "\"a b\"", "|\"a b\"", " c"),
    (5, "rules:\n", "  - allow: 'git a\u{1} *'\n", ""),
    (5, "rules:\n", "  - allow: '<var:v> *'\n", "definitions: { vars: { v: { values: [a, b, c] } } }\n"),
    (5, "definitions:\n  paths:\n", "    p\u{1}: [./a\u{1}]\n", ""),
    (5, "definitions:\n  aliases:\n", "    a\u{1}: ['b\u{1}']\n", "rules: [{allow: 'a1 *'}]\n"),
    (5, "a: &a [x]\nb: ", "[*a, ", ""),
    (5, "", "[", ""),
    (5, "rules: ", "{a: ", ""),
    (5, "", "# a\n", ""),
    (5, "rules:\n", "  - allow: \"\\x41\"\n    when: 'a == \"b\"'\n", ""),
    (6, "a", " && b.c == \"d\"", ""),
    (6, "", "(", "a"),
    (6, "", "!", "a"),
    (6, "[", "1,", "2]"),
    (7, "", "{\"command\":\"ls \u{1}\"}\n", ""),
    (7, "{\"command\":\"ls\",\"env\":{", "\"A\u{1}\":\"b\",", "\"B\":null}}"),
    (
        8,
        "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"cwd\":\"/\",\"tool_input\":{\"command\":\"",
        "ls;",
        "\"}}",
    ),
    (8, "", "{\"a\":", ""),
    (9, "{\"jsonrpc\":\"2.0\",\"id\":1,", "\"a\u{1}\":[1],", "\"result\":{\"status\":\"allow\"}}"),
];

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = texts::own("growth");
    let seed = |door: usize, begin: &str, unit: &str, end: &str| {
        [&[u8::try_from(door).unwrap()], format!("{begin}\0{unit}\0{end}").as_bytes()].concat()
    };
    for (number, (begin, unit, end)) in UNITS.iter().enumerate() {
        seeds.push(seed(0, begin, unit, end));
        seeds.push(seed(1 + number % 3, begin, unit, end));
    }
    seeds.extend(OTHERS.iter().map(|(door, begin, unit, end)| seed(*door, begin, unit, end)));
    seeds
}
