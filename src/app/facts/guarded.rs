//! What is guarded for one request although no list spells it: asked for once, and only where something is written.
//!
//! Owns where variables and links put it. Refuses to know the lists (`policy::guarded` does).

use std::cell::OnceCell;

use crate::command::normalise;
use crate::facts::Facts;
use crate::policy::guarded::MOVED;

/// What was found, once somebody has asked.
#[derive(Default)]
pub(super) struct Guarded {
    own: OnceCell<Vec<String>>,
    moved: OnceCell<Vec<(&'static str, String)>>,
}

impl Guarded {
    /// These files, and where links put them.
    pub(super) fn own_files(&self, stands_on: &[String], facts: &dyn Facts) -> &[String] {
        self.own.get_or_init(|| {
            let led_to = |path: &String| facts.canonical(path).filter(|led_to| led_to != path);
            stands_on.iter().flat_map(|path| [Some(path.clone()), led_to(path)]).flatten().collect()
        })
    }

    /// The directories that variables put elsewhere; one that is called as usual the lists spell anyway.
    pub(super) fn moved_homes(&self, facts: &dyn Facts) -> &[(&'static str, String)] {
        self.moved.get_or_init(|| {
            let told = MOVED.iter().filter_map(|(variable, name)| Some((*name, facts.variable(variable)?)));
            let told = told.filter(|(_, home)| home.starts_with('/')).map(|(name, home)| (name, normalise(&home)));
            let usual = |name: &str, home: &str| home.rsplit('/').next() == Some(name) || home == "/";
            let moved = told.filter(|(name, home)| !usual(name, home));
            moved
                .flat_map(|(name, home)| {
                    let led_to = facts.canonical(&home).filter(|led_to| *led_to != home);
                    [Some((name, home)), led_to.map(|led_to| (name, led_to))]
                })
                .flatten()
                .collect()
        })
    }
}
