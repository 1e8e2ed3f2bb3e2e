//! From files to a policy: names are collected, rules are made, every problem on the way is noted.
//!
//! Owns what a policy means: which layer wins, which rules an untrusted file contributes, what is wrong with a rule.
//! Refuses to open files.
//!
//! Layers are the global file, the local file beside it, the project's file and the local file beside that one, each
//! together with what it extends. Within a layer a file stands over what it extends: its definitions replace those of
//! the same name (paths are added), and its `defaults` count. Across layers the first definition of a name stands, and
//! the strictest `defaults.action` counts. All rules of all layers hold.

mod advice;
mod expand;
mod home;
mod kinds;
mod rules;
mod scope;
mod stands;
mod taken;

use std::collections::BTreeSet;
use std::rc::Rc;

use super::load::Stamp;
use super::raw::{self, Gate, Text, WithoutPrompt};
use super::yaml::Mark;
use super::{AskWithoutPrompt, Definitions, Loaded, Placed, Policy, Problem, RuleTest, Source, paths};
use crate::command::tool::{self, ToolCall};
use crate::verdict::Verdict;
use scope::Scope;

/// A policy file that was opened and read.
#[derive(Debug)]
pub(super) struct PolicyFile {
    /// Its path, or `builtin:name`.
    pub(super) name: Rc<str>,
    /// The directory that holds it, absolute.
    pub(super) directory: String,
    /// Why it was read.
    pub(super) role: String,
    /// Whether everything in it counts.
    pub(super) trusted: bool,
    /// It is one of the global files, or the one that was named with `-c`.
    pub(super) global: bool,
    /// Which layer it belongs to, from the lowest.
    pub(super) layer: usize,
    /// Which of the projects it belongs to, where it is no global file: only what tightens counts of all but the first.
    pub(super) project: usize,
    /// What it says.
    pub(super) raw: raw::File,
    /// The `id`s of rules that the files that extend it leave out.
    pub(super) without: Vec<Text>,
    /// The file that extends it.
    pub(super) extended_by: Option<Rc<str>>,
}

impl PolicyFile {
    /// The same of a project beside that of the command.
    pub(super) fn beside(self, project: usize) -> Self {
        let layer = self.layer.saturating_add(project.saturating_mul(LAYERS_OF_PROJECT));
        Self { trusted: false, project, layer, role: "another project".to_owned(), ..self }
    }

    /// Is it `builtin:self`, with rules left out or without?
    pub(super) fn is_self_protection(&self) -> bool {
        self.name.strip_prefix(super::EMBEDDED) == Some(super::presets::SELF)
    }
}

/// How many layers a project has: its file and the local one.
const LAYERS_OF_PROJECT: usize = 2;

/// What compiling needs to know beside the files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    /// `~`
    pub(super) home: Option<&'a str>,
    /// Check regular expressions, which are otherwise checked when they are first needed, and list the conditions.
    pub(super) thorough: bool,
}

/// What was found on the way.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// What makes a policy broken.
    pub(super) problems: Vec<Problem>,
    /// What does not.
    pub(super) warnings: Vec<Problem>,
    /// The conditions of the rules, for a thorough reading.
    pub(super) conditions: Vec<Placed>,
    /// What was looked at beside the files that were found first; nothing where that cannot be told of something.
    pub(super) looked_at: Vec<Option<Stamp>>,
}

impl Findings {
    /// Notes a problem with a text of a file.
    pub(super) fn problem(&mut self, file: &str, text: &Text, what: String, help: Option<&str>) {
        self.problems.push(problem(file, text.at, &text.value, what, help));
    }

    /// Notes something that is loaded all the same.
    pub(super) fn warning(&mut self, file: &str, text: &Text, what: String, help: Option<&str>) {
        self.warnings.push(problem(file, text.at, &text.value, what, help));
    }
}

