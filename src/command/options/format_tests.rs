//! Every built-in table is read strictly.

use super::*;
use crate::command::options::index::ENTRIES;
use crate::command::options::statement::{Effect, Stated};

/// Every problem of a table's text, as `name:line: what`.
fn problems(name: &str, text: &'static str) -> Vec<String> {
    let mut found = Vec::new();
    let mut names: Vec<Cow<'static, str>> = Vec::new();
    let mut sections: Vec<&str> = Vec::new();
    let mut last: Option<(String, String)> = None;
    let mut included = false;
    for (number, text) in text.lines().enumerate() {
        let mut report = |what: String| found.push(format!("tables/{name}.txt:{}: {what}", number + 1));
        match line(text) {
            Err(what) => report(what),
            Ok(Line::Blank | Line::Habit(_)) if last.is_none() => {}
            Ok(Line::Blank) => {}
            Ok(Line::Operands(_) | Line::Does(_)) if last.is_none() && !included => {}
            Ok(Line::LoadsFrom(_) | Line::NamesFiles(_)) if sections.is_empty() && last.is_none() => {}
            Ok(Line::Aliases(group)) if last.is_none() && !included => {
                strange_aliases(name, sections.last(), group).into_iter().for_each(report);
            }
            Ok(Line::AlsoAt(_) | Line::Means(_) | Line::Same(_)) if last.is_none() && !included => {}
            Ok(Line::Include(part)) => {
                included = true;
                of_included(part).into_iter().for_each(report);
            }
            Ok(Line::Section(path)) => {
                if sections.contains(&path) {
                    report(format!("[{path}] stands there twice"));
                }
                sections.push(path);
                (names, last, included) = (Vec::new(), None, false);
            }
            Ok(Line::Option(option)) => {
                if included {
                    report("own options stand before what is included".to_owned());
                }
                for name in &option.names {
                    if names.contains(name) {
                        report(format!("{name} stands there twice"));
                    }
                }
                // a line is looked for by the names before the first that is longer
                if !option.names.is_sorted_by_key(|name| name.len() > 2) {
                    report(format!("{} has a letter behind a longer name", option.names[0]));
                }
                let first = option.names[0].to_string();
                let key = (first.trim_start_matches(['-', '+']).to_lowercase(), first.clone());
                if last.as_ref().is_some_and(|last| *last > key) {
                    report(format!("{first} is not in its alphabetical place"));
                }
                last = Some(key);
                names.extend(option.names);
            }
            Ok(_) => {
                report("what holds for the whole command stands before its options".to_owned());
            }
        }
    }
    found
}

/// What is wrong with a line that says which names of a section, or of a file, mean the same.
fn strange_aliases(file: &str, section: Option<&&str>, group: &str) -> Option<String> {
    let own = section.map(|path| path.rsplit(' ').next().unwrap_or_default());
    let is_own = |one: &str| own.map_or(file.ends_with(one), |own| own.split('|').any(|name| name == one));
    let fits = match (own, group) {
        (own, "") => own.is_some_and(|own| own.contains('|')),
        (Some(_), group) => group.split('|').all(is_own),
        (None, group) => group.split('|').any(is_own),
    };
    (!fits || group.contains(' ')).then(|| format!("`aliases {group}` is not about names of this"))
}

/// What is wrong with the file of that name as one that is included.
fn of_included(part: &str) -> Option<String> {
    let Some((_, text)) = index::file(part) else { return Some(format!("there is no {part}")) };
    let is_strange = |text| matches!(line(text), Ok(Line::Include(_) | Line::Section(_)));
    text.whole.lines().any(is_strange).then(|| format!("{part} includes others or has sections"))
}

#[test]
fn every_table_is_well_formed() {
    let texts = ENTRIES.iter().filter_map(|(name, _, text)| Some((name, text.as_ref()?.whole)));
    let found: Vec<String> = texts.flat_map(|(name, text)| problems(name, text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_index_is_sorted_and_names_each_table_once() {
    for pair in ENTRIES.windows(2) {
        assert!(pair[0].0 < pair[1].0, "{} stands before {}", pair[0].0, pair[1].0);
    }
}

#[test]
fn a_bad_table_is_found_out() {
    let found = problems("x", "abbreviations\n-b\n-a\n-b|--bee\nfoo\n-c <x\n[s]\n[s]\ninclude nothing\n-x\n-é=\n");
    let lines: Vec<&str> = found.iter().map(|problem| problem.split(": ").next().unwrap()).collect();
    let expected = ["3", "4", "5", "6", "8", "9", "10", "11"].map(|line| format!("tables/x.txt:{line}"));
    assert_eq!(lines, expected, "{found:#?}");
}

#[test]
fn values_and_effects_are_read() {
    let value = |text: &'static str| option(text).unwrap().value;
    assert_eq!(value("-a"), Value::None);
    assert_eq!(value("-a|--all <x>"), Value::Required);
    assert_eq!(value("--arg <name> <value>"), Value::Pair);
    assert_eq!(value("--color [when]"), Value::Optional);
    assert_eq!(value("--color ?"), Value::Optional);
    assert_eq!(value("-f|--follow [=how]"), Value::OptionalLong);
    assert_eq!(value("--debug [file] next writes"), Value::OptionalNext);
    assert_eq!(value("-o <option> separate"), Value::Separate);
    assert_eq!(value("-exec <command +;> program"), Value::UntilTerminator);
    assert_eq!(value("-x <command ;>"), Value::UntilSemicolon);
    let option = option("--output <file>   writes inherit").unwrap();
    assert_eq!((option.effects.as_slice(), option.inherit), ([Stated::always(Effect::Writes)].as_slice(), true));
}

#[test]
fn a_version_that_is_a_value_is_no_help_text() {
    for (path, _, text) in ENTRIES {
        for line in text.iter().flat_map(|text| text.whole.lines()).filter(|line| line.starts_with('-')) {
            let Ok(option) = option(line) else { continue };
            let asks = option.names.iter().any(|name| matches!(name.as_ref(), "--version" | "-version"));
            let takes = matches!(option.value, Value::Required | Value::Separate);
            assert!(!(asks && takes && option.does(Effect::Only)), "{path}: {line}");
        }
    }
}

#[test]
fn sections_become_subcommands() {
    let table = table("x", Text::of("-v\n[add|new]\n-f\n[compose]\n-p <x>\n[compose ps]\n-q\n"));
    assert!(table.option("-v").is_some() && table.option("-f").is_none());
    assert!(table.subcommands.table("new").unwrap().option("-f").is_some());
    let compose = table.subcommands.table("compose").unwrap();
    assert!(compose.option("-q").is_none());
    assert!(compose.subcommands.table("ps").unwrap().option("-q").is_some());
    assert!(table.subcommands.table("ps").is_none());
}
