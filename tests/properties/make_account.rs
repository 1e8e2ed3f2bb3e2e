//! Draws command lines of which one word is made unknown, over every built-in table and drawn ones, and lines that they may
//! stand for.

use std::fmt;
use std::rc::Rc;

use runok::command::options::{self, Table, Value, custom};
use runok::command::word::{Count, Glob, GlobKind, Part, Word};

use super::make_table::{DrawnTable, table};
use super::matching::covers;
use super::random::{Random, Shrink};
use super::texts::{self, TABLES};
use super::words::{with_unknown, word};

/// How many lines are tried that a line with an unknown word stands for.
const CONCRETE: usize = 12;

/// Where a table comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    BuiltIn(&'static str),
    Drawn(DrawnTable),
}

impl Source {
    fn any(random: &mut Random) -> Self {
        if random.one_in(2) {
            return Self::Drawn(table(random));
        }
        // those that have most to say, as often as all others together
        let often =
            ["rm", "cp", "mv", "sort", "tar", "sed", "awk", "curl", "dd", "find", "git", "docker", "kubectl", "npm"];
        Self::BuiltIn(if random.one_in(2) { random.pick(&often) } else { random.pick(&TABLES.with(Clone::clone)) })
    }

    fn name(&self) -> &'static str {
        match self {
            Self::BuiltIn(name) => name,
            Self::Drawn(drawn) => drawn.name,
        }
    }

    pub(crate) fn table(&self) -> Rc<Table> {
        match self {
            Self::BuiltIn(name) => texts::built_in(name),
            Self::Drawn(drawn) => Rc::new(custom::table(&drawn.lines, []).unwrap()),
        }
    }

    /// The names of its subcommands, at any depth.
    fn subcommands(&self) -> Vec<String> {
        match self {
            Self::BuiltIn(name) => texts::subcommands(name),
            Self::Drawn(drawn) => texts::sections(&drawn.text()),
        }
    }
}

/// How a word is made unknown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Blur {
    /// `"$X"`
    One,
    /// `$X`
    Any,
    /// `head"$X"`
    Tail,
    /// `*`, where no name begins with a dash, and where one may
    Glob { never_flag: bool },
    /// One of two texts
    Choice,
}

#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) source: Source,
    pub(crate) words: Vec<String>,
    /// Which of them is made unknown.
    pub(crate) at: usize,
    pub(crate) blur: Blur,
    pub(crate) choice: u64,
}

const OPERANDS: [&str; 34] = [
    "x",
    "x",
    "y",
    "/tmp/a",
    "../x",
    ".",
    "~/.ssh/id",
    "if=x",
    "of=/tmp/y",
    "a=1",
    "secrets",
    "secret/x",
    "h:x",
    "me@h:/x",
    "https://a.example.com/x",
    "file:///etc/passwd",
    "@x",
    "a=@x",
    "HEAD:.env",
    "/:/x",
    "s/a/b/",
    "w out",
    "{print > \"o\"}",
    "-",
    "",
    "+x",
    "+stable",
    "5",
    "/dev/null",
    "u+s",
    "{}",
    ";",
    "no",
    "--",
];

/// The options that may be given to the table that is reached, and to those on the way.
fn option_words(table: &Table, words: &mut Vec<String>, random: &mut Random) {
    if table.options.all().is_empty() {
        return;
    }
    let option = &table.options.all()[random.below(table.options.all().len())];
    let name = option.names[random.below(option.names.len())].to_string();
    let value = random.pick(&OPERANDS);
    match option.value {
        Value::None if random.one_in(8) => words.push(format!("{name}=false")),
        Value::None if random.one_in(4) && name.starts_with("--") => words.push(format!("--no-{}", &name[2..])),
        Value::None => words.push(name),
        Value::Pair => words.extend([name, value.to_owned(), random.pick(&OPERANDS).to_owned()]),
        Value::UntilTerminator | Value::UntilSemicolon => {
            words.extend([name, "x".to_owned(), value.to_owned(), random.pick(&[";", "{}", "+"]).to_owned()]);
        }
        _ => match random.below(4) {
            0 if name.starts_with("--") => words.push(format!("{name}={value}")),
            0 => words.push(format!("{name}{value}")),
            1 => words.push(name),
            _ => words.extend([name, value.to_owned()]),
        },
    }
    if random.one_in(8)
        && let Some(last) = words.last_mut().filter(|last| last.len() > 3 && last.starts_with("--"))
    {
        // an abbreviation
        let end = (0..last.len() - 1).rev().find(|end| last.is_char_boundary(*end)).unwrap_or(0).max(2);
        last.truncate(end);
    } else if random.one_in(8)
        && let Some(last) = words.last_mut().filter(|last| last.starts_with('-') && !last.starts_with("--"))
    {
        last.push_str(random.pick(&["a", "x", "r", "v", "n"]));
    }
}

