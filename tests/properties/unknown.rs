//! Less known is never looser.
//!
//! Making a word less known never loosens; but deny becomes ask by design: by `deny: rm *`, `rm x` is denied and `$X x` only
//! asks. What holds, and is the promise: where the less known line is allowed, so is
//! every line that it can stand for; where it is denied by a rule, so is every line that it can stand for, if its name is
//! known: by `deny: * -f *`, `"$X" -e -f` is denied, and of a command whose `-e` takes a value it is not. A default of
//! `deny` is no rule: with `allow: ls` and that default, `$X` is denied and `ls` is not. That a word which is not known may
//! ask for help makes nothing less sure: by `deny: '* <effect:deletes>'`, `rm a $X` is denied, and `rm a --help` is not.

use runok::command::Invocation;
use runok::verdict::Verdict;

use super::case::Case;
use super::judge::Judge;
use super::line::{Simple, Word};
use super::make_line::simple;
use super::random::{Random, hold};

/// The abstract line stands for the concrete one.
fn stands_for(case: &Case, abstract_line: &str, concrete: &str) -> Result<(), String> {
    let judge = Judge::of(&case.policy.yaml());
    let (decision, reading) = (judge.decide(abstract_line), judge.read(concrete));
    let more = judge.evaluate(&reading, concrete).verdict;
    let less = decision.verdict;
    // a line that is not followed to its end asks: `while :; do cd sub; done`, and it need not with `cd "$X"`
    let followed =
        reading.doubts.is_empty() && !reading.invocations.iter().any(|one| speaks_of_itself(one) || has_no_end(one));
    let allowed = less == Verdict::Allow && more != Verdict::Allow && followed;
    // of several readings of a wrapper the strictest counts, and `$(unknown)` is a command of its own
    let readings = decision.commands.iter().any(|command| !command.wrapped.is_empty());
    let names = judge.read(abstract_line).invocations;
    let unnamed = names.iter().filter_map(|one| one.words.first()).any(|name| name.known().is_none());
    let other = readings || unnamed || abstract_line.contains("$(unknown)") || case.policy.default == Some("deny");
    let helps = reading.invocations.iter().any(asks_for_help);
    let denied = less == Verdict::Deny && more != Verdict::Deny && !other && !helps;
    if allowed || denied {
        return Err(format!("{less:?}: {abstract_line}\nbut {more:?}: {concrete}"));
    }
    Ok(())
}

/// Runs it what it writes itself? Files that are not known are not guessed to be the same: `make > x; ./x` asks, and
/// `make > "$X"; ./x` need not.
fn speaks_of_itself(invocation: &Invocation) -> bool {
    invocation.doubts.iter().any(|doubt| doubt.why.contains("is written by this line"))
        || invocation.wrapped.iter().flat_map(|wrapped| &wrapped.runs).any(speaks_of_itself)
}

/// Does the command, or one that it starts, get an option with which most commands do nothing else?
fn asks_for_help(invocation: &Invocation) -> bool {
    let helps = |word: &runok::command::word::Word| {
        word.known().is_some_and(|text| ["--help", "--version", "-h", "-V", "help"].contains(&text))
    };
    invocation.words.iter().any(helps) || invocation.wrapped.iter().flat_map(|wrapped| &wrapped.runs).any(asks_for_help)
}

/// A find that is not told where its command ends refuses to run. It asks all the same; where it is not known that a word
/// begins a command, only an end makes it one.
fn has_no_end(invocation: &Invocation) -> bool {
    let is = |word: &runok::command::word::Word, texts: &[&str]| word.known().is_some_and(|text| texts.contains(&text));
    let has = |texts: &[&str]| invocation.words.iter().any(|word| is(word, texts));
    invocation.words.first().is_some_and(|name| is(name, &["find"]))
        && has(&["-exec", "-execdir", "-ok", "-okdir"])
        && !has(&[";", "+"])
        || invocation.wrapped.iter().flat_map(|wrapped| &wrapped.runs).any(has_no_end)
}

