//! A text whose shell is not known is judged for each of them: a `sh` may be dash or bash.
//!
//! What dash itself runs of such a text is compared by `found_vs_shells`; where zsh may be the shell, the text is judged for
//! bash and for zsh, which the property of the doors holds to.

use std::cell::Cell;
use std::fmt;

use runok::shell::Dialect;
use runok::verdict::Verdict;

use super::judge::Judge;
use super::random::{Random, Shrink, hold, shared_by};
use super::{generate, lines, mixtures};

/// How many cases share a policy.
const SHARING: u64 = 10;

/// A policy that allows what no rule restrains, and a line of the grammar of the oracle.
#[derive(Clone, Debug)]
struct Text {
    yaml: String,
    line: String,
}

impl Text {
    fn any(random: &mut Random) -> Self {
        let rules = &mut shared_by(SHARING);
        let mut yaml = "defaults: { action: allow }\nrules:\n".to_owned();
        for _ in 0..=rules.below(5) {
            let action = if rules.one_in(4) { "ask" } else { "deny" };
            let name = 1 + rules.below(9);
            let rest = rules.pick(&[
                "*",
                "a *",
                "-n *",
                "~",
                "'a b'",
                "a=~",
                "x=/home/dev",
                "/home/dev",
                "/home/dev/project",
                "d1/*",
                "",
            ]);
            yaml.push_str(&format!("  - {action}: \"c{name} {rest}\"\n"));
        }
        let mut letters = generate::Random::new(random.next());
        let line = if random.one_in(2) { mixtures::plain(&mut letters) } else { lines::line(&mut letters) };
        Self { yaml, line }
    }

    fn verdict(&self, dialect: Dialect) -> Verdict {
        let judge = Judge::of(&self.yaml);
        judge.evaluate(&judge.read_as(&self.line, dialect), &self.line).verdict
    }
}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}line: {}", self.yaml, self.line)
    }
}

impl Shrink for Text {
    fn smaller(&self) -> Vec<Self> {
        let ends: Vec<usize> = (0..=self.line.len()).filter(|at| self.line.is_char_boundary(*at)).collect();
        let mut smaller = Vec::new();
        for width in [16, 8, 4, 2, 1] {
            for pair in ends.windows(width + 1) {
                let line = format!("{}{}", &self.line[..pair[0]], &self.line[pair[width]..]);
                smaller.push(Self { line, ..self.clone() });
            }
        }
        smaller
    }
}

#[test]
fn a_text_for_any_sh_is_allowed_only_where_bash_may_run_it() {
    let allowed = Cell::new(0);
    hold(100, Text::any, |text| {
        let (any, bash) = (text.verdict(Dialect::Posix), text.verdict(Dialect::Bash));
        if any == Verdict::Allow {
            allowed.set(allowed.get() + 1);
        }
        if any == Verdict::Allow && bash != Verdict::Allow {
            return Err(format!("allowed for any sh, but {bash:?} for bash"));
        }
        Ok(())
    });
    assert!(allowed.get() > 0, "nothing was allowed");
}
