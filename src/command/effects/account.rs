//! The account of one command: what its table says, applied to its words.
//!
//! Owns the walk over options, operands and `does` lines. Refuses to read tables (`options`).

mod alike;
mod into;
mod possible;

use std::rc::Rc;

use crate::command::base_name;
use crate::command::options::statement::{Effect, OperandLine, Stated, Statements};
use crate::command::options::{Arguments, Flag, Item, Table, Value};
use crate::command::word::{Count, Word};
use crate::command::wrapper::configuration;
use crate::input::Span;
use crate::verdict::Match;

use super::curl;
use super::given::{Given, is_on};
use super::meaning::{directory_of_all, is_beside, is_stream, kind, may_have, own_path, sure, surprises};
use super::operands::{Assigned, assign};
use super::parts;
use super::processes;
use super::program;
use super::value::{self, Named};
use alike::Alike;

use super::{Account, Beside, Code, Deed, Extent, Kind};

/// What a command does.
pub(super) fn draw_up(table: &Table, arguments: &Arguments, words: &[Word]) -> Account {
    let mut drawing = Drawing {
        given: Given::of(arguments, words),
        deeds: Vec::new(),
        too_many: false,
        below: Match::Never,
        alike: Vec::new(),
        names_paths: Match::Never,
        into: Vec::new(),
        beside: None,
        programs: Vec::new(),
        program: words.first().and_then(Word::known).map(base_name).unwrap_or_default(),
    };
    let only = drawing.given.only(arguments.depth);
    // what no table lists is an alias or another program, and does with the option what it likes
    let is_known = !arguments.lost && arguments.reached.last().is_none_or(|innermost| innermost.statements.told);
    let innermost = arguments.reached.last().map_or(table, Rc::as_ref);
    drawing.options();
    if only == Match::Must && is_known {
        // what another option does may be done before that one is read: `find -fprint x --version` writes x
        return drawing.unsure(innermost, words);
    }
    drawing.possible_options(table, arguments);
    // where the subcommand is not known, what the command does without one it need not do
    let sure_of_table = sure(!arguments.lost);
    drawing.operands(&innermost.statements, sure_of_table);
    drawing.alike_to_nothing();
    if arguments.lost {
        // of a subcommand that is not known the options are not known either, nor what it makes of those before it
        drawing.deeds.iter_mut().for_each(|deed| deed.certain = false);
    }
    let outer = std::iter::once(table).chain(arguments.reached.iter().map(Rc::as_ref));
    for above in outer.take(arguments.reached.len()) {
        drawing.does(&above.statements.inherited, Match::Must);
    }
    let (own, inherited) = (&innermost.statements.does, &innermost.statements.inherited);
    if arguments.lost {
        drawing.does(inherited, Match::Must);
        let alone: Vec<Stated> = own.iter().filter(|stated| !inherited.contains(stated)).cloned().collect();
        drawing.does(&alone, Match::May);
    } else {
        drawing.does(own, Match::Must);
    }
    drawing.programs();
    if only == Match::May {
        drawing.deeds.iter_mut().for_each(|deed| deed.certain = false);
    }
    let extent = if arguments.lost {
        Extent::Lost("which subcommand is meant is not known".to_owned())
    } else {
        drawing.extent(innermost, words)
    };
    drawing.deeds.extend(processes::shown(drawing.program, words));
    Account { deeds: drawing.deeds, extent }
}

/// An account while it is drawn up.
struct Drawing<'a> {
    given: Given<'a>,
    deeds: Vec<Deed>,
    /// There are operands that the table has no name for.
    too_many: bool,
    /// What is done to the operands is done to everything below them.
    below: Match,
    /// Options without a value that say what is done to every operand that is a path.
    alike: Vec<Alike>,
    /// How surely there are operands that are paths.
    names_paths: Match,
    /// Directories that options name, for the operands to go into.
    into: Vec<Word>,
    /// What is drawn up now is done beside what the command is for.
    beside: Option<Beside>,
    /// Programs for sed or awk.
    programs: Vec<(Effect, Word, Match)>,
    /// The command's base name.
    program: &'a str,
}

impl<'a> Drawing<'a> {
    fn flags(&self) -> impl Iterator<Item = &'a Flag> + use<'a> {
        self.given.items.iter().filter_map(|item| match item {
            Item::Flag(flag) => Some(flag),
            Item::Operand { .. } | Item::EndOfOptions { .. } | Item::Unclear { .. } => None,
        })
    }

    fn options(&mut self) {
        for flag in self.flags() {
            self.of_flag(flag);
        }
    }

    fn of_flag(&mut self, flag: &Flag) {
        let given = if flag.takes == Value::None { is_on(flag) } else { sure(flag.certain) };
        for stated in &flag.effects {
            self.beside = is_beside(stated).then(|| Beside { names: flag.names.clone(), always: surprises(stated) });
            self.option(flag, stated, given.and(self.given.holds(&stated.when)));
        }
        self.beside = None;
    }