/// A problem at a place.
pub(super) fn problem(file: &str, at: Mark, text: &str, what: String, help: Option<&str>) -> Problem {
    let (line, column) = (at.line, at.column);
    Problem { file: file.to_owned(), line, column, text: text.to_owned(), what, help: help.map(str::to_owned) }
}

/// Makes the policy of all files, which are in the order of their layers, each after what it extends.
pub(super) fn compile(mut files: Vec<PolicyFile>, settings: Settings<'_>, mut findings: Findings) -> Loaded {
    let mut policy = Policy::default();
    let mut trusted = Scope::default();
    for file in files.iter().filter(|file| file.trusted) {
        trusted.add(file, settings, &mut findings);
    }
    // what one project defines is nothing to another
    let untrusted: BTreeSet<usize> = files.iter().filter(|file| !file.trusted).map(|file| file.project).collect();
    let scope_of = |file: &PolicyFile| if file.trusted { 0 } else { 1 + untrusted.range(..file.project).count() };
    let mut scopes = vec![trusted; 1 + untrusted.len()];
    for file in files.iter().filter(|file| !file.trusted) {
        scopes.get_mut(scope_of(file)).into_iter().for_each(|scope| scope.add(file, settings, &mut findings));
    }
    set_defaults(&mut policy, &files, scopes.first(), &mut findings);
    left_out_notes(&mut policy, &files);
    policy.stands_on = stands::files(&files);
    if let Some(trusted) = scopes.first_mut() {
        policy.tables = trusted.take_tables();
    }
    let mut rules_of_all = Vec::new();
    for file in &mut files {
        let index = scope_of(file);
        if let Some(scope) = scopes.get_mut(index) {
            let rules = file.raw.rules.take().unwrap_or_default();
            let tables = &policy.tables;
            let mut making =
                rules::Making { file, scope, settings, tables, findings: &mut findings, action: Verdict::Ask };
            rules::of_file(&mut making, rules, index, &mut rules_of_all);
        }
        policy.sources.push(Source { name: file.name.to_string(), trusted: file.trusted, role: file.role.clone() });
        policy.cases.extend(cases(file, &mut findings));
        required_version(file, &mut findings);
        global_keys(file, &mut findings);
    }
    policy.rules = rules_of_all.into();
    // what always applies is told last, though it stands below everything
    let always = files.first().is_some_and(|file| file.is_self_protection() && file.extended_by.is_none());
    policy.sources.rotate_left(usize::from(always));
    policy.scopes = scopes.into_iter().map(Scope::into_definitions).collect::<Vec<Definitions>>();
    let Findings { problems, warnings, conditions, .. } = findings;
    Loaded { policy, problems, warnings, conditions, compiled: None }
}

/// Within a layer the last file that says something counts, across trusted layers the strictest; an untrusted file can
/// only tighten what holds without it.
fn set_defaults(policy: &mut Policy, files: &[PolicyFile], scope: Option<&Scope>, findings: &mut Findings) {
    let mut layers: Vec<(usize, bool, Verdict)> = Vec::new();
    for file in files {
        let Some(defaults) = &file.raw.defaults else { continue };
        if let Some(action) = defaults.action {
            let verdict = verdict(action);
            match layers.last_mut() {
                Some((layer, _, last)) if *layer == file.layer => *last = verdict,
                _ => layers.push((file.layer, file.trusted, verdict)),
            }
        }
        if let Some(Gate(sandbox)) = defaults.sandbox.as_ref().filter(|_| file.trusted) {
            if !scope.is_some_and(|scope| scope.has_sandbox(&sandbox.value)) {
                let what = format!("the sandbox preset `{}` is not defined", sandbox.value);
                findings.problem(&file.name, sandbox, what, Some("define it under `definitions.sandbox`"));
            }
            policy.default_sandbox.get_or_insert_with(|| sandbox.value.clone());
        }
    }
    // left alone it is the strictest, so an untrusted file has nothing to add
    let said =
        files.iter().filter(|file| file.trusted).filter_map(|file| file.raw.defaults.as_ref()?.ask_without_prompt);
    policy.ask_without_prompt = said.map(ask_without_prompt).max();
    for (_, trusted, verdict) in layers {
        let without = policy.default_action;
        policy.default_action = match (trusted, without) {
            (true, None) => Some(verdict),
            (true, Some(before)) => Some(before.strictest(verdict)),
            (false, before) if verdict > before.unwrap_or(Verdict::Ask) => Some(verdict),
            (false, before) => before,
        };
    }
}

