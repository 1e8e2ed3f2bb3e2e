//! One program for all targets: `RUNOK_FUZZ_TARGET` names the one that is run; with `RUNOK_FUZZ_MAKE_SEEDS=DIRECTORY` it writes
//! the target's seeds there instead. `tests/fuzz/run` starts it.

#![no_main]

#[path = "src/targets.rs"]
mod targets;

use std::sync::OnceLock;

static TARGET: OnceLock<&'static targets::Target> = OnceLock::new();

fn begin() {
    let name = std::env::var("RUNOK_FUZZ_TARGET").unwrap_or_default();
    let known = targets::TARGETS.iter().find(|target| target.name == name);
    let names: Vec<&str> = targets::TARGETS.iter().map(|target| target.name).collect();
    let target = known.unwrap_or_else(|| panic!("RUNOK_FUZZ_TARGET is none of {}", names.join(", ")));
    if let Some(directory) = std::env::var_os("RUNOK_FUZZ_MAKE_SEEDS") {
        for (number, seed) in (target.seeds)().iter().enumerate() {
            let path = std::path::Path::new(&directory).join(format!("made-{number:05}"));
            std::fs::write(path, seed).expect("the directory for seeds can be written to");
        }
        std::process::exit(0);
    }
    TARGET.get_or_init(|| target);
}

libfuzzer_sys::fuzz_target!(init: begin(), |bytes: &[u8]| {
    (TARGET.get().expect("set in the beginning").attempt)(bytes);
});
