//! What a condition sees of a command.
//!
//! Owns the readings that a condition is evaluated under: flags and operands by the option table and by the rule's own
//! shape, paths as written and as resolved. A deny or ask rule holds if it may under any of them, an allow rule only if it
//! does under all that count. Refuses to evaluate (`when` does).

use std::cell::Cell;

use smallvec::smallvec;

use crate::command::effects::{Deed, Extent};
use crate::command::word::{Part, Word};
use crate::command::{Directory, Invocation, LoopKind, Redirection};
use crate::policy::pattern::Pattern;
use crate::shell::ast::RedirectOperator;
use crate::verdict::{Match, Verdict};

use super::case::Case;
use super::matcher::{self, Captures, Context, Operands, Subject};
use super::when::{Condition, Held, Scene, SceneEffect, SceneRedirect};
use super::{named, paths};

/// Evaluates a rule's condition, within the effort, for one way in which its pattern matched.
pub(super) fn holds(
    (condition, effort): (&Condition, &Cell<usize>),
    case: &Case<'_>,
    context: Context<'_>,
    pattern: &Pattern,
    captures: &Captures,
) -> Held {
    let narrow = context.action == Verdict::Allow;
    let mut total: Option<Held> = None;
    each_sight(condition, case, context, pattern, |sight| {
        let held = with_scene(case.invocation, context, captures, sight, |scene| condition.evaluate(scene, effort));
        let sure_enough = if narrow { held.matched == Match::Never } else { held.matched == Match::Must };
        total = Some(match total.take() {
            None => held,
            Some(before) => combine(before, held, narrow),
        });
        sure_enough
    });
    total.unwrap_or(Held { matched: Match::May, because: None })
}

/// Shows a command to a condition in every way that counts, until it has seen enough.
fn each_sight(
    condition: &Condition,
    case: &Case<'_>,
    context: Context<'_>,
    pattern: &Pattern,
    mut show: impl FnMut(&Sight<'_>) -> bool,
) {
    let Case { invocation, subject, .. } = case;
    let narrow = context.action == Verdict::Allow;
    let speaks_of_words = condition.reads("args") || condition.reads("flags");
    let (targets, open) = if condition.reads("effects") { targets(subject, narrow) } else { (Vec::new(), false) };
    let readings = if speaks_of_words { readings(subject, pattern, narrow) } else { vec![Operands::default()] };
    if !speaks_of_words && targets.is_empty() && !condition.reads("redirects") {
        // nothing that it sees has a place
        let operands = &Operands::default();
        show(&Sight { operands, args: Vec::new(), redirects: Vec::new(), effects: (Vec::new(), open) });
        return;
    }
    for operands in readings {
        // operands that it does not look at are the same in every place
        let mut words = if condition.reads("args") { operands.args.clone() } else { Vec::new() };
        let count = words.len();
        words.extend(targets.iter().filter_map(|effect| effect.target.clone()));
        for (mut args, redirects) in places(&words, invocation, context) {
            let effects = with_targets(&targets, args.split_off(count));
            if show(&Sight { operands: &operands, args, redirects, effects: (effects, open) }) {
                return;
            }
        }
    }
}

fn combine(one: Held, other: Held, narrow: bool) -> Held {
    let matched = if narrow { one.matched.and(other.matched) } else { one.matched.or(other.matched) };
    let because = one.because.or(other.because);
    Held { matched, because }
}

/// One reading of a command.
struct Sight<'a> {
    operands: &'a Operands,
    args: Vec<Word>,
    redirects: Vec<SceneRedirect>,
    effects: (Vec<SceneEffect>, bool),
}

/// What the command does, and whether it may do more. To a deny rule what no table tells of is not done.
fn targets(subject: &Subject<'_>, narrow: bool) -> (Vec<SceneEffect>, bool) {
    let account = subject.account();
    let effect = |deed: &Deed| SceneEffect {
        kind: deed.kind,
        target: deed.target.clone(),
        certain: deed.certain,
        code: deed.code.is_some(),
    };
    let open = match &account.extent {
        Extent::Whole => false,
        Extent::Untold(_) => narrow,
        Extent::Lost(_) => true,
    };
    (account.deeds.iter().map(effect).collect(), open)
}

