//! What the names of a condition stand for.
//!
//! Owns the table of names and the lookups behind them. Nothing is gathered that the condition does not ask for.

use super::value::{Doubt, Element, Known, Map, Value};
use super::{Scene, SceneRedirect};
use crate::command::Directory;
use crate::command::effects::Kind;
use crate::command::word::{Count, MAX_CHOICES, Word};
use crate::facts::FileKind;
use crate::policy::Named;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::rc::Rc;

const MORE_FLAGS: &str = "a word that is not known may be a flag";
const MORE_EFFECTS: &str = "what else the command does is not known";
const NOT_NAMED: &str = "what it is done to is not known";

/// What a key leads to.
pub(super) enum Found<'a> {
    /// This.
    Value(Known<'a>),
    /// There is no such key.
    Absent,
    /// There may be such a key.
    Perhaps(Doubt),
}

impl<'a> Found<'a> {
    pub(super) fn known(value: Value<'a>) -> Self {
        Self::Value(Ok(value))
    }
}

impl<'a> Scene<'a> {
    /// The value of a variable.
    pub(super) fn variable(&'a self, name: &str) -> Known<'a> {
        let map = match name {
            "args" => return Ok(self.argument_list()),
            "redirects" => return Ok(self.redirect_list()),
            "os" => return Ok(Value::text(self.facts.operating_system())),
            "env" => Map::Env,
            "flags" => Map::Flags,
            "vars" => Map::Vars,
            "flag_groups" => Map::FlagGroups,
            "paths" => Map::Paths,
            "definitions" => Map::Definitions,
            "pipe" => Map::Pipe,
            "shell" => Map::Shell,
            "fs" => Map::Fs,
            "git" => Map::Git,
            "effects" => Map::Effects,
            _ => return Err(Doubt::new(format!("`{name}` is not defined"))),
        };
        Ok(Value::Map(map))
    }

    fn argument_list(&'a self) -> Value<'a> {
        let operands = self.args.len().saturating_sub(self.args_beyond);
        let element = |(index, word)| Element { beyond: index >= operands, ..Element::of(word) };
        Value::list(self.args.iter().enumerate().map(element).collect())
    }

    /// What all these effects are on.
    fn targets(&'a self, counts: impl Fn(&super::SceneEffect) -> bool) -> Value<'a> {
        let counted = self.effects.iter().filter(|effect| counts(effect));
        let element = |effect: &'a super::SceneEffect| {
            let mut element = match &effect.target {
                Some(word) => Element::of(word),
                None => Element::once(Err(Doubt::new(NOT_NAMED))),
            };
            if !effect.certain {
                element.any.get_or_insert_with(|| Doubt::new(MORE_EFFECTS));
            }
            element
        };
        let others = self.effects_open.then(|| Element::others(MORE_EFFECTS));
        Value::list(counted.map(element).chain(others).collect())
    }

    fn redirect_list(&'a self) -> Value<'a> {
        let element = |redirect| Element::once(Ok(Value::Map(Map::Redirect(redirect))));
        Value::list(self.redirects.iter().map(element).collect())
    }

    /// What a key of a map leads to.
    pub(super) fn lookup(&'a self, map: &Map<'a>, key: &str) -> Found<'a> {
        match map {
            Map::Env => self.environment_variable(key),
            Map::Flags => self.flag(key),
            Map::Vars => one_of(self.vars.iter().filter(|(name, _)| name == key).map(|(_, word)| Some(word))),
            Map::FlagGroups => match self.flag_groups.iter().find(|(name, _)| name == key) {
                Some((_, words)) => Found::known(self.flag_group(words)),
                None => Found::Absent,
            },
            Map::Paths => list_in(self.paths, key),
            Map::DefinitionVars => list_in(self.definition_vars, key),
            Map::Definitions => match key {
                "paths" => Found::known(Value::Map(Map::Paths)),
                "vars" => Found::known(Value::Map(Map::DefinitionVars)),
                _ => Found::Absent,
            },
            Map::Redirect(redirect) => redirect_field(redirect, key),
            Map::Pipe => match key {
                "stdin" => Found::known(Value::Bool(self.pipe_stdin)),
                "stdout" => Found::known(Value::Bool(self.pipe_stdout)),
                "commands" => Found::known(texts(self.pipe_commands)),
                _ => Found::Absent,
            },
            Map::Shell => match key {
                "loop_kind" => Found::known(Value::text(self.loop_kind)),
                "expansions" => Found::known(texts(self.expansions)),
                "background" => Found::known(Value::Bool(self.background)),
                "recursive" => Found::known(Value::Bool(self.recursive)),
                "feeds_code" => Found::known(Value::Bool(self.feeds_code)),
                "assigned" => Found::known(self.assigned()),
                _ => Found::Absent,
            },
            Map::Fs => self.file_system_value(key),
            Map::Git => self.git_value(key),
            Map::Effects if key == "code" => Found::known(self.targets(|effect| effect.code)),
            Map::Effects => Kind::from_name(key)
                .map_or(Found::Absent, |kind| Found::known(self.targets(|effect| effect.kind == kind))),
            Map::Written(entries) => match entries.iter().find(|(name, _)| name == key) {
                Some((_, value)) => Found::Value(value.clone()),
                None => Found::Absent,
            },
        }
    }

    /// Every key of a map.
    pub(super) fn keys(&'a self, map: &Map<'a>) -> Vec<Element<'a>> {
        let fixed = |variable: &str| fixed_keys(variable).unwrap_or_default().into_iter().map(key).collect();
        match map {
            Map::Env => {
                let mut names: BTreeSet<String> = self.facts.variables().into_iter().map(|(name, _)| name).collect();
                for (name, value) in self.environment.iter().map(AsRef::as_ref) {
                    if value.is_some() {
                        names.insert(name.clone())
                    } else {
                        names.remove(name)
                    };
                }
                let perhaps = |name: &String| {
                    let set = self.environment.iter().rev().find(|set| set.0 == *name);
                    set.map_or(self.foreign, |set| set.1.as_ref().is_some_and(|word| word.count == Count::Any))
                };
                let doubt = |name: &String| perhaps(name).then(|| Doubt::new("what the environment holds there"));
                let others = self.foreign.then(|| Element::others("what the environment holds there"));
                let named = names.into_iter().map(|name| Element { any: doubt(&name), ..key(name) });
                named.chain(others).collect()
            }
            Map::Flags => {
                let names: BTreeSet<&str> = self.flags.iter().map(|(name, _)| name.as_str()).collect();
                let others = self.flags_open.then(|| Element::others(MORE_FLAGS));
                names.into_iter().map(key).chain(others).collect()
            }
            Map::Vars => {
                let names: BTreeSet<&str> = self.vars.iter().map(|(name, _)| name.as_str()).collect();
                names.into_iter().map(key).collect()
            }
            Map::FlagGroups => self.flag_groups.iter().map(|(name, _)| key(name.as_str())).collect(),
            Map::Paths => self.paths.names().into_iter().map(key).collect(),
            Map::DefinitionVars => self.definition_vars.names().into_iter().map(key).collect(),
            Map::Definitions => fixed("definitions"),
            Map::Redirect(_) => ["type", "operator", "target", "descriptor"].into_iter().map(key).collect(),
            Map::Pipe => fixed("pipe"),
            Map::Shell => fixed("shell"),
            Map::Fs => fixed("fs"),
            Map::Git => fixed("git"),
            Map::Effects => fixed("effects"),
            Map::Written(entries) => entries.iter().map(|(name, _)| key(name.clone())).collect(),
        }
    }

    fn environment_variable(&'a self, name: &str) -> Found<'a> {
        match self.environment.iter().rev().find(|set| set.0 == name).map(AsRef::as_ref) {
            Some((_, Some(word))) if word.count == Count::Any => Found::Perhaps(Doubt::about(word)),
            Some((_, Some(word))) => Found::known(Value::one_word(word)),
            Some((_, None)) => Found::Absent,
            None if self.foreign => Found::Perhaps(Doubt::new("what the environment holds there")),
            None => self.facts.variable(name).map_or(Found::Absent, |value| Found::known(Value::text(value))),
        }
    }

    /// The variables that the line itself puts into the environment of the command.
    fn assigned(&'a self) -> Value<'a> {
        let set = self.environment.iter().filter_map(|set| Some((set.0.as_str(), set.1.as_ref()?)));
        let set: BTreeMap<&str, &Word> = set.collect();
        let element = |(name, word): (&'a str, &Word)| {
            let any = (word.count == Count::Any).then(|| Doubt::about(word));
            Element { any, ..key(name) }
        };
        Value::list(set.into_iter().map(element).collect())
    }

    fn flag(&'a self, name: &str) -> Found<'a> {
        let given = self.flags.iter().filter(|(flag, _)| flag == name).map(|(_, value)| value.as_ref());
        match one_of(given) {
            Found::Absent if self.flags_open => Found::Perhaps(Doubt::new(MORE_FLAGS)),
            // it may be given again, with another value
            Found::Value(_) if self.flags_open => Found::Value(Err(Doubt::new(MORE_FLAGS))),
            found => found,
        }
    }

    fn flag_group(&self, words: &'a [Word]) -> Value<'a> {
        let others = self.flags_open.then(|| Element::others(MORE_FLAGS));
        Value::list(words.iter().map(Element::of).chain(others).collect())
    }

    fn file_system_value(&'a self, key: &str) -> Found<'a> {
        match key {
            "home" => {
                let home = self.facts.variable("HOME").filter(|home| !home.is_empty());
                Found::known(home.map_or(Value::Null, Value::text))
            }
            "in_tree" => Found::Value(self.in_tree().map(Value::Bool)),
            "cwd" => Found::Value(self.directories().map(|known| Value::choice(known.to_vec()))),
            _ => Found::Absent,
        }
    }

    /// Does it run where the line starts, or in the repository that holds that?
    fn in_tree(&self) -> Result<bool, Doubt> {
        let unknown = || Doubt::new("where the line starts is not known");
        let start = self.facts.working_directory().ok_or_else(unknown)?;
        if self.directories()?.iter().all(|directory| *directory == start) {
            return Ok(true);
        }
        let root = self.facts.git(&start).map_err(Doubt::new)?.root.unwrap_or(start);
        // with a slash behind it, so that nothing but whole names are compared
        let real = |path: &String| {
            let real = self.facts.canonical(path).unwrap_or_else(|| path.clone());
            format!("{}/", real.trim_end_matches('/'))
        };
        let root = real(&root);
        let inside = |path: &&String| real(path).starts_with(&root);
        let directories = self.directories()?;
        match directories.iter().filter(inside).count() {
            0 => Ok(false),
            some if some == directories.len() => Ok(true),
            _ => Err(Doubt::new("the directory may lie outside of where the line starts")),
        }
    }

    pub(super) fn directories(&self) -> Result<&'a [String], Doubt> {
        match self.directory {
            Directory::Known(paths) if !paths.is_empty() => Ok(paths),
            _ => Err(Doubt::new("the working directory is not known")),
        }
    }

    /// What a path names, in each directory that the command may run in.
    pub(super) fn file_kinds(&self, path: &str) -> Result<Vec<FileKind>, Doubt> {
        if self.altered.files {
            return Err(Doubt::new("the line itself may change which files there are"));
        }
        let ask = |path: &str| self.facts.file_kind(path).map_err(Doubt::new);
        if path.is_empty() {
            return Ok(vec![FileKind::Missing]);
        }
        if path.starts_with('/') {
            return Ok(vec![ask(path)?]);
        }
        let directories = self.directories()?;
        directories.iter().map(|directory| ask(&format!("{}/{path}", directory.trim_end_matches('/')))).collect()
    }
}

/// The keys of a variable that always has the same ones.
pub(super) fn fixed_keys(variable: &str) -> Option<Vec<&'static str>> {
    Some(match variable {
        "definitions" => vec!["paths", "vars"],
        "pipe" => vec!["stdin", "stdout", "commands"],
        "shell" => vec!["loop_kind", "expansions", "background", "recursive", "feeds_code", "assigned"],
        "fs" => vec!["home", "cwd", "in_tree"],
        "git" => vec!["bare", "branch", "remote", "root"],
        "effects" => Kind::ALL.into_iter().map(Kind::as_str).chain(["code"]).collect(),
        _ => return None,
    })
}

fn key<'a>(name: impl Into<std::borrow::Cow<'a, str>>) -> Element<'a> {
    Element::once(Ok(Value::text(name)))
}

/// A list of known texts.
fn texts(texts: &[String]) -> Value<'_> {
    let element = |text: &String| Element::once(Ok(Value::text(text.clone())));
    Value::List(Rc::new(texts.iter().map(element).collect()))
}

fn list_in<'a, T, L>(lists: &'a Named<L>, key: &str) -> Found<'a>
where
    T: AsRef<str> + 'a,
    L: Deref<Target = [T]> + Deserialize<'static>,
{
    match lists.get(key) {
        Some(texts) => {
            let element = |text: &'a T| Element::once(Ok(Value::text(text.as_ref())));
            Found::known(Value::List(Rc::new(texts.iter().map(element).collect())))
        }
        None => Found::Absent,
    }
}

