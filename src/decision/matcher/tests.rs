//! Rows of pattern, command and answer; and the property that knowing less never turns a sure answer round.

use super::*;
use crate::decision::tests::Here;
use crate::input::Span;
use crate::policy::types::{Executor, Type};
use crate::verdict::Match::{May, Must, Never};

/// Words split at blanks; `$X` is one unknown word, `$@` any number, `a$` begins with `a`.
fn words(command: &str) -> Vec<Word> {
    let one = |text: &str| match text.split_once('$') {
        None => Word::literal(text.replace('_', " "), Span::default()),
        Some((_, "@")) => Word::any_words("$@", Span::default()),
        Some((prefix, _)) => {
            let mut word = Word::literal(prefix, Span::default());
            word.parts.extend(Word::unknown("$X", Span::default()).parts);
            word
        }
    };
    command.split(' ').filter(|text| !text.is_empty()).map(one).collect()
}

fn try_match(pattern: &str, command: &str, action: Verdict, tables: &options::Tables) -> Match {
    matched(pattern, command, action, tables).iter().map(|matched| matched.matched).max().expect("one")
}

/// What each of the patterns that a text stands for comes to.
fn matched(pattern: &str, command: &str, action: Verdict, tables: &options::Tables) -> Vec<Matched> {
    let words = words(command);
    let table = words.first().and_then(Word::known).and_then(|name| tables.table(name));
    let directory = Directory::Known(vec!["/home/dev/project".to_owned()]);
    let subject = Subject::new(&words, table.as_deref(), &directory);
    let definitions = Definitions::default();
    let context = Context { definitions: &definitions, facts: &Here, action };
    let patterns = crate::policy::pattern::patterns(pattern).expect("a pattern");
    patterns.iter().map(|pattern| matches(pattern, &subject, context)).collect()
}

fn check(rows: &[(&str, &str, Match, Match)]) {
    let tables = options::Tables::default();
    for (pattern, command, denies, allows) in rows {
        let found = try_match(pattern, command, Verdict::Deny, &tables);
        assert_eq!(found, *denies, "deny: '{pattern}' against `{command}`");
        let found = try_match(pattern, command, Verdict::Allow, &tables);
        assert_eq!(found, *allows, "allow: '{pattern}' against `{command}`");
    }
}

#[test]
fn words_match_in_order_and_flags_anywhere() {
    check(&[
        ("tool status", "tool status", Must, Must),
        ("tool status", "tool status -s", Never, Never),
        ("tool status *", "tool status -s x", Must, Must),
        ("tool status *", "tool -v status", Must, Must),
        ("tool push origin main", "tool push main origin", Never, Never),
        ("tool a|b", "tool b", Must, Must),
        ("tool list-*", "tool list-buckets", Must, Must),
        ("tool -f|--force *", "tool push origin --force", Must, Must),
        ("tool -f|--force *", "tool push origin", Never, Never),
        ("tool --env dev *", "tool --env dev --e prod", Must, May),
        ("tool !--force *", "tool --f", May, May),
        ("tool *", "tool", Must, Must),
        ("*", "tool a b", Must, Must),
        ("* --help", "tool sub --help", Must, Must),
        ("* * --help x", "tool sub --help x", Must, Must),
        ("tool * -delete *", "tool a b -delete c", Must, Must),
        ("tool * +* *", "tool origin dev +main x", Must, Must),
        ("tool * +* *", "tool origin dev", Never, Never),
    ]);
}

#[test]
fn values_are_separate_joined_or_fused() {
    check(&[
        ("tool -X|--request POST *", "tool -X POST url", Must, Must),
        ("tool -X|--request POST *", "tool -X=POST url", Must, Must),
        ("tool -X|--request POST *", "tool --request=POST url", Must, Must),
        ("tool -X|--request POST *", "tool -XPOST url", Must, Must),
        ("tool -X|--request POST *", "tool -X GET url", Never, Never),
        ("tool -X|--request !GET *", "tool -X POST url", Must, Must),
        ("tool -X|--request !GET *", "tool -X GET url", Never, Never),
        ("tool * -o|--output *", "tool --output=/tmp/out url", Must, Must),
        ("tool --output", "tool --output=x", Never, Never),
        ("tool --output x", "tool --output=x", Must, Must),
        ("tool [-n *] *", "tool -n3 v1", Must, Must),
        ("tool [-X POST] *", "tool -X DELETE url", Never, Never),
        ("tool [-X POST] *", "tool url", Must, Must),
        ("tool -n ?", "tool -n", Must, Must),
        ("tool -n ?", "tool -n=3", Must, Must),
        ("tool -n ?", "tool -n3", Must, Must),
    ]);
}

