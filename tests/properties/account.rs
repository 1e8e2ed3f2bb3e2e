//! The account of a command, over every built-in table and drawn ones: what is known of a line with a word that is not
//! known holds for every line that it stands for, and an option more takes nothing away.

use std::rc::Rc;

use runok::command::effects::{self, Account, Deed, Extent, HARMLESS_TARGETS, Kind};
use runok::command::options::{self, Arguments, Effect, Item, Opt, Table, Value};
use runok::command::word::Word;
use runok::verdict::Match;

use super::make_account::{Blur, Line, literal};
use super::matching::covers;
use super::random::{Random, hold};

fn account(table: &Table, words: &[Word]) -> (Arguments, Account) {
    let arguments = options::read(table, words);
    let account = effects::of(table, &arguments, words);
    (arguments, account)
}

/// May an option be given with which the command only prints something?
fn asks_for_help(arguments: &Arguments) -> bool {
    arguments.items.iter().any(|item| matches!(item, Item::Flag(flag) if flag.does(Effect::Only)))
}

/// Is an abbreviation given that may stand for several options? The command refuses it.
fn has_several_meanings(arguments: &Arguments) -> bool {
    arguments.items.iter().any(
        |item| matches!(item, Item::Flag(flag) if !flag.certain && flag.listed && !flag.names.contains(&flag.spelled)),
    )
}

fn extent(account: &Account) -> u8 {
    match account.extent {
        Extent::Whole => 0,
        Extent::Untold(_) => 1,
        Extent::Lost(_) => 2,
    }
}

/// A text, and the same path with one slash more: `/$X/a` is `//a` where nothing stands between.
fn same_paths(text: &str) -> impl Iterator<Item = String> {
    let doubled = text.match_indices('/').map(|(at, _)| format!("{}/{}", &text[..at], &text[at..]));
    std::iter::once(text.to_owned()).chain(doubled)
}

/// May the one target be the other?
fn may_be(less_known: Option<&Word>, known: Option<&Word>) -> bool {
    match (less_known, known.map(|word| (word, word.known()))) {
        // an option at the end that lacks its value has no target
        (None, _) | (_, None) => true,
        (Some(one), Some((other, text))) => {
            one == other
                || text.map_or(!one.is_known(), |text| {
                    same_paths(text).any(|text| covers(std::slice::from_ref(one), &[text]))
                })
        }
    }
}

/// Does what is said of the less known line say this of the known one as well?
fn covers_deed(less_known: &Deed, known: &Deed) -> bool {
    let beside = match (&less_known.beside, &known.beside) {
        (_, None) => true,
        (None, Some(_)) => false,
        // a rule speaks for it that names one of them
        (Some(one), Some(other)) => {
            one.always >= other.always && one.names.iter().all(|name| other.names.contains(name))
        }
    };
    let below = known.below == Match::Never || less_known.below > Match::Never;
    less_known.kind == known.kind
        && beside
        && below
        && (less_known.code.is_some() || known.code.is_none())
        && may_be(less_known.target.as_ref(), known.target.as_ref())
}

fn shown(account: &Account) -> String {
    let deed = |deed: &Deed| {
        let target = deed.target.as_ref().map_or_else(String::new, |target| format!(" {:?}", target.display()));
        let below = if deed.below > Match::Never { "/**" } else { "" };
        let beside = deed
            .beside
            .as_ref()
            .map_or_else(String::new, |beside| format!(" beside {:?} {}", beside.names, beside.always));
        format!("{}{target}{below}{beside}{}", deed.kind.as_str(), if deed.certain { "" } else { "?" })
    };
    let deeds: Vec<String> = account.deeds.iter().map(deed).collect();
    format!("{} {:?}", deeds.join(", "), account.extent)
}

/// Holds each line that the unknown one stands for to a property.
fn each_concrete(
    line: &Line,
    mut property: impl FnMut(&Account, &Arguments, &Account) -> Result<(), String>,
) -> Result<(), String> {
    let table = line.source.table();
    let (word, texts) = line.unknown(&table);
    let (_, less_known) = account(&table, &line.with(vec![word]));
    for words in texts {
        let known = line.with(words.iter().map(|text| literal(text)).collect());
        let (arguments, account) = account(&table, &known);
        if has_several_meanings(&arguments) {
            continue;
        }
        property(&less_known, &arguments, &account).map_err(|why| {
            let known: Vec<String> = known.iter().map(Word::display).collect();
            format!("{why}\nnot known: {}\n{known:?}: {}", shown(&less_known), shown(&account))
        })?;
    }
    Ok(())
}