/// Replaces a known word, or a part of it, by what is not known. `joined`: exactly one word.
fn blurred(text: &str, random: &mut Random, joined: bool) -> Word {
    let half = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (head, tail) = text.split_at(half);
    let source = match random.below(if joined { 6 } else { 9 }) {
        0 => "\"$UNKNOWN\"".to_owned(),
        1 => "\"$(unknown)\"".to_owned(),
        2 => format!("{}\"$UNKNOWN\"", written(head)),
        3 => format!("\"$UNKNOWN\"{}", written(tail)),
        4 => format!("{}\"$(unknown)\"", written(head)),
        5 => "\"${UNKNOWN:-y}\"".to_owned(),
        6 => "$UNKNOWN".to_owned(),
        7 => "$(unknown)".to_owned(),
        _ => format!("{}$UNKNOWN", written(head)),
    };
    Word::Raw(source)
}

fn written(text: &str) -> String {
    if text.is_empty() { String::new() } else { super::line::written(text, super::line::Style::Bare) }
}

/// Makes something of a command less known; false where there is nothing.
fn blur(command: &mut Simple, random: &mut Random) -> bool {
    let known: Vec<usize> = (0..command.words.len()).filter(|at| command.words[*at].known().is_some()).collect();
    match random.below(8) {
        0 if !command.redirects.is_empty() => {
            let at = random.below(command.redirects.len());
            let Some(text) = command.redirects[at].1.known().map(str::to_owned) else { return false };
            command.redirects[at].1 = blurred(&text, random, true);
        }
        1 if !command.assignments.is_empty() => {
            let at = random.below(command.assignments.len());
            command.assignments[at].1 = Word::Raw(random.pick(&["$UNKNOWN", "\"$(unknown)\""]).to_owned());
        }
        2 if command.words.len() > 1 => {
            // no word at all
            let at = 1 + random.below(command.words.len());
            command.words.insert(at, Word::Raw("$UNKNOWN".to_owned()));
        }
        3 if known.len() > 2 => {
            // two words
            let at = 1 + random.below(command.words.len() - 2);
            if command.words[at..at + 2].iter().any(|word| word.known().is_none()) {
                return false;
            }
            command.words.splice(at..at + 2, [Word::Raw("$UNKNOWN".to_owned())]);
        }
        _ => {
            if known.is_empty() {
                return false;
            }
            let at = known[random.below(known.len())];
            let text = command.words[at].known().unwrap_or_default().to_owned();
            command.words[at] = blurred(&text, random, false);
        }
    }
    true
}

#[test]
fn a_word_that_is_less_known_is_never_looser() {
    hold(200, Case::any, |case| {
        let mut random = case.random();
        let concrete = case.line.source();
        let mut less = case.line.clone();
        let mut leaves = less.leaves();
        let at = random.below(leaves.len());
        if !blur(leaves[at], &mut random) {
            return Ok(());
        }
        stands_for(case, &less.source(), &concrete)
    });
}

#[test]
fn a_command_that_is_less_known_is_never_looser() {
    hold(
        200,
        |random| {
            let case = Case::known(random);
            Case { line: super::line::Node::Simple(simple(random)), ..case }
        },
        |case| {
            let mut random = case.random();
            let Some(command) = case.command() else { return Ok(()) };
            let mut less = command.clone();
            for _ in 0..=random.below(2) {
                blur(&mut less, &mut random);
            }
            stands_for(case, &less.source(), &command.source())
        },
    );
}

/// A loop over known words is each of its rounds.
#[test]
fn a_loop_over_known_words_is_its_rounds() {
    hold(100, Case::known, |case| {
        let mut random = case.random();
        let Some(command) = case.command() else { return Ok(()) };
        if command.words.len() < 2 {
            return Ok(());
        }
        let at = random.below(command.words.len());
        let known = command.words[at].known().unwrap_or_default();
        let values = [known, random.pick(&["x", "-f", "--force", "main", "/", "rm", "POST"])];
        let mut round = command.clone();
        round.words[at] = Word::Raw("\"$V\"".to_owned());
        let listed: Vec<_> = values.iter().map(|value| super::line::written(value, super::line::Style::Bare)).collect();
        let looped = format!("for V in {}; do {}; done", listed.join(" "), round.source());
        let judge = Judge::of(&case.policy.yaml());
        let mut strictest = Verdict::Allow;
        for value in values {
            round.words[at] = Word::plain(value);
            // a condition that asks for the loop is told
            strictest = strictest.strictest(judge.verdict(&round.source()));
        }
        if case.policy.rules.iter().any(|rule| rule.when.is_some_and(|when| when.contains("loop_kind"))) {
            return Ok(());
        }
        let verdict = judge.verdict(&looped);
        if verdict >= strictest { Ok(()) } else { Err(format!("{verdict:?}: {looped}\nits rounds: {strictest:?}")) }
    });
}
