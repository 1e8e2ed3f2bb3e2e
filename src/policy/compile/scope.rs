//! The names that rules can use: collected from the files of a scope, the first layer's definition of each standing.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::pattern::{self, Pattern, Token};
use super::super::raw::{self, Text};
use super::super::types::Type;
use super::super::yaml::Mark;
use super::super::{Definitions, FlagGroup, Label, Labels, Named, VarValue, WrapperPattern, paths};
use super::advice;
use super::{Findings, PolicyFile, Settings, expand, home, kinds, problem, taken};
use crate::command::options::{Table, Tables, custom};

/// The names of one scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) paths: Names<Vec<String>>,
    pub(super) vars: Names<Variable>,
    pub(super) flag_groups: Names<FlagGroup>,
    pub(super) aliases: Names<Vec<String>>,
    pub(super) types: Names<Type>,
    commands: Names<Table>,
    sandbox: Names<()>,
    wrappers: Vec<WrapperPattern>,
}

/// Definitions of one kind, by name.
pub(super) type Names<T> = BTreeMap<String, Defined<T>>;

/// A definition and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Defined<T> {
    pub(super) value: T,
    file: Rc<str>,
    line: usize,
    /// Which layer, the lowest first.
    pub(super) layer: usize,
}

/// A variable: its values by how they are compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    pub(super) values: Vec<VarValue>,
    /// Values of the type `pattern`, read.
    pub(super) patterns: Vec<Pattern>,
    /// Every value as written.
    pub(super) texts: Vec<String>,
}

/// The file that is being added.
struct Adding<'a> {
    file: &'a PolicyFile,
    settings: Settings<'a>,
    findings: &'a mut Findings,
}

impl Scope {
    /// Adds what a file defines. Of an untrusted file the definitions that deny and ask rules use are taken; wrappers,
    /// option tables, sandbox presets and validators are not.
    pub(super) fn add(&mut self, file: &PolicyFile, settings: Settings<'_>, findings: &mut Findings) {
        taken::refuse(file, findings);
        let mut adding = Adding { file, settings, findings };
        if let Some(definitions) = &file.raw.definitions {
            adding.paths(&mut self.paths, definitions);
            adding.vars(&mut self.vars, definitions);
            adding.flag_groups(&mut self.flag_groups, definitions);
            adding.aliases(&mut self.aliases, definitions);
            let mut commands = Names::new();
            let mut sandbox = Names::new();
            let counted = file.trusted;
            adding.commands(if counted { &mut self.commands } else { &mut commands }, definitions);
            adding.sandbox(if counted { &mut self.sandbox } else { &mut sandbox }, &self.paths, definitions);
            let wrappers = adding.wrappers(&*self, definitions);
            if counted {
                self.wrappers.extend(wrappers);
            }
        }
        for (name, raw) in file.raw.types.iter().flat_map(|types| &types.0) {
            let Adding { findings, .. } = &mut adding;
            let defined = |name: &str| self.types.get(name).map(|defined| defined.value.clone());
            if let Some(kind) = kinds::kind(file, name, raw, defined, (settings, findings)) {
                adding.define(&mut self.types, "type", name, kind);
            }
        }
    }

    /// Has any variable values of the type `pattern`?
    pub(super) fn has_pattern_variables(&self) -> bool {
        self.vars.values().any(|defined| !defined.value.patterns.is_empty())
    }

    /// Is there a sandbox preset of that name?
    pub(super) fn has_sandbox(&self, name: &str) -> bool {
        self.sandbox.contains_key(name)
    }

    /// The names of the sandbox presets.
    pub(super) fn sandboxes(&self) -> impl Iterator<Item = &str> {
        self.sandbox.keys().map(String::as_str)
    }

    /// Adds a built-in type under its own name.
    pub(super) fn add_builtin(&mut self, name: &str, kind: Type) {
        let file = Rc::from("builtin");
        self.types.insert(name.to_owned(), Defined { value: kind, file, line: 0, layer: usize::MAX });
    }

