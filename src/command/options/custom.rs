//! Option tables that a policy defines (`definitions.commands`).
//!
//! Owns turning the policy's text into a [`Table`]: the whole format of the built-in tables, but for `include`, or the
//! short form that has a list of flags. Refuses to know YAML.

use std::borrow::Cow;

use super::format::{self, Line};
use super::statement::{OPERANDS, TWO_OPERANDS};
use super::{Opt, Subcommands, Table};

/// What is wrong with a line of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableMistake {
    /// Which line, from 0.
    pub line: usize,
    /// The line.
    pub text: String,
    /// A sentence without a full stop.
    pub what: String,
}

/// A table from lines in the format of the built-in ones, and from the tables of its subcommands, by name.
///
/// Laid over a built-in table of the same command it corrects the flags that it names and leaves the others; where it
/// says what the command does, that replaces what the built-in one says.
///
/// # Errors
/// Everything that is wrong with the lines.
pub fn table(
    lines: impl IntoIterator<Item: AsRef<str>>,
    subcommands: impl IntoIterator<Item = (String, Table)>,
) -> Result<Table, Vec<TableMistake>> {
    let mut reading = Reading { root: Node::default(), here: Vec::new(), mistakes: Vec::new() };
    for (number, text) in lines.into_iter().enumerate() {
        let text = text.as_ref().trim();
        if let Err(what) = reading.line(text) {
            reading.mistakes.push(TableMistake { line: number, text: text.to_owned(), what });
        }
    }
    if !reading.mistakes.is_empty() {
        return Err(reading.mistakes);
    }
    Ok(reading.root.into_table(subcommands))
}

/// The flags that conditions in a table name (`writes if --force`), though neither it, nor a table around it, nor the
/// built-in one that it is laid over lists them: such a condition never holds, or always.
#[must_use]
pub fn strange_conditions(table: &Table, built_in: Option<&Table>) -> Vec<String> {
    let mut strange = Vec::new();
    collect_strange(table, &mut built_in.into_iter().collect(), built_in, &mut strange);
    strange.sort_unstable();
    strange.dedup();
    strange
}

fn collect_strange<'t>(
    table: &'t Table,
    around: &mut Vec<&'t Table>,
    built_in: Option<&Table>,
    strange: &mut Vec<String>,
) {
    around.push(table);
    let statements = &table.statements;
    let of_operands = statements.operands.iter().flat_map(|line| {
        let stated = line.keyed.iter().chain(&line.positional).flat_map(|operand| &operand.effects);
        line.when.iter().chain(stated.flat_map(|stated| &stated.when))
    });
    let stated = table.options.all().iter().flat_map(|option| &option.effects).chain(&statements.does);
    let clauses = stated.chain(&statements.inherited).flat_map(|stated| &stated.when).chain(of_operands);
    let named =
        clauses.flat_map(|clause| &clause.any_of).filter(|name| !matches!(name.as_str(), OPERANDS | TWO_OPERANDS));
    strange.extend(named.filter(|name| !around.iter().any(|table| table.option(name).is_some())).cloned());
    for (name, below) in table.subcommands.of_policy() {
        let under = built_in.and_then(|table| table.subcommands.table(name));
        let known = under.as_deref().is_some_and(|table| !table.options.all().is_empty());
        // what a built-in subcommand lists is not looked through
        if !known {
            collect_strange(below, around, None, strange);
        }
    }
    around.pop();
}

/// A table that is being read, with those below it.
#[derive(Default)]
struct Node {
    table: Table,
    /// Those of subcommands, by their names, in the order of the text.
    below: Vec<(String, Self)>,
}

impl Node {
    fn into_table(self, others: impl IntoIterator<Item = (String, Table)>) -> Table {
        let mut below: Vec<(String, Table)> = Vec::new();
        for (names, node) in self.below {
            let table = node.into_table([]);
            below.extend(names.split('|').map(|name| (name.to_owned(), table.clone().called(name, &names))));
        }
        below.extend(others);
        Table { subcommands: Subcommands::given(below), ..self.table }
    }

    fn at(&mut self, path: &[String]) -> Option<&mut Self> {
        path.iter()
            .try_fold(self, |node, name| node.below.iter_mut().find(|(own, _)| own == name).map(|(_, node)| node))
    }
}

struct Reading {
    root: Node,
    /// The section that the next lines belong to.
    here: Vec<String>,
    mistakes: Vec<TableMistake>,
}

impl Reading {
    fn line(&mut self, text: &str) -> Result<(), String> {
        let line = format::line(text)?;
        if let Line::Section(path) = line {
            return self.section(path);
        }
        let Some(node) = self.root.at(&self.here) else { return Ok(()) };
        let table = &mut node.table;
        match line {
            Line::Blank | Line::Section(_) => {}
            Line::Option(option) => return add(table, option),
            Line::Habit(habit) => format::set(table, habit),
            Line::Operands(line) => table.statements.add_operands(line),
            Line::Does(does) => table.statements.add(does),
            Line::LoadsFrom(_) | Line::NamesFiles(_) if !self.here.is_empty() => {
                return Err("what holds for the whole command stands before all sections".to_owned());
            }
            Line::LoadsFrom(names) => table.loads_from.extend(names),
            Line::NamesFiles(prefixes) => table.names_files.extend(prefixes),
            Line::Aliases(_) | Line::AlsoAt(_) if self.here.is_empty() => {
                return Err("what is said of a subcommand stands in its section".to_owned());
            }
            Line::Aliases(names) => table.aliases.push(Cow::Owned(names.to_owned())),
            Line::AlsoAt(place) => table.also_at.push(Cow::Owned(place.to_owned())),
            Line::Means(meant) => table.means.push(meant),
            Line::Same(texts) => table.same.push(Cow::Owned(texts.to_owned())),
            Line::Include(_) => return Err("a policy's table includes nothing".to_owned()),
        }
        Ok(())
    }

