//! What an external validator is asked about a command.
//!
//! Owns the contents of the question. Refuses to ask it: the validator's process is an edge, and the answer's weight is
//! `settle`'s business.

use crate::command::word::Word;
use crate::command::{Directory, Invocation, base_name, environment};
use crate::facts::Facts;
use crate::policy::types::Executor;

use super::Query;
use super::case::Case;
use super::matcher;

/// Variables that select a context; they are passed to every validator, besides those that its type lists.
const CONTEXT_SELECTORS: [&str; 10] = [
    "AWS_PROFILE",
    "AWS_REGION",
    "KUBECONFIG",
    "TF_WORKSPACE",
    "CLOUDSDK_ACTIVE_CONFIG_NAME",
    "DOCKER_CONTEXT",
    "NODE_ENV",
    "RAILS_ENV",
    "APP_ENV",
    "CI",
];

/// Who is asked, as what type, about which word.
pub(super) struct Asked<'a> {
    /// The validator.
    pub executor: &'a Executor,
    /// The type's name.
    pub type_name: &'a str,
    /// The word at `<type:Name>`.
    pub value: Option<&'a Word>,
}

/// The question, or why it cannot be asked: some of what it would say is not known.
pub(super) fn query(asked: &Asked<'_>, case: &Case<'_>, line: &str, facts: &dyn Facts) -> Result<Query, String> {
    let Case { invocation, subject, .. } = case;
    let argv: Vec<String> = subject.words.iter().map(known).collect::<Result<_, _>>()?;
    let Directory::Known(directories) = &invocation.place.directory else {
        return Err("the directory it would run in is not known".to_owned());
    };
    let [cwd] = directories.as_slice() else {
        return Err("it could run in more than one directory".to_owned());
    };
    let (flags, args) = matcher::spelled(subject);
    let flags = flags.into_iter().map(|(name, value)| {
        let value = value.as_ref().map_or(Ok(String::new()), known)?;
        Ok((name.trim_start_matches('-').to_owned(), value))
    });
    let command = argv.first().map_or("", String::as_str);
    Ok(Query {
        executor: asked.executor.clone(),
        type_name: asked.type_name.to_owned(),
        value: asked.value.map(known).transpose()?,
        command: base_name(command).to_owned(),
        flags: flags.collect::<Result<_, String>>()?,
        args: args.iter().map(known).collect::<Result<_, _>>()?,
        argv,
        raw_command_line: line.to_owned(),
        env: passed_environment(asked.executor, invocation, facts)?,
        cwd: cwd.clone(),
        withheld_env: withheld(invocation),
    })
}

fn known(word: &Word) -> Result<String, String> {
    word.known().map(str::to_owned).ok_or_else(|| format!("{} is not known", word.doubts().join(", ")))
}

/// The assignments before the command, the variables that the type lists, and the context selectors.
fn passed_environment(
    executor: &Executor,
    invocation: &Invocation,
    facts: &dyn Facts,
) -> Result<Vec<(String, String)>, String> {
    let mut passed: Vec<(String, String)> = Vec::new();
    for assignment in &invocation.assignments {
        passed.retain(|(name, _)| *name != assignment.name);
        passed.push((assignment.name.clone(), known(&assignment.value)?));
    }
    let listed = executor.env.iter().map(String::as_str);
    for name in listed.chain(CONTEXT_SELECTORS) {
        if passed.iter().any(|(given, _)| given == name) {
            continue;
        }
        let changed = invocation.environment.iter().rev().find(|given| given.0 == name);
        let value = match changed.map(AsRef::as_ref) {
            Some((_, Some(word))) => Some(known(word)?),
            Some((_, None)) => None,
            None if invocation.place.foreign => None,
            None => facts.variable(name),
        };
        passed.extend(value.map(|value| (name.to_owned(), value)));
    }
    Ok(passed)
}

/// Variables that change what runs and that the line sets: the validator's process never sees them.
fn withheld(invocation: &Invocation) -> Vec<String> {
    let assigned = invocation.assignments.iter().map(|assignment| &assignment.name);
    let inherited = invocation.environment.iter().map(|inherited| &inherited.0);
    let mut names: Vec<String> =
        assigned.chain(inherited).filter(|name| environment::power(name).is_some()).cloned().collect();
    names.sort();
    names.dedup();
    names
}