fn ask_without_prompt(word: WithoutPrompt) -> AskWithoutPrompt {
    match word {
        WithoutPrompt::Deny => AskWithoutPrompt::Deny,
        WithoutPrompt::Wrapper => AskWithoutPrompt::Wrapper,
        WithoutPrompt::Pass => AskWithoutPrompt::Pass,
    }
}

/// Says what was left out of an untrusted project, and how it comes to count.
fn left_out_notes(policy: &mut Policy, files: &[PolicyFile]) {
    let untrusted = || files.iter().filter(|file| !file.trusted && file.project == 0);
    let left_out = left_out(untrusted());
    let Some(first) = untrusted().find(|file| file.extended_by.is_none()) else { return };
    if !left_out.is_empty() {
        let list = left_out.join(", ");
        policy.notes.push(format!(
            "{} is not trusted, so this was left out: {list}; to trust it, run `runok trust`",
            first.name
        ));
    }
}

/// What of an untrusted project does not count, in words: `3 allow rules`.
fn left_out<'f>(files: impl Iterator<Item = &'f PolicyFile>) -> Vec<String> {
    let (mut allows, mut wrappers, mut commands, mut executors, mut lifted) = (0, 0, 0, 0, 0);
    for raw in files.map(|file| &file.raw) {
        let definitions = raw.definitions.as_ref();
        allows += raw.rules.iter().flatten().filter(|rule| rule.allow.is_some()).count();
        wrappers += definitions.and_then(|all| all.wrappers.as_ref()).map_or(0, Vec::len);
        commands += definitions.and_then(|all| all.commands.as_ref()).map_or(0, |all| all.0.len());
        executors += raw.types.iter().flat_map(|all| &all.0).filter(|(_, kind)| kind.executor.is_some()).count();
        lifted += usize::from(raw.defaults.as_ref().and_then(|all| all.action) == Some(raw::Action::Allow));
    }
    let counted = |number: usize, what: &str| match number {
        0 => None,
        1 => Some(format!("1 {what}")),
        number => Some(format!("{number} {what}s")),
    };
    let lifted = (lifted > 0).then(|| "`defaults.action: allow`".to_owned());
    let counts = [(allows, "allow rule"), (wrappers, "wrapper"), (commands, "option table"), (executors, "validator")];
    counts.into_iter().filter_map(|(number, what)| counted(number, what)).chain(lifted).collect()
}

fn verdict(action: raw::Action) -> Verdict {
    match action {
        raw::Action::Allow => Verdict::Allow,
        raw::Action::Ask => Verdict::Ask,
        raw::Action::Deny => Verdict::Deny,
    }
}