#[test]
fn what_a_line_does_is_in_the_account_of_the_line_that_stands_for_it() {
    hold(400, Line::any, |line| {
        each_concrete(line, |less_known, _, known| {
            if extent(less_known) < extent(known) {
                return Err(format!("less is known than {:?} says", less_known.extent));
            }
            // anything may be done then
            if matches!(less_known.extent, Extent::Lost(_)) {
                return Ok(());
            }
            match known.deeds.iter().find(|deed| !less_known.deeds.iter().any(|one| covers_deed(one, deed))) {
                Some(deed) => Err(format!("it does not say {deed:?}")),
                None => Ok(()),
            }
        })
    });
}

/// `rm -r src/*`: what is done to all of a directory is counted as done to it.
fn is_of_all(deed: &Deed, line: &Line) -> bool {
    let Some(text) = deed.target.as_ref().and_then(Word::known) else { return false };
    matches!(line.blur, Blur::Glob { .. }) && deed.below > Match::Never && text == "."
}

/// Nothing is done to a standard stream.
fn may_be_stream(deed: &Deed) -> bool {
    let Some(target) = deed.target.as_ref().filter(|target| !target.is_known()) else { return false };
    let may_be = |text: &str| covers(std::slice::from_ref(target), &[text.to_owned()]);
    match deed.kind {
        Kind::Reads => may_be("-"),
        Kind::Writes => may_be("-") || HARMLESS_TARGETS.into_iter().any(may_be),
        _ => false,
    }
}

#[test]
fn what_is_certain_is_done_by_every_line_that_is_stood_for() {
    hold(400, Line::any, |line| {
        each_concrete(line, |less_known, arguments, known| {
            if asks_for_help(arguments) {
                return Ok(());
            }
            let is_there = |sure: &&Deed| {
                // of the names that a glob stands for, one that curl takes for several (`{-,a}`) may be a stream
                let of_glob = sure.target.as_ref().is_some_and(Word::is_glob);
                let is_open = |deed: &Deed| of_glob && deed.target.as_ref().is_some_and(|target| !target.is_known());
                let same = |deed: &Deed| {
                    deed.kind == sure.kind
                        && (deed.certain || is_open(deed))
                        && (sure.below < Match::Must || deed.below == Match::Must)
                        && may_be(sure.target.as_ref(), deed.target.as_ref())
                };
                known.deeds.iter().any(same)
            };
            let mut sure = less_known.deeds.iter().filter(|deed| deed.certain && !is_of_all(deed, line));
            match sure.find(|deed| !is_there(deed) && !may_be_stream(deed)) {
                Some(deed) => Err(format!("it is not certain: {deed:?}")),
                None => Ok(()),
            }
        })
    });
}

/// What the account of a known line says of itself.
#[test]
fn the_account_of_known_words_is_drawn_up_for_every_table() {
    hold(200, Line::any, |line| {
        let table = line.source.table();
        let words = line.with(vec![literal(&line.words[line.at])]);
        let (arguments, account) = account(&table, &words);
        let listed = |item: &Item| !matches!(item, Item::Flag(flag) if !flag.listed);
        let all_listed = arguments.items.iter().all(listed);
        if !all_listed && matches!(account.extent, Extent::Whole) && !asks_for_help(&arguments) {
            let innermost = arguments.reached.last().map_or(&*table, Rc::as_ref);
            if !innermost.harmless_options {
                return Err(format!("an option is not listed, but {}", shown(&account)));
            }
        }
        Ok(())
    });
}

/// The options of the table that is reached which no condition names, and which let the words after them be.
fn plain_options<'t>(table: &'t Table, reached: &'t [Rc<Table>]) -> Vec<&'t Opt> {
    let innermost = reached.last().map_or(table, Rc::as_ref);
    let around: Vec<&Table> = std::iter::once(table).chain(reached.iter().map(Rc::as_ref)).collect();
    let of_options = |table: &'t Table| table.options.all().iter().flat_map(|option| &option.effects);
    let lines = innermost.statements.operands.iter();
    let of_operands =
        lines.clone().flat_map(|line| line.positional.iter().chain(&line.keyed)).flat_map(|one| &one.effects);
    let stated = around.iter().flat_map(|table| of_options(table)).chain(of_operands);
    let stated =
        stated.chain(around.iter().flat_map(|table| &table.statements.inherited)).chain(&innermost.statements.does);
    let clauses = stated.flat_map(|stated| &stated.when).chain(lines.flat_map(|line| &line.when));
    let asked: Vec<&str> =
        clauses.flat_map(|clause| &clause.any_of).map(|name| name.trim_start_matches(['-', '+'])).collect();
    let is_asked = |name: &str| {
        let bare = name.trim_start_matches(['-', '+']);
        asked.iter().any(|asked| {
            *asked == bare || asked.strip_prefix("no-") == Some(bare) || bare.strip_prefix("no-") == Some(asked)
        })
    };
    let is_plain = |option: &&Opt| {
        !option.last
            // the programs of one command are one text
            && ![Effect::Only, Effect::Sed, Effect::Awk].iter().any(|effect| option.does(*effect)) && !option.names.iter().any(|name| is_asked(name))
    };
    innermost.options.all().iter().filter(is_plain).collect()
}

