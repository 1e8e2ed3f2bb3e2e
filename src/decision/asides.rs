//! What a command does beside what it is for: `sort -o file`, `git log --ext-diff`, `awk 'BEGIN { system("x") }'`.
//!
//! Owns one rule of the language: an allow rule that covers such an option with its `*` alone does not speak for it. A file
//! that the option writes is then judged as `> file` is; whatever else it does is at least `ask`. A rule that names the
//! option, or speaks of effects, speaks for itself, and takes nothing from the deny and ask rules for `> file`. Refuses to find
//! what a command does (its account does).

use std::rc::Rc;

use foldhash::HashSet;

use crate::command::Redirection;
use crate::command::effects::{self, Deed, Kind, is_device};
use crate::command::word::Word;
use crate::policy::pattern::{Pattern, RulePattern, Text, Token};
use crate::policy::{Definitions, Policy, Rule};
use crate::shell::ast::RedirectOperator;
use crate::verdict::Verdict;

use super::case::Case;
use super::judged::{Counted, Said};
use super::parts;
use crate::facts::Facts;

/// What is said about the things that no rule speaks for, where the rules allow the command: those that must match, or
/// `others`, which allow the wrapper that starts it. `conditional`: deny and ask rules whose patterns match, but whose
/// conditions do not hold; they have spoken too.
///
/// Where the default allows it allows these things as well, but for what nobody expects of the command: a rule that allows
/// what is allowed anyhow changes nothing.
pub(super) fn said(
    case: &Case<'_>,
    said: &Said,
    (others, conditional): (&[&Rule], &[&Rule]),
    (policy, facts): (&Policy, &dyn Facts),
) -> Vec<Said> {
    let own = said.must.iter().filter_map(|counted| policy.rules.get(counted.rule));
    let allowing: Vec<&Rule> = if said.must.is_empty() { others.to_vec() } else { own.collect() };
    let by_default = allowing.is_empty();
    let default_allows = case.subject.tool.is_none() && policy.default_action == Some(Verdict::Allow);
    if allowing.iter().any(|rule| rule.action != Verdict::Allow) || by_default && !default_allows {
        return restrained(case.subject.account().deeds.iter(), case, policy, facts);
    }
    let unspoken = |deed: &Deed| {
        let Some(beside) = &deed.beside else { return writes_device(deed) };
        let spoken = allowing.iter().any(|rule| speaks_for(rule, deed.kind, &beside.names, policy))
            || conditional.iter().any(|rule| names_one(rule, &beside.names, policy));
        !spoken && (!default_allows || beside.always || writes_device(deed))
    };
    let (others, spoken): (Vec<&Deed>, Vec<&Deed>) =
        case.subject.account().deeds.iter().partition(|deed| unspoken(deed));
    let mut all: Vec<Said> = others.into_iter().filter_map(|deed| about(deed, case, policy, facts)).collect();
    all.extend(restrained(spoken.into_iter(), case, policy, facts));
    let allowed = |said: &Said| said.fallback.as_ref().is_none_or(|(verdict, _)| *verdict == Verdict::Allow);
    if all.iter().all(allowed) && may_be_another(case, default_allows) {
        all.push(of_any_subcommand(case));
    }
    all
}

/// Where it is not known which subcommand is meant, may it be one that does something beside?
fn may_be_another(case: &Case<'_>, default_allows: bool) -> bool {
    let (Some(table), Some(arguments)) = (case.subject.table, &case.subject.arguments) else { return false };
    arguments.lost && effects::does_aside_below(arguments.reached.last().map_or(table, Rc::as_ref), default_allows)
}

fn of_any_subcommand(case: &Case<'_>) -> Said {
    let command = case.subject.words.first().map(|word| word.display()).unwrap_or_default();
    let reason =
        format!("which subcommand of {command} runs is not known, and no rule names what some of them do beside");
    Said { fallback: Some((Verdict::Ask, reason)), span: Some(case.invocation.span), ..Said::default() }
}

/// Does it write to a device?
fn writes_device(deed: &Deed) -> bool {
    deed.kind == Kind::Writes && deed.target.as_ref().is_some_and(is_device)
}

/// What the deny and ask rules for `> file` say about files that are written beside, whoever speaks for them. Several options
/// that may be given write the same file.
fn restrained<'d>(
    deeds: impl Iterator<Item = &'d Deed>,
    case: &Case<'_>,
    policy: &Policy,
    facts: &dyn Facts,
) -> Vec<Said> {
    let mut seen: HashSet<(&Word, bool)> = HashSet::default();
    let mut all = Vec::new();
    for deed in deeds.filter(|deed| deed.kind == Kind::Writes && deed.beside.is_some()) {
        let Some(target) = &deed.target else { continue };
        if !seen.insert((target, deed.certain)) {
            continue;
        }
        let Some(mut said) = as_redirection(deed, target, case, policy, facts) else { continue };
        said.must.retain(|counted| !allows(counted, policy));
        said.fallback = None;
        all.extend(Some(said).filter(|said| !said.must.is_empty() || !said.may.is_empty()));
    }
    all
}

fn allows(counted: &Counted, policy: &Policy) -> bool {
    policy.rules.get(counted.rule).is_some_and(|rule| rule.action == Verdict::Allow)
}