/// The one of `allow`, `ask` and `deny` that is there.
fn choice<'t, T>(
    allow: &'t Option<T>,
    ask: &'t Option<T>,
    deny: &'t Option<T>,
) -> Result<(Verdict, &'t T), &'static str> {
    let mut given = [(Verdict::Allow, allow), (Verdict::Ask, ask), (Verdict::Deny, deny)]
        .into_iter()
        .filter_map(|(verdict, text)| Some((verdict, text.as_ref()?)));
    match (given.next(), given.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => Err("has none of `allow`, `ask` and `deny`"),
        (Some(_), Some(_)) => Err("has more than one of `allow`, `ask` and `deny`"),
    }
}

/// Tests with their expected answers; a test without one is a problem.
fn tests(file: &str, cases: Option<&raw::Aside<raw::TestCase>>, findings: &mut Findings) -> Vec<RuleTest> {
    let mut tests = Vec::new();
    for case in cases.into_iter().flat_map(|cases| &cases.0) {
        match choice(&case.allow, &case.ask, &case.deny) {
            Ok((expect, raw::Short::Text(command))) => {
                tests.push(RuleTest { expect, command: command.value.clone(), tool: None, line: command.at.line });
            }
            Ok((expect, raw::Short::Record(call))) => {
                let input = call.input.clone().unwrap_or_default().0;
                let called = ToolCall { name: call.tool.value.clone(), input };
                tests.push(RuleTest {
                    expect,
                    command: tool::line(&called),
                    tool: Some(called),
                    line: call.tool.at.line,
                });
            }
            Err(what) => {
                let help = Some("write the command line under the answer that is expected: `- deny: rm -rf /`");
                findings.problems.push(problem(file, case.at, "", format!("a test {what}"), help));
            }
        }
    }
    tests
}

fn cases(file: &PolicyFile, findings: &mut Findings) -> Vec<(String, RuleTest)> {
    let cases = file.raw.tests.as_ref().and_then(|tests| tests.cases.as_ref());
    tests(&file.name, cases, findings).into_iter().map(|test| (file.name.to_string(), test)).collect()
}

/// Our versions begin at 0.4.0 and read every policy of 0.3, so a requirement holds if it admits this version or any of
/// the 0.3 series.
fn required_version(file: &PolicyFile, findings: &mut Findings) {
    let Some(required) = &file.raw.required_runok_version else { return };
    let version = env!("CARGO_PKG_VERSION");
    let accepted = |requirement: &semver::VersionReq| {
        [version, LAST_OF_0_3]
            .iter()
            .any(|version| semver::Version::parse(version).is_ok_and(|version| requirement.matches(&version)))
    };
    let text = required.value.trim();
    if text != "*" && !text.contains(|letter: char| letter.is_ascii_digit()) {
        // a letter that stands for any number, alone, is more likely one that was forgotten
        let what = "this is not a version requirement: no number is in it".to_owned();
        return findings.problem(&file.name, required, what, Some("write it as in `>=0.3.0`"));
    }
    match semver::VersionReq::parse(&required.value) {
        Ok(requirement) if accepted(&requirement) => {}
        Ok(_) => {
            let what = format!("this file needs runok {}; this is runok {version}", required.value);
            findings.problem(&file.name, required, what, None);
        }
        Err(error) => {
            let what = format!("this is not a version requirement: {error}");
            findings.problem(&file.name, required, what, Some("write it as in `>=0.3.0`"));
        }
    }
}

/// Keys that count in the global files alone.
fn global_keys(file: &PolicyFile, findings: &mut Findings) {
    if file.global {
        for path in file.raw.trusted.iter().flatten().filter(|path| !path.value.starts_with('/')) {
            if paths::after_home(&path.value).is_none() {
                let what = "a path under `trusted` is absolute, or begins with `~/`".to_owned();
                findings.problem(&file.name, path, what, Some("write it as in `~/work/project`"));
            }
        }
        return;
    }
    let audit = file.raw.audit.as_ref().map(|audit| ("audit", audit.at));
    let trusted =
        file.raw.trusted.as_ref().map(|list| ("trusted", list.first().map_or(Mark::default(), |text| text.at)));
    for (key, at) in [audit, trusted].into_iter().flatten() {
        let what = format!("`{key}` counts in the global file alone");
        findings.warnings.push(problem(&file.name, at, key, what, Some("move it to the global runok.yml")));
    }
}

/// Stands for every version of the 0.3 series, whose policies are read unchanged.
const LAST_OF_0_3: &str = "0.3.99";

#[cfg(test)]
mod tests_of_compile;
