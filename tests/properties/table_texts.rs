//! The reader of tables: no text makes it panic, every mistake has its line, and an exact section stands before one with
//! stars.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use runok::command::options::custom::{self, TableMistake};
use runok::command::options::{self, Table};
use runok::command::word::Word;

use super::make_table::{DrawnTable, table};
use super::mutated::mutated;
use super::random::{Random, Shrink, hold};
use super::texts::{self, TABLES};

/// The text of a table, line by line.
#[derive(Clone, Debug)]
struct Lines(Vec<String>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.lines().map(str::to_owned).collect())
    }

    fn text(&self) -> String {
        self.0.join("\n")
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#?}", self.0)
    }
}

impl Shrink for Lines {
    fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        for size in [self.0.len() / 2, self.0.len() / 8, 1] {
            for start in (0..self.0.len()).step_by(size.max(1)) {
                let mut less = self.0.clone();
                less.drain(start..(start + size).min(less.len()));
                smaller.push(Self(less));
            }
        }
        smaller
    }
}

/// Bytes as they come, and pieces of tables.
fn random_text(random: &mut Random) -> String {
    let mut bytes = Vec::new();
    for _ in 0..random.below(120) {
        match random.below(4) {
            0 => bytes.push(u8::try_from(random.below(256)).unwrap()),
            1 => bytes.push(b'\n'),
            _ => bytes.extend_from_slice(
                random
                    .pick(&[
                        "-a",
                        "|",
                        "--out ",
                        "<v>",
                        " [=v]",
                        "[",
                        "]",
                        "operands",
                        ": ",
                        "does ",
                        "if ",
                        "unless ",
                        "-x",
                        "writes ",
                        " .",
                        "sed ",
                        "<c +;>",
                        "...",
                        "=",
                        "include git",
                        "[a b]",
                        "\n[a]\n",
                        "\n[*]\n",
                        "inherit",
                        "nothing",
                        "aside",
                        "abbreviations",
                        " ",
                        "\t",
                        "é",
                        "\u{feff}",
                        "\0",
                        "#",
                    ])
                    .as_bytes(),
            ),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a text in the ways in which tables are read, and draws up an account by it.
fn is_read(lines: &Lines) -> Result<(), String> {
    let lenient = options::of_text(Box::leak(lines.text().into_boxed_str()));
    is_applied(&lenient);
    match custom::table(&lines.0, []) {
        Ok(table) => is_applied(&table),
        Err(mistakes) => return are_told(lines, &mistakes),
    }
    Ok(())
}

fn is_applied(table: &Table) {
    for text in ["gen -a --out x a", "gen a b -xf -- -", "gen"] {
        let words: Vec<Word> = text.split(' ').map(|text| Word::literal(text, Default::default())).collect();
        let _ = runok::command::effects::of(table, &options::read(table, &words), &words);
    }
}

fn are_told(lines: &Lines, mistakes: &[TableMistake]) -> Result<(), String> {
    if mistakes.is_empty() {
        return Err("it is refused, and nothing is said of it".to_owned());
    }
    for mistake in mistakes {
        let line = lines.0.get(mistake.line).ok_or_else(|| format!("there is no such line: {mistake:?}"))?;
        if line.trim() != mistake.text || mistake.what.is_empty() || mistake.what.ends_with('.') {
            return Err(format!("it is not told well: {mistake:?}"));
        }
    }
    Ok(())
}

#[test]
fn no_text_makes_the_reader_of_tables_panic_and_mistakes_have_lines() {
    hold(200, |random| Lines::of(&random_text(random)), is_read);
}

#[test]
fn changed_tables_are_read_and_mistakes_have_lines() {
    hold(
        100,
        |random| {
            let text = if random.one_in(3) {
                table(random).text()
            } else {
                texts::text(random.pick(&TABLES.with(Clone::clone))).unwrap_or_default()
            };
            // so many lines that what is left behind is bounded
            let lines: Vec<&str> = text.lines().collect();
            let start = random.below(lines.len() + 1);
            let some = &lines[start.saturating_sub(40)..(start + 40).min(lines.len())];
            Lines::of(&mutated(&some.join("\n"), random))
        },
        is_read,
    );
}

/// The last names in the heads of the sections of one parent: those without stars, and those with.
fn names_below(table: &DrawnTable, parent: &str) -> BTreeSet<String> {
    let heads = table.lines.iter().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let of_parent = heads.filter_map(|head| match head.rsplit_once(' ') {
        Some((above, last)) => (above == parent).then_some(last),
        None => parent.is_empty().then_some(head),
    });
    of_parent.flat_map(|names| names.split('|')).map(str::to_owned).collect()
}

impl Shrink for DrawnTable {
    fn smaller(&self) -> Vec<Self> {
        Self::smaller(self)
    }
}

impl fmt::Display for DrawnTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text())
    }
}

/// What a section says, under its exact name.
fn is_marked(found: Option<Rc<Table>>, name: &str) -> Result<(), String> {
    let found = found.ok_or_else(|| format!("{name} is not found"))?;
    let mark = format!("--mark-{}", name.replace('*', "star"));
    if found.option(&mark).is_some() {
        return Ok(());
    }
    let names: Vec<_> = found.options.all().iter().flat_map(|option| &option.names).collect();
    Err(format!("{name} is another section: {names:?}"))
}

/// Every section holds an option that tells it.
fn marked(table: &DrawnTable) -> DrawnTable {
    let mut lines = Vec::new();
    for line in &table.lines {
        lines.push(line.clone());
        if let Some(head) = line.strip_prefix('[').and_then(|head| head.strip_suffix(']')) {
            let last = head.rsplit(' ').next().unwrap_or(head);
            let marks: Vec<String> =
                last.split('|').map(|name| format!("--mark-{}", name.replace('*', "star"))).collect();
            lines.push(marks.join("|"));
        }
    }
    DrawnTable { name: table.name, lines }
}

#[test]
fn an_exact_section_stands_before_one_with_stars() {
    hold(200, table, |drawn| {
        let marked = marked(drawn);
        let of_policy = custom::table(&marked.lines, []).unwrap();
        let built_in = options::of_text(Box::leak(marked.text().into_boxed_str()));
        for table in [of_policy, built_in] {
            for name in names_below(drawn, "").iter().filter(|name| !name.contains('*')) {
                is_marked(table.subcommands.table(name), name)?;
            }
            let Some(compose) = table.subcommands.table("compose") else { continue };
            if names_below(drawn, "").contains("compose") {
                for name in names_below(drawn, "compose").iter().filter(|name| !name.contains('*')) {
                    is_marked(compose.subcommands.table(name), name)?;
                }
            }
        }
        Ok(())
    });
}

#[test]
fn the_exact_sections_of_built_in_tables_stand_before_those_with_stars() {
    for name in TABLES.with(Clone::clone) {
        let Some(text) = texts::text(name) else { continue };
        let table = texts::built_in(name);
        let mut rest = text.split("\n[").skip(1).collect::<Vec<_>>();
        rest.retain(|section| section.split(']').next().is_some_and(|head| !head.contains([' ', '*'])));
        for section in rest {
            let (head, body) = section.split_once(']').unwrap();
            let own = options::of_text(Box::leak(body.to_owned().into_boxed_str()));
            for exact in head.split('|') {
                let found = table.subcommands.table(exact).unwrap_or_else(|| panic!("{name} {exact} is not found"));
                assert_eq!(found.options, own.options, "{name} {exact}");
                assert_eq!(found.statements, own.statements, "{name} {exact}");
            }
        }
    }
}