#[test]
fn an_allow_rule_wants_every_repeat_of_a_flag_to_fit() {
    check(&[
        ("tool -X GET *", "tool -X GET -X POST url", Must, Never),
        ("tool -X GET *", "tool -X GET -X GET url", Must, Must),
        ("tool -X GET *", "tool -X GET -X $M url", Must, May),
    ]);
}

#[test]
fn negations() {
    check(&[
        ("tool !--pre *", "tool pattern", Must, Must),
        ("tool !--pre *", "tool", Must, Must),
        ("tool !--pre *", "tool --pre x", Never, Never),
        ("tool !--pre *", "tool --pre=x", Never, Never),
        ("tool !-*C* *", "tool -tC x", Never, Never),
        ("tool !get|describe *", "tool delete pod", Must, Must),
        ("tool !get|describe *", "tool get pod", Never, Never),
        ("tool !get|describe *", "tool", Never, Never),
        ("tool !get|describe *", "tool $X pod", May, May),
        ("tool !--pre *", "tool $X", May, May),
        ("tool !--pre *", "tool --fast$X", Must, Must),
    ]);
}

#[test]
fn what_a_cluster_or_an_abbreviation_might_hold_is_may() {
    check(&[
        ("tool -f *", "tool -xf", May, May),
        ("tool --force *", "tool --forc", May, May),
        ("tool --force *", "tool --f", May, May),
        ("tool --force *", "tool --", Never, Never),
        ("tool !-f *", "tool -xf", May, May),
    ]);
}

#[test]
fn paths_in_command_position() {
    check(&[
        ("tool *", "/usr/bin/tool x", Must, Must),
        ("tool *", "./tool x", Must, Never),
        ("tool *", "/tmp/tool x", Must, Never),
        ("/usr/bin/tool *", "tool x", May, Never),
        ("/* *", "/opt/x y", Must, Must),
        ("tool *", "$X y", May, May),
        ("tool *", "/b$X y", May, May),
        ("* *", "$X y", Must, Must),
    ]);
}

#[test]
fn words_that_are_not_known() {
    check(&[
        ("tool *", "tool $X", Must, Must),
        ("tool *", "tool $@", Must, Must),
        ("tool", "tool $@", May, May),
        ("tool", "tool $X", May, Never),
        ("tool push *", "tool $X", May, May),
        ("tool push *", "tool push $X", Must, Must),
        ("tool push --force *", "tool push $X", May, May),
        ("tool -C * status", "tool -C $X status", Must, Must),
        ("tool -C x status", "tool -C $X status", May, May),
        ("tool push main", "tool push $X", May, May),
        ("tool push --force main", "tool $X push --force main", May, May),
        ("tool push --force main *", "tool $X push --force main", May, May),
        ("tool --x=1", "tool --x=$V", May, May),
    ]);
}

#[test]
fn the_end_of_options() {
    check(&[
        ("tool push main", "tool push -- main", Must, Never),
        ("tool * -- *", "tool run -- x", Must, Must),
        ("tool -r *", "tool -- -r", Never, Never),
        ("tool run --", "tool run --", Must, Must),
    ]);
}