    fn option(&mut self, flag: &Flag, stated: &Stated, matched: Match) {
        if matched == Match::Never {
            return;
        }
        let of_path = match stated.effect {
            Effect::Reads => Some(Kind::Reads),
            Effect::Writes => Some(Kind::Writes),
            Effect::Deletes => Some(Kind::Deletes),
            _ => None,
        };
        // what is attached to an option that takes nothing only says whether it is on
        let value = flag.value.as_ref().filter(|_| flag.takes != Value::None);
        let missing = || Word::unknown(format!("the value of {}", flag.spelled), Span::default());
        let one = matches!(flag.takes, Value::Required | Value::Separate | Value::Pair);
        let missing = (of_path.is_some() && value.is_none() && one).then(missing);
        let value = value.or(missing.as_ref());
        let mut matched = matched;
        if let (Some(kind), None, Some(value)) = (of_path, &stated.path, value)
            && may_have(flag.takes, false)
        {
            // the value may be an operand, or there is none
            let is_empty = !flag.separate && !flag.spelled.starts_with("--") && value.may_be_empty();
            matched = matched.and(sure(!is_empty));
            if flag.separate && !flag.certain || is_empty {
                self.alike(kind, matched, false);
            }
        }
        match (of_path, &stated.path, value) {
            (Some(kind), Some(path), _) => self.add(kind, Some(own_path(path)), matched),
            (Some(kind), None, None) if may_have(flag.takes, false) => {
                self.alike(kind, matched, matches!(flag.takes, Value::None | Value::OptionalLong));
            }
            _ if stated.effect == Effect::Into => self.into.extend(value.cloned()),
            _ if stated.effect == Effect::Below => self.below = self.below.or(matched),
            _ => {
                // of `--rawfile name file` the last is the file, of `-fprintf file format` the first
                let value = match (of_path, flag.takes, flag.value_words.as_slice()) {
                    (Some(Kind::Reads), Value::Pair, [_, last]) => Some(last),
                    _ => value,
                };
                self.apply(stated.effect, value, &flag.effects, matched);
            }
        }
    }

    fn operands(&mut self, statements: &'a Statements, mut open: Match) {
        for line in &statements.operands {
            let holds = self.given.holds(&line.when);
            if holds > Match::Never {
                self.by_line(line, holds.and(open));
            }
            if holds == Match::Must {
                return;
            }
            if holds == Match::May {
                open = Match::May;
            }
        }
    }

    fn by_line(&mut self, line: &'a OperandLine, matched: Match) {
        let assignment = assign(line, &self.given.operands);
        self.too_many |= assignment.too_many;
        for assigned in &assignment.assigned {
            let matched = matched.and(sure(assigned.certain));
            self.operand(assigned, matched);
        }
        self.within_directories(&assignment.assigned);
    }

    fn operand(&mut self, assigned: &Assigned<'_>, matched: Match) {
        let also = assigned.operand.effects.as_slice();
        let before = self.deeds.len();
        let mut below = self.below;
        for stated in &assigned.operand.effects {
            let holds = self.given.holds(&stated.when);
            self.beside = surprises(stated).then(|| Beside { names: Vec::new(), always: true });
            match stated.effect {
                Effect::Below => below = below.or(holds),
                effect @ (Effect::Unpacks | Effect::Downloads) => {
                    let file = parts::called_like(effect, &assigned.word).filter(|_| holds > Match::Never);
                    file.into_iter()
                        .for_each(|(file, is)| self.add(Kind::Writes, Some(file), matched.and(holds).and(is)));
                }
                _ if holds > Match::Never => self.apply(stated.effect, Some(&assigned.word), also, matched.and(holds)),
                _ => {}
            }
        }
        let is_path =
            also.iter().any(|stated| matches!(stated.effect, Effect::Reads | Effect::Writes | Effect::Deletes));
        if is_path {
            let one = assigned.word.count == Count::One || assigned.word.is_glob();
            self.names_paths = self.names_paths.or(matched.and(sure(one)));
        }
        let of_every_path = if is_path { self.alike.clone() } else { Vec::new() };
        for alike in of_every_path {
            self.beside = alike.beside;
            self.add(alike.kind, Some(assigned.word.as_ref().clone()), matched.and(alike.matched));
        }
        self.beside = None;
        self.deeds.iter_mut().skip(before).for_each(|deed| deed.below = below);
        self.contents(before, below);
    }

    /// `rm -rf src/*` does to `src` what it does to everything in it.
    fn contents(&mut self, before: usize, below: Match) {
        let whole = |deed: &Deed| {
            let target = deed.target.as_ref().filter(|_| matches!(deed.kind, Kind::Writes | Kind::Deletes))?;
            // what begins with a dash may be taken for an option, but the rest is there
            let certain = deed.certain || below == Match::Must && !self.given.lost_more;
            Some(Deed { target: Some(directory_of_all(target)?), below, certain, ..deed.clone() })
        };
        if below > Match::Never {
            let more: Vec<Deed> = self.deeds.iter().skip(before).filter_map(whole).collect();
            self.deeds.extend(more);
        }
    }

