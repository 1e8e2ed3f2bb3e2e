//! Spelling never matters: quoting, and the ways to write one option.

use std::cell::RefCell;
use std::collections::BTreeSet;

use runok::command::options::{Tables, names};
use runok::verdict::Verdict;

use super::case::Case;
use super::judge::Judge;
use super::line::{Node, STYLES, Simple, Word, written};
use super::make_policy::policy;
use super::random::{Random, hold};

#[test]
fn quoting_never_matters() {
    hold(200, Case::any, |case| {
        let mut random = case.random();
        let mut other = case.line.clone();
        for leaf in other.leaves() {
            // the name of a builtin may be quoted like any word; assignments and redirections too
            let targets = leaf.redirects.iter_mut().map(|(_, word)| word);
            for word in leaf.words.iter_mut().chain(targets) {
                if let Word::Known(text, style) = word {
                    let mut drawn = STYLES[random.below(STYLES.len())];
                    if text == "{}" {
                        drawn = *style;
                    }
                    *style = drawn;
                }
            }
        }
        let judge = Judge::of(&case.policy.yaml());
        let (one, two) = (case.line.source(), other.source());
        let (before, after) = (judge.verdict(&one), judge.verdict(&two));
        if before == after { Ok(()) } else { Err(format!("{before:?}: {one}\nbut {after:?}: {two}")) }
    });
}

/// Ways to write one thing, for commands whose options are known. Only unique abbreviations are one option: `--forc` of git
/// push and `--reques` of curl may be several, and ask.
const SPELLINGS: [(&str, &[&[&str]]); 9] = [
    ("rm", &[&["-r", "-f"], &["-rf"], &["-fr"], &["--recursive", "--force"], &["--recurs", "--forc"], &["-f", "-R"]]),
    ("rm", &[&["-f"], &["--force"], &["--fo"]]),
    ("rm", &[&["-i", "-v"], &["-iv"], &["-vi"]]),
    ("git push", &[&["-f"], &["--force"]]),
    ("git push", &[&["-u", "-f"], &["-uf"], &["-fu"], &["--set-upstream", "--force"]]),
    ("git push", &[&["-o", "ci.skip"], &["-oci.skip"], &["--push-option=ci.skip"], &["--push-option", "ci.skip"]]),
    ("curl", &[&["-X", "POST"], &["-XPOST"], &["--request", "POST"], &["--request=POST"]]),
    ("curl", &[&["-s", "-X", "POST"], &["-sX", "POST"], &["-sXPOST"], &["--silent", "--request", "POST"]]),
    ("curl", &[&["-d", "a=1"], &["-da=1"], &["--data", "a=1"], &["--data=a=1"]]),
];

const DENIED: [&str; 16] = [
    "rm -r|--recursive *",
    "rm -f|--force *",
    "rm -f *",
    "rm --force *",
    "rm -rf *",
    "rm -r -f *",
    "rm !-f *",
    "git push -f *",
    "git push --force *",
    "git push -o|--push-option ci.skip *",
    "git push !--force *",
    "curl -X POST *",
    "curl --request POST *",
    "curl -X|--request !GET *",
    "curl --data * *",
    "curl -d a=1 *",
];

fn spelled(random: &mut Random) -> Case {
    let (command, _) = SPELLINGS[random.below(SPELLINGS.len())];
    let mut policy = policy(random);
    policy.rules.retain(|rule| rule.action != "deny" && rule.when.is_none());
    for rule in &mut policy.rules {
        rule.action = "deny";
        rule.pattern = random.pick(&DENIED).to_owned();
    }
    let words: Vec<&str> = command.split(' ').collect();
    Case { policy, line: Node::Simple(Simple::of(&words)), choice: random.next() }
}

/// For deny rules, short and long spellings, clusters, `=` and separate values are the same.
#[test]
fn the_spelling_of_an_option_never_matters() {
    hold(200, spelled, |case| {
        let mut random = case.random();
        let command = case.line.source();
        let judge = Judge::of(&case.policy.yaml());
        for (_, ways) in SPELLINGS.iter().filter(|(name, _)| *name == command) {
            let operands = random.pick(&["", " x", " x y"]);
            let first = random.one_in(2);
            let mut verdicts: Vec<(Verdict, String)> = Vec::new();
            for way in *ways {
                let flags: Vec<_> = way.iter().map(|word| written(word, STYLES[random.below(STYLES.len())])).collect();
                let flags = flags.join(" ");
                let line =
                    if first { format!("{command} {flags}{operands}") } else { format!("{command}{operands} {flags}") };
                verdicts.push((judge.verdict(&line), line));
            }
            let (expected, line) = &verdicts[0];
            if let Some((verdict, other)) = verdicts.iter().find(|(verdict, _)| verdict != expected) {
                return Err(format!("{expected:?}: {line}\nbut {verdict:?}: {other}"));
            }
        }
        Ok(())
    });
}

/// Of every table that tells which names of a subcommand mean the same: a rule that says one of them denies all, and a rule
/// that says another subcommand none.
#[test]
fn the_name_of_a_subcommand_never_matters() {
    let tables = Tables::default();
    let mut pairs = 0;
    for command in names() {
        let Some(table) = tables.table(command) else { continue };
        let groups: RefCell<BTreeSet<(Vec<String>, Vec<String>)>> = RefCell::default();
        let _ = table.subcommands.any(&|one| {
            let own = one.aliases.iter().flat_map(|group| group.split('|')).map(str::to_owned).collect();
            groups.borrow_mut().insert((own, one.also_at.iter().map(ToString::to_string).collect()));
            false
        });
        for (own, places) in groups.into_inner() {
            let Some(first) = own.first() else { continue };
            // of one below another the way there is not told
            let is_here = |name: &String| {
                table
                    .subcommands
                    .table(name)
                    .is_some_and(|one| one.aliases.iter().any(|group| group.split('|').any(|other| other == first)))
            };
            if !own.iter().all(is_here) {
                continue;
            }
            for ruled in &own {
                let judge = Judge::of(&format!("rules:\n  - allow: '{command} *'\n  - deny: '{command} {ruled} *'\n"));
                for given in own.iter().chain(&places) {
                    let line = format!("{command} {}", given.replace('?', "\\?"));
                    assert_eq!(judge.verdict(&line), Verdict::Deny, "{line}, where `{command} {ruled} *` is denied");
                    pairs += 1;
                }
                assert_ne!(judge.verdict(&format!("{command} other")), Verdict::Deny, "{command} {ruled}");
            }
        }
    }
    assert!(pairs > 500, "{pairs}");
}

/// The same of subcommands that stand in several places.
#[test]
fn the_place_of_a_subcommand_never_matters() {
    let tables = Tables::default();
    for command in ["docker", "podman"] {
        let table = tables.table(command).unwrap();
        for name in [
            "attach", "build", "commit", "cp", "exec", "images", "kill", "logs", "ps", "pull", "push", "rm", "rmi",
            "run", "stop",
        ] {
            let one = table.subcommands.table(name).unwrap();
            assert!(!one.also_at.is_empty(), "{command} {name}");
            for place in &one.also_at {
                for (ruled, given) in [(name, place.as_ref()), (place.as_ref(), name)] {
                    let judge =
                        Judge::of(&format!("rules:\n  - allow: '{command} *'\n  - deny: '{command} {ruled} *'\n"));
                    let line = format!("{command} --log-level debug {given} x");
                    assert_eq!(judge.verdict(&line), Verdict::Deny, "{line}, where `{command} {ruled} *` is denied");
                }
            }
        }
    }
}
