//! What a table states is what the account says, and what the account says is what a rule about effects sees.

use std::collections::BTreeMap;
use std::fmt;

use runok::command::effects::{self, Account, Deed, Extent, Kind};
use runok::command::options::{self, custom};
use runok::command::word::Word;
use runok::policy::pattern::{self, EffectPattern, Token};
use runok::verdict::{Match, Verdict};

use super::judge::Judge;
use super::line::Simple;
use super::make_effects;
use super::make_table::{DrawnTable, table};
use super::random::{Random, Shrink, hold};

/// A condition: whether it asks that one of them is given, and what.
type Condition = Option<(bool, &'static str)>;

/// An effect with its path and its condition.
type Effect = (&'static str, Option<&'static str>, Condition);

/// A table whose meaning is plain, and the words of a command.
#[derive(Clone, Debug)]
struct Plain {
    does: Vec<Effect>,
    /// Of `-o <value>`.
    value: Vec<Effect>,
    /// Of every operand.
    operand: Vec<Effect>,
    /// Of `-r`, of every operand by itself.
    below: [Option<Condition>; 2],
    only: Condition,
    words: Vec<&'static str>,
}

const KINDS: [&str; 8] = ["reads", "writes", "deletes", "runs", "network", "secrets", "privileges", "changes"];

fn condition(random: &mut Random) -> Condition {
    let what = random.pick(&["-a", "-b|--bee", "-a|--bee", "operands", "-o"]);
    (!random.one_in(3)).then(|| (random.one_in(2), what))
}

fn effects(random: &mut Random, of_path: bool) -> Vec<Effect> {
    let count = random.below(3);
    let one = |random: &mut Random| {
        let kind = random.pick(&KINDS);
        let has_path = of_path && ["reads", "writes", "deletes"].contains(&kind) && random.one_in(2);
        (kind, has_path.then(|| random.pick(&[".", "/tmp/x"])), condition(random))
    };
    (0..count).map(|_| one(random)).collect()
}

impl Plain {
    fn any(random: &mut Random) -> Self {
        let mut words = Vec::new();
        for _ in 0..random.below(6) {
            words.extend_from_slice(match random.below(10) {
                0 => &["-a"][..],
                1 => &["-b"],
                2 => &["--bee"],
                3 | 4 => &["-o", "v"],
                5 => &["-r"],
                6 if random.one_in(3) => &["--help"],
                7 => &["x"],
                _ => &["y"],
            });
        }
        let below = [(); 2].map(|()| random.one_in(2).then(|| condition(random)));
        Self {
            does: effects(random, true),
            value: effects(random, false),
            operand: effects(random, false),
            below,
            only: condition(random),
            words,
        }
    }

    fn holds(&self, condition: Condition) -> bool {
        let given = |name: &str| match name {
            "operands" => !self.operands().is_empty(),
            "-b" | "--bee" => self.words.contains(&"-b") || self.words.contains(&"--bee"),
            name => self.words.contains(&name),
        };
        condition.is_none_or(|(wanted, names)| names.split('|').any(given) == wanted)
    }

    fn operands(&self) -> Vec<&'static str> {
        self.words.iter().copied().filter(|word| ["x", "y"].contains(word)).collect()
    }

    /// Where it asks for help.
    fn help(&self) -> Option<usize> {
        self.words.iter().position(|word| *word == "--help").filter(|_| self.holds(self.only))
    }

    /// What it does, by the meaning of the words of tables; beside help, what it may do.
    fn expected(&self) -> Vec<(String, Option<String>, bool)> {
        let is_operand = |word: &&str| ["x", "y"].contains(word);
        // behind an operand it may be another one
        let help_alone = self.help().is_some_and(|at| !self.words[..at].iter().any(is_operand));
        let mut found = Vec::new();
        let of = |effects: &[Effect], target: Option<&str>, below: bool| -> Vec<(String, Option<String>, bool)> {
            let held = effects.iter().filter(|(.., condition)| self.holds(*condition));
            held.map(|(kind, path, _)| ((*kind).to_owned(), path.or(target).map(str::to_owned), below)).collect()
        };
        for _ in self.words.iter().filter(|word| **word == "-o") {
            found.extend(of(&self.value, Some("v"), false));
        }
        if help_alone {
            found.sort();
            return found;
        }
        let [by_option, by_itself] = self.below.map(|below| below.is_some_and(|condition| self.holds(condition)));
        let below = by_option && self.words.contains(&"-r") || by_itself;
        for operand in self.operands() {
            found.extend(of(&self.operand, Some(operand), below));
        }
        found.extend(of(&self.does, None, false));
        found.sort();
        found
    }

    fn lines(&self) -> Vec<String> {
        let of_condition = |condition: Condition| {
            condition.map_or_else(String::new, |(wanted, names)| {
                format!(" {} {names}", if wanted { "if" } else { "unless" })
            })
        };
        let effect = |(kind, path, condition): &Effect| {
            let path = path.map_or_else(String::new, |path| format!(" {path}"));
            format!(" {kind}{path}{}", of_condition(*condition))
        };
        let text = |effects: &[Effect]| effects.iter().map(effect).collect::<String>();
        let below = |at: usize| {
            self.below[at].map_or_else(String::new, |condition| format!(" below{}", of_condition(condition)))
        };
        vec![
            format!("operands: <file>...{}{}", text(&self.operand), below(1)),
            format!("does{}", if self.does.is_empty() { " nothing".to_owned() } else { text(&self.does) }),
            "-a".to_owned(),
            "-b|--bee".to_owned(),
            format!("-o <value>{}", text(&self.value)),
            format!("-r{}", below(0)),
            format!("--help only{}", of_condition(self.only)),
        ]
    }
}

