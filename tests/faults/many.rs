//! Two hundred at once, and clocks that go backwards.

use std::fs::{File, FileTimes};
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::door::Door;
use super::place::{OLD_ENOUGH, Place};
use super::tracer;

/// How many processes run at once.
const MANY: usize = 200;

#[test]
fn two_hundred_at_once() {
    let place = Place::new();
    let doors = [Door::Check, Door::Hook("rm x"), Door::Hook("put bad"), Door::Exec("rm victim"), Door::CheckStrictly];
    std::thread::scope(|scope| {
        for number in 0..MANY {
            let (place, door) = (&place, doors[number % doors.len()]);
            scope.spawn(move || {
                let output = tracer::plain(place, &door.call(place));
                let sound = door.is_sound(place, &output);
                assert!(sound.is_ok() && output.status.code().is_some(), "{door:?} {sound:?}");
            });
        }
    });
    assert_eq!(place.damage(), None);
    assert!(place.kept().iter().all(|name| name.ends_with(".policy")), "{:?}", place.kept());
    assert_eq!(place.processes(), Vec::<String>::new());
    for door in doors {
        let right = door.is_right(&place, &tracer::plain(&place, &door.call(&place)));
        assert!(right.is_ok(), "{right:?}");
    }
}

/// A rule that comes into a file counts at once, whatever the times of the file and of the clock say.
#[test]
fn files_from_the_future_and_from_long_ago() {
    let place = Place::new();
    let door = Door::Hook("touch made");
    let more = place.path(".config/runok/more.yml");
    let denied = |place: &Place| {
        let output = tracer::plain(place, &door.call(place));
        String::from_utf8_lossy(&output.stdout).contains(r#""permissionDecision":"deny""#)
    };
    let now = SystemTime::now();
    let far = Duration::from_secs(400 * 24 * 3600);
    for time in [now + far, SystemTime::UNIX_EPOCH] {
        // what is said before is compiled, the rest follows at once
        for (wait, denies) in [(OLD_ENOUGH, false), (Duration::ZERO, true), (Duration::ZERO, false), (OLD_ENOUGH, true)]
        {
            // of the same length, and of the same time
            let text = format!("rules:\n  - deny: 'dd *'\n  - {}: 'touch *'\n", if denies { "deny " } else { "allow" });
            std::fs::write(&more, text).unwrap();
            let file = File::options().write(true).open(&more).unwrap();
            file.set_times(FileTimes::new().set_modified(time).set_accessed(time)).unwrap();
            std::thread::sleep(wait);
            for _ in 0..3 {
                assert_eq!(denied(&place), denies, "{time:?}");
            }
        }
    }
    assert_eq!(place.kept().len(), 1, "no policy was compiled");
}

/// The clock goes back and forth between the calls; the cache may be used or not, and never an old one.
#[test]
fn a_clock_that_goes_back() {
    if !Command::new("faketime").args(["-f", "+0", "true"]).status().is_ok_and(|status| status.success()) {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "faketime is needed");
        println!("skipped: faketime is not there");
        return;
    }
    let place = Place::new();
    for shift in ["+1h", "-1h", "+10y", "-30y", "+0", "-2s", "+2s", "@1970-01-01 00:00:00"] {
        for door in [Door::Check, Door::Hook("rm x"), Door::Hook("put bad"), Door::Exec("rm victim")] {
            let output = tracer::behind(&["faketime", "-f", shift], &place, &door.call(&place));
            assert!(!tracer::hung(&output), "{shift}: {door:?} hangs");
            let right = door.is_right(&place, &output);
            assert!(right.is_ok(), "{shift}: {door:?} {right:?}");
        }
        assert!(place.kept().iter().all(|name| name.ends_with(".policy")), "{shift}: {:?}", place.kept());
    }
    assert_eq!(place.damage(), None);
}
