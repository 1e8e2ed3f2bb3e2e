//! A machine that is short of something: descriptors, memory, stack, room on the disk; and streams that are closed or full.

use std::process::{Command, Output};
use std::time::Duration;

use super::door::{Door, shown};
use super::place::{OUTLIVES, Place};
use super::tracer;

/// The doors, with lines of each kind of verdict.
const DOORS: [Door; 7] = [
    Door::Check,
    Door::CheckStrictly,
    Door::Hook("rm x"),
    Door::Hook("put bad"),
    Door::Hook("touch made"),
    Door::Exec("rm victim"),
    Door::Exec("touch made"),
];

/// Runs behind `sh -c` with this in front; what comes of it must be sound. How many were right comes back.
fn within(place: &Place, limit: &str, doors: &[Door], guarded: bool) -> usize {
    let script = format!("{limit}; exec \"$@\"");
    let mut right = 0;
    for door in doors {
        for keep in [true, false] {
            if !keep {
                place.forget_cache();
            }
            let output = tracer::behind(&["sh", "-c", &script, "sh"], place, &door.call(place));
            assert!(!tracer::hung(&output), "{limit}: {door:?} hangs");
            let sound = door.is_sound(place, &output);
            // what cannot even be loaded, or cannot put up its guard, answers nobody
            let never_began = !guarded && !matches!(output.status.code(), Some(0 | 3 | 4)) && output.stdout.is_empty();
            assert!(sound.is_ok() || never_began, "{limit}: {door:?} {sound:?}");
            right += usize::from(door.is_right(place, &output).is_ok());
            let _ = std::fs::remove_file(place.path("project/made"));
            assert_eq!(place.damage(), None, "{limit}: {door:?}");
            // the validator of a runok that its own limit ended sees the end of what it reads, and ends then
            let answered = matches!(output.status.code(), Some(0 | 2 | 3 | 4));
            let left = place.running_after(if answered { Duration::ZERO } else { OUTLIVES });
            assert!(left.is_empty(), "{limit}: {door:?} {:?} leaves {left:?}", output.status);
        }
    }
    place.forget_cache();
    right
}

/// A limit that is so wide that nothing is short must let everything be right.
fn widening(name: &str, limits: impl Iterator<Item = String>, guarded: bool) {
    let place = Place::new();
    let right: Vec<usize> = limits.map(|limit| within(&place, &limit, &DOORS, guarded)).collect();
    println!("{name}: right answers of {} as it gets wider: {right:?}", DOORS.len() * 2);
    assert_eq!(right.last(), Some(&(DOORS.len() * 2)), "{name}");
}

#[test]
fn few_descriptors() {
    widening("descriptors", (3..=14).chain([64]).map(|count| format!("ulimit -n {count}")), false);
}

#[test]
fn little_memory() {
    let sizes = [4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256, 512];
    widening("memory", sizes.iter().map(|mebibytes| format!("ulimit -v {}", mebibytes * 1024)), false);
}

#[test]
fn little_stack() {
    let sizes = [16, 32, 64, 96, 128, 192, 256, 512, 1024, 4096, 8192];
    widening("stack", sizes.iter().map(|kibibytes| format!("ulimit -s {kibibytes}")), false);
}

#[test]
fn files_that_may_not_grow() {
    // the answer itself goes to a file: it is cut off, and the exit code tells
    widening("size of files", ["0", "1", "8", "unlimited"].iter().map(|blocks| format!("ulimit -f {blocks}")), true);
}

/// The system ends whoever writes a file that grows too long: a compiled policy that is one is not written.
#[test]
fn a_compiled_policy_that_would_be_too_long_is_not_written() {
    let place = Place::new();
    assert_eq!(within(&place, "ulimit -f 8", &DOORS, true), DOORS.len() * 2);
}

/// What a shell does with the streams of the program.
const STREAMS: [&str; 10] = [
    "<&-",
    ">&-",
    "2>&-",
    "<&- >&- 2>&-",
    ">/dev/full",
    "1</dev/null",
    "2>/dev/full",
    ">/dev/full 2>/dev/full",
    "</dev/null",
    "<.",
];

#[test]
fn closed_and_full_streams() {
    let place = Place::new();
    for streams in STREAMS {
        for door in DOORS {
            let output =
                tracer::behind(&["sh", "-c", &format!("exec \"$@\" {streams}"), "sh"], &place, &door.call(&place));
            assert!(!tracer::hung(&output), "{streams}: {door:?} hangs");
            let sound = unheard(door, streams, &place, &output);
            assert!(sound.is_ok(), "{streams}: {door:?} {sound:?}");
            let _ = std::fs::remove_file(place.path("project/made"));
            assert_eq!(place.damage(), None, "{streams}: {door:?}");
        }
    }
}