/// The effects with their targets read in another way.
fn with_targets(effects: &[SceneEffect], words: Vec<Word>) -> Vec<SceneEffect> {
    let mut words = words.into_iter();
    let mut target = |old: &Option<Word>| old.as_ref().and_then(|_| words.next());
    effects.iter().map(|effect| SceneEffect { target: target(&effect.target), ..effect.clone() }).collect()
}

/// The values of the names that a condition reads: those by which it did not hold, else the first that count.
pub(super) fn seen(
    (condition, effort): (&Condition, &Cell<usize>),
    case: &Case<'_>,
    context: Context<'_>,
    pattern: &Pattern,
    captures: &Captures,
) -> Vec<(String, String)> {
    let mut first = None;
    let mut decisive = None;
    each_sight(condition, case, context, pattern, |sight| {
        let ask = |scene: &Scene<'_>| (condition.seen(scene, effort), condition.evaluate(scene, effort));
        let (seen, held) = with_scene(case.invocation, context, captures, sight, ask);
        if held.matched == Match::Never {
            decisive = Some(seen);
            return true;
        }
        first.get_or_insert(seen);
        false
    });
    decisive.or(first).unwrap_or_default()
}

fn with_scene<R>(
    invocation: &Invocation,
    context: Context<'_>,
    captures: &Captures,
    sight: &Sight<'_>,
    ask: impl FnOnce(&Scene<'_>) -> R,
) -> R {
    let expansions = invocation.expansions();
    let mut flag_groups = captures.flag_groups.clone();
    for name in context.definitions.flag_groups.names() {
        if !flag_groups.iter().any(|(taken, _)| *taken == name) {
            flag_groups.push((name, Vec::new()));
        }
    }
    ask(&Scene {
        facts: context.facts,
        environment: &invocation.environment,
        foreign: invocation.place.foreign,
        flags: &sight.operands.flags,
        flags_open: sight.operands.flags_open,
        args: &sight.args,
        args_beyond: sight.operands.beyond,
        effects: &sight.effects.0,
        effects_open: sight.effects.1,
        redirects: &sight.redirects,
        pipe_stdin: invocation.place.pipe_stdin,
        pipe_stdout: invocation.place.pipe_stdout,
        pipe_commands: &invocation.place.pipeline,
        expansions: &expansions,
        background: invocation.place.background,
        recursive: invocation.place.recursive,
        feeds_code: invocation.place.feeds_code,
        loop_kind: match invocation.place.loop_kind {
            Some(LoopKind::For) => "for",
            Some(LoopKind::While) => "while",
            Some(LoopKind::Until) => "until",
            None => "",
        },
        vars: &captures.vars,
        flag_groups: &flag_groups,
        paths: &context.definitions.paths,
        definition_vars: &context.definitions.var_texts,
        regexes: &context.definitions.regexes,
        directory: &invocation.place.directory,
        altered: invocation.place.altered,
    })
}

/// The flags and operands by each reading that counts.
fn readings(subject: &Subject<'_>, pattern: &Pattern, narrow: bool) -> Vec<Operands> {
    if let Some(tool) = subject.tool {
        return matcher::operands_of_tool(tool, subject.words);
    }
    let mut readings = Vec::new();
    if let Some(arguments) = &subject.arguments {
        let operands = matcher::operands_by_table(subject, arguments, pattern);
        // an allow rule is shown the operands alone
        let files = if narrow { Vec::new() } else { named::beyond_operands(subject, arguments) };
        if !files.is_empty() {
            let mut wide = operands.clone();
            wide.beyond = files.len();
            wide.args.extend(files);
            readings.push(wide);
        }
        readings.push(operands);
    }
    if !narrow || readings.is_empty() {
        let by_shape = matcher::operands_by_shape(subject.words, pattern);
        if !readings.contains(&by_shape) {
            readings.push(by_shape);
        }
    }
    readings
}

/// Operands and redirections as written, and as resolved against each directory that the command may run in.
fn places(args: &[Word], invocation: &Invocation, context: Context<'_>) -> Vec<(Vec<Word>, Vec<SceneRedirect>)> {
    let mut places = vec![(args.to_vec(), scene_redirects(&invocation.redirects, None))];
    places.extend(with_tildes(args, invocation, context));
    let first = context.facts.working_directory();
    // resolving them would say the same once more
    let stays = |word: &Word| paths::is_as_written(word, &invocation.place.directory, first.as_deref());
    if invocation.redirects.is_empty() && args.iter().all(stays) {
        return places;
    }
    let directories = each_directory(&invocation.place.directory);
    let of_redirects = invocation.redirects.iter().map(|redirect| each_directory(&redirect.directory).len());
    for index in 0..of_redirects.chain([directories.len()]).max().unwrap_or(1) {
        let at = Resolution { index, first: first.as_deref() };
        let here = at.directory(&invocation.place.directory);
        let resolved = args.iter().map(|word| at.resolve(word, &here)).collect();
        let place = (resolved, scene_redirects(&invocation.redirects, Some(&at)));
        if !places.contains(&place) {
            places.extend(leaving(args, invocation, &place, first.as_deref()));
            places.push(place);
        }
    }
    places
}

/// Relative words that lead out of the line's first directory, as they would be written from there: `cd ..; echo > x`
/// writes `../x`. Policies speak of leaving the tree as `..` as well as by absolute paths.
fn leaving(
    args: &[Word],
    invocation: &Invocation,
    (resolved, redirects): &(Vec<Word>, Vec<SceneRedirect>),
    first: Option<&str>,
) -> Option<(Vec<Word>, Vec<SceneRedirect>)> {
    let first = first?;
    let mut leaves = false;
    let mut from_first = |written: &Word, resolved: &Word| match resolved.known() {
        Some(path) if path.starts_with('/') && !written.tilde && !written.literal_prefix().starts_with('/') => {
            leaves = true;
            Word::literal(paths::from_directory(path, first), resolved.span)
        }
        _ => resolved.clone(),
    };
    let args = args.iter().zip(resolved).map(|(written, resolved)| from_first(written, resolved)).collect();
    let written = scene_redirects(&invocation.redirects, None);
    let mut targets = redirects.clone();
    for (target, written) in targets.iter_mut().zip(&written) {
        target.target = from_first(&written.target, &target.target);
    }
    leaves.then_some((args, targets))
}

/// The words that were written with a tilde, with the tilde again: policies speak of `~/.ssh` as they do of `/home/me/.ssh`.
fn with_tildes(
    args: &[Word],
    invocation: &Invocation,
    context: Context<'_>,
) -> Option<(Vec<Word>, Vec<SceneRedirect>)> {
    let targets = invocation.redirects.iter().map(|redirect| &redirect.target);
    if !args.iter().chain(targets).any(|word| word.tilde) {
        return None;
    }
    let home = context.facts.variable("HOME")?;
    let written = |word: &Word| match word.parts.split_first() {
        Some((Part::Literal(text), rest)) if word.tilde && text.starts_with(&home) => {
            let shown = Part::Literal(format!("~{}", text.get(home.len()..).unwrap_or_default()).into());
            Word { parts: [shown].into_iter().chain(rest.iter().cloned()).collect(), ..word.clone() }
        }
        _ => word.clone(),
    };
    let mut redirects = scene_redirects(&invocation.redirects, None);
    redirects.iter_mut().for_each(|redirect| redirect.target = written(&redirect.target));
    Some((args.iter().map(written).collect(), redirects))
}

/// Which of several possible directories paths are resolved in.
struct Resolution<'a> {
    index: usize,
    first: Option<&'a str>,
}