#[test]
fn a_table_knows_clusters_abbreviations_and_spellings() {
    check(&[
        ("git push -f|--force *", "git push -uf origin", Must, Must),
        ("git push --force *", "git push -f", Must, Must),
        ("git push -f *", "git push --force", Must, Must),
        ("git push -f|--force *", "git push --forc", May, May),
        ("git push --mirror *", "git push --mir", Must, Must),
        ("git push -f|--force *", "git -C sub push -f", Must, Never),
        ("git push -f|--force *", "git push --force-with-lease", Never, Never),
        ("git push -f|--force *", "git push $X -f", May, May),
        ("git commit -n *", "git commit -anm wip", Must, Must),
        ("git commit -n *", "git commit -mn", Never, Never),
        ("git commit -n *", "git commit -m -n", Never, Never),
        ("git status *", "git -C $X status", Must, Never),
        ("git status *", "git --no-pager status", Must, Must),
        ("git -c a=b status *", "git -c a=b status", Must, Must),
        ("git status -C * *", "git -C x status", Must, Must),
        ("git *", "git -C x status", Must, Must),
        ("git [-C *] status *", "git -C $X status", Must, Must),
        ("curl -X|--request !GET *", "curl -sXPOST url", Must, Must),
        ("curl -X|--request !GET *", "curl -sX GET url", Never, Never),
        ("curl -X|--request POST *", "curl --request=POST url", Must, Must),
        ("curl -X|--request POST *", "curl -X $M url", May, May),
        ("curl -X|--request POST *", "curl -X P$M url", May, May),
        ("curl -X|--request POST *", "curl -X G$M url", Never, Never),
        ("rm -rf *", "rm -rf src", Must, Must),
        ("rm -rf *", "rm -fr src", Must, Must),
        ("rm -rf *", "rm -r -v -f src", Must, Must),
        ("rm -rf *", "rm -r src", Never, Never),
        ("rm -rf|--recursive /", "rm -fr /", Must, Must),
        ("rm !-rf *", "rm -r -f x", Never, Never),
        ("rm !-rf *", "rm -r x", Must, Must),
        ("rm -rf *", "rm -r $X", May, May),
        ("git commit -am *", "git commit -m x -a", Must, Must),
        ("find !-delete *", "find . -delete", Never, Never),
        ("rm -r *", "rm -vrf src", Must, Must),
        ("rm -r *", "rm --recursive src", Must, Must),
        ("rm -r *", "rm -- -r", Never, Never),
        ("rm -r *", "rm -f src -r", Must, Must),
        ("rm -r *", "rm -f $X", May, May),
        ("rm -r *", "rm -f ./$X", Never, Never),
        ("find * -delete *", "find . -name x -delete", Must, Must),
        ("find !-delete|-exec *", "find . -name x", Must, Must),
        ("find !-delete|-exec *", "find . -name -delete", Must, Must),
        ("sort !-o|--output *", "sort --outp=x y", Never, Never),
        ("sort !-o|--output *", "sort -uox y", Never, Never),
        ("sort !-o|--output *", "sort -t o y", Must, Must),
    ]);
}

#[test]
fn too_much_work_is_may_and_ends() {
    let tables = options::Tables::default();
    let command = format!("tool {}", "a ".repeat(3000));
    let pattern = "tool * a * a * a * a * b *";
    assert_eq!(try_match(pattern, &command, Verdict::Deny, &tables), May);
}

