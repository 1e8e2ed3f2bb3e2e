//! Draws what rules say of effects: tokens, patterns that hold them, conditions.

use super::random::Random;

const KINDS: [&str; 8] = ["reads", "writes", "deletes", "runs", "network", "secrets", "privileges", "changes"];

/// What an effect can be on: a list of paths and types that all drawn policies define, and the types that are built in.
const PLACES: [&str; 8] = ["secret", "Tmp", "Tree", "TreeNew", "TreeRoot", "Temp", "Letters", "Site"];

/// What stands in command position before them.
const HEADS: [&str; 20] = [
    "*",
    "*",
    "gen",
    "gen",
    "gen add",
    "put",
    "gen|put",
    "rm",
    "rm|cp|mv|tee",
    "sort",
    "tar",
    "sed|awk",
    "curl",
    "dd",
    "find",
    "git",
    "git push|log|show",
    "find|sort|tar|sed|awk|curl|dd|gen|put",
    "env|xargs|sudo",
    "/usr/bin/sort",
];

/// Other tokens beside them.
const BESIDE: [&str; 14] = [
    "x",
    "-f",
    "!-n|--dry-run",
    "-o|--out *",
    "!x",
    "<path:secret>",
    "<type:Tmp>",
    "--",
    "[-a]",
    "-r",
    "-x",
    "*",
    "*",
    "*",
];

pub(crate) const CONDITIONS: [&str; 10] = [
    "size(effects.writes) == 0",
    "size(effects.deletes) > 0",
    r#"effects.writes.all(w, w.startsWith("/tmp/"))"#,
    r#"effects.writes.exists(w, w == "out")"#,
    r#"effects.reads.exists(r, r.startsWith("/etc"))"#,
    r#"!("x" in effects.deletes)"#,
    "effects.runs.exists(r, true)",
    "!effects.network.exists(n, true)",
    r#"effects.network.all(n, n.contains("example.com"))"#,
    "size(effects.changes) + size(effects.secrets) + size(effects.privileges) == 0",
];

/// One alternative of a token: `<effect:deletes in secret>`.
fn effect(random: &mut Random) -> String {
    match random.below(8) {
        0 => "<effect:any>".to_owned(),
        1 => "<effect:acts>".to_owned(),
        number => {
            let kind = if number < 5 { random.pick(&KINDS[..4]) } else { random.pick(&KINDS) };
            let place = match random.below(4) {
                0 => format!(" in {}", random.pick(&PLACES)),
                1 => format!(" outside {}", random.pick(&PLACES)),
                _ => String::new(),
            };
            format!("<effect:{kind}{place}>")
        }
    }
}

/// `<effect:writes>|<effect:runs>`, `!<effect:any>`.
pub(crate) fn token(random: &mut Random) -> String {
    let alternatives: Vec<String> = (0..=random.below(3) / 2).map(|_| effect(random)).collect();
    format!("{}{}", if random.one_in(3) { "!" } else { "" }, alternatives.join("|"))
}

/// A pattern that speaks of effects.
pub(crate) fn pattern(random: &mut Random) -> String {
    let mut words = vec![random.pick(&HEADS).to_owned()];
    for _ in 0..=random.below(4) / 3 {
        words.push(token(random));
    }
    if random.one_in(4) {
        words.insert(1 + random.below(words.len()), random.pick(&BESIDE).to_owned());
    }
    if !random.one_in(5) {
        words.push("*".to_owned());
    }
    words.join(" ")
}
