//! What a person is shown before a project is trusted: everything of its files that counts only then, as it is written.
//!
//! Owns the sentences. A rule stands with all that says when it holds, and what it refers to stands beside it: names that
//! are not spelled out could mean anything. Refuses to ask.

use super::super::Placed;
use super::super::compile::PolicyFile;
use super::super::raw::{Action, Definitions, Gate, Rule, Short, Text, Type, Variable, VariableType, WithoutPrompt};
use super::super::yaml::Mark;

/// What of a file counts only when it is trusted.
pub(super) fn additions(file: &PolicyFile) -> Vec<Placed> {
    let raw = &file.raw;
    let mut all: Vec<(Mark, String)> = raw.rules.iter().flatten().filter_map(rule).collect();
    all.extend(raw.definitions.iter().flat_map(defined));
    let types = raw.types.iter().flat_map(|all| &all.0);
    all.extend(types.map(|(name, kind)| (name.at, type_of(name, kind))));
    if let Some(defaults) = &raw.defaults {
        if defaults.action == Some(Action::Allow) {
            all.push((defaults.at, "defaults.action: allow".to_owned()));
        }
        if defaults.ask_without_prompt.as_ref().is_some_and(|word| *word != WithoutPrompt::Deny) {
            let text = "defaults.ask_without_prompt: what `ask` becomes where nobody can be asked";
            all.push((defaults.at, text.to_owned()));
        }
    }
    let placed = |(at, text): (Mark, String)| Placed {
        file: file.name.to_string(),
        line: at.line,
        column: at.column,
        text,
        verbatim: false,
    };
    all.into_iter().map(placed).collect()
}

/// An allow rule, with what it takes for it to hold.
fn rule(rule: &Rule) -> Option<(Mark, String)> {
    let pattern = rule.allow.as_ref()?;
    let mut text = format!("allow: {}", pattern.value);
    if let Some(when) = &rule.when {
        text.push_str(&format!(" — when: {}", when.0.value));
    }
    if let Some(validate) = &rule.validate {
        text.push_str(&format!(" — validate: {}", listed(validate.0.all())));
    }
    if let Some(sandbox) = &rule.sandbox {
        text.push_str(&format!(" — sandbox: {}", sandbox.0.value));
    }
    Some((pattern.at, text))
}

/// The names that rules use.
fn defined(all: &Definitions) -> Vec<(Mark, String)> {
    let mut told: Vec<(Mark, String)> = Vec::new();
    let wrappers = all.wrappers.iter().flatten();
    told.extend(wrappers.map(|text| (text.at, format!("wrapper: {}", text.value))));
    let tables = all.commands.iter().flat_map(|all| &all.0);
    told.extend(tables.map(|(name, _)| (name.at, format!("option table: {}", name.value))));
    let paths = all.paths.iter().flat_map(|all| &all.0);
    told.extend(paths.map(|(name, list)| (name.at, format!("<path:{}>: {}", name.value, listed(list)))));
    let vars = all.vars.iter().flat_map(|all| &all.0);
    told.extend(vars.map(|(name, variable)| (name.at, format!("<var:{}>: {}", name.value, values(variable)))));
    let flags = all.flag_groups.iter().flat_map(|all| &all.0);
    told.extend(flags.map(|(name, flag)| (name.at, format!("<flag:{}>: {}", name.value, flag.value))));
    let aliases = all.aliases.iter().flat_map(|all| &all.0);
    told.extend(aliases.map(|(name, list)| (name.at, format!("alias of {}: {}", name.value, listed(list.all())))));
    let sandboxes = all.sandbox.iter().flat_map(|all| &all.0);
    told.extend(sandboxes.map(|(name, _)| (name.at, format!("sandbox: {}", name.value))));
    told
}

fn listed<'t>(texts: impl IntoIterator<Item = &'t Text>) -> String {
    texts.into_iter().map(|text| text.value.as_str()).collect::<Vec<_>>().join(", ")
}

/// The values of a variable; those that are no plain text say what they are.
fn values(variable: &Variable) -> String {
    let of_kind = |kind: &VariableType, text: &Text| match kind {
        VariableType::Literal => text.value.clone(),
        VariableType::Path => format!("path {}", text.value),
        VariableType::Pattern => format!("pattern {}", text.value),
    };
    let usual = variable.r#type.as_ref().unwrap_or(&VariableType::Literal);
    let each = variable.values.iter().map(|value| match value {
        Short::Text(text) => of_kind(usual, text),
        Short::Record(typed) => of_kind(&typed.r#type, &typed.value),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// What a word of the type is.
fn type_of(name: &Text, kind: &Type) -> String {
    if let Some(executor) = &kind.executor {
        return format!("executor: {}", executor.value);
    }
    let lists = [("enum", &kind.r#enum), ("any", &kind.any), ("all", &kind.all)];
    let lists = lists.into_iter().filter_map(|(key, list)| Some(format!("{key} {}", listed(list.as_ref()?))));
    let path = kind.path.as_ref().and_then(|path| path.inside.as_ref());
    let tree = kind.tree.as_ref().and_then(|tree| tree.under.as_ref());
    let url = kind.url.as_ref().map(|url| {
        let (schemes, hosts) = (url.schemes.iter().flat_map(|list| &list.0), url.hosts.iter().flat_map(|list| &list.0));
        format!("url schemes [{}] hosts [{}]", listed(schemes), listed(hosts))
    });
    let said: Vec<String> = lists
        .chain(kind.regex.iter().map(|regex| format!("regex {}", regex.value)))
        .chain(kind.int.iter().map(|int| format!("int {} to {}", bound(&int.min), bound(&int.max))))
        .chain(path.map(|inside| format!("path inside {}", listed(&inside.0))))
        .chain(tree.map(|under| format!("tree under {}", listed(&under.0))))
        .chain(url)
        .collect();
    format!("<type:{}>: {}", name.value, if said.is_empty() { "any".to_owned() } else { said.join(", ") })
}

fn bound(number: &Option<Gate<i64>>) -> String {
    number.as_ref().map_or_else(|| "any".to_owned(), |number| number.0.to_string())
}
