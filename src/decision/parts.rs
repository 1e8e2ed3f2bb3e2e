//! What the rules say about a command's redirections and assignments.
//!
//! Owns two rules of the language: writes are judged like a command named after their operator, and variables that change
//! what runs raise the command. Refuses the command's own words (`gather`).

use crate::command::effects::{HARMLESS_TARGETS, Kind, is_device};
use crate::command::word::Word;
use crate::command::{Assignment, Directory, Redirection, environment};
use crate::facts::Facts;
use crate::policy::pattern::{RulePattern, Token};
use crate::policy::{Policy, Rule};
use crate::shell::ast::RedirectOperator;
use crate::verdict::{Match, Verdict};

use super::judged::{Counted, Said};
use super::matcher::{Context, Subject};
use super::scene::{each_directory, names_file};
use super::{fits, matcher, paths};

/// Targets that bash connects to, over the network.
const CONNECTIONS: [&str; 2] = ["/dev/tcp/", "/dev/udp/"];

/// What the rules say about one redirection. `covered`: rules whose conditions read `redirects` speak for it.
pub(super) fn redirection(redirect: &Redirection, covered: bool, policy: &Policy, facts: &dyn Facts) -> Option<Said> {
    let harmless = harmless(&redirect.target);
    if !names_file(redirect) || harmless == Match::Must {
        return None;
    }
    let (mut writes, reads) = directions(redirect.operator);
    // opening a connection sends something, whichever way it is opened
    writes |= reads && CONNECTIONS.iter().any(|prefix| redirect.target.literal_prefix().starts_with(prefix));
    let mut said = Said { span: Some(redirect.span), ..Said::default() };
    for (index, rule) in policy.rules.about_redirections() {
        let RulePattern::Redirect { write, target } = &rule.pattern else { continue };
        // what is opened for both, a rule about reading does not allow
        let both = writes && rule.action == Verdict::Allow;
        if (*write && !writes) || (!*write && (!reads || both)) {
            continue;
        }
        let Some(definitions) = policy.scopes.get(rule.scope) else { continue };
        let context = Context { definitions, facts, action: rule.action };
        let mut matched = target_fits(target, redirect, context);
        if rule.action != Verdict::Allow {
            // no rule counts for a target that harms nothing
            matched = matched.and(harmless.negated());
        }
        note(&mut said, rule.action, index, matched, &redirect.target.doubts());
    }
    if writes && said.must.is_empty() && !covered {
        let default = policy.default_action.unwrap_or(Verdict::Ask);
        let action = if is_device(&redirect.target) { default.strictest(Verdict::Ask) } else { default };
        let shown = redirect.target.display();
        said.fallback = Some((action, format!("it writes {shown}, and no rule matches that")));
    }
    Some(said)
}

/// The deny and ask rules for `> file` that speak of every file in the directory which the target may be.
pub(super) fn into_directory(redirect: &Redirection, policy: &Policy, facts: &dyn Facts) -> Vec<usize> {
    let speaks = |(index, rule): (usize, &Rule)| {
        let RulePattern::Redirect { write: true, target } = &rule.pattern else { return None };
        let definitions = policy.scopes.get(rule.scope)?;
        let context = Context { definitions, facts, action: rule.action };
        let word = &redirect.target;
        let takes_all = |directory: &Directory| match target {
            Token::Word(texts) => texts.iter().any(|text| fits::takes_all_of(text, word, directory, context)),
            Token::Path(name) => {
                definitions.paths.get(name).is_some_and(|listed| paths::take_all_of(word, listed, directory))
            }
            _ => false,
        };
        let matched = rule.action != Verdict::Allow && each_directory(&redirect.directory).iter().any(takes_all);
        matched.then_some(index)
    };
    policy.rules.about_redirections().into_iter().filter_map(speaks).collect()
}

/// Is anything said about this redirection? ([`redirection`] says nothing where not.)
pub(super) fn is_judged(redirect: &Redirection) -> bool {
    names_file(redirect) && harmless(&redirect.target) != Match::Must
}

/// Is it one of the targets that writing to harms nothing?
fn harmless(target: &Word) -> Match {
    match target.known() {
        Some(text) => Match::known(HARMLESS_TARGETS.contains(&text)),
        None => HARMLESS_TARGETS.iter().map(|text| fits::equal(text, target)).max().unwrap_or(Match::Never),
    }
}

