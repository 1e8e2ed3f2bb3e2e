//! Types: what a word is.

use std::time::Duration;

use super::super::paths;
use super::super::raw::{self, Gate, Text};
use super::super::types::{Builtin, Executor, Type};
use super::{Findings, PolicyFile, Settings, problem};

/// The longest that a validator may be given, in seconds.
const MAX_TIMEOUT_SECONDS: u64 = 3_600;

/// The built-in types, by name.
pub(super) const BUILTIN: [(&str, Builtin); 17] = [
    ("Int", Builtin::Int),
    ("Port", Builtin::Port),
    ("Url", Builtin::Url),
    ("Host", Builtin::Host),
    ("Path", Builtin::Path),
    ("File", Builtin::File),
    ("Dir", Builtin::Dir),
    ("GitRef", Builtin::GitRef),
    ("Sha", Builtin::Sha),
    ("Semver", Builtin::Semver),
    ("Tree", Builtin::Tree),
    ("TreeNew", Builtin::TreeNew),
    ("TreeRoot", Builtin::TreeRoot),
    ("Temp", Builtin::Temp),
    ("TreeOrTemp", Builtin::TreeOrTemp),
    ("Runok", Builtin::Runok),
    ("AgentHooks", Builtin::AgentHooks),
];

/// The built-in types that no policy may give another meaning: what is embedded speaks of them.
pub(super) const RESERVED: [&str; 7] = ["Tree", "TreeNew", "TreeRoot", "Temp", "TreeOrTemp", "Runok", "AgentHooks"];

/// The built-in type of that name.
pub(super) fn builtin(name: &str) -> Option<Type> {
    BUILTIN.iter().find(|(known, _)| *known == name).map(|(_, builtin)| Type::Builtin(*builtin))
}

/// Makes a type; `defined`: those that stand above. Of an untrusted file no validator is run: a word that it would be asked about is any word.
pub(super) fn kind(
    file: &PolicyFile,
    name: &Text,
    raw: &raw::Type,
    defined: impl Fn(&str) -> Option<Type>,
    (settings, findings): (Settings<'_>, &mut Findings),
) -> Option<Type> {
    let mut making = Making { file, settings, findings };
    let given = [
        raw.r#enum.is_some(),
        raw.regex.is_some(),
        raw.int.is_some(),
        raw.path.is_some(),
        raw.tree.is_some(),
        raw.any.is_some(),
        raw.all.is_some(),
        raw.url.is_some(),
        raw.executor.is_some(),
    ];
    if given.iter().filter(|given| **given).count() != 1 {
        let what = format!("the type `{}` has to be exactly one thing", name.value);
        making.findings.problem(
            &file.name,
            name,
            what,
            Some("give it one of `enum`, `regex`, `int`, `path`, `tree`, `any`, `all`, `url` and `executor`"),
        );
        return None;
    }
    if raw.executor.is_none() && (raw.timeout.is_some() || raw.env.is_some()) {
        let what = format!("`timeout` and `env` of the type `{}` mean nothing without an `executor`", name.value);
        making.findings.problem(&file.name, name, what, None);
    }
    if let Some(words) = &raw.r#enum {
        return making.words(name, words);
    }
    if let Some(regex) = &raw.regex {
        return making.regex(regex);
    }
    if let Some(int) = &raw.int {
        return making.int(int);
    }
    if let Some(path) = &raw.path {
        return making.path(path);
    }
    if let Some(tree) = &raw.tree {
        return making.tree(tree);
    }
    if let Some(names) = &raw.any {
        return making.types(name, names, defined).map(Type::Any);
    }
    if let Some(names) = &raw.all {
        return making.types(name, names, defined).map(Type::All);
    }
    if let Some(url) = &raw.url {
        return making.url(url);
    }
    let executor = making.executor(raw)?;
    Some(if file.trusted { Type::Executor(executor) } else { Type::Regex(ANY_WORD.to_owned().into()) })
}

