//! kill -9 at every system call: nothing is lost, what is left behind counts for nothing and is cleared away, and the next
//! call answers right.

use std::cell::Cell;
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use super::door::{Door, shown};
use super::place::{OUTLIVES, Place};
use super::tracer::{self, Fault};

thread_local! {
    /// How many were not killed, since a fault of theirs met a child.
    static LIVED: Cell<usize> = const { Cell::new(0) };
}

fn sweep(door: Door) {
    if !tracer::is_there() {
        return;
    }
    let place = Place::new();
    let call = door.call(&place);
    let ready = || {
        place.forget_policies();
        let _ = fs::remove_file(place.path("project/made"));
    };
    ready();
    let counts = tracer::counted(&place, &call);
    let (mut killed, mut wrong) = (0, Vec::new());
    for (name, count) in &counts {
        for at in count.loading + 1..=count.most {
            ready();
            let fault = Fault { name, at, what: "signal=KILL" };
            killed += 1;
            if let Err(why) = held(&place, door, fault) {
                wrong.push(format!("{fault:?} {why}"));
            }
        }
    }
    let lived = LIVED.take();
    println!("{door:?}: killed {killed} times, but for {lived}, in {} kinds of calls", counts.len());
    assert!(killed > 50 + lived && wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    nothing_stays(&place, door);
}

fn held(place: &Place, door: Door, fault: Fault<'_>) -> Result<(), String> {
    let call = door.call(place);
    let output = tracer::with_fault(place, &call, &fault);
    if tracer::hung(&output) {
        return Err(format!("hangs: {}", shown(&output)));
    }
    // what it had said by then was right
    if !tracer::was_killed(&output) {
        door.is_sound(place, &output)?;
        LIVED.set(LIVED.get() + 1);
    }
    let _ = fs::remove_file(place.path("project/made"));
    if let Some(damage) = place.damage() {
        return Err(format!("files are not as they were: {damage}"));
    }
    let after = tracer::plain(place, &call);
    door.is_right(place, &after).map_err(|why| format!("afterwards {why}"))?;
    match place.running_after(OUTLIVES) {
        left if left.is_empty() => Ok(()),
        left => Err(format!("left running: {left:?}")),
    }
}

/// What killed runs have left behind goes when it is old, with the next policy that is kept.
fn nothing_stays(place: &Place, door: Door) {
    let unfinished = || place.kept().into_iter().filter(|name| !name.ends_with(".policy")).collect::<Vec<_>>();
    let left = unfinished();
    assert!(!left.is_empty(), "no run was killed while it wrote");
    for name in &left {
        let file = File::options().write(true).open(place.path(".cache/runok").join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
    }
    place.forget_policies();
    let output = tracer::plain(place, &door.call(place));
    assert!(place.kept().len() == 1 && unfinished().is_empty(), "{:?} {}", place.kept(), shown(&output));
}

#[test]
fn check_is_killed_at_every_call() {
    sweep(Door::Check);
}

#[test]
fn hook_and_exec_are_killed_at_every_call() {
    sweep(Door::Hook("put bad"));
    sweep(Door::Exec("touch made"));
}