impl Resolution<'_> {
    /// The one of several possible directories that this is about.
    fn directory(&self, directory: &Directory) -> Directory {
        let mut each = each_directory(directory);
        each.swap_remove(self.index.min(each.len().saturating_sub(1)))
    }

    /// The word as a path, resolved in that directory.
    fn resolve(&self, word: &Word, here: &Directory) -> Word {
        let mut readings = paths::resolved(word, here, self.first);
        if readings.len() == 1
            && let Some(only) = readings.pop()
        {
            return only;
        }
        let known: Option<Vec<String>> = readings.iter().map(|word| word.known().map(str::to_owned)).collect();
        match known {
            Some(texts) if texts.len() > 1 => Word { parts: smallvec![Part::Choice(texts)], ..word.clone() },
            _ => Word { count: word.count, ..Word::unknown(word.display(), word.span) },
        }
    }
}

/// Each directory that is possible, on its own.
pub(super) fn each_directory(directory: &Directory) -> Vec<Directory> {
    match directory {
        Directory::Known(paths) if !paths.is_empty() => {
            paths.iter().map(|path| Directory::Known(vec![path.clone()])).collect()
        }
        Directory::Known(_) | Directory::Unknown => vec![Directory::Unknown],
    }
}

/// `redirects` as conditions see them, as written or as resolved.
fn scene_redirects(redirects: &[Redirection], at: Option<&Resolution<'_>>) -> Vec<SceneRedirect> {
    let mut seen = Vec::with_capacity(redirects.len());
    for redirect in redirects {
        let (kind, operator) = kind_of(redirect.operator);
        let target = match at {
            Some(at) if names_file(redirect) => at.resolve(&redirect.target, &at.directory(&redirect.directory)),
            _ => redirect.target.clone(),
        };
        let entry = SceneRedirect { kind, operator, target, descriptor: redirect.descriptor };
        if kind == "dup" && names_file(redirect) {
            // `>& file` writes it: it is an output as well
            seen.push(SceneRedirect { kind: "output", ..entry.clone() });
        }
        seen.push(entry);
    }
    seen
}

