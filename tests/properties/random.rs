//! Seeded random numbers, the number of cases, and the loop that draws them and shrinks what fails.

use std::cell::Cell;
use std::fmt::Display;
use std::io::Write;

/// A small random generator, the same on every machine.
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 8
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    /// One time in `times`.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// How many cases a property draws: `share` hundredths of `RUNOK_PROPERTY_CASES`.
pub(crate) fn cases(share: u64) -> u64 {
    (number("RUNOK_PROPERTY_CASES").unwrap_or(1000) * share / 100).max(1)
}

/// Where the drawing begins; each case prints its own number when it fails.
pub(crate) fn seed() -> u64 {
    number("RUNOK_PROPERTY_SEED").unwrap_or(20_261_120)
}

/// Something that can be made simpler, for the smallest counterexample.
pub(crate) trait Shrink: Clone + Display {
    /// Simpler ones, the most simple first.
    fn smaller(&self) -> Vec<Self>;
}

/// The most steps that shrinking takes.
const MAX_SHRINKING: usize = 2000;

thread_local! {
    static SEED: Cell<u64> = const { Cell::new(0) };
}

/// What so many cases share that follow each other, since it is costly to make: the same numbers for each of them.
pub(crate) fn shared_by(cases: u64) -> Random {
    Random::new((SEED.get() / cases) ^ 0x5bd1_e995_0000_0000)
}

/// A case, by its seed.
pub(crate) fn drawn<C>(seed: u64, make: impl Fn(&mut Random) -> C) -> C {
    SEED.set(seed);
    make(&mut Random::new(seed))
}

/// Adds the cases of a property, of the test that runs, to the account of them all: a line of `RUNOK_PROPERTY_LOG`.
pub(crate) fn account(cases: u64) {
    let thread = std::thread::current();
    let line = format!("{cases} {}\n", thread.name().unwrap_or_default());
    if let Some(path) = std::env::var_os("RUNOK_PROPERTY_LOG") {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(path);
        log.unwrap().write_all(line.as_bytes()).unwrap();
    }
}

/// Draws cases and holds each to the property; the first that fails is shrunk and shown with its seed
/// (`RUNOK_PROPERTY_FAILURES` shows more of them before it stops).
pub(crate) fn hold<C: Shrink>(
    share: u64,
    make: impl Fn(&mut Random) -> C,
    property: impl Fn(&C) -> Result<(), String>,
) {
    let wanted = number("RUNOK_PROPERTY_FAILURES").unwrap_or(1);
    let mut failures = Vec::new();
    account(cases(share));
    for number in 0..cases(share) {
        let seed = seed() + number;
        let case = drawn(seed, &make);
        let Err(why) = property(&case) else { continue };
        let (case, why) = shrunk(case, why, &property);
        failures.push(format!("seed {seed} (RUNOK_PROPERTY_SEED={seed} RUNOK_PROPERTY_CASES=1)\n{case}\n{why}\n"));
        if failures.len() as u64 >= wanted {
            break;
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn shrunk<C: Shrink>(mut case: C, mut why: String, property: &impl Fn(&C) -> Result<(), String>) -> (C, String) {
    let mut steps = 0;
    'again: loop {
        for candidate in case.smaller() {
            steps += 1;
            if steps > MAX_SHRINKING {
                return (case, why);
            }
            if let Err(because) = property(&candidate) {
                (case, why) = (candidate, because);
                continue 'again;
            }
        }
        return (case, why);
    }
}