    fn does(&mut self, stated: &[Stated], matched: Match) {
        let mut added = false;
        for one in stated {
            let holds = matched.and(self.given.holds(&one.when));
            let path = one.path.as_deref().map(own_path);
            self.beside = one.aside.then(|| Beside { names: Vec::new(), always: true });
            match kind(one.effect) {
                Some(kind) => {
                    let before = self.deeds.len();
                    self.add(kind, path, holds);
                    added = self.deeds.len() > before;
                }
                None if added && one.effect == Effect::Below => {
                    self.deeds.iter_mut().rev().take(1).for_each(|last| last.below = last.below.or(holds));
                }
                None => {}
            }
        }
        self.beside = None;
    }

    /// What one effect means for a value.
    fn apply(&mut self, effect: Effect, value: Option<&Word>, also: &[Stated], matched: Match) {
        let named = value.map(|value| value::named(effect, value));
        // of `host:path` the path is not one of this machine
        let is_remote = effect != Effect::Remote && also.iter().any(|stated| stated.effect == Effect::Remote);
        for (found, how_sure) in named.into_iter().flatten() {
            self.named(effect, found, also, matched.and(how_sure));
        }
        match effect {
            Effect::Host => self.add(Kind::Network, value.map(value::host), matched),
            Effect::Reads | Effect::Writes | Effect::Deletes if is_remote => {}
            Effect::Sed | Effect::Awk | Effect::Query => {
                self.programs.push((effect, value.cloned().unwrap_or_default(), matched));
            }
            Effect::Configures => {
                if !value.is_some_and(|value| configuration::is_harmless(self.program, value)) {
                    self.add(Kind::Runs, value.cloned(), matched.and(Match::May));
                }
            }
            _ => {
                let before = self.deeds.len();
                let names_set = self.program == "curl" && effect == Effect::Writes;
                let value = value.map(|value| if names_set { curl::before_numbers(value) } else { value.clone() });
                if let Some(kind) = kind(effect) {
                    self.add(kind, value, matched);
                }
                let code = (effect == Effect::Code).then_some(Code::Unread);
                self.deeds.iter_mut().skip(before).for_each(|deed| deed.code = code);
            }
        }
    }

    fn named(&mut self, effect: Effect, named: Named, also: &[Stated], matched: Match) {
        match named {
            Named::File(file) if effect == Effect::Mount => {
                let before = self.deeds.len();
                self.add(Kind::Reads, Some(file.clone()), matched);
                self.add(Kind::Writes, Some(file), matched);
                self.deeds.iter_mut().skip(before).for_each(|deed| deed.below = Match::Must);
            }
            Named::File(file) if effect == Effect::Remote => {
                for stated in also {
                    if let Some(kind @ (Kind::Reads | Kind::Writes | Kind::Deletes)) = kind(stated.effect) {
                        let holds = self.given.holds(&stated.when);
                        self.add(kind, Some(file.clone()), matched.and(holds));
                    }
                }
            }
            Named::File(file) => self.add(Kind::Reads, Some(file), matched),
            Named::Elsewhere(place) => {
                let acts = also.iter().any(|stated| matches!(stated.effect, Effect::Writes | Effect::Deletes));
                if acts {
                    self.add(Kind::Changes, Some(place.clone()), matched);
                }
                self.add(Kind::Network, Some(place), matched);
            }
        }
    }

    fn add(&mut self, kind: Kind, target: Option<Word>, matched: Match) {
        let is_stream = target.as_ref().map_or(Match::Never, |target| is_stream(self.program, kind, target));
        let matched = matched.and(is_stream.negated());
        if matched == Match::Never {
            return;
        }
        let certain = matched == Match::Must
            && target.as_ref().is_none_or(|target| target.count == Count::One || target.is_glob());
        let beside = self.beside.clone();
        self.deeds.push(Deed { kind, target, below: Match::Never, certain, beside, code: None, holds: false });
    }

    /// What the programs for sed or awk do.
    fn programs(&mut self) {
        let programs = std::mem::take(&mut self.programs);
        self.deeds.extend(program::deeds(&programs));
    }

    /// The account as it is so far, of which it is not sure that any is done.
    fn unsure(mut self, table: &Table, words: &[Word]) -> Account {
        self.programs();
        self.deeds.iter_mut().for_each(|deed| deed.certain = false);
        let extent = self.extent(table, words);
        Account { deeds: self.deeds, extent }
    }

    fn extent(&self, table: &Table, words: &[Word]) -> Extent {
        let name = words.first().map(Word::display).unwrap_or_default();
        if !table.statements.told {
            return Extent::Untold(format!("what this form of {name} does is not known"));
        }
        if let Some(flag) = self.given.unlisted.filter(|_| !table.harmless_options) {
            return Extent::Untold(format!("the option {flag} of {name} is not known"));
        }
        if let Some(flag) = self.given.with_value.filter(|_| !table.harmless_options) {
            return Extent::Untold(format!("the option {flag} of {name} takes no value that is known"));
        }
        if self.too_many {
            return Extent::Untold(format!("{name} has more operands than are known"));
        }
        match &self.given.unclear {
            // it may be an option that the table does not list
            Some(why) if !table.harmless_options => Extent::Untold(why.clone()),
            _ => Extent::Whole,
        }
    }
}