#[test]
fn knowing_less_never_turns_a_sure_answer_round() {
    let tables = options::Tables::default();
    let patterns = [
        "tool *",
        "tool a *",
        "tool -f *",
        "tool !-f *",
        "tool -X a *",
        "tool [-X a] b",
        "tool !a *",
        "tool * b",
        "tool a -- b",
        "tool [-f] [-X *] a b",
        "tool * -f * b",
        "tool <opts> a",
        "tool b|* *",
        "tool [-X a] b|* a|*",
        "tool !b",
    ];
    let vocabulary = ["a", "b", "-f", "-X", "--", "-X=a", "-fX", "--long", "$X", "$@", "-$X"];
    let mut seed: u64 = 7;
    let mut next = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).expect("31 bits") % bound
    };
    for _ in 0..20_000 {
        let known: Vec<&str> = (0..next(5)).map(|_| vocabulary[next(8)]).collect();
        let mut vague = known.clone();
        if vague.is_empty() {
            continue;
        }
        let position = next(vague.len());
        // what is known becomes one unknown word, any number of them, or (for a dashed word) a dash and an unknown rest
        vague[position] = match next(3) {
            0 if known[position].starts_with('-') => "-$X",
            1 => "$X",
            _ => "$@",
        };
        let pattern = patterns[next(patterns.len())];
        let [denied, allowed] = [Verdict::Deny, Verdict::Allow]
            .map(|action| try_match(pattern, &format!("tool {}", known.join(" ")), action, &tables));
        assert!(
            allowed < Must || denied > Never,
            "'{pattern}' allows `tool {}`, and does not deny it",
            known.join(" ")
        );
        for action in [Verdict::Deny, Verdict::Allow] {
            let sure = try_match(pattern, &format!("tool {}", known.join(" ")), action, &tables);
            let unsure = try_match(pattern, &format!("tool {}", vague.join(" ")), action, &tables);
            // an allow rule counts only when it must match, a deny rule as soon as it may
            let right = match action {
                Verdict::Allow => unsure < Must || sure == Must,
                _ => (sure == Never || unsure > Never) && (unsure < Must || sure == Must),
            };
            assert!(
                right,
                "{action:?} '{pattern}': `tool {}` is {sure:?}, but `tool {}` is {unsure:?}",
                known.join(" "),
                vague.join(" ")
            );
        }
    }
}

/// Each of the flags may be any of eight: there are more than thirty thousand ways.
#[test]
fn a_choice_for_each_of_many_flags_is_not_followed_to_its_end() {
    let command = format!("tool{}", " -a -b -c -d -e -f".repeat(8));
    for (pattern, expected) in [("tool -a -b -c -d -e -f", Must), ("tool -a -b -c -d -e -f *", Must)] {
        for matched in matched(pattern, &command, Verdict::Deny, &options::Tables::default()) {
            assert_eq!(matched.matched, expected, "{pattern}");
            assert!(matched.steps < 30_000, "{pattern}: {} steps", matched.steps);
        }
    }
}

/// A validator has to be asked about every word that could stand there: where not all alignments were looked at, the rule
/// does not surely match.
#[test]
fn where_every_alignment_counts_and_not_all_were_looked_at_it_only_may() {
    let executor = Executor {
        command: String::new(),
        words: Vec::new(),
        directory: String::new(),
        timeout: None,
        env: Vec::new(),
    };
    let types = [("V".to_owned(), Type::Executor(executor))].into_iter().collect();
    let definitions = Definitions { types, ..Definitions::default() };
    let with = |count: usize| {
        let words = words(&format!("x {}", "a ".repeat(count)));
        let subject = Subject::plain(&words, &Directory::Unknown);
        let context = Context { definitions: &definitions, facts: &Here, action: Verdict::Allow };
        let pattern = crate::policy::pattern::patterns("x * <type:V> * <type:V> *").expect("a pattern").remove(0);
        matches(&pattern, &subject, context).matched
    };
    assert_eq!((with(8), with(400)), (Must, May));
}

/// What a comparison weighs counts against what the rule may take, and a type is gone through once for each word.
#[test]
fn a_list_of_many_texts_is_gone_through_once_for_each_word() {
    let texts: Vec<String> = (0..3000).map(|at| format!("value{at}")).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let types = [("T".to_owned(), Type::Enum(texts))].into_iter().collect();
    let definitions = Definitions { types, ..Definitions::default() };
    let weight = |pattern: &str| {
        let words = words("x v$ w$ v$");
        let subject = Subject::plain(&words, &Directory::Unknown);
        subject.spent.allow(u32::MAX);
        let context = Context { definitions: &definitions, facts: &Here, action: Verdict::Deny };
        let pattern = crate::policy::pattern::patterns(pattern).expect("a pattern").remove(0);
        let steps = matches(&pattern, &subject, context).steps;
        (u32::MAX - subject.spent.allowed() - steps) as usize
    };
    assert_eq!(weight("x * zz"), 3 * "zz".len());
    // three words, of which two are the same
    let whole_lists = (weight("x * <type:T> * zz") + bytes / 2) / bytes;
    assert_eq!(whole_lists, 2);
}