/// An option in one word. `one_dash`: long options begin with one dash.
fn in_one_word(option: &Opt, one_dash: bool, random: &mut Random) -> Option<String> {
    let name = &option.names[random.below(option.names.len())];
    let is_cluster = name.len() > 2 && !name.starts_with("--") && !one_dash;
    let is_digit = name[1..].starts_with(|sign: char| sign.is_ascii_digit());
    if name.starts_with('+') || is_cluster || is_digit {
        return None;
    }
    let long = name.len() > 2 || one_dash;
    match option.value {
        Value::None => Some(name.to_string()),
        Value::Required | Value::Optional if long => Some(format!("{name}=v")),
        Value::Required | Value::Optional => Some(format!("{name}v")),
        _ => None,
    }
}

/// Where the words after the subcommand begin.
fn after_subcommand(arguments: &Arguments) -> usize {
    let operands = arguments.items.iter().filter_map(|item| match item {
        Item::Operand { index, .. } => Some(*index),
        _ => None,
    });
    operands.take(arguments.depth).last().unwrap_or(0) + 1
}

#[test]
fn an_option_more_takes_no_effect_away() {
    hold(400, Line::any, |line| {
        let table = line.source.table();
        let words = line.with(vec![literal(&line.words[line.at])]);
        let (arguments, before) = account(&table, &words);
        let options = plain_options(&table, &arguments.reached);
        let mut random = Random::new(line.choice);
        if options.is_empty() || table.bare_cluster {
            return Ok(());
        }
        let one_dash = table.single_dash_long || arguments.reached.iter().any(|table| table.single_dash_long);
        let option = options[random.below(options.len())];
        let Some(word) = in_one_word(option, one_dash, &mut random) else { return Ok(()) };
        let mut more = words;
        more.insert(after_subcommand(&arguments), literal(&word));
        let (_, after) = account(&table, &more);
        let is_there = |deed: &Deed| {
            let same = |one: &&Deed| one.kind == deed.kind && one.target == deed.target && one.below >= deed.below;
            after.deeds.iter().any(|one| same(&one) && one.certain >= deed.certain)
        };
        if extent(&after) < extent(&before) {
            return Err(format!("{word}: {}\nbut {}", shown(&before), shown(&after)));
        }
        match before.deeds.iter().find(|deed| !is_there(deed)) {
            Some(deed) => Err(format!("with {word} it does not say {deed:?}\n{}", shown(&after))),
            None => Ok(()),
        }
    });
}

/// Steps cannot be counted from here; what they leave behind can, and a line that is twice as long may not take four times
/// the time.
const MANY: usize = 4000;

fn drawn_up(table: &Table, words: &[Word]) -> (usize, std::time::Duration) {
    let start = std::time::Instant::now();
    let (_, account) = account(table, words);
    (account.deeds.len(), start.elapsed())
}

#[test]
fn the_account_of_a_long_line_takes_time_as_its_length_does() {
    // each draws up accounts of thousands of words, to see how long that takes
    hold(4, Line::any, |line| {
        let table = line.source.table();
        let (word, _) = line.unknown(&table);
        let once = &line.words[1..];
        let long = |count: usize| {
            let mut words = vec![literal(&line.words[0]), word.clone()];
            words.extend(once.iter().cycle().take(count).map(|text| literal(text)));
            words
        };
        let (deeds, time) = drawn_up(&table, &long(MANY));
        let (more, longer) = drawn_up(&table, &long(4 * MANY));
        // a few deeds for each word are fine, also where a shorter line stays within a limit and has fewer
        if more > 8 * deeds.max(MANY) + 1000 {
            return Err(format!("{deeds} deeds of {MANY} words, but {more} of four times as many"));
        }
        // not by a clock alone: what is short is not measured
        if longer.as_millis() > 1000 && longer > 10 * time {
            return Err(format!("{time:?} for {MANY} words, but {longer:?} for four times as many"));
        }
        Ok(())
    });
}
