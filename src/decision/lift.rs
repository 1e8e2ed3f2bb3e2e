//! When the allow rule for a wrapper stands for the command that it starts.
//!
//! Owns one rule of the language. A rule that speaks of effects means what runs in the end: `allow: 'npx tsc|jest
//! !<effect:writes outside Tree> *'` stands for `npx tsc`, because it spells `tsc`, and only where `tsc` itself has none of
//! these effects. A rule that does not speak of effects stands for whatever the wrapper starts. Refuses to combine
//! verdicts (`settle`) and to find what is started (`started`).

use crate::command::word::Word;
use crate::facts::Facts;
use crate::policy::pattern::{CommandPattern, Pattern, RulePattern, Text, Token};
use crate::policy::{Policy, Rule};
use crate::verdict::{Match, Verdict};

use super::case::Case;
use super::judged::Said;
use super::matcher::{self, Context};

/// What is said where none of the rules, which allow the wrapper, stands for this command that it starts.
pub(super) fn doubt(case: &Case<'_>, allowing: &[&Rule], policy: &Policy, facts: &dyn Facts) -> Option<Said> {
    if allowing.iter().any(|rule| stands(rule, case, policy, facts)) {
        return None;
    }
    let command = case.subject.words.first().map(Word::display).unwrap_or_default();
    let reason =
        format!("no rule names {command}, and the rule for what starts it does not speak for all that it does");
    Some(Said { fallback: Some((Verdict::Ask, reason)), span: Some(case.invocation.span), ..Said::default() })
}

/// Does an allow rule for the wrapper stand for this command?
fn stands(rule: &Rule, case: &Case<'_>, policy: &Policy, facts: &dyn Facts) -> bool {
    let RulePattern::Command(patterns) = &rule.pattern else { return false };
    let by_condition = rule.when.as_ref().is_some_and(|when| when.text().contains("effects"));
    if !by_condition && !patterns.iter().any(|pattern| pattern.tokens.iter().any(is_about_effects)) {
        return true;
    }
    let Some(definitions) = policy.scopes.get(rule.scope) else { return false };
    let context = Context { definitions, facts, action: rule.action };
    let name = case.subject.words.first().and_then(Word::known).unwrap_or_default();
    patterns.iter().any(|pattern| spells(pattern, name) && lacks(pattern, case, context))
}

fn is_about_effects(token: &Token) -> bool {
    matches!(token, Token::Effects { .. })
}

/// Does the pattern spell this name among the words after the wrapper's own, or in a command name of several words?
fn spells(pattern: &Pattern, name: &str) -> bool {
    let among = |texts: &[Text]| texts.iter().any(|text| text.matches(name));
    let in_command = match &pattern.command {
        CommandPattern::Names(names) => among(names),
        CommandPattern::Any | CommandPattern::Var(_) => false,
    };
    in_command || pattern.tokens.iter().any(|token| matches!(token, Token::Word(texts) if among(texts)))
}

/// Has the command none of the effects that the pattern rules out?
fn lacks(pattern: &Pattern, case: &Case<'_>, context: Context<'_>) -> bool {
    pattern.tokens.iter().all(|token| match token {
        Token::Effects { negated: true, any_of } => {
            matcher::effects_hold(true, any_of, &case.subject, context) == Match::Must
        }
        _ => true,
    })
}