/// What a redirection does, and whether its target is one that this does nothing to.
pub(super) fn effects_of(redirect: &Redirection) -> Vec<(Kind, Match)> {
    if !names_file(redirect) {
        return Vec::new();
    }
    let (writes, reads) = directions(redirect.operator);
    let mut done = Vec::new();
    if writes {
        done.push((Kind::Writes, harmless(&redirect.target)));
    }
    if reads {
        done.push((Kind::Reads, Match::Never));
    }
    done
}

pub(super) fn directions(operator: RedirectOperator) -> (bool, bool) {
    match operator {
        RedirectOperator::Read => (false, true),
        RedirectOperator::ReadWrite => (true, true),
        RedirectOperator::Write
        | RedirectOperator::Append
        | RedirectOperator::Clobber
        | RedirectOperator::WriteBoth
        | RedirectOperator::AppendBoth
        | RedirectOperator::DuplicateOutput => (true, false),
        RedirectOperator::DuplicateInput | RedirectOperator::HereDocument | RedirectOperator::HereString => {
            (false, false)
        }
    }
}

/// Records a rule by how surely it matches; an allow rule that only may match does not count.
fn note(said: &mut Said, action: Verdict, rule: usize, matched: Match, doubts: &[String]) {
    match matched {
        Match::Must => said.must.push(Counted::plain(rule)),
        Match::May if action != Verdict::Allow => {
            let because = if doubts.is_empty() {
                "where it would run is not known".to_owned()
            } else if doubts.iter().all(|doubt| doubt.ends_with(" is not known")) {
                doubts.join(", ")
            } else {
                format!("{} is not known", doubts.join(", "))
            };
            said.may.push(Counted { because: Some(because), ..Counted::plain(rule) });
        }
        Match::May | Match::Never => {}
    }
}

/// A redirection's target against the target of a rule, under each directory it may be resolved in: a deny or ask rule
/// may hold in any of them, an allow rule must hold in all.
fn target_fits(token: &Token, redirect: &Redirection, context: Context<'_>) -> Match {
    let narrow = context.action == Verdict::Allow;
    let each = each_directory(&redirect.directory)
        .into_iter()
        .map(|directory| one_target(token, redirect, &directory, context));
    if narrow { each.min().unwrap_or(Match::May) } else { each.max().unwrap_or(Match::May) }
}

fn one_target(token: &Token, redirect: &Redirection, directory: &Directory, context: Context<'_>) -> Match {
    let word = &redirect.target;
    match token {
        Token::Word(texts) => {
            texts.iter().map(|text| fits::path_text(text, word, directory, context)).max().unwrap_or(Match::Never)
        }
        Token::Not(texts) => texts
            .iter()
            .map(|text| fits::path_text(text, word, directory, context))
            .max()
            .unwrap_or(Match::Never)
            .negated(),
        other => {
            let subject = Subject::plain(&[], directory);
            matcher::fits_token(other, word, &subject, context)
        }
    }
}

/// What the rules say about one assignment.
pub(super) fn assignment(assignment: &Assignment, policy: &Policy) -> Option<Said> {
    let harmless = environment::is_harmless(&assignment.name, &assignment.value);
    let mut said = Said { span: Some(assignment.span), ..Said::default() };
    for (index, rule) in policy.rules.about_assignments() {
        let RulePattern::Assignment { name, value } = &rule.pattern else { continue };
        let matched = Match::known(name.matches(&assignment.name)).and(fits::text(value, &assignment.value));
        let matched = match rule.action {
            Verdict::Allow => fits::bounded(matched, value, &assignment.value, false),
            Verdict::Ask | Verdict::Deny => matched,
        };
        note(&mut said, rule.action, index, matched, &assignment.value.doubts());
    }
    if harmless == Match::Must && said.must.is_empty() && said.may.is_empty() {
        return None;
    }
    if harmless != Match::Must {
        let power = environment::power(&assignment.name).unwrap_or("changes what runs");
        said.fallback = Some((Verdict::Ask, format!("{} {power}, and no rule names it", assignment.name)));
    }
    Some(said)
}