/// The words of a command, its name first.
fn command(source: &Source, random: &mut Random) -> Vec<String> {
    let (subcommands, mut here) = (source.subcommands(), source.table());
    let mut words = vec![source.name().to_owned()];
    for _ in 0..3 {
        if random.one_in(5) {
            option_words(&here, &mut words, random);
        }
        if here.subcommands.is_empty() || subcommands.is_empty() || random.one_in(10) {
            break;
        }
        let found = (0..40).find_map(|_| {
            let name = &subcommands[random.below(subcommands.len())];
            Some((name.clone(), here.subcommands.table(name)?))
        });
        let Some((name, table)) = found else { break };
        words.push(name);
        here = table;
    }
    for _ in 0..random.below(6) {
        if random.one_in(2) {
            option_words(&here, &mut words, random);
        } else {
            words.push(random.pick(&OPERANDS).to_owned());
        }
    }
    words
}

impl Line {
    pub(crate) fn any(random: &mut Random) -> Self {
        let source = Source::any(random);
        let mut words = command(&source, random);
        if words.len() == 1 {
            words.push("x".to_owned());
        }
        let at = 1 + random.below(words.len() - 1);
        let blur = match random.below(12) {
            0..=3 => Blur::One,
            4..=6 => Blur::Any,
            7..=8 => Blur::Tail,
            9 => Blur::Glob { never_flag: true },
            10 => Blur::Glob { never_flag: false },
            _ => Blur::Choice,
        };
        Self { source, words, at, blur, choice: random.next() }
    }

    /// Texts that the unknown word may be.
    fn candidates(&self, table: &Table, random: &mut Random) -> Vec<String> {
        let mut found = Vec::new();
        let subcommands = self.source.subcommands();
        match random.below(8) {
            0 | 1 => found.push(random.pick(&OPERANDS).to_owned()),
            2 if !subcommands.is_empty() => found.push(subcommands[random.below(subcommands.len())].clone()),
            3 => found.push(self.words[self.at].clone()),
            4 => option_words(table, &mut found, random),
            _ => {
                let known: Vec<Word> = self.words[..self.at].iter().map(|text| literal(text)).collect();
                let arguments = options::read(table, &known);
                let here = arguments.reached.last().map_or(table, Rc::as_ref);
                option_words(here, &mut found, random);
            }
        }
        found
    }

    /// The unknown word, and lines that it may stand for.
    pub(crate) fn unknown(&self, table: &Table) -> (Word, Vec<Vec<String>>) {
        let mut random = Random::new(self.choice);
        let own = &self.words[self.at];
        let half = (0..=own.len() / 2).rev().find(|at| own.is_char_boundary(*at)).unwrap_or(0);
        let head = &own[..half];
        let mut texts = vec![vec![own.clone()]];
        for _ in 0..CONCRETE {
            let candidate = self.candidates(table, &mut random);
            let one = candidate.first().cloned().unwrap_or_default();
            match self.blur {
                Blur::One | Blur::Choice => texts.push(vec![one]),
                Blur::Tail => texts.push(vec![format!("{head}{}", one.trim_start_matches('-'))]),
                Blur::Any if random.one_in(4) => texts.push(Vec::new()),
                Blur::Any => texts.push(candidate),
                Blur::Glob { .. } => texts.push(if random.one_in(3) { vec!["*".to_owned()] } else { candidate }),
            }
        }
        let word = match self.blur {
            Blur::One => word("@X"),
            Blur::Any => word("$X"),
            Blur::Tail => with_unknown(head, "$X"),
            Blur::Glob { never_flag } => Word { never_flag, ..star() },
            Blur::Choice => {
                texts.truncate(3);
                texts.sort();
                texts.dedup();
                let choices = texts.iter().flatten().cloned().collect();
                Word { parts: [Part::Choice(choices)].into(), ..Word::default() }
            }
        };
        texts.retain(|words| covers(std::slice::from_ref(&word), words));
        if matches!(self.blur, Blur::Glob { .. }) {
            // what finds nothing stays as it is; no file is called `-`, `host:path` or `revision:path`
            texts.retain(|words| !words.is_empty() && !words.iter().any(|word| word == "-" || word.contains(':')));
        }
        (word, texts)
    }

    pub(crate) fn with(&self, words: Vec<Word>) -> Vec<Word> {
        let mut all: Vec<Word> = self.words.iter().map(|text| literal(text)).collect();
        all.splice(self.at..=self.at, words);
        all
    }
}

pub(crate) fn literal(text: &str) -> Word {
    Word::literal(text, Default::default())
}

fn star() -> Word {
    let glob = Glob { kind: GlobKind::Star, may_be_dot: false, text: "*".to_owned() };
    Word { parts: [Part::from(glob)].into(), count: Count::Any, ..Word::default() }
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Source::Drawn(drawn) = &self.source {
            writeln!(formatter, "{}", drawn.text())?;
        }
        write!(formatter, "{:?}, of which {} is {:?}", self.words, self.at, self.blur)
    }
}

impl Shrink for Line {
    fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        for at in (1..self.words.len()).filter(|at| *at != self.at) {
            let mut less = self.clone();
            less.words.remove(at);
            less.at -= usize::from(at < less.at);
            smaller.push(less);
        }
        if let Source::Drawn(drawn) = &self.source {
            let tables = drawn.smaller().into_iter();
            smaller.extend(tables.map(|drawn| Self { source: Source::Drawn(drawn), ..self.clone() }));
        }
        smaller
    }
}
