//! A pattern prints as text that reads back as the same pattern, those that speak of effects too.

use std::fmt;

use runok::policy::pattern::{self, Token};

use super::make_effects;
use super::random::{Random, Shrink, hold};

#[derive(Clone, Debug)]
struct Words(Vec<String>);

impl Words {
    fn any(random: &mut Random) -> Self {
        let mut words: Vec<String> = make_effects::pattern(random).split(' ').map(str::to_owned).collect();
        for _ in 0..random.below(3) {
            let at = 1 + random.below(words.len());
            let word = random.pick(&[
                "-o",
                "--out",
                "-X|--request",
                "[-v]",
                "[",
                "]",
                "?",
                "<cmd>",
                "<opts>",
                "\"a b\"",
                "a|b",
                "*",
            ]);
            words.insert(at.min(words.len()), word.to_owned());
        }
        if random.one_in(3) {
            words.insert(1 + random.below(words.len()), make_effects::token(random));
        }
        Self(words)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.join(" "))
    }
}

impl Shrink for Words {
    fn smaller(&self) -> Vec<Self> {
        let without = |at: usize| {
            let mut less = self.clone();
            less.0.remove(at);
            less
        };
        (0..self.0.len()).map(without).collect()
    }
}

#[test]
fn patterns_about_effects_print_as_text_that_reads_back() {
    let read = std::cell::Cell::new(0);
    hold(500, Words::any, |words| {
        let text = words.to_string();
        let Ok(patterns) = pattern::patterns(&text) else { return Ok(()) };
        for pattern in patterns {
            let printed = pattern.to_string();
            let again = pattern::patterns(&printed).map_err(|error| format!("{printed}: {error}"))?;
            if again != [pattern.clone()] {
                return Err(format!("{pattern:?}\nprints as {printed}, which is {again:?}"));
            }
            read.set(
                read.get() + usize::from(pattern.tokens.iter().any(|token| matches!(token, Token::Effects { .. }))),
            );
        }
        Ok(())
    });
    assert!(read.get() > 0, "no pattern was read");
}
