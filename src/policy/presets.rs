//! The policies that runok carries within itself, by name.

/// The embedded policies, in the order of the alphabet.
const EMBEDDED: [(&str, &str); 5] = [
    ("catastrophic", include_str!("presets/catastrophic.yml")),
    ("default", include_str!("presets/default.yml")),
    ("dev", include_str!("presets/dev.yml")),
    ("readonly", include_str!("presets/readonly.yml")),
    ("secrets", include_str!("presets/secrets.yml")),
];

/// The text of an embedded policy.
pub(super) fn embedded(name: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of the embedded policies.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(name, _)| *name)
}