fn kind_of(operator: RedirectOperator) -> (&'static str, &'static str) {
    match operator {
        RedirectOperator::Read => ("input", "<"),
        RedirectOperator::Write => ("output", ">"),
        RedirectOperator::Append => ("output", ">>"),
        RedirectOperator::Clobber => ("output", ">|"),
        RedirectOperator::ReadWrite => ("output", "<>"),
        RedirectOperator::WriteBoth => ("output", "&>"),
        RedirectOperator::AppendBoth => ("output", "&>>"),
        RedirectOperator::DuplicateInput => ("dup", "<&"),
        RedirectOperator::DuplicateOutput => ("dup", ">&"),
        RedirectOperator::HereDocument => ("input", "<<"),
        RedirectOperator::HereString => ("input", "<<<"),
    }
}

/// Does the target name a file (rather than a descriptor or a text)?
pub(super) fn names_file(redirect: &Redirection) -> bool {
    match redirect.operator {
        RedirectOperator::HereDocument | RedirectOperator::HereString | RedirectOperator::DuplicateInput => false,
        RedirectOperator::DuplicateOutput => match redirect.target.known() {
            Some(text) => {
                let digits = text.strip_suffix('-').unwrap_or(text);
                !digits.chars().all(|letter| letter.is_ascii_digit())
            }
            None => !redirect.target.parts.iter().all(|part| matches!(part, Part::Unknown(unknown) if unknown.numeric)),
        },
        RedirectOperator::Read
        | RedirectOperator::Write
        | RedirectOperator::Append
        | RedirectOperator::Clobber
        | RedirectOperator::ReadWrite
        | RedirectOperator::WriteBoth
        | RedirectOperator::AppendBoth => true,
    }
}
