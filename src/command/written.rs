//! Files that a line writes and then runs: `echo "rm -rf x" > a.sh; bash a.sh`.
//!
//! Owns the comparison of what is written with what is run, over everything that was found. What such a file holds is not
//! read: running it is a doubt. Refuses to guess at names that are not known.

use foldhash::HashSet;

use super::compound::writes;
use super::effects;
use super::options::statement::{Operand, states};
use super::options::{self, Effect, Item, Tables};
use super::place;
use super::python::Module;
use super::word::Word;
use super::{Directory, Doubt, Invocation, base_name, wrapper};

/// Interpreters that run a file which is their operand, without their version; the shells are in the table of wrappers.
const INTERPRETERS: [&str; 13] =
    ["python", "pypy", "perl", "ruby", "node", "nodejs", "php", "lua", "deno", "bun", "tsx", "ts-node", "Rscript"];

/// Programs that write their operands.
const WRITERS: [&str; 5] = ["tee", "cp", "mv", "ln", "install"];

/// Adds a doubt to every command that runs a file which a command of the line writes, before or after it: lines have loops
/// and jobs in the background.
pub(super) fn doubt_what_is_run(invocations: &mut [Invocation], tables: &Tables) {
    let mut written = HashSet::default();
    collect(invocations, tables, &mut written);
    if !written.is_empty() {
        mark(invocations, &written, tables);
    }
}

/// The option table of the command that runs.
pub(super) fn table_of(invocation: &Invocation, tables: &Tables) -> Option<std::rc::Rc<options::Table>> {
    invocation.words.first().and_then(Word::known).and_then(|name| tables.table(name))
}

fn collect(invocations: &[Invocation], tables: &Tables, written: &mut HashSet<String>) {
    for invocation in invocations {
        let targets = invocation.redirects.iter().filter(|redirect| writes(redirect.operator));
        for redirect in targets {
            written.extend(paths(&redirect.target, &redirect.directory));
        }
        let directory = &invocation.place.directory;
        for file in written_by_options(invocation, tables) {
            written.extend(paths(&file, directory));
        }
        if invocation.words.first().is_some_and(writes_operands) {
            written.extend(invocation.words.iter().skip(1).flat_map(|word| paths(word, directory)));
        }
        written.extend(downloaded(invocation, tables).iter().flat_map(|file| paths(file, directory)));
        for wrapped in &invocation.wrapped {
            collect(&wrapped.runs, tables, written);
        }
    }
}

/// The values of options that name a file to write: `curl -o FILE`.
fn written_by_options(invocation: &Invocation, tables: &Tables) -> Vec<Word> {
    values_that(Effect::Writes, invocation, tables)
}

/// The files that are called as the URLs end that are downloaded, wherever that puts them: `curl -O URL`.
fn downloaded(invocation: &Invocation, tables: &Tables) -> Vec<Word> {
    let downloads = |operand: &Operand| states(&operand.effects, Effect::Downloads);
    let Some(table) = table_of(invocation, tables) else { return Vec::new() };
    if !table.statements.operands.iter().any(|line| line.positional.iter().any(downloads)) {
        return Vec::new();
    }
    invocation.words.iter().skip(1).filter_map(effects::end_of_url).collect()
}

/// The values of the options of a command that have an effect.
fn values_that(effect: Effect, invocation: &Invocation, tables: &Tables) -> Vec<Word> {
    let Some(table) = table_of(invocation, tables) else { return Vec::new() };
    let may_state = !table.subcommands.is_empty() || table.options.any_states(|stated| stated == effect);
    if !may_state || !options::may_hold_flags(&table, &invocation.words) {
        return Vec::new();
    }
    let items = options::read(&table, &invocation.words).items;
    let values = items.into_iter().filter_map(|item| match item {
        Item::Flag(flag) if flag.does(effect) => flag.value,
        Item::Flag(_) | Item::Operand { .. } | Item::EndOfOptions { .. } | Item::Unclear { .. } => None,
    });
    values.collect()
}

fn mark(invocations: &mut [Invocation], written: &HashSet<String>, tables: &Tables) {
    for invocation in invocations {
        let directory = invocation.place.directory.clone();
        let is_written = |word: &&Word| paths(word, &directory).iter().any(|path| written.contains(path));
        let name = invocation.words.first();
        let runs_itself = name.filter(|word| word.known().is_some_and(|text| text.contains('/'))).filter(is_written);
        let runs_operand = || {
            let operands = name.filter(|word| runs_operands(word)).map(|_| invocation.words.iter().skip(1));
            operands.into_iter().flatten().find(is_written)
        };
        let named = values_that(Effect::Runs, invocation, tables);
        if let Some(file) = runs_itself.or_else(runs_operand).or_else(|| named.iter().find(is_written)) {
            let why = format!("{} is written by this line, what is in it is not known", file.display());
            invocation.doubts.push(Doubt { why, span: invocation.span });
        }
        let module = Module::of(&invocation.words, tables);
        let imports =
            |path: &&String| module.as_ref().is_some_and(|module| lies_where_imported(path, &directory, module));
        if let Some(path) = written.iter().filter(imports).min() {
            let why = format!("{path} is written by this line, and python may run it");
            invocation.doubts.push(Doubt { why, span: invocation.span });
        }
        for wrapped in &mut invocation.wrapped {
            mark(&mut wrapped.runs, written, tables);
        }
    }
}

/// The absolute paths that a known word names, one for each directory that is possible.
fn paths(word: &Word, directory: &Directory) -> Vec<String> {
    match (word.known(), directory) {
        (None | Some("" | "/dev/null"), _) => Vec::new(),
        (Some(path), _) if path.starts_with('/') => vec![place::normalise(path)],
        (Some(path), Directory::Known(bases)) => {
            bases.iter().map(|base| place::normalise(&format!("{base}/{path}"))).collect()
        }
        (Some(_), Directory::Unknown) => Vec::new(),
    }
}

/// Does a file lie where Python looks for the module, in the working directory?
fn lies_where_imported(path: &str, directory: &Directory, module: &Module) -> bool {
    let Directory::Known(bases) = directory else { return true };
    let mut below =
        bases.iter().filter_map(|base| path.strip_prefix(base.as_str())?.strip_prefix('/')?.split('/').next());
    below.any(|name| module.may_import(name))
}

/// Does the command write its operands?
fn writes_operands(name: &Word) -> bool {
    name.known().is_some_and(|name| WRITERS.contains(&base_name(name)))
}

/// Does the command run a file that is its operand? `python3.11` and `bash-5.2` run what `python` and `bash` run.
fn runs_operands(name: &Word) -> bool {
    let Some(base) = name.known().map(base_name) else { return false };
    let unversioned = base.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.').trim_end_matches('-');
    [base, unversioned].into_iter().any(|name| wrapper::runs_scripts(name) || INTERPRETERS.contains(&name))
}