/// Matches every word.
const ANY_WORD: &str = "(?s).*";

/// A port, a path or a scheme is no part of a host; the colons of an address are.
fn is_no_host(text: &str) -> bool {
    let address = text.trim_start_matches('[').trim_end_matches(']');
    let is_address = address.parse::<std::net::Ipv6Addr>().is_ok();
    !is_address && (text.starts_with('.') || text.contains(['/', ':', '@', '?', '#', ' ']))
}

fn is_no_scheme(text: &str) -> bool {
    !text.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '+' | '-' | '.' | '*'))
}

struct Making<'a> {
    file: &'a PolicyFile,
    settings: Settings<'a>,
    findings: &'a mut Findings,
}

impl Making<'_> {
    fn problem(&mut self, text: &Text, what: String, help: &str) {
        self.findings.problem(&self.file.name, text, what, Some(help));
    }

    /// What would match nothing is a mistake: a deny rule that goes by it would guard nothing.
    fn names_alone<'t>(
        &mut self,
        mut texts: impl Iterator<Item = &'t Text>,
        is_more: impl Fn(&str) -> bool,
        help: &str,
    ) -> Option<()> {
        let Some(text) = texts.find(|text| is_more(&text.value)) else { return Some(()) };
        self.problem(text, format!("`{}` is more than a name", text.value), help);
        None
    }

    fn tree(&mut self, tree: &raw::TreeType) -> Option<Type> {
        let under: Vec<Text> = tree.under.iter().flat_map(|under| under.0.clone()).collect();
        let help = "write one name: `target`, which is met at any depth";
        self.names_alone(under.iter(), |name| name.contains('/'), help)?;
        Some(Type::Tree { under: under.into_iter().map(|text| text.value).collect() })
    }

    fn url(&mut self, url: &raw::UrlType) -> Option<Type> {
        let all =
            |list: &Option<Gate<Vec<Text>>>| -> Vec<Text> { list.iter().flat_map(|list| list.0.clone()).collect() };
        let (hosts, schemes) = (all(&url.hosts), all(&url.schemes));
        let help = "write the host alone: `example.com`, or `*.example.com` for every name below it";
        self.names_alone(hosts.iter(), is_no_host, help)?;
        self.names_alone(schemes.iter(), is_no_scheme, "write the scheme alone: `https`")?;
        let lower = |texts: Vec<Text>| texts.into_iter().map(|text| text.value.to_lowercase()).collect();
        Some(Type::Url { schemes: lower(schemes), hosts: lower(hosts) })
    }

    fn words(&mut self, name: &Text, words: &[Text]) -> Option<Type> {
        if words.is_empty() {
            self.problem(name, "no word is of this type".to_owned(), "list the words under `enum`");
            return None;
        }
        Some(Type::Enum(words.iter().map(|text| text.value.clone()).collect()))
    }

    fn regex(&mut self, text: &Text) -> Option<Type> {
        if self.settings.thorough
            && let Err(error) = ::regex::Regex::new(&format!("^(?:{})$", text.value))
        {
            let shown = error.to_string();
            let reason = shown.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            self.problem(
                text,
                format!("this is not a regular expression: {reason}"),
                "its syntax is that of docs.rs/regex",
            );
        }
        Some(Type::Regex(text.value.clone().into()))
    }

    fn int(&mut self, int: &raw::IntType) -> Option<Type> {
        let (min, max) = (int.min.as_ref().map(|min| min.0), int.max.as_ref().map(|max| max.0));
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            let what = format!("no number is at least {min} and at most {max}");
            self.findings.problems.push(problem(&self.file.name, int.at, "", what, None));
            return None;
        }
        Some(Type::Int { min, max })
    }

    fn path(&mut self, path: &raw::PathType) -> Option<Type> {
        let mut inside = Vec::new();
        for text in path.inside.iter().flat_map(|inside| &inside.0) {
            self.names_alone(
                [text].into_iter(),
                |path| path.contains(['*', '?']),
                "write the directory alone: what lies below it is inside",
            )?;
            match paths::resolve(&text.value, &self.file.directory, self.settings.home) {
                Some(path) => inside.push(path),
                None => {
                    let what = "`~` stands for nothing: the home directory is not known".to_owned();
                    self.problem(text, what, "set `HOME`");
                    return None;
                }
            }
        }
        Some(Type::Path { inside })
    }

    fn types(&mut self, name: &Text, names: &[Text], defined: impl Fn(&str) -> Option<Type>) -> Option<Vec<Type>> {
        if names.is_empty() {
            self.problem(name, "no word is of this type".to_owned(), "list types");
            return None;
        }
        let mut found = Vec::new();
        for text in names {
            match builtin(&text.value).or_else(|| defined(&text.value)) {
                Some(Type::Executor(_)) => {
                    let what = format!("the type `{}` has an executor", text.value);
                    self.problem(text, what, "list types without one");
                    return None;
                }
                Some(kind) => found.push(kind),
                None => {
                    let what = format!("the type `{}` is not defined", text.value);
                    self.problem(text, what, "list built-in types, and types that stand above this one");
                    return None;
                }
            }
        }
        Some(found)
    }

    fn executor(&mut self, raw: &raw::Type) -> Option<Executor> {
        let text = raw.executor.as_ref()?;
        let words = match shlex::split(&text.value) {
            Some(words) if words.first().is_some_and(|program| !program.is_empty()) => words,
            Some(_) => {
                self.problem(
                    text,
                    "the executor names no program".to_owned(),
                    "write a command line: `python3 ./checks/x.py`",
                );
                return None;
            }
            None => {
                self.problem(text, "a quote in the executor is not closed".to_owned(), "quote it as a shell would");
                return None;
            }
        };
        let timeout = match &raw.timeout {
            Some(text) => Some(self.timeout(text)?),
            None => None,
        };
        let env = raw.env.iter().flatten().map(|text| text.value.clone()).collect();
        let directory = self.file.directory.clone();
        Some(Executor { command: text.value.clone(), words, directory, timeout, env })
    }

    fn timeout(&mut self, text: &Text) -> Option<Duration> {
        let limit = Duration::from_secs(MAX_TIMEOUT_SECONDS);
        match duration(&text.value) {
            Some(timeout) if !timeout.is_zero() && timeout <= limit => Some(timeout),
            Some(timeout) if timeout.is_zero() => {
                self.problem(
                    text,
                    "a timeout of nothing leaves no time for an answer".to_owned(),
                    "write it as in `5s`",
                );
                None
            }
            Some(_) => {
                self.problem(
                    text,
                    format!("the timeout is longer than {MAX_TIMEOUT_SECONDS} seconds"),
                    "write it as in `5s`",
                );
                None
            }
            None => {
                self.problem(text, "this is not a time".to_owned(), "write it as in `5s`, `500ms` or `1m`");
                None
            }
        }
    }
}

/// `5s`, `500ms`, `1m`, `1.5s`, or a number of seconds.
fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let end = text.find(|next: char| !next.is_ascii_digit() && next != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let unit_micros: u64 = match unit.trim() {
        "ms" => 1_000,
        "s" | "" => 1_000_000,
        "m" => 60_000_000,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if fraction.is_empty() || fraction.len() > 6 {
        return None;
    }
    let scale = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let micros = whole.parse::<u64>().ok()?.checked_mul(unit_micros)?;
    let rest = fraction.parse::<u64>().ok()?.checked_mul(unit_micros)? / scale;
    Some(Duration::from_micros(micros.checked_add(rest)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times() {
        let known =
            [("5s", 5_000), ("500ms", 500), ("1m", 60_000), ("2", 2_000), ("1.5s", 1_500), ("0", 0), ("0.0s", 0)];
        for (text, millis) in known {
            assert_eq!(duration(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1s", "5 h", "1.", "99999999999999999999s", "5sx", "1.1234567s"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