/// Where nobody can hear the answer the exit code must not say that all is well; an agent takes 2 for a refusal. A stream that
/// is closed is the null device to the program: whoever closes it has chosen not to hear.
fn unheard(door: Door, streams: &str, place: &Place, output: &Output) -> Result<(), String> {
    let wrong = || Err(shown(output));
    let full = streams.starts_with(">/dev/full") || streams.starts_with("1<");
    let closed = streams.contains(">&-") && !streams.starts_with("2>");
    match door {
        Door::Check | Door::CheckStrictly if full || closed || streams.starts_with('<') => match output.status.code() {
            Some(0) => wrong(),
            _ => Ok(()),
        },
        Door::Hook(_) if full && output.status.code() != Some(2) => wrong(),
        Door::Hook(_) if closed => Ok(()),
        _ => door.is_sound(place, output),
    }
}

#[test]
fn a_reader_that_goes_away() {
    let place = Place::new();
    for door in DOORS {
        let script = "{ \"$@\"; echo $? > ../status; } | :";
        tracer::behind(&["bash", "-c", script, "bash"], &place, &door.call(&place));
        let status = std::fs::read_to_string(place.path("status")).unwrap();
        std::fs::remove_file(place.path("status")).unwrap();
        let expected: &[&str] = match door {
            Door::Check | Door::CheckStrictly => &["2", "3", "4"],
            Door::Hook("touch made") => &["0", "2"],
            Door::Hook(_) => &["0", "2"],
            Door::Exec(line) if super::door::right(line) == "allow" => &["0"],
            Door::Exec(_) => &["3"],
        };
        assert!(expected.contains(&status.trim()), "{door:?}: {status}");
        let _ = std::fs::remove_file(place.path("project/made"));
    }
}

/// Is a small file system of one's own to be had?
fn can_mount() -> bool {
    let mounted = Command::new("unshare").args(["-rm", "sh", "-c", "mount -t tmpfs none /mnt"]).output();
    if mounted.is_ok_and(|output| output.status.success()) {
        return true;
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "unshare -rm must be able to mount a tmpfs");
    println!("skipped: unshare -rm cannot mount");
    false
}

/// In front of the program, in a mount namespace of its own: something is mounted over a directory of the home.
fn mounted(place: &Place, script: &str, door: Door) -> Output {
    let script = format!("{script}; exec \"$@\"");
    tracer::behind(&["unshare", "-rm", "sh", "-ec", &script, "sh"], place, &door.call(place))
}

#[test]
fn no_room_for_the_cache_and_none_to_write_at_all() {
    if !can_mount() {
        return;
    }
    let place = Place::new();
    let small = "mkdir -p ~/.cache; mount -t tmpfs -o size=16k none ~/.cache";
    for (what, script) in [
        ("full", format!("{small}; dd if=/dev/zero of=$HOME/.cache/all bs=1k 2>/dev/null || :")),
        ("nearly full", format!("{small}; dd if=/dev/zero of=$HOME/.cache/all bs=4k count=2 2>/dev/null")),
        ("read-only home", "mount --bind ~ ~; mount -o remount,bind,ro ~; cd \"$PWD\"".to_owned()),
        ("unwritable cache", "mkdir -p ~/.cache; mount -t tmpfs -o ro none ~/.cache".to_owned()),
    ] {
        for door in DOORS {
            let output = mounted(&place, &script, door);
            let right = match (door, what) {
                // nothing can be made there
                (Door::Exec("touch made"), "read-only home") => door.is_sound(&place, &output),
                _ => door.is_right(&place, &output),
            };
            assert!(right.is_ok(), "{what}: {door:?} {right:?}");
            let _ = std::fs::remove_file(place.path("project/made"));
            assert_eq!(place.damage(), None, "{what}: {door:?}");
        }
        place.forget_cache();
    }
}

#[test]
fn no_home() {
    let place = Place::new();
    for nowhere in ["unset HOME", "HOME=/no/such/place", "HOME=", "HOME=relative", "HOME=/dev/null", "HOME=/proc"] {
        for line in ["rm -rf /", "head x", "put bad"] {
            // the global policy is gone with the home directory: the embedded one holds
            let door = Door::Hook(line);
            let words = ["sh", "-c", &format!("{nowhere}; export HOME; exec \"$@\""), "sh"];
            let output = tracer::behind(&words, &place, &door.call(&place));
            let allowed = String::from_utf8_lossy(&output.stdout).contains("\"allow\"");
            assert!(!allowed && matches!(output.status.code(), Some(0 | 2)), "{nowhere}: {line} {}", shown(&output));
            assert!(!output.stdout.is_empty() || output.status.code() == Some(2), "{nowhere}: {line}");
        }
    }
    assert_eq!(place.damage(), None);
}
