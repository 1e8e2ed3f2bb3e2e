//! What is said of sed and awk programs, against the real ones: whatever they do has been announced.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "tests stop where they cannot go on"
)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "starts the programs that serve as the oracle")]

#[path = "programs/awk_cases.rs"]
mod awk_cases;
#[path = "programs/generate.rs"]
mod generate;
#[path = "programs/harmless.rs"]
mod harmless;
#[path = "programs/run.rs"]
mod run;
#[path = "programs/sed_cases.rs"]
mod sed_cases;

use generate::Random;
use run::{Cage, Observed, Tool};
use runok::command::programs::{self, ProgramEffects};

/// What is said, in the words of the lists.
fn told(effects: &ProgramEffects) -> String {
    let mut words = Vec::new();
    words.extend(effects.reads.iter().map(|file| format!("r {file}")));
    words.extend(effects.writes.iter().map(|file| format!("w {file}")));
    words.extend(effects.runs_texts.iter().map(|text| format!("x {text}")));
    words.extend(effects.runs_unseen.then(|| "X".to_owned()));
    assert_eq!(effects.runs, effects.runs_unseen || !effects.runs_texts.is_empty());
    words.join(" ")
}

/// What a run did and nobody had announced.
fn missed(effects: &ProgramEffects, observed: &Observed) -> Option<String> {
    if effects.unclear.is_some() {
        return None;
    }
    let named = |name: &String| effects.writes.iter().any(|file| file.rsplit('/').next() == Some(name));
    let unexpected = observed.created.iter().find(|name| !effects.runs && !named(name));
    if let Some(name) = unexpected {
        return Some(format!("created {name}"));
    }
    if observed.ran && !effects.runs {
        return Some("ran the canary".to_owned());
    }
    let secret = effects.reads.iter().any(|file| file.ends_with("secret"));
    (observed.read && !effects.runs && !secret).then(|| "read the secret".to_owned())
}

/// Runs a program with every tool, if what it writes stays in its directory; how many of them did something.
fn hold(cage: &Cage, tools: &[Tool], program: &str, effects: &ProgramEffects) -> usize {
    if effects.writes.iter().any(|file| file.starts_with('/') && file != "/dev/stdout" && file != "/dev/stderr") {
        return 0;
    }
    let mut active = 0;
    for tool in tools {
        let observed = cage.run(tool, program);
        let missed = missed(effects, &observed);
        assert_eq!(missed, None, "{} with {program:?}: told {effects:?}", tool.name);
        active += usize::from(observed.ran || observed.read || !observed.created.is_empty());
    }
    active
}

fn cases() -> usize {
    std::env::var("RUNOK_PROPERTY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400)
}

/// Another seed draws other programs.
fn seed() -> u64 {
    std::env::var("RUNOK_PROPERTY_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20)
}

fn listed(cases: &[(&str, &str)], tools: &[Tool], read: fn(&str) -> ProgramEffects) {
    let cage = Cage::new();
    for (program, expected) in cases {
        let effects = read(program);
        match expected.strip_suffix('?') {
            Some(_) => assert!(effects.unclear.is_some(), "{program:?}: {effects:?}"),
            None => {
                assert_eq!(effects.unclear, None, "{program:?}");
                assert_eq!(told(&effects), *expected, "{program:?}");
            }
        }
        hold(&cage, tools, program, &effects);
    }
}

#[test]
fn listed_sed_programs() {
    listed(sed_cases::SED, &run::seds(), programs::sed);
}

#[test]
fn listed_awk_programs() {
    listed(awk_cases::AWK, &run::awks(), programs::awk);
}

fn everyday(all: &[&str], tools: &[Tool], read: fn(&str) -> ProgramEffects) {
    let cage = Cage::new();
    for program in all {
        let effects = read(program);
        assert!(effects.none(), "{program:?}: {effects:?}");
        assert_eq!(hold(&cage, tools, program, &effects), 0, "{program:?}");
    }
}

#[test]
fn everyday_sed_programs_do_nothing_else() {
    everyday(harmless::SED, &run::seds(), programs::sed);
}

#[test]
fn everyday_awk_programs_do_nothing_else() {
    everyday(harmless::AWK, &run::awks(), programs::awk);
}

/// Random programs; enough of them must be understood and do something, or the property says nothing.
fn random(tools: &[Tool], read: fn(&str) -> ProgramEffects, mut make: impl FnMut(&mut Random) -> String) {
    let (cage, mut random, mut told) = (Cage::new(), Random::new(seed()), 0);
    for _ in 0..cases() {
        let program = make(&mut random);
        let effects = read(&program);
        let active = hold(&cage, tools, &program, &effects);
        told += usize::from(active > 0 && effects.unclear.is_none());
    }
    println!("{told} of {} random programs were understood and did something", cases());
    assert!(tools.is_empty() || told * 20 > cases(), "only {told} programs were understood and did something");
}

#[test]
fn random_sed_programs() {
    random(&run::seds(), programs::sed, generate::sed);
}

#[test]
fn random_awk_programs() {
    random(&run::awks(), programs::awk, generate::awk);
}

/// A known program that is changed a little.
fn changed<'a>(cases: &'a [(&str, &str)]) -> impl FnMut(&mut Random) -> String + use<'a> {
    let mut next = 0;
    move |random| {
        next += 1;
        generate::changed(random, cases[next % cases.len()].0)
    }
}

#[test]
fn changed_sed_programs() {
    random(&run::seds(), programs::sed, changed(sed_cases::SED));
}

#[test]
fn changed_awk_programs() {
    random(&run::awks(), programs::awk, changed(awk_cases::AWK));
}

#[test]
fn an_unannounced_effect_is_seen() {
    let (cage, nothing) = (Cage::new(), ProgramEffects::default());
    let Some(sed) = run::seds().into_iter().find(|tool| tool.name == "sed") else { return };
    assert_eq!(missed(&nothing, &cage.run(&sed, "w f1")).as_deref(), Some("created f1"));
    assert_eq!(missed(&nothing, &cage.run(&sed, "1e canary")).as_deref(), Some("ran the canary"));
    assert_eq!(missed(&nothing, &cage.run(&sed, "r secret")).as_deref(), Some("read the secret"));
}