    /// `[compose ps|list]`: the section of its parent has to stand before it.
    fn section(&mut self, path: &str) -> Result<(), String> {
        let mut names: Vec<String> = path.split(' ').map(str::to_owned).collect();
        let Some(last) = names.pop().filter(|last| last.split('|').all(|name| !name.is_empty())) else {
            return Err("a section names a subcommand: `[rollback]`".to_owned());
        };
        let missing = |name: &str| format!("the section `[{name}]` has to stand before `[{path}]`");
        let mut here: Vec<String> = Vec::new();
        for name in names {
            let below = self.root.at(&here).map(|node| node.below.iter().map(|(names, _)| names));
            let key = below.and_then(|mut names| names.find(|names| names.split('|').any(|one| one == name)).cloned());
            here.push(key.ok_or_else(|| missing(&name))?);
        }
        let Some(parent) = self.root.at(&here) else { return Err(missing(path)) };
        if parent.below.iter().any(|(names, _)| *names == last) {
            return Err(format!("`[{path}]` stands there twice"));
        }
        parent.below.push((last.clone(), Node::default()));
        here.push(last);
        self.here = here;
        Ok(())
    }
}

fn add(table: &mut Table, option: Opt) -> Result<(), String> {
    if let Some(name) = option.names.iter().find(|name| table.option(name).is_some()) {
        return Err(format!("the flag {name} is defined twice"));
    }
    table.options.push(option);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Effect, Value};
    use super::*;

    #[test]
    fn flags_of_a_policy_become_options() {
        let inner = table(["--to <value>"], []).unwrap();
        let subcommands = [("rollback".to_owned(), inner)];
        let table = table(["-e|--env <value>", "-v|--verbose", "--tag [value]"], subcommands).unwrap();
        assert_eq!(table.option("--env").unwrap().names.as_slice(), ["-e", "--env"]);
        assert_eq!(table.option("-e").unwrap().value, Value::Required);
        assert_eq!(table.option("-v").unwrap().value, Value::None);
        assert_eq!(table.option("--tag").unwrap().value, Value::Optional);
        assert!(table.subcommands.table("rollback").unwrap().option("--to").is_some());
        assert!(table.subcommands.table("other").is_none());
    }

    #[test]
    fn a_whole_table_is_read() {
        let text = "# deploy\nabbreviations\noperands: <manifest>... reads\ndoes network\n-o <file>  writes\n\n\
                    [rollback|undo]\ndoes network changes\n--to <version>\n[plan]\ndoes nothing\n[plan show|print]\ndoes nothing\n-x\n";
        let table = table(text.lines(), []).unwrap();
        assert!(table.abbreviations && table.statements.told && table.option("-o").unwrap().does(Effect::Writes));
        assert!(table.subcommands.table("undo").unwrap().option("--to").is_some());
        let plan = table.subcommands.table("plan").unwrap();
        assert!(plan.subcommands.table("print").unwrap().option("-x").is_some());
    }

    #[test]
    fn of_names_with_stars_the_first_in_the_text_counts() {
        let text = "does nothing\n[get-*]\ndoes network\n-a\n[*]\ndoes runs\n-b\n[get-x]\ndoes nothing\n-c\n";
        let table = table(text.lines(), []).unwrap();
        let has = |name: &str, option: &str| table.subcommands.table(name).unwrap().option(option).is_some();
        assert!(has("get-y", "-a") && has("put", "-b") && has("get-x", "-c"));
    }

    #[test]
    fn a_condition_names_an_option_that_is_listed() {
        let text =
            "does changes if --froce\n--force\n[rm]\noperands: <x>... deletes unless --dry-run|--force|operands\n";
        let own = table(text.lines(), []).unwrap();
        assert_eq!(strange_conditions(&own, None), ["--dry-run", "--froce"]);
        let built_in = table(["--dry-run", "--froce", "does nothing"], []).unwrap();
        assert!(strange_conditions(&own, Some(&built_in)).is_empty());
    }

    #[test]
    fn every_problem_is_reported() {
        let lines = [
            "env",
            "-e <value",
            "--x y",
            "-a",
            "-a|--all",
            "include git",
            "loads-from A-B",
            "[a b]",
            "[c]",
            "[c]",
            "does x",
            "loads-from A",
        ];
        let problems = table(lines, []).unwrap_err();
        assert_eq!(problems.len(), 10, "{problems:?}");
        assert!(problems[3].what.contains("defined twice") && problems[3].line == 4, "{problems:?}");
    }
}
