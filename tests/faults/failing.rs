//! Every system call fails once, with an error that it can have.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use super::calls::errors;
use super::door::{Door, shown};
use super::place::Place;
use super::tracer::{self, Count, Fault};

/// Is every error of every call wanted, or one of them?
fn all_of_them() -> bool {
    std::env::var("RUNOK_FAULTS").is_ok_and(|wanted| wanted == "all")
}

/// Where the policy comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Source {
    Files,
    Cache,
}

/// Lets each call of this door fail, and holds what comes of it.
fn sweep(door: Door, from: Source) {
    if !tracer::is_there() {
        return;
    }
    let place = Place::new();
    let call = door.call(&place);
    let ready = || {
        match from {
            Source::Files => place.forget_cache(),
            Source::Cache if place.kept().is_empty() => drop(tracer::plain(&place, &call)),
            Source::Cache => {}
        }
        let _ = std::fs::remove_file(place.path("project/made"));
    };
    ready();
    let undisturbed = door.is_right(&place, &tracer::plain(&place, &call));
    assert!(undisturbed.is_ok(), "{undisturbed:?}");
    ready();
    let counts = tracer::counted(&place, &call);
    let (mut faults, mut wrong) = (0, Vec::new());
    for (name, count) in &counts {
        for at in first(door, *count)..=count.most {
            for what in chosen(name) {
                ready();
                let what = format!("error={what}");
                let fault = Fault { name, at, what: &what };
                faults += 1;
                if let Err(why) = held(&place, door, fault) {
                    wrong.push(format!("{fault:?} {why}"));
                }
            }
        }
    }
    println!("{door:?} from {from:?}: {faults} faults in {} kinds of calls", counts.len());
    assert!(faults > 30 && wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The first call that is worth failing: nobody can answer while the program is being loaded, and a hook cannot before its
/// guard is up.
fn first(door: Door, count: Count) -> usize {
    1 + if matches!(door, Door::Hook(_)) { count.unguarded } else { count.loading }
}

/// The errors that are tried: in turn one of a call's, or all.
fn chosen(name: &str) -> Vec<&'static str> {
    static TURN: AtomicUsize = AtomicUsize::new(0);
    let errors = errors(name);
    if all_of_them() || errors.is_empty() {
        return errors.to_vec();
    }
    vec![errors[TURN.fetch_add(1, Ordering::Relaxed) % errors.len()]]
}

fn held(place: &Place, door: Door, fault: Fault<'_>) -> Result<(), String> {
    let call = door.call(place);
    let before = SystemTime::now();
    let output = tracer::with_fault(place, &call, &fault);
    if tracer::hung(&output) {
        return Err(format!("hangs: {}", shown(&output)));
    }
    door.is_sound(place, &output)?;
    let _ = std::fs::remove_file(place.path("project/made"));
    if let Some(damage) = place.damage() {
        return Err(format!("files are not as they were: {damage}"));
    }
    let left: Vec<String> = place.kept().into_iter().filter(|name| !name.ends_with(".policy")).collect();
    if !left.is_empty() && fault.name != "unlinkat" {
        return Err(format!("left behind: {left:?}"));
    }
    // what it has kept says nothing else
    if place.kept_since(before) {
        let after = tracer::plain(place, &call);
        door.is_right(place, &after).map_err(|why| format!("afterwards {why}"))?;
    }
    let running = place.processes();
    if running.is_empty() { Ok(()) } else { Err(format!("left running: {running:?}")) }
}

#[test]
fn every_call_of_check_fails_once() {
    sweep(Door::Check, Source::Files);
}

#[test]
fn every_call_of_check_with_a_compiled_policy_fails_once() {
    sweep(Door::Check, Source::Cache);
}

#[test]
fn every_call_of_check_fails_once_where_the_default_asks() {
    sweep(Door::CheckStrictly, Source::Cache);
}

#[test]
fn every_call_of_hook_fails_once() {
    sweep(Door::Hook("rm x"), Source::Files);
    sweep(Door::Hook("put bad"), Source::Cache);
    sweep(Door::Hook("tac link/k"), Source::Cache);
    sweep(Door::Hook("ls x"), Source::Cache);
}

#[test]
fn every_call_of_exec_fails_once() {
    sweep(Door::Exec("touch made"), Source::Cache);
    sweep(Door::Exec("rm victim"), Source::Cache);
    sweep(Door::Exec("shred victim"), Source::Files);
}
