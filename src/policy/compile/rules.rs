//! Rules: a pattern with an answer, its names looked up.

use super::super::names::did_you_mean;
use super::super::pattern::{self, CommandPattern, Pattern, PatternError, RulePattern, Token};
use super::super::raw::{self, Gate, Text};
use super::super::types::Type;
use super::super::{Placed, Rule, paths};
use super::scope::Scope;
use super::{Findings, PolicyFile, Settings, advice, choice, expand, home, kinds, problem, tests};
use crate::command::options::Tables;
use crate::verdict::Verdict;

/// Makes the rules of a file: all of them where it is trusted, else those that deny and ask.
pub(super) fn of_file(making: &mut Making<'_>, raw_rules: Vec<raw::Rule>, index: usize, rules: &mut Vec<Rule>) {
    let file = making.file;
    rules.reserve(raw_rules.len());
    for mut raw in raw_rules {
        let left_out = raw.id.as_ref().is_some_and(|id| file.without.iter().any(|without| without.value == id.value));
        let action = match choice(&raw.allow, &raw.ask, &raw.deny) {
            Ok((action, _)) => action,
            Err(what) => {
                let help = "a rule is one of them, with a pattern: `- allow: git status`";
                making.findings.problems.push(problem(&file.name, raw.at, "", format!("a rule {what}"), Some(help)));
                continue;
            }
        };
        let Some(text) = [&mut raw.allow, &mut raw.ask, &mut raw.deny].into_iter().find_map(Option::take) else {
            continue;
        };
        let before = rules.len();
        making.rule(raw, action, text, index, rules);
        if left_out || (!file.trusted && action == Verdict::Allow) {
            rules.truncate(before);
        }
    }
}

/// The rules of one file while they are made.
pub(super) struct Making<'a> {
    pub(super) file: &'a PolicyFile,
    pub(super) scope: &'a mut Scope,
    pub(super) settings: Settings<'a>,
    pub(super) tables: &'a Tables,
    pub(super) findings: &'a mut Findings,
    /// What the rule that is made now says: one that guards nothing, and is thought to, is a problem.
    pub(super) action: Verdict,
}