fn redirect_field<'a>(redirect: &'a SceneRedirect, field: &str) -> Found<'a> {
    Found::known(match field {
        "type" => Value::text(redirect.kind),
        "operator" => Value::text(redirect.operator),
        "target" => Value::one_word(&redirect.target),
        "descriptor" => redirect.descriptor.map_or(Value::Null, |number| Value::Int(i64::from(number))),
        _ => return Found::Absent,
    })
}

/// Why the value of what is given several times is not known.
const VALUES_DIFFER: &str = "it is given several times, with values that differ";

/// What was given under one name, perhaps several times: commands differ in which of them counts.
fn one_of<'a>(given: impl Iterator<Item = Option<&'a Word>>) -> Found<'a> {
    let mut all: Vec<Option<&Word>> = Vec::new();
    for value in given {
        let same = |before: &Option<&Word>| match (before, value) {
            (None, None) => true,
            (Some(before), Some(value)) => before.is_known() && before.known() == value.known(),
            _ => false,
        };
        if !all.iter().any(same) {
            all.push(value);
        }
        // each is compared with all others
        if all.len() > MAX_CHOICES {
            return Found::Value(Err(Doubt::new(VALUES_DIFFER)));
        }
    }
    match all.as_slice() {
        [] => Found::Absent,
        [None] => Found::known(Value::Null),
        [Some(word)] => Found::known(Value::one_word(word)),
        several => {
            let texts: Option<Vec<String>> =
                several.iter().map(|value| value.and_then(Word::known).map(str::to_owned)).collect();
            match texts {
                Some(texts) => Found::known(Value::choice(texts)),
                None => Found::Value(Err(Doubt::new(VALUES_DIFFER))),
            }
        }
    }
}
