//! Commands that change files of the user's: whatever fails, and wherever they are killed, a file is as it was or as it is
//! to be, and what is said of it is so.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use runok::policy::load::LoadRequest;
use runok::policy::trust;

use super::calls::errors;
use super::door::shown;
use super::place::Place;
use super::tracer::{self, Call, Fault};

/// Settings of somebody who has some already.
const SETTINGS: &str = "{\n  \"model\": \"opus\", // mine\n  \"hooks\": { \"Stop\": [] }\n}\n";

/// A command that changes a file.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// `init claude-code`
    Init,
    /// `trust --revoke`
    Revoke,
}

impl Change {
    fn call(self) -> Call {
        let words: &[&str] = match self {
            Self::Init => &["init", "claude-code", "--yes", "--no-rules"],
            Self::Revoke => &["trust", "--revoke"],
        };
        Call { words: words.iter().map(|word| (*word).to_owned()).collect(), stdin: String::new() }
    }

    fn file(self, place: &Place) -> PathBuf {
        place.path(match self {
            Self::Init => ".claude/settings.json",
            Self::Revoke => ".local/state/runok/trust",
        })
    }

    /// Everything as it is before.
    fn prepare(self, place: &Place) {
        for directory in [".claude", ".local"] {
            let _ = fs::remove_dir_all(place.path(directory));
        }
        match self {
            Self::Init => {
                fs::create_dir(place.path(".claude")).unwrap();
                fs::write(self.file(place), SETTINGS).unwrap();
            }
            Self::Revoke => {
                let text = |path: PathBuf| Some(path.to_str().unwrap().to_owned());
                let request = LoadRequest {
                    home: text(place.home().to_owned()),
                    cwd: text(place.project()),
                    ..LoadRequest::default()
                };
                trust::grant(&request, &trust::plan(&request).unwrap()).unwrap();
            }
        }
    }

    /// The names beside the file, but for its own.
    fn beside(self, place: &Place) -> Vec<String> {
        let file = self.file(place);
        let names = fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name());
        let others = names.filter(|name| Some(name.as_os_str()) != file.file_name());
        others.map(|name| name.to_str().unwrap().to_owned()).collect()
    }
}

/// Before and after.
fn texts(change: Change, place: &Place) -> (String, String) {
    change.prepare(place);
    let text = || fs::read_to_string(change.file(place)).unwrap();
    let before = text();
    let output = tracer::plain(place, &change.call());
    assert!(output.status.success() && before != text(), "{change:?} {}", shown(&output));
    (before, text())
}

fn sweep(change: Change, faults: &dyn Fn(&str) -> Vec<String>) {
    if !tracer::is_there() {
        return;
    }
    let place = Place::new();
    let (before, after) = texts(change, &place);
    change.prepare(&place);
    let counts = tracer::counted(&place, &change.call());
    let (mut tried, mut wrong) = (0, Vec::new());
    for (name, count) in &counts {
        for at in count.loading + 1..=count.most {
            for what in faults(name) {
                change.prepare(&place);
                let fault = Fault { name, at, what: &what };
                tried += 1;
                if let Err(why) = held(change, &place, fault, (&before, &after)) {
                    wrong.push(format!("{fault:?} {why}"));
                }
            }
        }
    }
    println!("{change:?}: {tried} faults in {} kinds of calls", counts.len());
    assert!(tried > 50 && wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn held(change: Change, place: &Place, fault: Fault<'_>, texts: (&str, &str)) -> Result<(), String> {
    let output = tracer::with_fault(place, &change.call(), &fault);
    let wrong = |why: &str| Err(format!("{why}: {}", shown(&output)));
    if tracer::hung(&output) {
        return wrong("hangs");
    }
    let now = fs::read_to_string(change.file(place)).unwrap_or_default();
    if now != texts.0 && now != texts.1 {
        return wrong(&format!("the file is {now:?}"));
    }
    if output.status.success() && now != texts.1 {
        return wrong("it says that it is done");
    }
    let died = tracer::was_killed(&output);
    let left: Vec<String> = change.beside(place).into_iter().filter(|_| !died).collect();
    // what cannot be removed stays
    if !left.is_empty() && !fault.name.starts_with("unlink") {
        return wrong(&format!("left behind: {left:?}"));
    }
    // and it can be done again, by one who clears away what has been lying there for long
    if died {
        for name in change.beside(place) {
            let file = File::options().write(true).open(change.file(place).with_file_name(name)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
        }
        let again = tracer::plain(place, &change.call());
        let now = fs::read_to_string(change.file(place)).unwrap_or_default();
        if now != texts.1 && now != texts.0 || matches!(change, Change::Init) && !again.status.success() {
            return Err(format!("afterwards: {}", shown(&again)));
        }
        let left = change.beside(place);
        if !left.is_empty() && now == texts.1 {
            return Err(format!("left behind for ever: {left:?}"));
        }
    }
    Ok(())
}

fn every_error(name: &str) -> Vec<String> {
    errors(name).iter().map(|error| format!("error={error}")).collect()
}

fn killed(_: &str) -> Vec<String> {
    vec!["signal=KILL".to_owned()]
}

#[test]
fn settings_are_whole_whatever_fails_and_wherever_init_is_killed() {
    sweep(Change::Init, &every_error);
    sweep(Change::Init, &killed);
}

#[test]
fn trust_is_whole_whatever_fails_and_wherever_revoking_is_killed() {
    sweep(Change::Revoke, &every_error);
    sweep(Change::Revoke, &killed);
}
