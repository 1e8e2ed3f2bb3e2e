//! What would change in a file, as a unified diff.
//!
//! Owns its layout. Refuses to know what the change is about.

use std::time::Duration;

use similar::TextDiff;

/// How long a smallest diff is looked for; after that a larger one is as good.
const PATIENCE: Duration = Duration::from_secs(2);

/// The lines of the diff, without line breaks; a file that is not there is `/dev/null`.
pub(super) fn lines(path: &str, before: Option<&str>, after: Option<&str>) -> Vec<String> {
    let name = |text: Option<&str>| if text.is_some() { path } else { "/dev/null" };
    let (old, new) = (before.unwrap_or_default(), after.unwrap_or_default());
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    let text = diff.unified_diff().context_radius(3).header(name(before), name(after)).to_string();
    text.lines().map(str::to_owned).collect()
}