    /// The option tables that the files define.
    pub(super) fn take_tables(&mut self) -> Tables {
        let commands = std::mem::take(&mut self.commands);
        let custom: Named<Rc<Table>> =
            commands.into_iter().map(|(name, defined)| (name, Rc::new(defined.value))).collect();
        Tables::with_custom(Rc::new(custom))
    }

    /// What rules look names up in.
    pub(super) fn into_definitions(self) -> Definitions {
        let variables: BTreeMap<String, Variable> = values(self.vars);
        Definitions {
            paths: self.paths.into_iter().map(|(name, defined)| (name, labels(defined.value))).collect(),
            var_texts: variables.iter().map(|(name, variable)| (name.clone(), variable.texts.clone())).collect(),
            vars: variables.into_iter().map(|(name, variable)| (name, variable.values)).collect(),
            flag_groups: values(self.flag_groups),
            wrappers: self.wrappers.into(),
            types: values(self.types),
            regexes: Named::default(),
        }
    }
}

fn labels(texts: Vec<String>) -> Labels {
    texts.into_iter().map(Label::from).collect()
}

fn values<T, C: FromIterator<(String, T)>>(names: Names<T>) -> C {
    names.into_iter().map(|(name, defined)| (name, defined.value)).collect()
}

impl Adding<'_> {
    /// Puts a definition in its place: the file stands over what it extends, a lower layer over a higher one. One file is the same in all.
    fn define<T>(&mut self, names: &mut Names<T>, kind: &str, name: &Text, value: T) {
        match names.get(&name.value) {
            Some(before) if before.layer != self.file.layer && before.file == self.file.name => {}
            Some(before) if before.layer != self.file.layer => {
                let what = format!("the {kind} `{}` is defined in {}:{}", name.value, before.file, before.line);
                let help = Some("the definition there stands; give this one another name");
                self.findings.warning(&self.file.name, name, what, help);
            }
            _ => {
                let (file, line, layer) = (Rc::clone(&self.file.name), name.at.line, self.file.layer);
                names.insert(name.value.clone(), Defined { value, file, line, layer });
            }
        }
    }

    fn problem(&mut self, text: &Text, what: String, help: Option<&str>) {
        self.findings.problem(&self.file.name, text, what, help);
    }

    /// The path, absolute; a problem where the home directory is not known.
    fn path(&mut self, text: &Text) -> Option<String> {
        let resolved = paths::resolve(&text.value, &self.file.directory, self.settings.home);
        if resolved.is_none() {
            self.problem(
                text,
                "`~` stands for nothing: the home directory is not known".to_owned(),
                Some("set `HOME`"),
            );
        }
        resolved
    }

    fn paths(&mut self, names: &mut Names<Vec<String>>, definitions: &raw::Definitions) {
        for (name, list) in definitions.paths.iter().flat_map(|all| &all.0) {
            let mut found = Vec::new();
            for text in list {
                if text.value.starts_with("<path:") {
                    let what = "a list of paths cannot refer to another one".to_owned();
                    self.problem(text, what, Some("write the paths themselves"));
                } else {
                    if let Some((what, help)) = advice::on_path(&text.value) {
                        self.findings.warning(&self.file.name, text, what, Some(help));
                    }
                    found.extend(self.path(text));
                }
            }
            if let Some(before) = names.get(&name.value).filter(|before| before.layer == self.file.layer) {
                let more: Vec<String> = found.into_iter().filter(|path| !before.value.contains(path)).collect();
                found = before.value.iter().cloned().chain(more).collect();
            }
            self.define(names, "list of paths", name, found);
        }
    }

    fn vars(&mut self, names: &mut Names<Variable>, definitions: &raw::Definitions) {
        for (name, raw) in definitions.vars.iter().flat_map(|all| &all.0) {
            let mut variable = Variable::default();
            for value in &raw.values {
                let (kind, text) = match value {
                    raw::Short::Text(text) => (raw.r#type.unwrap_or(raw::VariableType::Literal), text),
                    raw::Short::Record(typed) => (typed.r#type, &typed.value),
                };
                variable.texts.push(text.value.clone());
                self.value(&mut variable, kind, text);
            }
            self.define(names, "variable", name, variable);
        }
    }

    fn value(&mut self, variable: &mut Variable, kind: raw::VariableType, text: &Text) {
        let refers = ["<var:", "<path:"].iter().any(|start| text.value.starts_with(start)) && text.value.ends_with('>');
        if refers && kind != raw::VariableType::Pattern {
            let what = "a value cannot refer to another definition".to_owned();
            return self.problem(text, what, Some("write the values themselves"));
        }
        match kind {
            raw::VariableType::Literal => match shlex::split(&text.value) {
                Some(words) if !words.is_empty() => {
                    let expanded = home::expanded_value(&words, self.settings.home);
                    variable.values.push(VarValue::Literal(words));
                    variable.values.extend(expanded);
                }
                _ => {
                    let what = "this value matches nothing: it has no words, or its quotes are not closed".to_owned();
                    self.findings.warning(&self.file.name, text, what, Some("quote it as a shell would"));
                }
            },
            raw::VariableType::Path => {
                if let Some(path) = self.path(text) {
                    variable.values.push(VarValue::Path(path));
                }
            }
            raw::VariableType::Pattern => match pattern::patterns(&text.value) {
                Ok(found) => match found.iter().find_map(expand::placeholder) {
                    None => variable.patterns.extend(found),
                    Some(placeholder) => {
                        let what = format!("`{placeholder}` cannot stand in the value of a variable");
                        self.problem(
                            text,
                            what,
                            Some("a value of the type `pattern` holds words, flags, `*` and groups"),
                        );
                    }
                },
                Err(error) => self.pattern_problem(text, &error),
            },
        }
    }

    /// A text that is not a pattern.
    fn pattern_problem(&mut self, text: &Text, error: &pattern::PatternError) {
        let at = text.mark_at(error.offset);
        let found = problem(&self.file.name, at, &error.text, error.what.clone(), error.help.as_deref());
        self.findings.problems.push(found);
    }

    fn flag_groups(&mut self, names: &mut Names<FlagGroup>, definitions: &raw::Definitions) {
        for (name, text) in definitions.flag_groups.iter().flat_map(|all| &all.0) {
            match pattern::flag_group(&text.value) {
                Ok((spellings, value)) => {
                    let spelled = spellings.iter().filter_map(|name| name.as_plain().map(str::to_owned)).collect();
                    self.define(names, "flag group", name, FlagGroup { names: spelled, value });
                }
                Err(error) => self.pattern_problem(text, &error),
            }
        }
    }

    fn aliases(&mut self, names: &mut Names<Vec<String>>, definitions: &raw::Definitions) {
        for (name, texts) in definitions.aliases.iter().flat_map(|all| &all.0) {
            let texts = texts.all().iter().map(|text| text.value.clone()).collect();
            self.define(names, "alias", name, texts);
        }
    }

    fn commands(&mut self, names: &mut Names<Table>, definitions: &raw::Definitions) {
        for (name, raw) in definitions.commands.iter().flat_map(|all| &all.0) {
            let Some(mut table) = self.table(raw) else { continue };
            table.of_project = !self.file.global;
            let built_in = Tables::default().table(&name.value);
            for flag in custom::strange_conditions(&table, built_in.as_deref()) {
                let what = format!("a condition names {flag}, which is no option of {} there", name.value);
                self.problem(name, what, Some("list the option in the same section, or in one around it"));
            }
            self.define(names, "option table", name, table);
        }
    }

    /// Subcommands nest no deeper than the YAML that holds them.
    fn table(&mut self, raw: &raw::Short<raw::Command>) -> Option<Table> {
        match raw {
            raw::Short::Text(text) => self.table_of_text(text),
            raw::Short::Record(record) => self.table_of_flags(record),
        }
    }

    /// The lines of a table; their places can be told in a block (`|`) alone.
    fn table_of_text(&mut self, text: &Text) -> Option<Table> {
        let mistakes = match custom::table(text.value.lines(), []) {
            Ok(table) => return Some(table),
            Err(mistakes) => mistakes,
        };
        let is_block = text.value.contains('\n') && text.verbatim.is_none();
        for mistake in mistakes {
            let line = text.at.line + if is_block { mistake.line } else { 0 };
            let at = Mark { line, ..text.at };
            let help =
                Some("`man runok.yaml` shows the lines of a table: options, `operands:`, `does`, `[subcommand]`");
            self.findings.problems.push(problem(&self.file.name, at, &mistake.text, mistake.what, help));
        }
        None
    }

    fn table_of_flags(&mut self, raw: &raw::Command) -> Option<Table> {
        let mut subcommands = Vec::new();
        for (name, raw) in raw.subcommands.iter().flat_map(|all| &all.0) {
            subcommands.push((name.value.clone(), self.table(raw)?));
        }
        let flags: Vec<&Text> = raw.flags.iter().flatten().collect();
        match custom::table(flags.iter().map(|text| text.value.as_str()), subcommands) {
            Ok(table) => Some(table),
            Err(mistakes) => {
                for mistake in mistakes {
                    let Some(text) = flags.get(mistake.line) else { continue };
                    let help = Some("flags are written `-v|--verbose`, `-e|--env <value>` or `--tag [value]`");
                    self.problem(text, format!("`{}`: {}", mistake.text, mistake.what), help);
                }
                None
            }
        }
    }

    fn wrappers(&mut self, scope: &Scope, definitions: &raw::Definitions) -> Vec<WrapperPattern> {
        let mut wrappers = Vec::new();
        for text in definitions.wrappers.iter().flatten() {
            let found = match pattern::patterns(&text.value) {
                Ok(mut found) => {
                    home::expand(&mut found, self.settings.home);
                    found
                }
                Err(error) => {
                    self.pattern_problem(text, &error);
                    continue;
                }
            };
            let commands: Vec<usize> = found.iter().map(|one| expand::count(&one.tokens, &Token::Command)).collect();
            let help = Some("write `<cmd>` once, where the wrapped command stands: `sudo <opts> <cmd>`");
            if commands.iter().any(|count| *count > 1) {
                self.problem(text, "a wrapper holds `<cmd>` once".to_owned(), help);
                continue;
            }
            if commands.contains(&0) {
                // it must not stand in the place of a built-in wrapper of that name, so it is left out
                let what = "this wrapper does nothing: it does not say where the wrapped command stands".to_owned();
                self.findings.warning(&self.file.name, text, what, help);
                continue;
            }
            for pattern in found.into_iter().flat_map(|one| expand::variables(one, &scope.vars)) {
                wrappers.push(WrapperPattern { pattern, text: text.value.as_str().into() });
            }
        }
        wrappers
    }

    fn sandbox(&mut self, names: &mut Names<()>, paths: &Names<Vec<String>>, definitions: &raw::Definitions) {
        for (name, raw) in definitions.sandbox.iter().flat_map(|all| &all.0) {
            if let Some(fs) = &raw.fs {
                self.file_system(fs, paths);
            }
            self.define(names, "sandbox preset", name, ());
        }
    }

    fn file_system(&mut self, fs: &raw::FileSystem, paths: &Names<Vec<String>>) {
        let old = fs.writable.is_some() || fs.deny.is_some();
        if old && (fs.read.is_some() || fs.write.is_some()) {
            let what = "`writable` and `deny` are the older form of `write`".to_owned();
            self.mark_problem(fs.at, what, "write `write: {allow: […], deny: […]}`");
        }
        if let Some(read) = fs.read.as_ref().filter(|read| read.allow.is_some()) {
            let what = "`read` has no `allow`: reading is allowed where it is not denied".to_owned();
            self.mark_problem(read.at, what, "keep `deny` alone");
        }
        let denied = [fs.read.as_ref(), fs.write.as_ref()].into_iter().flatten().filter_map(|one| one.deny.as_ref());
        for text in denied.chain(&fs.deny).flatten() {
            let Some(name) = text.value.strip_prefix("<path:").and_then(|rest| rest.strip_suffix('>')) else {
                continue;
            };
            if !paths.contains_key(name) {
                let what = format!("the list of paths `{name}` is not defined");
                self.problem(text, what, Some("define it under `definitions.paths`"));
            }
        }
    }

    fn mark_problem(&mut self, at: Mark, what: String, help: &str) {
        self.findings.problems.push(problem(&self.file.name, at, "", what, Some(help)));
    }
}