impl Making<'_> {
    fn problem(&mut self, text: &Text, what: String, help: Option<&str>) {
        self.findings.problem(&self.file.name, text, what, help);
    }

    fn warning(&mut self, text: &Text, what: String, help: Option<&str>) {
        self.findings.warning(&self.file.name, text, what, help);
    }

    /// One rule; several where an assignment pattern has alternatives.
    fn rule(&mut self, raw: raw::Rule, action: Verdict, text: Text, index: usize, rules: &mut Vec<Rule>) {
        self.not_on_deny(&raw, action);
        let validate = self.validators(&raw, action);
        let sandbox = self.sandbox(&raw, action);
        let tests = tests(&self.file.name, raw.tests.as_ref(), self.findings);
        let patterns = self.patterns(&text, action);
        if self.settings.thorough {
            self.list_condition(&raw);
            for (what, help) in advice::on(&text.value, &patterns, self.tables) {
                self.warning(&text, what, Some(&help));
            }
        }
        let mut patterns = patterns.into_iter();
        let Some(pattern) = patterns.next() else { return };
        let first = Rule {
            action,
            pattern,
            text: text.value.into(),
            when: raw.when.map(|gate| gate.0.value.into()),
            message: raw.message.map(|text| text.value.into()),
            fix_suggestion: raw.fix_suggestion.map(|text| text.value.into()),
            sandbox: sandbox.map(Into::into),
            validate: validate.into_iter().map(Into::into).collect(),
            id: raw.id.map(|text| text.value.into()),
            file: (&*self.file.name).into(),
            line: text.at.line,
            scope: index,
            tests,
            untrusted: !self.file.trusted,
            where_known: self.file.is_self_protection(),
        };
        let others = patterns.map(|pattern| Rule { pattern, tests: Vec::new(), ..first.clone() }).collect::<Vec<_>>();
        rules.push(first);
        rules.extend(others);
    }

    fn not_on_deny(&mut self, raw: &raw::Rule, action: Verdict) {
        if action != Verdict::Deny {
            return;
        }
        if let Some(Gate(sandbox)) = &raw.sandbox {
            let what = "a deny rule has no sandbox: nothing runs".to_owned();
            self.problem(sandbox, what, Some("take `sandbox` out, or make it an allow or ask rule"));
        }
        if let Some(text) = raw.validate.as_ref().and_then(|gate| gate.0.all().first()) {
            let what = "a deny rule has no `validate`: its answer is settled".to_owned();
            self.problem(text, what, Some("take `validate` out, or make it an allow or ask rule"));
        }
    }

    fn sandbox(&mut self, raw: &raw::Rule, action: Verdict) -> Option<String> {
        let Gate(sandbox) = raw.sandbox.as_ref().filter(|_| self.file.trusted && action != Verdict::Deny)?;
        if !self.scope.has_sandbox(&sandbox.value) {
            let what = format!("the sandbox preset `{}` is not defined", sandbox.value);
            let near = did_you_mean(&sandbox.value, self.scope.sandboxes());
            let help = near.unwrap_or_else(|| "define it under `definitions.sandbox`".to_owned());
            self.problem(sandbox, what, Some(&help));
        }
        Some(sandbox.value.clone())
    }

    /// The types whose validators have a say. Validators of an untrusted file are never run.
    fn validators(&mut self, raw: &raw::Rule, action: Verdict) -> Vec<String> {
        let mut names = Vec::new();
        for text in raw.validate.iter().flat_map(|gate| gate.0.all()) {
            match self.type_of(text, &text.value) {
                None => {}
                Some(Type::Executor(_)) if action != Verdict::Deny => names.push(text.value.clone()),
                Some(_) if !self.file.trusted || action == Verdict::Deny => {}
                Some(_) => {
                    let what = format!("the type `{}` has no executor to ask", text.value);
                    let help = format!("write `<type:{}>` in the pattern, where the word stands", text.value);
                    self.problem(text, what, Some(&help));
                }
            }
        }
        names
    }

    /// Looks a type up; a built-in one is added to the scope when it is first used.
    fn type_of(&mut self, text: &Text, name: &str) -> Option<Type> {
        if let Some(defined) = self.scope.types.get(name) {
            return Some(defined.value.clone());
        }
        if let Some(builtin) = kinds::builtin(name) {
            self.scope.add_builtin(name, builtin.clone());
            return Some(builtin);
        }
        let known: Vec<String> = self.scope.types.keys().cloned().collect();
        let builtin = kinds::BUILTIN.iter().map(|(name, _)| *name);
        let help = did_you_mean(name, known.iter().map(String::as_str).chain(builtin));
        self.problem(text, format!("the type `{name}` is not defined"), help.as_deref());
        None
    }

    fn list_condition(&mut self, raw: &raw::Rule) {
        if let Some(Gate(when)) = &raw.when {
            self.findings.conditions.push(Placed {
                file: self.file.name.to_string(),
                line: when.at.line,
                column: when.verbatim.unwrap_or(when.at.column),
                text: when.value.clone(),
                verbatim: when.verbatim.is_some(),
            });
        }
    }

    /// What the rule is about. Nothing where that has a problem; a pattern that never matches where it has none but
    /// cannot match.
    fn patterns(&mut self, text: &Text, action: Verdict) -> Vec<RulePattern> {
        self.action = action;
        let place = (self.file.layer, action != Verdict::Allow);
        let Some(expanded) = expand::aliases(&text.value, place, &self.scope.aliases) else {
            self.problem(text, format!("the aliases make more than {} patterns of this", expand::MAX_PATTERNS), None);
            return Vec::new();
        };
        let mut commands = Vec::new();
        let mut others = Vec::new();
        for written in &expanded {
            match pattern::parse(written) {
                Err(error) => {
                    let as_written = written.trim() == text.value.trim();
                    self.pattern_problem(text, as_written, written, error);
                    return Vec::new();
                }
                Ok(found) => {
                    for one in found {
                        match one {
                            RulePattern::Command(_) if pattern::names_assignment(written) => self.never_matches(text),
                            RulePattern::Command(patterns) if commands.is_empty() => commands = patterns,
                            RulePattern::Command(patterns) => commands.extend(patterns),
                            other => others.push(other),
                        }
                    }
                }
            }
        }
        if !others.is_empty() {
            let good = others.iter().all(|other| self.check_target(text, other, action));
            others.iter_mut().for_each(|other| place_target(other, &self.file.directory));
            return if good { others } else { Vec::new() };
        }
        if !commands.iter().all(|pattern| self.check(text, pattern, action)) {
            return Vec::new();
        }
        let mut patterns = commands;
        if self.scope.has_pattern_variables() {
            patterns = patterns.into_iter().flat_map(|one| expand::variables(one, &self.scope.vars)).collect();
        }
        if patterns.len() > expand::MAX_PATTERNS {
            self.problem(text, format!("the variables make more than {} patterns of this", expand::MAX_PATTERNS), None);
            return Vec::new();
        }
        home::expand(&mut patterns, self.settings.home);
        if action != Verdict::Allow {
            let other_readings: Vec<Pattern> = patterns.iter().filter_map(expand::apart).collect();
            patterns.extend(other_readings);
        }
        vec![RulePattern::Command(patterns)]
    }

    fn never_matches(&mut self, text: &Text) {
        let what =
            "this rule never matches: an assignment is judged by itself, not with the command after it".to_owned();
        self.warning(text, what, Some("write one rule for `NAME=value` and one for the command"));
    }

    fn pattern_problem(&mut self, text: &Text, as_written: bool, written: &str, error: PatternError) {
        let (at, shown) = if as_written {
            (text.mark_at(error.offset), error.text)
        } else {
            (text.at, format!("{} (by its alias: {written})", text.value))
        };
        self.findings.problems.push(problem(&self.file.name, at, &shown, error.what, error.help.as_deref()));
    }

    /// Are the names of a redirection's target known?
    fn check_target(&mut self, text: &Text, pattern: &RulePattern, action: Verdict) -> bool {
        match pattern {
            RulePattern::Redirect { target, .. } => self.check_token(text, target, false, action),
            _ => true,
        }
    }

    /// Are all its names known? Unknown flag groups and types are problems, unknown paths and variables make the rule
    /// never match, as they always did.
    fn check(&mut self, text: &Text, pattern: &Pattern, action: Verdict) -> bool {
        let mut good = self.placeholders_are_meant(text);
        if let CommandPattern::Var(name) = &pattern.command {
            good &= self.check_token(text, &Token::Var(name.clone()), false, action);
        }
        let mut found: Vec<(&Token, bool)> = Vec::new();
        expand::each(&pattern.tokens, &mut |token, in_group| {
            if matches!(
                token,
                Token::Path(_) | Token::Var(_) | Token::Type(_) | Token::FlagGroup(_) | Token::Effects { .. }
            ) {
                found.push((token, in_group));
            }
        });
        for (token, in_group) in found {
            good &= self.check_token(text, token, in_group, action);
        }
        good
    }

    /// `<Build>` stands for any word, also where `Build` is a type: whoever wrote it surely meant `<type:Build>`.
    fn placeholders_are_meant(&mut self, text: &Text) -> bool {
        let mut good = true;
        for name in text.value.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(name, _)| name) {
            let kind = match name {
                "cmd" | "opts" | "vars" => continue,
                _ if self.scope.types.contains_key(name) => "type",
                _ if self.scope.paths.contains_key(name) => "path",
                _ if self.scope.vars.contains_key(name) => "var",
                _ if self.scope.flag_groups.contains_key(name) => "flag",
                _ => continue,
            };
            let what = format!("`<{name}>` stands for any word, whatever `{name}` is");
            let help = format!("write `<{kind}:{name}>` for what is defined, or another name for any word");
            self.problem(text, what, Some(&help));
            good = false;
        }
        good
    }

    fn check_token(&mut self, text: &Text, token: &Token, in_group: bool, action: Verdict) -> bool {
        match token {
            Token::Path(name) if !self.scope.paths.contains_key(name) => {
                let known = did_you_mean(name, self.scope.paths.keys().map(String::as_str));
                self.undefined(text, "list of paths", "paths", name, known);
                true
            }
            Token::Var(name) => self.check_variable(text, name, in_group),
            Token::FlagGroup(name) if !self.scope.flag_groups.contains_key(name) => {
                let near = did_you_mean(name, self.scope.flag_groups.keys().map(String::as_str));
                let help = near.unwrap_or_else(|| "define it under `definitions.flag_groups`".to_owned());
                self.problem(text, format!("the flag group `{name}` is not defined"), Some(&help));
                false
            }
            Token::Type(name) => match self.type_of(text, name) {
                None => false,
                Some(Type::Executor(_)) if action == Verdict::Deny => {
                    let what = format!("`<type:{name}>` asks a validator, which a deny rule cannot");
                    self.problem(text, what, Some("make it an allow or ask rule: the validator can deny"));
                    false
                }
                Some(_) => true,
            },
            Token::Effects { any_of, .. } => any_of
                .iter()
                .filter_map(|effect| effect.place.as_ref())
                .all(|place| self.check_place(text, &place.name)),
            _ => true,
        }
    }

    /// A place is a list of paths or a type that needs no validator.
    fn check_place(&mut self, text: &Text, name: &str) -> bool {
        if self.scope.paths.contains_key(name) {
            return true;
        }
        if !self.scope.types.contains_key(name) && kinds::builtin(name).is_none() {
            let near = did_you_mean(name, self.scope.paths.keys().chain(self.scope.types.keys()).map(String::as_str));
            let help = near.unwrap_or_else(|| {
                "define it under `definitions.paths` or `types`; `Tree` and `Temp` are built in".to_owned()
            });
            self.problem(text, format!("there is no list of paths and no type `{name}`"), Some(&help));
            return false;
        }
        match self.type_of(text, name) {
            Some(Type::Executor(_)) => {
                let what = format!("the place of an effect cannot be `{name}`, which asks a validator");
                self.problem(text, what, Some("name a list of paths or a type without `executor`"));
                false
            }
            Some(_) => true,
            None => false,
        }
    }

    fn check_variable(&mut self, text: &Text, name: &str, in_group: bool) -> bool {
        match self.scope.vars.get(name) {
            None => {
                let known = did_you_mean(name, self.scope.vars.keys().map(String::as_str));
                self.undefined(text, "variable", "vars", name, known);
                true
            }
            Some(defined) if in_group && !defined.value.patterns.is_empty() => {
                let what =
                    format!("`<var:{name}>` has values of the type `pattern` and cannot stand in an optional group");
                self.problem(text, what, Some("write two rules, one with it and one without"));
                false
            }
            Some(_) => true,
        }
    }

    fn undefined(&mut self, text: &Text, kind: &str, key: &str, name: &str, near: Option<String>) {
        let what = format!("this rule never matches: the {kind} `{name}` is not defined");
        let help = near.unwrap_or_else(|| format!("define it under `definitions.{key}`"));
        match self.action {
            Verdict::Allow => self.warning(text, what, Some(&help)),
            Verdict::Ask | Verdict::Deny => self.problem(text, what, Some(&help)),
        }
    }
}

/// A relative target of a redirection lies in the directory of the file that holds the rule. `~` and `**` stand for
/// themselves until the rule is matched.
fn place_target(pattern: &mut RulePattern, directory: &str) {
    let RulePattern::Redirect { target: Token::Word(texts) | Token::Not(texts), .. } = pattern else { return };
    let place = |text: &mut pattern::Text| {
        let written = text.pieces.join("*");
        let stays = written.starts_with(['/', '~']) || written.starts_with("**");
        if stays || text.pieces.iter().any(|piece| piece.contains('*')) {
            return;
        }
        if let Some(path) = paths::resolve(&written, directory, None) {
            text.pieces = path.split('*').map(Into::into).collect();
        }
    };
    texts.change(|texts| texts.iter_mut().for_each(place));
}
