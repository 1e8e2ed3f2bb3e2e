//! What must hold of every condition and every word.
//!
//! Conditions and words are made by a small generator with fixed seeds, so that a failure can be repeated.

use super::*;

/// A sequence of numbers that look random (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.roll(items.len())]
    }

    /// A condition over `args`, `flags` and the variables in reach.
    fn condition(&mut self, depth: usize, variables: &[&str]) -> String {
        if depth == 0 {
            return self.atom(variables);
        }
        let next = depth - 1;
        match self.roll(9) {
            0 => format!("({} && {})", self.condition(next, variables), self.condition(next, variables)),
            1 => format!("({} || {})", self.condition(next, variables), self.condition(next, variables)),
            2 => format!("!({})", self.condition(next, variables)),
            3 => {
                let parts = [(); 3].map(|()| self.condition(next, variables));
                format!("({} ? {} : {})", parts[0], parts[1], parts[2])
            }
            4..=6 => {
                let name = ["a", "b", "c"][variables.len().min(2)];
                let mut inner = variables.to_vec();
                inner.push(name);
                let kind = self.pick(&["exists", "all", "exists_one"]);
                let list = self.list(variables);
                format!("{list}.{kind}({name}, {})", self.condition(next, &inner))
            }
            _ => self.atom(variables),
        }
    }

    fn list(&mut self, variables: &[&str]) -> String {
        match self.roll(8) {
            0 => format!("args.filter(x, x.contains({}))", self.literal()),
            1 => format!("args.map(x, x + {})", self.literal()),
            2 => format!("(args + [{}])", self.text(variables)),
            3 => format!("[{}, {}]", self.text(variables), self.text(variables)),
            4 => "flag_groups.g".to_owned(),
            _ => "args".to_owned(),
        }
    }

    fn atom(&mut self, variables: &[&str]) -> String {
        let text = self.text(variables);
        match self.roll(13) {
            0 => format!("{text} == {}", self.text(variables)),
            1 => format!("{text} != {}", self.literal()),
            2 => format!("{text} in [{}, {}]", self.literal(), self.text(variables)),
            3 => format!("{text}.startsWith({})", self.literal()),
            4 => format!("{text}.endsWith({})", self.literal()),
            5 => format!("{text}.contains({})", self.literal()),
            6 | 7 => {
                let regex = self.pick(&[
                    "^a",
                    "b$",
                    "^[ab]*$",
                    "(^|/)\\\\.\\\\.(/|$)",
                    "a.b",
                    "^$",
                    "[0-9]+",
                    "\\\\bb",
                    "^/tmp/[a-z0-9.]+$",
                    "a|/",
                ]);
                format!("{text}.matches('{regex}')")
            }
            8 => format!("glob_matches('{}', {text})", self.pick(&["a*", "*b", "*/*", "a", "*", "a*b*"])),
            9 => {
                let operator = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!(
                    "size({}) {operator} {}",
                    if self.roll(2) == 0 { text } else { self.list(variables) },
                    self.roll(4)
                )
            }
            10 | 11 => self
                .pick(&[
                    "has(flags.f)",
                    "'g' in flags",
                    "has(flags.f) && flags.f == 'a'",
                    "flags.f.startsWith('a')",
                    "flags.g == null",
                    "size(flags) > 1",
                    "flags.exists(f, f == 'g')",
                ])
                .to_owned(),
            _ => format!("{text} < {}", self.literal()),
        }
    }

    fn literal(&mut self) -> String {
        format!("'{}'", self.pick(&["a", "b", "ab", "", "/", "..", "a/b", "1", "-", "/tmp/a", "."]))
    }

    fn text(&mut self, variables: &[&str]) -> String {
        match self.roll(7) {
            0 => self.literal(),
            1 => format!("args[{}]", self.roll(3)),
            2 => format!("({} + {})", self.literal(), self.text(variables)),
            3 => format!("({} + {})", self.text(variables), self.literal()),
            4 => format!("{}.upperAscii().lowerAscii()", self.text(variables)),
            _ if variables.is_empty() => "args[0]".to_owned(),
            _ => variables[self.roll(variables.len())].to_owned(),
        }
    }

    /// A word, and texts of which each is what it may become: for several words, one list a concretisation.
    fn word(&mut self) -> (Word, Vec<Vec<String>>) {
        let text = self.pick(&[
            "a", "b", "", "..", "a/b", "$X", "a$X", "$Xb", "/tmp/$X", "$X$Y", "{a,b}", "{a,ab}b", "$#", "/tmp/a$#",
            "*", "*.b", "a/*", "?", "a?", "$X…", "a$X…", "??",
        ]);
        let any = text.strip_suffix('…');
        let word = any.map_or_else(|| word(text), words);
        let mut concrete = Vec::new();
        for _ in 0..6 {
            if word.count == Count::One {
                concrete.push(vec![self.spelled(text)]);
            } else {
                let count = self.roll(3);
                // what a word that is split becomes has nothing of its parts
                let one = |dice: &mut Self| if any.is_some() { dice.spelled("$X") } else { dice.spelled(text) };
                concrete.push((0..count).map(|_| one(self)).collect());
            }
        }
        if text.contains(['*', '?']) {
            concrete.push(vec![text.to_owned()]);
        }
        (word, concrete)
    }

    /// One text that a word may be.
    fn spelled(&mut self, text: &str) -> String {
        let mut spelled = String::new();
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match character {
                '$' if characters.next() == Some('#') => spelled.push_str(self.pick(&["0", "7", "-12", "310"])),
                '$' => spelled
                    .push_str(self.pick(&["", "a", "b", "ab", "/", "..", "/..", "1", "é", "\n", "-", "/tmp/a", "B a"])),
                '{' => {
                    let choices: String = characters.by_ref().take_while(|&character| character != '}').collect();
                    let choices: Vec<&str> = choices.split(',').collect();
                    spelled.push_str(self.pick(&choices));
                }
                '*' => spelled.push_str(self.pick(&["a", "b", "ab", "é", "1", "-", "a.b", "x"])),
                '?' => spelled.push_str(self.pick(&["a", "b", "é", "1", "-"])),
                other => spelled.push(other),
            }
        }
        spelled
    }
}

