//! Option tables that a policy defines (`definitions.commands`).
//!
//! Owns turning the policy's flag strings into a [`Table`]. Refuses to know YAML.

use std::collections::BTreeMap;

use super::{Subcommands, Table, format};

/// A table from flags as a policy writes them (`-e|--env <value>`, `-v|--verbose`, `--tag [value]`) and from the tables of
/// its subcommands, by name.
///
/// Laid over a built-in table of the same command it corrects the flags that it names and leaves the others.
///
/// # Errors
/// One sentence without a full stop for each flag that cannot be read, with its text.
pub fn table(flags: &[String], subcommands: BTreeMap<String, Table>) -> Result<Table, Vec<String>> {
    let mut table = Table { subcommands: Subcommands::given(subcommands), ..Table::default() };
    let mut problems = Vec::new();
    for flag in flags {
        match format::option(flag.trim()) {
            Ok(option) => {
                if let Some(name) = option.names.iter().find(|name| table.option(name).is_some()) {
                    problems.push(format!("`{flag}`: the flag {name} is defined twice"));
                }
                table.options.push(option);
            }
            Err(problem) => problems.push(format!("`{flag}`: {problem}")),
        }
    }
    if problems.is_empty() { Ok(table) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::super::Value;
    use super::*;

    fn flags(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn flags_of_a_policy_become_options() {
        let inner = table(&flags(&["--to <value>"]), BTreeMap::new()).unwrap();
        let subcommands = BTreeMap::from([("rollback".to_owned(), inner)]);
        let table = table(&flags(&["-e|--env <value>", "-v|--verbose", "--tag [value]"]), subcommands).unwrap();
        assert_eq!(table.option("--env").unwrap().names, ["-e", "--env"]);
        assert_eq!(table.option("-e").unwrap().value, Value::Required);
        assert_eq!(table.option("-v").unwrap().value, Value::None);
        assert_eq!(table.option("--tag").unwrap().value, Value::Optional);
        assert!(table.subcommands.table("rollback").unwrap().option("--to").is_some());
        assert!(table.subcommands.table("other").is_none());
    }

    #[test]
    fn every_problem_is_reported() {
        let problems = table(&flags(&["env", "-e <value", "--x y", "-a", "-a|--all"]), BTreeMap::new()).unwrap_err();
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert!(problems[0].contains("`env` is not the name of a flag"), "{problems:?}");
        assert!(problems[3].contains("defined twice"), "{problems:?}");
    }
}
