//! The policies that runok carries within itself, by name.

/// The embedded policies.
const EMBEDDED: [(&str, &str); 1] = [("default", include_str!("presets/default.yml"))];

/// The text of an embedded policy.
pub(super) fn embedded(name: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of the embedded policies.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(name, _)| *name)
}