impl fmt::Display for Plain {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\ngen {}", self.lines().join("\n"), self.words.join(" "))
    }
}

impl Shrink for Plain {
    fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        for at in 0..self.words.len() {
            // an option stays with its value
            let of_pair = |at: usize| ["-o", "v"].contains(&self.words[at]);
            if !of_pair(at) {
                let mut less = self.clone();
                less.words.remove(at);
                smaller.push(less);
            }
        }
        for which in 0..3 {
            let mut less = self.clone();
            let effects = [&mut less.does, &mut less.value, &mut less.operand].into_iter().nth(which);
            if effects.is_some_and(|effects| effects.pop().is_some()) {
                smaller.push(less);
            }
        }
        smaller
    }
}

fn account(lines: &[String], words: &[&str]) -> Account {
    let table = custom::table(lines, BTreeMap::new()).unwrap();
    let words: Vec<Word> = words.iter().map(|text| Word::literal(*text, Default::default())).collect();
    effects::of(&table, &options::read(&table, &words), &words)
}

#[test]
fn the_account_says_what_the_table_states() {
    hold(300, Plain::any, |plain| {
        let words: Vec<&str> = std::iter::once("gen").chain(plain.words.iter().copied()).collect();
        let account = account(&plain.lines(), &words);
        let shown = |deed: &Deed| {
            let target = deed.target.as_ref().map(Word::display);
            (deed.kind.as_str().to_owned(), target, deed.below == Match::Must)
        };
        let mut found: Vec<_> = account.deeds.iter().map(shown).collect();
        found.sort();
        let certain = plain.help().is_none();
        let sure = account.extent == Extent::Whole && account.deeds.iter().all(|deed| deed.certain == certain);
        let expected = plain.expected();
        if found == expected && sure { Ok(()) } else { Err(format!("expected {expected:?}\nfound {account:?}")) }
    });
}

/// A table, the known words of a command, and a token without a place.
#[derive(Clone, Debug)]
struct Spoken {
    table: DrawnTable,
    words: Vec<String>,
    token: String,
}

impl Spoken {
    fn any(random: &mut Random) -> Self {
        let table = table(random);
        let count = random.below(5);
        let words = (0..count).map(|_| {
            random.pick(&[
                "-a",
                "-x",
                "-n",
                "--dry-run",
                "-o",
                "out",
                "x",
                "y",
                "-r",
                "--help",
                "-k",
                "add",
                "list",
                "--unlisted",
                "-d",
            ])
        });
        let words = words.map(str::to_owned).collect();
        let token = loop {
            let token = make_effects::token(random);
            if !token.contains(" in ") && !token.contains("outside") {
                break token;
            }
        };
        Self { table, words, token }
    }

    fn line(&self) -> String {
        let words: Vec<&str> = std::iter::once(self.table.name).chain(self.words.iter().map(String::as_str)).collect();
        Simple::of(&words).source()
    }
}

impl fmt::Display for Spoken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n{}\n{}", self.table.text(), self.line(), self.token)
    }
}

impl Shrink for Spoken {
    fn smaller(&self) -> Vec<Self> {
        let mut smaller: Vec<Self> =
            self.table.smaller().into_iter().map(|table| Self { table, ..self.clone() }).collect();
        for at in 0..self.words.len() {
            let mut less = self.clone();
            less.words.remove(at);
            smaller.push(less);
        }
        smaller
    }
}

/// Does the token hold for the account, by the meaning of the words of rules?
fn holds(account: &Account, negated: bool, any_of: &[EffectPattern]) -> Match {
    let meant = |kind: Kind| any_of.iter().any(|effect| effect.covers(kind));
    let deeds: Vec<&Deed> = account.deeds.iter().filter(|deed| meant(deed.kind)).collect();
    let lost = matches!(account.extent, Extent::Lost(_));
    let found = if deeds.iter().any(|deed| deed.certain) {
        Match::Must
    } else if deeds.is_empty() && !lost {
        Match::Never
    } else {
        Match::May
    };
    match (negated, &account.extent) {
        (false, _) => found,
        (true, Extent::Whole) => found.negated(),
        (true, _) => found.or(Match::May).negated(),
    }
}

#[test]
fn a_rule_about_effects_sees_what_the_account_says() {
    hold(100, Spoken::any, |spoken| {
        // a table that is laid over a built-in one is not all of it
        if spoken.table.name == "sort" {
            return Ok(());
        }
        let pattern = format!("{} {} *", spoken.table.name, spoken.token);
        let tokens = pattern::patterns(&pattern).unwrap().remove(0).tokens;
        let Some(Token::Effects { negated, any_of }) = tokens.first() else { return Err("no token".to_owned()) };
        let words: Vec<&str> =
            std::iter::once(spoken.table.name).chain(spoken.words.iter().map(String::as_str)).collect();
        let expected = holds(&account(&spoken.table.lines, &words), *negated, any_of);
        let judged = |action: &str, default: &str| {
            let table = spoken.table.yaml();
            let yaml = format!(
                "definitions:\n  commands:\n{table}defaults: {{ action: {default} }}\nrules:\n  - {action}: '{pattern}'\n"
            );
            Judge::of(&yaml).verdict(&spoken.line())
        };
        let (denied, allowed) = (judged("deny", "allow"), judged("allow", "ask"));
        let right = match expected {
            Match::Must => denied == Verdict::Deny,
            Match::May => denied == Verdict::Ask && allowed != Verdict::Allow,
            Match::Never => denied != Verdict::Deny && allowed != Verdict::Allow,
        };
        if right { Ok(()) } else { Err(format!("{expected:?}, but deny gives {denied:?}, allow {allowed:?}")) }
    });
}