/// What is said about a file that is written, as about `> file`. What perhaps is not written no rule surely forbids. The
/// target may be the directory that files are written into.
fn as_redirection(deed: &Deed, target: &Word, case: &Case<'_>, policy: &Policy, facts: &dyn Facts) -> Option<Said> {
    let redirect = Redirection {
        operator: RedirectOperator::Write,
        descriptor: None,
        may_fail: false,
        target: target.clone(),
        directory: case.subject.directory.clone(),
        span: case.invocation.span,
    };
    let mut said = parts::redirection(&redirect, false, policy, facts)?;
    if !deed.certain {
        let (allowing, others): (Vec<Counted>, Vec<Counted>) =
            said.must.into_iter().partition(|counted| allows(counted, policy));
        said.must = allowing;
        said.may.extend(others);
    }
    let counted: Vec<usize> = said.must.iter().chain(&said.may).map(|counted| counted.rule).collect();
    for rule in parts::into_directory(&redirect, policy, facts) {
        if !counted.contains(&rule) {
            let because = format!("what is written into {} is not known", target.display());
            said.may.push(Counted { because: Some(because), ..Counted::plain(rule) });
        }
    }
    Some(said)
}

fn about(deed: &Deed, case: &Case<'_>, policy: &Policy, facts: &dyn Facts) -> Option<Said> {
    let span = case.invocation.span;
    if let (Kind::Writes, Some(target)) = (deed.kind, &deed.target) {
        return as_redirection(deed, target, case, policy, facts);
    }
    let command = case.subject.words.first().map(|word| word.display()).unwrap_or_default();
    let what = match deed.kind {
        Kind::Reads => "reads a file",
        Kind::Writes => "writes a file",
        Kind::Deletes => "deletes something",
        Kind::Runs => "runs something that is not read here",
        Kind::Network => "talks to the network",
        Kind::Secrets => "hands out secrets",
        Kind::Privileges => "changes rights",
        Kind::Changes => "changes something",
    };
    let name = deed.beside.as_ref().and_then(|beside| beside.names.last());
    let by = name.map_or_else(String::new, |name| format!(" {name}"));
    let reason = format!("{command}{by} {what}, and no rule names it");
    Some(Said { fallback: Some((Verdict::Ask, reason)), span: Some(span), ..Said::default() })
}

/// Does the rule name one of these flags, or speak of effects of this kind?
fn speaks_for(rule: &Rule, kind: Kind, names: &[String], policy: &Policy) -> bool {
    let condition = rule.when.as_ref().is_some_and(|when| condition_speaks(when.text(), kind, names));
    let covers = |token: &Token| match token {
        Token::Effects { any_of, .. } => any_of.iter().any(|effect| effect.covers(kind)),
        _ => false,
    };
    let of_kind = || patterns(rule).iter().any(|pattern| pattern.tokens.iter().any(covers));
    condition || of_kind() || names_one(rule, names, policy)
}

/// Does the rule name one of these flags?
fn names_one(rule: &Rule, names: &[String], policy: &Policy) -> bool {
    let Some(definitions) = policy.scopes.get(rule.scope) else { return false };
    patterns(rule).iter().any(|pattern| tokens_name_one(&pattern.tokens, names, definitions))
}

/// Does a condition ask about one of these flags, or about effects of this kind, by name? One that asks about others, or about
/// all of them alike, has not thought of what this one does.
fn condition_speaks(text: &str, kind: Kind, names: &[String]) -> bool {
    let code = if kind == Kind::Runs { Some("code") } else { None };
    names.iter().any(|name| asks_about(text, "flags", name.trim_start_matches('-')))
        || [kind.as_str()].into_iter().chain(code).any(|name| asks_about(text, "effects", name))
}

/// Does a condition read this of such a map, as `map.name` or with the name in quotes?
fn asks_about(text: &str, map: &str, name: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let quoted = || ['"', '\''].iter().any(|quote| text.contains(&format!("{quote}{name}{quote}")));
    text.split(&format!("{map}.{name}")).skip(1).any(ends) || text.contains(map) && quoted()
}

fn patterns(rule: &Rule) -> &[Pattern] {
    match &rule.pattern {
        RulePattern::Command(patterns) => patterns,
        RulePattern::Redirect { .. } | RulePattern::Assignment { .. } => &[],
    }
}

fn tokens_name_one(tokens: &[Token], names: &[String], definitions: &Definitions) -> bool {
    tokens.iter().any(|token| match token {
        Token::Flag(texts) | Token::FlagOptionalValue(texts) | Token::FlagValue { names: texts, .. } => {
            texts.iter().any(|text| names.iter().any(|name| is(text, name)))
        }
        Token::FlagGroup(group) => {
            definitions.flag_groups.get(group).is_some_and(|group| group.names.iter().any(|own| names.contains(own)))
        }
        Token::Optional(inside) => tokens_name_one(inside, names, definitions),
        Token::Word(_)
        | Token::EndOfOptions
        | Token::Not(_)
        | Token::Without(_)
        | Token::Effects { .. }
        | Token::Any
        | Token::Command
        | Token::Options
        | Token::Variables
        | Token::Path(_)
        | Token::Var(_)
        | Token::Type(_)
        | Token::Placeholder(_) => false,
    })
}

/// Is the flag this one, by itself or as a letter of a cluster?
fn is(text: &Text, name: &str) -> bool {
    let letter = || match (text.as_plain().and_then(|text| text.strip_prefix('-')), name.strip_prefix('-')) {
        (Some(cluster), Some(letter)) => letter.len() == 1 && !cluster.starts_with('-') && cluster.contains(letter),
        _ => false,
    };
    text.matches(name) || letter()
}
