//! The policies that runok carries within itself, by name.

/// The one that always applies: what runok itself stands on.
pub(super) const SELF: &str = "self";

/// The embedded policies, in the order of the alphabet.
const EMBEDDED: [(&str, &str); 6] = [
    ("catastrophic", include_str!("presets/catastrophic.yml")),
    ("default", include_str!("presets/default.yml")),
    ("dev", include_str!("presets/dev.yml")),
    ("readonly", include_str!("presets/readonly.yml")),
    ("secrets", include_str!("presets/secrets.yml")),
    (SELF, include_str!("presets/self.yml")),
];

/// The text of an embedded policy, its tests included.
pub(super) fn embedded(name: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The text without the tests beside its rules and without comments, every other line where it was: reading them would
/// take most of the time.
pub(super) fn without_tests(text: &str) -> String {
    let mut lean = String::with_capacity(text.len());
    let mut within = false;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        within = content == TESTS || within && (content.is_empty() || line.starts_with(BELOW_TESTS));
        let comment = line.trim_start_matches(' ').starts_with("# ");
        lean.push_str(if within || comment { "\n" } else { line });
    }
    lean
}

/// How the tests of a rule begin in an embedded policy, and each of them.
const TESTS: &str = "    tests:";
const BELOW_TESTS: &str = "      ";

/// The names of the embedded policies.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tests_are_left_out() {
        for (name, text) in EMBEDDED {
            let lean = without_tests(text);
            assert_eq!(lean.lines().count(), text.lines().count(), "{name}");
            let is_test = |line: &str| {
                ["allow: ", "ask: ", "deny: "]
                    .iter()
                    .any(|verdict| line.trim_start().starts_with(&format!("- {verdict}")))
            };
            let mut rules = 0;
            for (whole, lean) in text.lines().zip(lean.lines()) {
                let kept = whole == lean;
                assert!(
                    kept || whole == TESTS || is_test(whole) || whole.trim_start().starts_with("# "),
                    "{name}: {whole}"
                );
                rules += usize::from(kept && whole.starts_with("  - id:"));
            }
            assert_eq!(rules, text.lines().filter(|line| line.starts_with("  - id:")).count());
            // cases of the policy as a whole stay
            assert!(!lean.lines().take_while(|line| *line != "tests:").any(is_test), "{name}");
        }
    }
}