/// Some of the words made known, in the way of one concretisation.
struct Setting {
    args: Vec<(Word, Vec<Vec<String>>)>,
    group: Vec<(Word, Vec<Vec<String>>)>,
    flag: Option<(Word, Vec<Vec<String>>)>,
    flags_open: bool,
}

impl Setting {
    fn new(dice: &mut Dice) -> Self {
        let several = |dice: &mut Dice| (0..dice.roll(4)).map(|_| dice.word()).collect::<Vec<_>>();
        let (args, group) = (several(dice), several(dice));
        let flag = (dice.roll(4) > 0).then(|| {
            let text = dice.pick(&["a", "b", "$X", "{a,b}", "a$X"]);
            (word(text), (0..6).map(|_| vec![dice.spelled(text)]).collect())
        });
        Self { args, group, flag, flags_open: dice.roll(4) == 0 }
    }

    /// `known` says of each word whether it becomes known.
    fn stage(&self, dice: &mut Dice, known_of: fn(&mut Dice) -> bool) -> Stage {
        let mut settle = |words: &[(Word, Vec<Vec<String>>)]| -> Vec<Word> {
            let settled = words.iter().map(|(word, concrete)| {
                if known_of(dice) {
                    concrete[dice.roll(concrete.len())].iter().map(|text| known(text)).collect()
                } else {
                    vec![word.clone()]
                }
            });
            settled.collect::<Vec<Vec<Word>>>().concat()
        };
        let args = settle(&self.args);
        let flag_groups = vec![("g".to_owned(), settle(&self.group))];
        let flags = self.flag.iter().map(|flag| ("f".to_owned(), settle(std::slice::from_ref(flag)).pop())).collect();
        Stage { args, flag_groups, flags, ..Stage::new() }
    }
}

fn rounds(seed: u64, count: usize, mut round: impl FnMut(&mut Dice, &str, &Setting)) {
    let mut dice = Dice(seed);
    for _ in 0..count {
        let condition = dice.condition(3, &[]);
        let setting = Setting::new(&mut dice);
        round(&mut dice, &condition, &setting);
    }
}

#[test]
fn what_is_sure_of_a_word_holds_for_everything_it_may_be() {
    let mut sure = 0;
    rounds(0x5EED, 3000, |dice, condition, setting| {
        let mut abstracted = setting.stage(dice, |_| false);
        abstracted.flags_open = setting.flags_open;
        let held = abstracted.evaluate(condition).matched;
        if held == Match::May {
            return;
        }
        sure += 1;
        for _ in 0..8 {
            let mut concrete = setting.stage(dice, |_| true);
            if setting.flags_open && dice.roll(2) == 0 {
                concrete.flags.push(("g".to_owned(), None));
                concrete.flag_groups[0].1.push(known("a"));
                concrete.flags.retain(|(name, _)| name != "f");
                concrete.flags.extend(abstracted.flags.first().map(|(name, _)| (name.clone(), Some(known("b")))));
            }
            let found = concrete.evaluate(condition);
            assert!(
                found.matched == held,
                "{condition}\nabstract {:?} {:?}: {held:?}\nconcrete {:?} {:?}: {found:?}",
                abstracted.args,
                abstracted.flags,
                concrete.args,
                concrete.flags
            );
        }
    });
    assert!(sure > 500, "too few conditions were decided for this to say anything: {sure}");
}

#[test]
fn knowing_less_never_turns_yes_into_no() {
    rounds(0xD1CE, 3000, |dice, condition, setting| {
        let known_more = setting.stage(dice, |dice| dice.roll(2) == 0);
        let known_less = setting.stage(dice, |_| false);
        let (more, less) = (known_more.evaluate(condition).matched, known_less.evaluate(condition).matched);
        assert!(
            less == Match::May || less == more,
            "{condition}\nless {:?}: {less:?}\nmore {:?}: {more:?}",
            known_less.args,
            known_more.args
        );
    });
}

#[test]
fn any_text_is_read_without_a_crash() {
    let pieces = [
        "args", ".", "exists", "(", ")", "a", ",", "==", "'x'", "[", "]", "&&", "||", "!", "?", ":", "1", "in", "{",
        "}", "'", "\\", "é", "\"\"\"", "-",
    ];
    let mut dice = Dice(0xBAD);
    for _ in 0..20_000 {
        let text: String = (0..dice.roll(12)).map(|_| dice.pick(&pieces)).collect();
        if let Ok(condition) = Condition::parse(&text) {
            assert!(condition.problems().len() <= text.len());
            Stage::with_args(vec![word("$X")]).evaluate(&text);
        }
    }
}
