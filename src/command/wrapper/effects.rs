//! Options whose value names a program, of any command with an option table.
//!
//! Owns turning their effects into what is started. Refuses to list options (the tables do).

use crate::command::WrapKind;
use crate::command::effects::{self as command_effects, Code, Kind};
use crate::command::options::statement::{Operand, OperandLine, states};
use crate::command::options::{Effect, Flag, Item, Table, may_hold_flags};
use crate::command::word::Word;

use super::call::Call;
use super::configuration::{self, Setting};
use super::users::vectors;
use super::{Start, git, hidden};

/// What the options of a command start.
pub(super) fn starts(call: &Call) -> Vec<Start> {
    let Some(table) = &call.table else { return Vec::new() };
    let mut found = of_programs(call, table);
    let transport = call.program() == "git" && git::may_name_transport(call.words);
    let may_run = !table.subcommands.is_empty() || table.options.any_states(runs);
    if !(transport || may_run && may_hold_flags(table, call.words)) {
        return found;
    }
    let read = call.read();
    if transport {
        found.extend(git::transports(call, read));
    }
    for item in &read.arguments.items {
        if let Item::Flag(flag) = item {
            found.extend(of_flag(call, flag));
        }
    }
    found.extend(hidden::starts(call, read, table));
    found
}

/// What a command without a row of its own starts, as its option table tells: the words of an operand that begins a
/// command, and options whose value is one (`-x <command ;> program`).
pub(super) fn told_by_table(call: &Call) -> Vec<Start> {
    let Some(table) = &call.table else { return Vec::new() };
    // most commands start nothing, whatever words they are given: those are not read for it
    let begins_command =
        |line: &OperandLine| line.positional.iter().any(|operand| states(&operand.effects, Effect::Command));
    let may_start = !table.subcommands.is_empty()
        || table.statements.operands.iter().any(begins_command)
        || table.options.any_states(|effect| effect == Effect::RunsProgram);
    if !may_start {
        return Vec::new();
    }
    let read = call.read();
    let reached = read.arguments.reached.last().unwrap_or(table);
    let mut starts = Vec::new();
    for line in command_effects::lines_of_operands(reached, &read.arguments, call.words) {
        let begins = line.positional.iter().position(|operand| states(&operand.effects, Effect::Command));
        let passing = begins.map(|begins| begins + read.arguments.depth);
        starts.extend(passing.into_iter().flat_map(|passing| vectors(call, read, passing)));
    }
    let of_options = read.arguments.items.iter().filter_map(|item| match item {
        Item::Flag(flag) if !flag.value_words.is_empty() && flag.does(Effect::RunsProgram) => Some(&flag.value_words),
        _ => None,
    });
    starts.extend(of_options.map(|words| Start::words(WrapKind::PassThrough, words).with_doubts(&read.doubts)));
    starts.iter_mut().for_each(|start| start.kind = WrapKind::Elsewhere);
    starts
}

/// The shell texts that a program for sed or awk runs.
fn of_programs(call: &Call, table: &Table) -> Vec<Start> {
    let of_program = |operand: &Operand| states(&operand.effects, Effect::Sed) || states(&operand.effects, Effect::Awk);
    let reads_programs = table.statements.operands.iter().any(|line| line.positional.iter().any(of_program));
    if !reads_programs {
        return Vec::new();
    }
    let account = command_effects::of(table, &call.read().arguments, call.words);
    let texts = account.deeds.into_iter().filter(|deed| deed.code == Some(Code::Shell)).filter_map(|deed| deed.target);
    texts.map(|text| Start::text(WrapKind::Program, text)).collect()
}

/// Does a wrapper also do something itself: write a file, remove something, change something?
pub(super) fn acts(call: &Call) -> bool {
    let by_table = |table| options_act(call, table) || operands_act(call, table);
    call.name == "script" || call.table.as_deref().is_some_and(by_table)
}

/// Does it by one of its options? One that is not known may be one that does.
fn options_act(call: &Call, table: &Table) -> bool {
    if !table.options.any_states(|effect| matches!(effect, Effect::Writes | Effect::Deletes)) {
        return false;
    }
    call.read().arguments.items.iter().any(|item| match item {
        Item::Unclear { .. } => true,
        Item::Flag(flag) if flag.does(Effect::Deletes) => true,
        Item::Flag(flag) => {
            flag.does(Effect::Writes) && flag.value.as_ref().is_none_or(|file| file.known() != Some("/dev/null"))
        }
        Item::Operand { .. } | Item::EndOfOptions { .. } => false,
    })
}

/// Does it to one of its operands, or whatever it is given (`flock FILE cmd` makes the file, `git bisect run` checks out)?
fn operands_act(call: &Call, table: &Table) -> bool {
    // it writes nohup.out where its standard output is a terminal, and is known to do nothing else
    if call.name == "nohup" {
        return false;
    }
    let read = call.read();
    let account = command_effects::of(table, &read.arguments, call.words);
    account.deeds.iter().any(|deed| match deed.kind {
        Kind::Writes => deed.target.as_ref().is_none_or(|file| file.known() != Some("/dev/null")),
        Kind::Deletes | Kind::Changes => true,
        // what it starts is judged by itself
        Kind::Reads | Kind::Runs | Kind::Network | Kind::Secrets | Kind::Privileges => false,
    })
}

/// Does it start a program?
pub(super) fn runs(effect: Effect) -> bool {
    matches!(effect, Effect::RunsText | Effect::RunsProgram | Effect::Configures)
}

fn of_flag(call: &Call, flag: &Flag) -> Vec<Start> {
    // a value of several words is a whole command: the wrapper's own row knows how it is called
    if !flag.value_words.is_empty() {
        return Vec::new();
    }
    let Some(value) = flag.value.as_ref().filter(|value| value.known() != Some("")) else { return Vec::new() };
    let mut found = Vec::new();
    for stated in &flag.effects {
        match stated.effect {
            Effect::RunsText => found.push(Start::text(WrapKind::Program, value.clone())),
            Effect::RunsProgram if value.known().is_some_and(|name| configuration::is_own(call.program(), name)) => {}
            Effect::RunsProgram => found.push(Start::program(value.clone(), &call.name)),
            Effect::Configures if flag.spelled == "--config-env" => found.extend(from_variable(call, value)),
            Effect::Configures => found.extend(configuration::in_word(call, value)),
            _ => {}
        }
    }
    found
}

/// `git --config-env=key=VARIABLE`: the value is in the environment.
fn from_variable(call: &Call, value: &Word) -> Vec<Start> {
    let key = match value.known().and_then(|text| text.rsplit_once('=')) {
        Some((key, _)) => Word::literal(key, value.span),
        None => value.clone(),
    };
    let setting = Setting { key, value: Some(Word::unknown(value.display(), value.span)) };
    configuration::starts(call, &setting)
}
